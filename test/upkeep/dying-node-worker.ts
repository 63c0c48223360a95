// A node in a process of its own: it takes a job, does part of it, says so, and then waits to be killed.
// Takes the address of the database, the time, and after how many merges it stops.

import { openPostgresStore } from "../../src/store/postgres/open-postgres.ts";
import { openPostgresPool } from "../../src/store/postgres/postgres-database.ts";
import { upkeepHandlers } from "../../src/upkeep/schedule.ts";
import { runDueJobs } from "../../src/upkeep/worker.ts";
import { counter, depsOn } from "./workshop.ts";

const [url = "", at = "", merges = "1"] = process.argv.slice(2);
const now = () => new Date(at);
const pool = openPostgresPool(url);
const store = await openPostgresStore({ pool, keepsFiles: false, now, warn: () => undefined });
let done = 0;
const stopping: typeof store = {
  ...store,
  commit: async (set) => {
    if (done >= Number(merges)) await new Promise(() => process.stdout.write("half done\n"));
    const result = await store.commit(set);
    done += 1;
    return result;
  },
};
const deps = depsOn(stopping, { now, ids: counter("dying") });
// The open connection keeps nothing alive while a promise never ends, so a timer does.
setInterval(() => undefined, 1_000);
await runDueJobs({ jobs: store.jobs, handlers: upkeepHandlers(deps), now, random: () => 0.5 });
