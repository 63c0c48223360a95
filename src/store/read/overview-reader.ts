// Reads what a person who looks over the whole memory is shown: counts, facets, edges, work and tokens. Every read of
// memories or messages starts from `visible` or `heard`.

import { MemoryError } from "../../errors.ts";
import type { Look, MemoryFilter } from "../../model/filter.ts";
import { LORE_SUBJECT } from "../../model/kinds.ts";
import type { Memory } from "../../model/memory.ts";
import { type NewMessage, withoutPosition } from "../../model/message.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import { STATES } from "../../model/state.ts";
import { fold } from "../../model/text.ts";
import type { Viewer } from "../../model/viewer.ts";
import type {
  Conversation,
  DayCount,
  Edge,
  EdgeQuery,
  Facet,
  Facets,
  OverviewReader,
  Person,
  WorkCount,
} from "../../ports/overview-reader.ts";
import type { Page } from "../../ports/store.ts";
import { maybeText, maybeTime, number, oneOf, text, time } from "../columns.ts";
import { all, type Database, first, type Row, type Step } from "../database.ts";
import type { Condition, Dialect } from "../dialect.ts";
import { both, heard, matching, visible } from "../where.ts";
import { ms } from "./memory-row.ts";
import { EVERY_STATE, rowsAt, selectMemories } from "./memory-select.ts";
import { MESSAGE_COLUMNS, messageFromRow } from "./message-reader.ts";

const DAY_MS = 86_400_000;

export function overviewReader(db: Database, dialect: Dialect): OverviewReader {
  return {
    perDay: (viewer, since) => db.read(() => perDay(dialect, viewer, ms(since))),
    totals: (viewer) => db.read(() => totals(dialect, viewer)),
    work: (tenant, now) => db.read(() => work(tenant, ms(now))),
    facets: (viewer, query) => db.read(() => facets(dialect, viewer, query)),
    conversations: (viewer, page) => db.read(() => readConversations(dialect, viewer, page)),
    messages: (viewer, query) => db.read(() => readMessages(dialect, viewer, query)),
    taught: (viewer, id) => db.read(() => readTaught(dialect, viewer, id)),
    people: (viewer, query) => db.read(() => readPeople(dialect, viewer, query)),
    edges: (viewer, query) => db.read(() => readEdges(dialect, viewer, query)),
    agents: (viewer) => db.read(() => readAgents(dialect, viewer)),
    usage: (tenant, sinceDay) => db.read(() => usage(tenant, sinceDay)),
  };
}

/** One that ended and was changed afterwards counts on the day of that change. */
function* perDay(dialect: Dialect, viewer: Viewer, since: number): Step<readonly DayCount[]> {
  const seen = visible(viewer, EVERY_STATE, dialect);
  const added = yield* all(
    `SELECT m.created_at / ${DAY_MS} AS day, count(*) AS n FROM memories m
     WHERE ${seen.sql} AND m.created_at >= ? GROUP BY 1`,
    [...seen.values, since],
  );
  const ended = yield* all(
    `SELECT m.updated_at / ${DAY_MS} AS day, count(*) AS n FROM memories m
     WHERE ${seen.sql} AND m.updated_at >= ? AND m.state NOT IN ('active', 'disputed') GROUP BY 1`,
    [...seen.values, since],
  );
  const addedOn = new Map(added.map((row) => [number(row, "day"), number(row, "n")]));
  const endedOn = new Map(ended.map((row) => [number(row, "day"), number(row, "n")]));
  const days = [...new Set([...addedOn.keys(), ...endedOn.keys()])].sort((a, b) => a - b);
  return days.map((day) => ({
    day: new Date(day * DAY_MS).toISOString().slice(0, 10),
    added: addedOn.get(day) ?? 0,
    ended: endedOn.get(day) ?? 0,
  }));
}

