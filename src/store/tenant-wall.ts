// The second wall: PostgreSQL itself shows a call only the rows of the tenant it was made for, whatever its query
// says. Asked for by `rowSecurity`; the queries are the same with and without it.

import { AsyncLocalStorage } from "node:async_hooks";
import type { Store } from "../ports/store.ts";
import { first, type Step, send } from "./database.ts";

/** Work that goes over all tenants by nature: claiming jobs, finding a key, ending what has run out. */
export const EVERY_TENANT = "*";

/** For whom the call that is running was made. Set around one call of the store and never outside it. */
const current = new AsyncLocalStorage<string>();

export function tenantOfCall(): string {
  return current.getStore() ?? EVERY_TENANT;
}

/** Calls whose first text is no tenant, because they are made for all of them. */
const FOR_ALL: ReadonlySet<string> = new Set([
  "upkeep.expired",
  "upkeep.purgeable",
  "upkeep.trimRuns",
  "upkeep.trimPairs",
  "reviews.lapsed",
  "keys.find",
  "keys.isAnyUsable",
]);

/** The same store, each of whose calls says for whom it is made. */
export function behindWall(store: Store): Store {
  return walled(store, "") as Store;
}

function walled(part: object, path: string): unknown {
  const entries = Object.entries(part).map(([name, member]: [string, unknown]) => {
    const at = path === "" ? name : `${path}.${name}`;
    if (isCall(member)) return [name, announced(member, at)];
    return [name, typeof member === "object" && member !== null ? walled(member, at) : member];
  });
  return Object.fromEntries(entries);
}

type Call = (...given: unknown[]) => unknown;

function isCall(member: unknown): member is Call {
  return typeof member === "function";
}

function announced(call: Call, path: string): Call {
  return (...given: unknown[]) =>
    current.run(FOR_ALL.has(path) ? EVERY_TENANT : tenantIn(given[0]), () => call(...given));
}

function tenantIn(given: unknown): string {
  if (typeof given === "string") return given;
  const tenant: unknown =
    typeof given === "object" && given !== null && Reflect.get(given, "tenant");
  return typeof tenant === "string" ? tenant : EVERY_TENANT;
}

/** Whether the tables are behind the wall already; then every connection must say for whom it asks. */
export function* isWalled(): Step<boolean> {
  const row = yield* first(
    "SELECT 1 AS found FROM pg_policies WHERE schemaname = current_schema() AND policyname = 'tenant_wall' LIMIT 1",
    [],
  );
  return row !== undefined;
}

/** On every table that knows tenants, its owner included. Safe to run again after a migration brought new ones. */
export function* raiseWall(): Step<void> {
  yield* send(
    `DO $$ DECLARE named text; BEGIN
       FOR named IN SELECT c.table_name FROM information_schema.columns c JOIN information_schema.tables t
         ON t.table_schema = c.table_schema AND t.table_name = c.table_name AND t.table_type = 'BASE TABLE'
         WHERE c.table_schema = current_schema() AND c.column_name = 'tenant' LOOP
         EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', named);
         EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', named);
         EXECUTE format('DROP POLICY IF EXISTS tenant_wall ON %I', named);
         EXECUTE format('CREATE POLICY tenant_wall ON %I USING (tenant = current_setting(''mneme.tenant'', true)
           OR current_setting(''mneme.tenant'', true) = ''*'')', named);
       END LOOP;
     END $$`,
    [],
  );
}
