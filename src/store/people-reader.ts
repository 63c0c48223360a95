// Reads who there is: everyone who spoke and is no program, and everyone a memory is about.

import { LORE_SUBJECT } from "../model/kinds.ts";
import { present } from "../model/present.ts";
import { fold } from "../model/text.ts";
import type { Viewer } from "../model/viewer.ts";
import type { Person } from "../ports/overview-reader.ts";
import type { Page } from "../ports/store.ts";
import { maybeText, maybeTime, number, text } from "./columns.ts";
import { all, first, type Row, type Step } from "./database.ts";
import type { Condition, Dialect } from "./dialect.ts";
import { EVERY_STATE } from "./memory-select.ts";
import { both, heard, visible } from "./where.ts";

/** Someone of whom nothing but forgotten lines is left is not listed as known. */
const KNOWN_OF = { ...EVERY_STATE, states: ["active", "disputed", "archived"] } as const;

/** One row a person and source: what was said by them, and what is known of them. */
function sightings(dialect: Dialect, viewer: Viewer): Condition {
  const said = both(heard(viewer), { sql: "m.is_bot = 0", values: [] });
  const known = both(visible(viewer, KNOWN_OF, dialect), {
    sql: "m.subject IS NOT NULL AND m.subject <> ?",
    values: [LORE_SUBJECT],
  });
  return {
    sql: `SELECT m.author_id AS person, max(m.author_name) AS name, count(*) AS messages, max(m.seq) AS last_seq,
            max(m.at) AS last_at, 0 AS memories, 0 AS traits
          FROM messages m WHERE ${said.sql} GROUP BY m.author_id
          UNION ALL
          SELECT m.subject AS person, NULL AS name, 0 AS messages, 0 AS last_seq, NULL AS last_at, count(*) AS memories,
            sum(CASE WHEN m.kind = 'trait' AND m.state = 'active' THEN 1 ELSE 0 END) AS traits
          FROM memories m WHERE ${known.sql} GROUP BY m.subject`,
    values: [...said.values, ...known.values],
  };
}

const MAX_SEARCHED = 100_000;

type PeopleQuery = Page & Readonly<{ name?: string }>;

export function* readPeople(
  dialect: Dialect,
  viewer: Viewer,
  { limit, after, name }: PeopleQuery,
): Step<readonly Person[]> {
  const seen = sightings(dialect, viewer);
  // Names are folded here, not in SQL: SQLite folds ASCII only, PostgreSQL by locale.
  const wanted = name === undefined ? undefined : fold(name);
  const rows = yield* all(
    `WITH sightings AS (${seen.sql}),
       known AS (SELECT s.person, coalesce(max(s.name), s.person) AS name, sum(s.messages) AS messages,
         sum(s.memories) AS memories, sum(s.traits) AS traits, max(s.last_seq) AS last_seq, max(s.last_at) AS last_at
         FROM sightings s GROUP BY s.person)
     SELECT k.* FROM known k
     WHERE CAST(? AS text) IS NULL
       OR (k.last_seq, k.person) < (SELECT a.last_seq, a.person FROM known a WHERE a.person = ?)
     ORDER BY k.last_seq DESC, k.person DESC LIMIT ?`,
    [...seen.values, after ?? null, after ?? null, wanted === undefined ? limit : MAX_SEARCHED],
  );
  const people = rows.map(personFromRow);
  if (wanted === undefined) return people;
  return people
    .filter((person) => fold(person.name).includes(wanted) || fold(person.user).includes(wanted))
    .slice(0, limit);
}

function personFromRow(row: Row): Person {
  return {
    user: text(row, "person"),
    name: maybeText(row, "name") ?? text(row, "person"),
    memories: number(row, "memories"),
    messages: number(row, "messages"),
    ...present({ lastSeen: maybeTime(row, "last_at") }),
    hasProfile: number(row, "traits") > 0,
  };
}

export function* countPeople(dialect: Dialect, viewer: Viewer): Step<number> {
  const seen = sightings(dialect, viewer);
  const row = yield* first(
    `SELECT count(DISTINCT s.person) AS n FROM (${seen.sql}) s`,
    seen.values,
  );
  return row === undefined ? 0 : number(row, "n");
}