function* totals(dialect: Dialect, viewer: Viewer) {
  const said = heard(viewer);
  const row = yield* first(`SELECT count(*) AS n FROM messages m WHERE ${said.sql}`, said.values);
  return {
    people: yield* countPeople(dialect, viewer),
    messages: row === undefined ? 0 : number(row, "n"),
  };
}

function* work(tenant: string, now: number): Step<WorkCount> {
  const jobs = yield* all("SELECT state, count(*) AS n FROM jobs WHERE tenant = ? GROUP BY state", [
    tenant,
  ]);
  const count = (state: string) => {
    const row = jobs.find((one) => text(one, "state") === state);
    return row === undefined ? 0 : number(row, "n");
  };
  const pending = yield* first(
    "SELECT count(*) AS n FROM reviews WHERE tenant = ? AND state = 'pending' AND lapses_at > ?",
    [tenant, now],
  );
  return {
    queued: count("queued"),
    running: count("running"),
    dead: count("dead"),
    pendingReviews: pending === undefined ? 0 : number(pending, "n"),
  };
}

type Narrowed = Readonly<{ filter: MemoryFilter; look: Look }>;

const TOP = 20;

function* facets(dialect: Dialect, viewer: Viewer, { filter, look }: Narrowed): Step<Facets> {
  const wanted = matching(filter, dialect);
  const rows = rowsAt(viewer.tenant, look);
  const seen = both(visible(viewer, look, dialect), wanted);
  const every = both(visible(viewer, { ...look, states: STATES }, dialect), wanted);
  const where = [...rows.values, ...seen.values];
  return {
    kinds: yield* facet(
      `SELECT m.kind AS value, count(*) AS n FROM ${rows.sql} WHERE ${seen.sql} GROUP BY 1 ORDER BY 2 DESC, 1`,
      where,
    ),
    states: yield* facet(
      `SELECT m.state AS value, count(*) AS n FROM ${rows.sql} WHERE ${every.sql} GROUP BY 1 ORDER BY 2 DESC, 1`,
      [...rows.values, ...every.values],
    ),
    categories: yield* facet(
      `SELECT m.category AS value, count(*) AS n FROM ${rows.sql} WHERE ${seen.sql} GROUP BY 1 ORDER BY 2 DESC, 1`,
      where,
    ),
    subjects: yield* facet(
      `SELECT m.subject AS value, count(*) AS n FROM ${rows.sql} WHERE ${seen.sql} AND m.subject IS NOT NULL
       GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${TOP}`,
      where,
    ),
    tags: yield* facet(
      `SELECT g.tag AS value, count(*) AS n FROM ${rows.sql} JOIN memory_tags g ON g.tenant = m.tenant AND g.memory_id = m.id
       WHERE ${seen.sql} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${TOP}`,
      where,
    ),
  };
}

function* facet(sql: string, values: Condition["values"]): Step<Facet> {
  const rows = yield* all(sql, values);
  return rows.map((row) => ({ value: text(row, "value"), count: number(row, "n") }));
}

/** Strongest first. What a memory was derived from is an edge, too; it holds wholly. */
function* readEdges(dialect: Dialect, viewer: Viewer, query: EdgeQuery): Step<readonly Edge[]> {
  const { look, of, limit } = query;
  const rows = rowsAt(viewer.tenant, look);
  const seen = visible(viewer, look, dialect);
  const ends = [...rows.values, ...seen.values];
  const wanted = of === undefined ? [] : [JSON.stringify(of), JSON.stringify(of)];
  const found = yield* all(
    `SELECT e.from_id, e.to_id, e.strength, e.type FROM
       (SELECT from_id, to_id, strength, type FROM relations WHERE tenant = ? AND created_at <= ?
        UNION ALL
        SELECT memory_id AS from_id, source_id AS to_id, 1.0 AS strength, 'derived_from' AS type
        FROM memory_sources WHERE tenant = ? AND source = 'memory') e
     WHERE ${of === undefined ? "1 = 1" : `(${dialect.anyOf("e.from_id")} OR ${dialect.anyOf("e.to_id")})`}
       AND e.from_id IN (SELECT m.id FROM ${rows.sql} WHERE ${seen.sql})
       AND e.to_id IN (SELECT m.id FROM ${rows.sql} WHERE ${seen.sql})
     ORDER BY e.strength DESC, e.from_id, e.to_id LIMIT ?`,
    [
      ...[viewer.tenant, ms(look.asOf ?? look.now), viewer.tenant],
      ...wanted,
      ...[...ends, ...ends, limit],
    ],
  );
  return found.map((row) => ({
    from: text(row, "from_id"),
    to: text(row, "to_id"),
    strength: number(row, "strength"),
    type: oneOf(row, "type", ["related_to", "derived_from"]),
  }));
}

