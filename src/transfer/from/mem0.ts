// A list or an export of mem0: memories with the user, agent and run they belong to.

import { omitUndefined } from "../../model/omit-undefined.ts";
import type { Importer, ImportRecord } from "../record.ts";
import { jsonMembers } from "../text/json-values.ts";
import { type Fields, fieldsIn, textIn, textsIn } from "../text/parse-json.ts";
import { timeIn } from "../text/time.ts";
import { readEach } from "./read-each.ts";

const LISTS = new Set(["", "results", "memories", "data"]);

export const fromMem0: Importer = (source) =>
  readEach(source, {
    name: /\.json$/,
    values: jsonMembers,
    records: ({ key, value, where }) => (LISTS.has(key) ? [memoryOf(fieldsIn(value), where)] : []),
  });

function memoryOf(kept: Fields, where: string): ImportRecord {
  const text = textIn(kept["memory"]) ?? textIn(kept["text"]) ?? textIn(kept["data"]);
  if (text === undefined) return { type: "bad", where, reason: "has no `memory`" };
  const expiresAt = timeIn(kept["expiration_date"]);
  const [category] = textsIn(kept["categories"]);
  const agent = textIn(kept["agent_id"]);
  const subject = textIn(kept["user_id"]);
  return {
    type: "memory",
    key: textIn(kept["id"]) ?? textIn(kept["hash"]) ?? `${subject ?? ""}:${text}`,
    memory: {
      text,
      tags: [
        ...textsIn(kept["categories"]).slice(1),
        ...(agent === undefined ? [] : [`agent:${agent}`]),
      ],
      ...omitUndefined({ subject, category, expiresAt, validFrom: timeIn(kept["created_at"]) }),
    },
  };
}
