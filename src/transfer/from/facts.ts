// Facts by subject that a chat bot kept for its guilds, in the tables `memory_facts`, `memory_fact_vectors_native` and
// `messages`; and, from a folder, the journals beside them. Each guild is a tenant.

import { LORE_SUBJECT } from "../../model/kinds.ts";
import type { Evidence, Memory } from "../../model/memory.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import type { ForeignDatabase, ForeignRow, OpenForeign } from "../../ports/foreign-database.ts";
import { shortId } from "../drafts.ts";
import type { Importer, ImportOptions, ImportRecord } from "../record.ts";
import { journalLines, saidKey } from "./journals.ts";
import {
  fieldIn,
  fromSqlite,
  idIn,
  isSet,
  memoryRow,
  messageRow,
  ownId,
  rowsOf,
  shareIn,
  tenantOf,
  whenIn,
  wordsIn,
} from "./moved.ts";
import { dimsFit, floats } from "./old-vectors.ts";

const TABLE = "memory_facts";
/** `lore` is what lines of lore are typed as. Anything else is `other`, and keeps its old name as a tag. */
const TYPES: ReadonlySet<string> = new Set([
  "preference",
  "profile",
  "relationship",
  "project",
  "other",
  "lore",
]);

export function fromFacts(openForeign: OpenForeign): Importer {
  return fromSqlite(openForeign, async function* ({ db, source, options }) {
    const known: Known = { bots: new Set(), guilds: new Map(), said: new Set() };
    // What was said comes before what rests on it.
    for (const { row, where } of rowsOf(db, "messages")) yield messageIn(row, where, options);
    for (const { row, where } of rowsOf(db, TABLE)) yield factIn(row, where, { db, options });
    learn(known, db, options);
    yield* journalLines(source, {
      guilds: new Set(known.guilds.values()),
      bots: known.bots,
      said: known.said,
      options,
    });
    yield* vectorsIn(db, known, options);
  });
}

/** Who is a bot, what was said, and in which tenant each fact is. */
type Known = Readonly<{ bots: Set<string>; guilds: Map<string, string>; said: Set<string> }>;

function learn({ bots, guilds, said }: Known, db: ForeignDatabase, options: ImportOptions): void {
  for (const { row } of rowsOf(db, "messages")) {
    const author = isBotIn(row) ? idIn(row, "author_id", "user_id") : undefined;
    if (author !== undefined) bots.add(shortId(author));
    const at = whenIn(row, "created_at", "timestamp");
    const text = wordsIn(row, "content", "text");
    if (at !== undefined && text !== undefined) said.add(saidKey(at, text));
  }
  for (const { row } of rowsOf(db, TABLE)) {
    const id = idIn(row, "id");
    if (id !== undefined) guilds.set(id, tenantOf(idIn(row, "guild_id"), options));
  }
}

function messageIn(row: ForeignRow, where: string, options: ImportOptions): ImportRecord {
  const id = idIn(row, "message_id", "id");
  const author = idIn(row, "author_id", "user_id");
  const text = wordsIn(row, "content", "text");
  const guild = idIn(row, "guild_id");
  if (id === undefined || author === undefined)
    return { type: "bad", where, reason: "a message without an id or an author" };
  if (text === undefined) return { type: "left_out", why: "a message without words" };
  const isBot = isBotIn(row);
  const by = {
    id: shortId(author),
    name: wordsIn(row, "author_name", "username", "display_name") ?? author,
    isBot,
  };
  return messageRow(
    {
      id: shortId(id),
      channel: idIn(row, "channel_id") ?? options.channel,
      text,
      author: by,
      ...omitUndefined({ at: whenIn(row, "created_at", "timestamp") }),
      // What was said to the bot in private is for nobody else.
      ...(guild === undefined ? { scope: "user", ...(isBot ? {} : { user: by.id }) } : {}),
    },
    { where, tenant: tenantOf(guild, options) },
  );
}

function isBotIn(row: ForeignRow): boolean {
  return isSet(row, "is_bot", "author_is_bot") === true;
}

type Reading = Readonly<{ db: ForeignDatabase; options: ImportOptions }>;

function factIn(row: ForeignRow, where: string, { db, options }: Reading): ImportRecord {
  const id = idIn(row, "id");
  const text = wordsIn(row, "fact", "fact_text");
  const subject = idIn(row, "subject");
  if (id === undefined || text === undefined || subject === undefined)
    return { type: "bad", where, reason: "has no id, no subject or no fact" };
  const isLore = subject === LORE_SUBJECT;
  const type = wordsIn(row, "fact_type") ?? "other";
  const isKnown = TYPES.has(type);
  const createdAt = whenIn(row, "created_at");
  return memoryRow(
    {
      id: ownId(TABLE, id),
      text,
      kind: isLore ? "lore" : "fact",
      subject: shortId(subject),
      category: isKnown ? type : "other",
      tags: isKnown || type === "general" ? [] : [shortId(type)],
      evidence: evidenceIn(row, db),
      confidence: shareIn(row, "confidence") ?? 0.5,
      state: isSet(row, "is_active") === false ? "archived" : "active",
      writer: isLore ? {} : { actor: shortId(subject) },
      ...(isLore ? {} : { user: shortId(subject) }),
      ...omitUndefined({
        channel: idIn(row, "channel_id"),
        createdAt,
        updatedAt: whenIn(row, "updated_at") ?? createdAt,
        validFrom: createdAt,
      }),
    },
    { where, tenant: tenantOf(idIn(row, "guild_id"), options) },
  );
}

/** Where it was said, and in which words. A message that is gone is still named. */
function evidenceIn(row: ForeignRow, db: ForeignDatabase): Memory["evidence"] {
  const quote = wordsIn(row, "evidence_text");
  const messageId = idIn(row, "source_message_id");
  if (messageId === undefined)
    return quote === undefined ? [] : [{ type: "statement", text: quote }];
  const said = quote === undefined ? -1 : messageText(messageId, db).indexOf(quote);
  const start = Math.max(0, said);
  const span: Evidence = {
    type: "span",
    messageId: shortId(messageId),
    start,
    end: start + (quote?.length ?? 0),
    quote: quote ?? "",
  };
  return [span];
}

function messageText(id: string, db: ForeignDatabase): string {
  if (!db.tables.has("messages")) return "";
  const [row] = db.rows("message", [id]);
  return row === undefined ? "" : String(fieldIn(row, "content", "text") ?? "");
}

function* vectorsIn(
  db: ForeignDatabase,
  { guilds }: Known,
  { vectorsOf }: ImportOptions,
): Generator<ImportRecord> {
  for (const { row, where } of rowsOf(db, "memory_fact_vectors_native")) {
    const fact = idIn(row, "fact_id");
    const vector = floats(row["embedding_blob"]);
    const tenant = fact === undefined ? undefined : guilds.get(fact);
    if (fact === undefined || tenant === undefined) {
      yield { type: "left_out", why: "a vector of a fact that is not there" };
    } else if (vector === undefined || !dimsFit(row, vector)) {
      yield { type: "odd", where, reason: "the vector cannot be read; it is made anew" };
    } else {
      const model = wordsIn(row, "model") ?? vectorsOf;
      yield { type: "vector", item: "memory", id: ownId(TABLE, fact), tenant, model, vector };
    }
  }
}