function* readAgents(dialect: Dialect, viewer: Viewer): Step<readonly string[]> {
  const seen = visible(viewer, EVERY_STATE, dialect);
  const rows = yield* all(
    `SELECT DISTINCT m.agent_id FROM memories m WHERE ${seen.sql} AND m.agent_id IS NOT NULL ORDER BY 1`,
    seen.values,
  );
  return rows.map((row) => text(row, "agent_id"));
}

function* usage(tenant: string, sinceDay: string) {
  const rows = yield* all(
    `SELECT day, model, sum(input) AS input, sum(output) AS output, sum(calls) AS calls FROM token_ledger
     WHERE tenant = ? AND day >= ? AND model <> '' GROUP BY day, model ORDER BY day DESC, model`,
    [tenant, sinceDay],
  );
  return rows.map((row) => ({
    day: text(row, "day"),
    model: text(row, "model"),
    input: number(row, "input"),
    output: number(row, "output"),
    calls: number(row, "calls"),
  }));
}

// Reads who there is: everyone who spoke and is no program, and everyone a memory is about.

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

function* readPeople(
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
    ...omitUndefined({ lastSeen: maybeTime(row, "last_at") }),
    hasProfile: number(row, "traits") > 0,
  };
}

function* countPeople(dialect: Dialect, viewer: Viewer): Step<number> {
  const seen = sightings(dialect, viewer);
  const row = yield* first(
    `SELECT count(DISTINCT s.person) AS n FROM (${seen.sql}) s`,
    seen.values,
  );
  return row === undefined ? 0 : number(row, "n");
}

// Reads conversations by channel, what was said in one, and what each message taught.

const MAX_NAMES = 8;

function* readConversations(
  dialect: Dialect,
  viewer: Viewer,
  { limit, after }: Page,
): Step<readonly Conversation[]> {
  const said = heard(viewer);
  const earlier: Condition =
    after === undefined
      ? { sql: "1 = 1", values: [] }
      : {
          sql: `max(m.seq) < (SELECT max(m.seq) FROM messages m WHERE ${said.sql} AND m.channel = ?)`,
          values: [...said.values, after],
        };
  const rows = yield* all(
    `SELECT c.channel, c.n, c.tenant, f.at AS first_at, l.at AS last_at, b.id AS buffer FROM
       (SELECT m.tenant, m.channel, count(*) AS n, min(m.seq) AS first_seq, max(m.seq) AS last_seq FROM messages m
        WHERE ${said.sql} GROUP BY m.tenant, m.channel HAVING ${earlier.sql} ORDER BY 5 DESC LIMIT ?) c
     JOIN messages f ON f.seq = c.first_seq AND f.tenant = c.tenant
     JOIN messages l ON l.seq = c.last_seq AND l.tenant = c.tenant
     LEFT JOIN buffers b ON b.tenant = c.tenant AND b.channel = c.channel
     ORDER BY c.last_seq DESC`,
    [...said.values, ...earlier.values, limit],
  );
  const names = yield* speakers(
    dialect,
    viewer,
    rows.map((row) => text(row, "channel")),
  );
  return rows.map((row) => ({
    channel: text(row, "channel"),
    messages: number(row, "n"),
    first: time(row, "first_at"),
    last: time(row, "last_at"),
    people: names.get(text(row, "channel")) ?? [],
    open: row["buffer"] !== null,
  }));
}

