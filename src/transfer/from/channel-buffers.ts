// The conversations that were still open in a bot's `channel_buffers`. Their messages are heard as if they had just been
// said, so that the conversation goes on: it is flushed when its channel is quiet, and its facts are read out of it.

import type { ForeignRow } from "../../ports/foreign-database.ts";
import { shortId } from "../drafts.ts";
import type { ImportOptions, ImportRecord } from "../record.ts";
import { type Fields, fieldsIn, listIn, parseJson, textIn } from "../text/parse-json.ts";
import { timeIn } from "../text/time.ts";
import { hashOf, idIn, tenantOf, whenIn, wordsIn } from "./moved.ts";

type Place = Readonly<{ where: string; channel: string; tenant: string }>;
type Span = Readonly<{ from: number; to: number; count: number }>;

export function* buffered(
  row: ForeignRow,
  where: string,
  options: ImportOptions,
): Generator<ImportRecord> {
  const channel = idIn(row, "channel_id");
  const written = parseJson(textIn(row["messages"]) ?? "");
  if (channel === undefined || !Array.isArray(written)) {
    yield {
      type: "bad",
      where,
      reason: "a buffer without a channel, or its `messages` is no list",
    };
    return;
  }
  const tenant = tenantOf(idIn(row, "guild_id"), options);
  const to = Date.parse(whenIn(row, "updated_at", "started_at") ?? "");
  const from = Date.parse(whenIn(row, "started_at", "updated_at") ?? "");
  const said = listIn(written);
  for (const [index, one] of said.entries())
    yield messageIn(fieldsIn(one), index, {
      where: `${where} #${index + 1}`,
      channel: shortId(channel),
      tenant,
      span: { from, to, count: said.length },
    });
}

function messageIn(said: Fields, index: number, place: Place & { span: Span }): ImportRecord {
  const { where, channel, tenant, span } = place;
  const text = wordsIn(said, "text", "content");
  const author = idIn(said, "discord_id", "author_id");
  if (text === undefined || author === undefined)
    return { type: "bad", where, reason: "a message without an author or words" };
  const id = idIn(said, "message_id", "id");
  const key = id ?? `channel_buffers:${hashOf([channel, String(index), author, text])}`;
  const at = timeIn(said["timestamp"]) ?? saidAt(id, index, span);
  return {
    type: "message",
    key: `${tenant}:${key}`,
    tenant,
    message: {
      id: key,
      channel,
      text,
      role: "user",
      origin: "user",
      author: {
        id: shortId(author),
        name: wordsIn(said, "display_name", "username") ?? author,
        isBot: false,
      },
      ...(at === undefined ? {} : { at }),
    },
  };
}

const DISCORD_EPOCH = 1_420_070_400_000n;
const DAY_MS = 86_400_000;

/** The time that a platform's id carries, where it fits the buffer; otherwise spread over the time it was open. */
function saidAt(id: string | undefined, index: number, { from, to, count }: Span) {
  if (Number.isNaN(from)) return undefined;
  const until = Math.max(from, to);
  if (id !== undefined && /^\d{17,20}$/.test(id)) {
    const at = Number((BigInt(id) >> 22n) + DISCORD_EPOCH);
    if (at >= from - DAY_MS && at <= until + DAY_MS) return new Date(at).toISOString();
  }
  const share = count < 2 ? 0 : index / (count - 1);
  return new Date(from + Math.round((until - from) * share)).toISOString();
}
