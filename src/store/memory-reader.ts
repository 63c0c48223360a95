// Reads memories. Every query starts from `visible`.

import { MemoryError } from "../errors.ts";
import type { Look, MemoryFilter } from "../model/filter.ts";
import type { Memory } from "../model/memory.ts";
import { STATES } from "../model/state.ts";
import { hostViewer, type Viewer } from "../model/viewer.ts";
import type { MemoryReader, Page } from "../ports/store.ts";
import { number, oneOf, text } from "./columns.ts";
import { all, type Database, type Step } from "./database.ts";
import type { Condition, Dialect } from "./dialect.ts";
import { readDelta, readHistory, readVersions } from "./history-reader.ts";
import { ms } from "./memory-row.ts";
import { EVERY_STATE, getMemory, rowsAt, selectMemories } from "./memory-select.ts";
import { readRelated } from "./related-reader.ts";
import { readRetrieval, touch } from "./retrievals.ts";
import { memories, sightOf } from "./searched.ts";
import { readWeightiest } from "./weightiest.ts";
import { both, matching, visible } from "./where.ts";

export function memoryReader(db: Database, dialect: Dialect): MemoryReader {
  return {
    get: (viewer, id, look) => db.read(() => getMemory(dialect, { viewer, id, look })),
    list: (viewer, query) => db.read(() => listMemories(dialect, { viewer, ...query })),
    weightiest: (viewer, query) => db.read(() => readWeightiest(dialect, viewer, query)),
    history: (viewer, id) => db.read(() => readHistory(dialect, viewer, id)),
    versions: (viewer, id) => db.read(() => readVersions(dialect, viewer, id)),
    counts: (viewer) => db.read(() => countMemories(dialect, viewer)),
    delta: (viewer, query) => db.read(() => readDelta(dialect, { viewer, ...query })),
    related: (viewer, { ids, filter = {}, look }) =>
      db.read(function* () {
        return yield* readRelated(yield* sightOf(memories(dialect, viewer, { filter, look })), ids);
      }),
    restingOn: (tenant, source) => db.read(() => restingOn(dialect, { tenant, ...source })),
    tellingOf: (tenant, person) => db.read(() => tellingOf(dialect, tenant, person)),
    retrieval: (viewer, id, look) => db.read(() => readRetrieval(dialect, { viewer, id, look })),
    touch: (tenant, handed, at) => db.write(() => touch(dialect, { tenant, handed, at: ms(at) })),
    tenants: () => db.read(readTenants),
  };
}

type Many = Readonly<{ viewer: Viewer; filter: MemoryFilter; look: Look; page: Page }>;

function* listMemories(dialect: Dialect, query: Many): Step<readonly Memory[]> {
  const { viewer, look, page } = query;
  const wanted = both(visible(viewer, look, dialect), matching(query.filter, dialect));
  const where =
    page.after === undefined ? wanted : both(wanted, yield* olderThan(dialect, viewer, page.after));
  return yield* selectMemories(rowsAt(look), where, {
    sql: query.filter.ids === undefined ? NEWEST_FIRST : FEW_NEWEST_FIRST,
    values: [page.limit],
  });
}

const NEWEST_FIRST = "ORDER BY m.created_at DESC, m.id DESC LIMIT ?";
/** The plus keeps a planner from reading the tenant in this order to find a few rows that their ids name. */
const FEW_NEWEST_FIRST = "ORDER BY +m.created_at DESC, m.id DESC LIMIT ?";

/** After the last one seen, in the order of the list, so that new arrivals neither repeat nor hide a row. */
function* olderThan(dialect: Dialect, viewer: Viewer, id: string): Step<Condition> {
  const last = yield* getMemory(dialect, { viewer, id, look: EVERY_STATE });
  if (last === undefined)
    throw new MemoryError("invalid_input", "The place to go on from is gone; start a new list.");
  return { sql: "(m.created_at, m.id) < (?, ?)", values: [ms(last.createdAt), last.id] };
}

function* countMemories(dialect: Dialect, viewer: Viewer) {
  const where = visible(viewer, EVERY_STATE, dialect);
  const rows = yield* all(
    `SELECT m.kind, m.state, m.scope, m.category, count(*) AS n FROM memories m WHERE ${where.sql}
     GROUP BY m.kind, m.state, m.scope, m.category ORDER BY 1, 2, 3, 4`,
    where.values,
  );
  return rows.map((row) => ({
    kind: text(row, "kind"),
    state: oneOf(row, "state", STATES),
    scope: text(row, "scope"),
    category: text(row, "category"),
    count: number(row, "n"),
  }));
}

type Resting = Readonly<{ tenant: string; item: string; ids: readonly string[] }>;

function* restingOn(dialect: Dialect, { tenant, item, ids }: Resting): Step<readonly Memory[]> {
  const where = both(visible(hostViewer(tenant), EVERY_STATE, dialect), {
    sql: `m.id IN (SELECT s.memory_id FROM memory_sources s
            WHERE s.tenant = ? AND s.source = ? AND ${dialect.anyOf("s.source_id")})`,
    values: [tenant, item, JSON.stringify(ids)],
  });
  return yield* selectMemories({ sql: "memories m", values: [] }, where, {
    sql: "ORDER BY m.id",
    values: [],
  });
}

/** `replace` finds the id in its quotes; where these stand inside somebody else's id, it is told apart afterwards. */
function* tellingOf(dialect: Dialect, tenant: string, person: string): Step<readonly Memory[]> {
  const where = both(visible(hostViewer(tenant), EVERY_STATE, dialect), {
    sql: "replace(m.participants, ?, '') <> m.participants",
    values: [JSON.stringify(person)],
  });
  const found = yield* selectMemories({ sql: "memories m", values: [] }, where, {
    sql: "ORDER BY m.id",
    values: [],
  });
  return found.filter(({ participants }) => participants.includes(person));
}

function* readTenants(): Step<readonly string[]> {
  const rows = yield* all(
    "SELECT tenant FROM memories UNION SELECT tenant FROM messages ORDER BY 1",
    [],
  );
  return rows.map((row) => text(row, "tenant"));
}
