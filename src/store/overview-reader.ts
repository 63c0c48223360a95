// Reads what a person who looks over the whole memory is shown: counts, facets, edges, work and tokens. Every read of
// memories or messages starts from `visible` or `heard`.

import type { Look, MemoryFilter } from "../model/filter.ts";
import { STATES } from "../model/state.ts";
import type { Viewer } from "../model/viewer.ts";
import type {
  DayCount,
  Edge,
  EdgeQuery,
  Facet,
  Facets,
  OverviewReader,
  WorkCount,
} from "../ports/overview-reader.ts";
import { number, oneOf, text } from "./columns.ts";
import { readConversations, readMessages, readTaught } from "./conversation-reader.ts";
import { all, type Database, first, type Step } from "./database.ts";
import type { Condition, Dialect } from "./dialect.ts";
import { ms } from "./memory-row.ts";
import { EVERY_STATE, rowsAt } from "./memory-select.ts";
import { countPeople, readPeople } from "./people-reader.ts";
import { both, heard, matching, visible } from "./where.ts";

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
  const rows = rowsAt(look);
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
  const rows = rowsAt(look);
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