type Names = ReadonlyMap<string, readonly string[]>;

function* speakers(dialect: Dialect, viewer: Viewer, channels: readonly string[]): Step<Names> {
  const said = heard(viewer);
  const rows = yield* all(
    `SELECT m.channel, max(m.author_name) AS name, count(*) AS n FROM messages m
     WHERE ${said.sql} AND ${dialect.anyOf("m.channel")} AND m.is_bot = 0
     GROUP BY m.channel, m.author_id ORDER BY 3 DESC, 2`,
    [...said.values, JSON.stringify(channels)],
  );
  const names = new Map<string, string[]>();
  for (const row of rows) {
    const channel = text(row, "channel");
    const known = names.get(channel) ?? [];
    if (known.length < MAX_NAMES) names.set(channel, [...known, text(row, "name")]);
  }
  return names;
}

type InChannel = Readonly<{ channel: string; limit: number; before?: string }>;

function* readMessages(
  dialect: Dialect,
  viewer: Viewer,
  { channel, limit, before }: InChannel,
): Step<readonly (NewMessage & Readonly<{ taught: readonly string[] }>)[]> {
  const here = both(heard(viewer), { sql: "m.channel = ?", values: [channel] });
  const where = before === undefined ? here : both(here, yield* saidBefore(here, before));
  const rows = yield* all(
    `SELECT ${MESSAGE_COLUMNS} FROM messages m WHERE ${where.sql} ORDER BY m.seq DESC LIMIT ?`,
    [...where.values, limit],
  );
  const messages = rows.map((row) => withoutPosition(messageFromRow(row)));
  const resting = yield* restingBySource(
    dialect,
    viewer,
    messages.map(({ id }) => id),
  );
  return messages.map((message) => ({ ...message, taught: resting.get(message.id) ?? [] }));
}

function* saidBefore(here: Condition, id: string): Step<Condition> {
  const last = yield* first(`SELECT m.seq FROM messages m WHERE ${here.sql} AND m.id = ?`, [
    ...here.values,
    id,
  ]);
  if (last === undefined)
    throw new MemoryError("invalid_input", "The place to go on from is gone; start a new list.");
  return { sql: "m.seq < ?", values: [number(last, "seq")] };
}

/** Forgotten ones are not told of: whoever wants them lists that state. */
const REMEMBERED = {
  ...EVERY_STATE,
  states: STATES.filter((state) => state !== "soft_deleted" && state !== "purged"),
};

function* restingBySource(
  dialect: Dialect,
  viewer: Viewer,
  messageIds: readonly string[],
): Step<Names> {
  const seen = visible(viewer, REMEMBERED, dialect);
  const rows: readonly Row[] = yield* all(
    `SELECT s.source_id, m.id FROM memory_sources s JOIN memories m ON m.tenant = s.tenant AND m.id = s.memory_id
     WHERE s.tenant = ? AND s.source = 'message' AND ${dialect.anyOf("s.source_id")} AND ${seen.sql}
     ORDER BY m.created_at, m.id`,
    [viewer.tenant, JSON.stringify(messageIds), ...seen.values],
  );
  const found = new Map<string, readonly string[]>();
  for (const row of rows) {
    const source = text(row, "source_id");
    found.set(source, [...(found.get(source) ?? []), text(row, "id")]);
  }
  return found;
}

function* readTaught(dialect: Dialect, viewer: Viewer, messageId: string): Step<readonly Memory[]> {
  const resting = {
    sql: `m.id IN (SELECT s.memory_id FROM memory_sources s
            WHERE s.tenant = ? AND s.source = 'message' AND s.source_id = ?)`,
    values: [viewer.tenant, messageId],
  };
  return yield* selectMemories(
    { sql: "memories m", values: [] },
    both(visible(viewer, REMEMBERED, dialect), resting),
    { sql: "ORDER BY m.created_at, m.id", values: [] },
  );
}
