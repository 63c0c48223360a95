// What a store says, without what may differ between two ways there: ids, times, counts of versions. Two lives of one
// story, one of them cut short and taken up again, must mean the same.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { looking } from "./look.ts";
import type { Place } from "./place.ts";

export type Meaning = Readonly<Record<string, readonly string[]>>;

export async function meaningOf(place: Place): Promise<Meaning> {
  return looking(place, async (look) => {
    const said = async (sql: string) =>
      (await look(sql)).map((row) => JSON.stringify(Object.values(row))).sort();
    return {
      messages: await said("SELECT id, channel, author_id, text, mined, searchable FROM messages"),
      memories: await said(
        `SELECT kind, scope, coalesce(user_id, '') AS u, coalesce(subject, '') AS s, category, text,
           coalesce(title, '') AS t, state FROM memories WHERE state NOT IN ('soft_deleted', 'superseded')`,
      ),
      sources: await said(
        `SELECT m.kind, m.text, s.source_id FROM memory_sources s
         JOIN memories m ON m.tenant = s.tenant AND m.id = s.memory_id
         WHERE s.source = 'message' AND m.state = 'active'`,
      ),
      derived: await said(
        `SELECT m.kind, m.text, o.kind AS k, o.text AS x FROM memory_sources s
         JOIN memories m ON m.tenant = s.tenant AND m.id = s.memory_id
         JOIN memories o ON o.tenant = s.tenant AND o.id = s.source_id
         WHERE s.source = 'memory' AND m.state = 'active'`,
      ),
      reviews: await said("SELECT why, state FROM reviews WHERE state = 'pending'"),
      files: linesOf(place.folder),
    };
  });
}

/** The snapshot and the journals; the vault tells of every way there. */
function linesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .flatMap((name) =>
      readFileSync(join(folder, name), "utf8")
        .split("\n")
        .map((line) => `${name}: ${line}`),
    )
    .sort();
}
