// Four writers killed at random times, on both databases (R-DUR-5).

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshSchema, serverUrl } from "../support/postgres.ts";
import { killCrowds } from "./crowd.ts";
import { bundle } from "./run-teller.ts";
import { isLong, seedOf } from "./sample.ts";

const ROUNDS = isLong() ? 150 : 4;
const MINUTES = 60_000;
const TIME = (isLong() ? 240 : 20) * MINUTES;

let folder = "";
let script = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mneme-crowd-"));
  script = await bundle("crowd");
});
afterAll(() => Promise.all([rm(folder, { recursive: true }), rm(script)]));

test(
  "four writers of one SQLite file, killed again and again, lose nothing and double nothing",
  async () => {
    const home = join(folder, "sqlite");
    const place = {
      database: "sqlite",
      at: join(home, "memory.db"),
      folder: join(home, "memory"),
    } as const;
    expect(await killCrowds({ script, place, rounds: ROUNDS, seed: seedOf() })).toBeGreaterThan(0);
  },
  TIME,
);

const server = serverUrl();
test.runIf(server !== undefined)(
  "four writers of one PostgreSQL, killed again and again, lose nothing and double nothing",
  async () => {
    const schema = await freshSchema(server ?? "");
    const place = {
      database: "postgres",
      at: schema.url,
      folder: join(folder, "server"),
    } as const;
    try {
      const heard = await killCrowds({ script, place, rounds: ROUNDS, seed: seedOf() });
      expect(heard).toBeGreaterThan(0);
    } finally {
      await schema.close();
    }
  },
  TIME,
);
