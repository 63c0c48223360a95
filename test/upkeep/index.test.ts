// Moving to another embedding model, and proving that the indexes hold what the store holds.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterAll, expect, test } from "vitest";
import { modelKey } from "../../src/model/embedding-text.ts";
import { hostViewer } from "../../src/model/viewer.ts";
import type { Embedder } from "../../src/ports/embedder.ts";
import type { Store } from "../../src/ports/store.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite.ts";
import { upkeepHandlers } from "../../src/upkeep/schedule.ts";
import { freshSchema, type ServerSchema, serverUrl } from "../support/postgres.ts";
import { jobOf, openWorkshop, START, TENANT } from "./workshop.ts";

/** Another model: eight numbers, counted from the letters; nothing for a text without any. */
function otherEmbedder(fails: () => boolean = () => false): Embedder {
  return {
    model: { id: "other", dims: 8, revision: "1" },
    inline: true,
    embed: async (texts) => {
      if (fails()) throw new Error("the model is gone");
      return texts.map((text) => {
        const vector = new Float32Array(8);
        for (const letter of text.replace(/[^a-z]/gi, "")) {
          const at = letter.charCodeAt(0) % 8;
          vector[at] = (vector[at] ?? 0) + 1;
        }
        return vector;
      });
    },
  };
}

test("re-embedding gives everything a vector of the new model, then drops the old ones", async () => {
  const shop = await openWorkshop();
  for (let n = 0; n < 70; n += 1) await shop.keep({ text: `Ana knows fact ${n}` });
  await shop.say("u1", "Ana", "hello there");
  const deps = { ...shop.deps, embedder: otherEmbedder() };
  const handler = upkeepHandlers(deps)["reembed"];
  expect(await handler?.(jobOf({ name: "reembed" }))).toEqual({
    embedded: 71,
    oldVectorsRemoved: 70,
  });
  const model = modelKey(deps.embedder.model);
  expect(await shop.store.upkeep.indexFaults(TENANT, model)).toMatchObject({ otherModels: 0 });
  expect(shop.progress.at(-1)).toMatchObject({ job: "reembed", left: 0 });
  const [vector] = await deps.embedder.embed(["Ana knows fact 1"], "query", { tenant: "acme" });
  const look = { now: shop.at() };
  const viewer = { tenant: TENANT, as: { type: "host" }, categories: "all" } as const;
  const query = { model, vector: vector ?? new Float32Array(8), filter: {}, look, limit: 3 };
  expect(await shop.store.search.memoryVectors(viewer, query)).toHaveLength(3);
});

test("re-embedding that was cut short goes on where it was, and drops nothing before its end", async () => {
  const shop = await openWorkshop();
  for (let n = 0; n < 100; n += 1) await shop.keep({ text: `Ana knows fact ${n}` });
  let calls = 0;
  const failing = otherEmbedder(() => {
    calls += 1;
    return calls === 2;
  });
  const handler = upkeepHandlers({ ...shop.deps, embedder: failing })["reembed"];
  await expect(handler?.(jobOf({ name: "reembed" }))).rejects.toThrow("gone");
  const model = modelKey(failing.model);
  expect(await shop.store.upkeep.indexFaults(TENANT, model)).toMatchObject({
    withoutVector: 36,
    otherModels: 100,
  });
  expect(await handler?.(jobOf({ name: "reembed" }))).toMatchObject({
    embedded: 36,
    oldVectorsRemoved: 100,
  });
});

test("re-embedding ends although some texts have nothing to embed", async () => {
  const shop = await openWorkshop();
  const deps = { ...shop.deps, embedder: otherEmbedder() };
  for (let n = 0; n < 70; n += 1) await shop.say("u1", "1", `${n}`);
  const handler = upkeepHandlers(deps)["reembed"];
  expect(await handler?.(jobOf({ name: "reembed" }))).toMatchObject({ embedded: 0 });
});

const opened: ServerSchema[] = [];
afterAll(async () => {
  for (const schema of opened) await schema.close();
});

async function onServer(url: string): Promise<Store> {
  const schema = await freshSchema(url);
  opened.push(schema);
  const now = () => new Date(START);
  return openPostgresStore({ pool: schema.pool, keepsFiles: false, now, warn: () => undefined });
}

const server = serverUrl();
const databases: [string, () => Promise<Store | undefined>][] = [["sqlite", async () => undefined]];
if (server !== undefined) databases.push(["postgres", () => onServer(server)]);

test.each(databases)("broken indexes on %s are found and mended", async (_name, open) => {
  const shop = await openWorkshop(await open());
  const memory = await shop.keep({ text: "Ana keeps bees" });
  expect(await shop.run("verify")).toMatchObject({ isWhole: true });
  expect(await shop.store.upkeep.dropVectors(TENANT, "no such model")).toBe(1);
  expect(await shop.run("verify")).toMatchObject({ isWhole: false, withoutVector: 1 });
  expect(await shop.run("verify", { repair: true })).toMatchObject({ isWhole: true });
  const model = modelKey(shop.deps.embedder.model);
  const ids = [memory.id];
  const vectors = await shop.store.search.vectors(TENANT, { item: "memory", model, ids });
  expect([...vectors.keys()]).toEqual(ids);
});

test("words that are missing from the index, or left behind in it, are found and mended", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mneme-verify-"));
  const path = join(folder, "memory.db");
  const now = () => new Date(START);
  const options = { path, durability: "normal", keepsFiles: false, now } as const;
  // What a process writes first goes into the index at once, with all that waited.
  for (const id of ["bees", "hens"]) {
    const shop = await openWorkshop(await openSqliteStore(options));
    await shop.keep({ id, text: `Ana keeps ${id}` });
    if (id === "bees") await shop.say("u1", "Ana", "hello there");
    await shop.store.close();
  }
  const raw = new DatabaseSync(path);
  raw.exec("DELETE FROM memory_text WHERE rowid = 1");
  raw.exec("DELETE FROM memories WHERE seq = 2");
  raw.exec("DELETE FROM message_text WHERE rowid = 1");
  raw.close();
  const shop = await openWorkshop(await openSqliteStore(options));
  const faults = { withoutWords: 2, strayWords: 1, strayVectors: 1 };
  expect(await shop.run("verify")).toMatchObject({ ...faults, isWhole: false });
  expect(await shop.run("verify", { repair: true })).toMatchObject({ isWhole: true });
  const viewer = hostViewer(TENANT);
  const query = { terms: ["bee"], filter: {}, look: { now: shop.at() }, limit: 3 };
  expect((await shop.store.search.memoryWords(viewer, query)).items).toHaveLength(1);
  await shop.store.close();
  rmSync(folder, { recursive: true });
});
