// The vault file and the journals: drained from the outbox without loss or doubling, compacted, and enough to
// rebuild a store.

import { spawn } from "node:child_process";
import { appendFile, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { edit } from "../../src/curate/edit.ts";
import { forget } from "../../src/curate/forget.ts";
import { merge } from "../../src/curate/merge.ts";
import { compact, drainOutbox, rebuild, stateHash } from "../../src/curate/vault-file.ts";
import { modelKey } from "../../src/model/embedding-text.ts";
import type { Files } from "../../src/ports/files.ts";
import type { FileOutbox } from "../../src/ports/store.ts";
import { openFiles } from "../../src/store/files/open-files.ts";
import {
  at,
  commit,
  commitIn,
  create,
  host,
  keep,
  refusal,
} from "../support/store-conformance/samples.ts";
import { type Desk, doing, linesOf, openDesk } from "./support.ts";

const journal = (id: string, line: string) =>
  ({ type: "journal", day: "2026-05-01", messageId: id, line }) as const;

/** The outbox of a process that dies after the files are written and before the database knows. */
function dying(outbox: FileOutbox): { files: FileOutbox } {
  const written = () => Promise.reject(new Error("killed"));
  return { files: { ...outbox, written } };
}

test("every version is a line of the vault and every message one of its day, under one header", async () => {
  const { store, files, deps, drain } = await openDesk();
  await commit(store, create(), keep(), journal("g1", "- 10:00 **Ana**: hello"));
  await edit({ ...doing, id: "m1", origin: "user", set: { importance: 5 } }, deps);
  expect(await drain()).toBe(3);
  await commit(store, keep({ id: "g2" }), journal("g2", "- 10:01 **Bob**: hi"));
  expect(await drain()).toBe(1);
  expect(await drain()).toBe(0);
  const versions = (await linesOf(files.readVault())).map((line) => JSON.parse(line).version);
  expect(versions).toEqual([1, 2]);
  expect(await linesOf(files.readJournal(host.tenant, "2026-05-01"))).toEqual([
    "# Journal of 2026-05-01",
    "",
    "- 10:00 **Ana**: hello",
    "- 10:01 **Bob**: hi",
  ]);
});

test("writers that never rest do not keep the drain from ending, nor lines from coming", async () => {
  const { store, files, drain } = await openDesk();
  await commit(store, create({ id: "m0" }));
  let count = 0;
  const busy: Files = {
    ...files,
    append: async (lines) => {
      await files.append(lines);
      if (count < 40) await commit(store, create({ id: `m${++count}` }));
    },
  };
  expect(await drainOutbox(store, busy)).toBe(1);
  expect(count).toBe(1);
  expect(await drain()).toBe(1);
  expect(await linesOf(files.readVault())).toHaveLength(2);
});

async function killedAfterAppend(): Promise<Desk> {
  const desk = await openDesk();
  // Two people may say the same thing in the same second, so equal lines are not one line.
  await commit(desk.store, create(), keep(), journal("g1", "- ok"), journal("g2", "- ok"));
  await expect(drainOutbox(dying(desk.store.files), desk.files)).rejects.toThrow("killed");
  return desk;
}

test("a process killed between append and acknowledgement doubles no line", async () => {
  const { store, files, folder } = await killedAfterAppend();
  expect(await linesOf(files.readVault())).toHaveLength(1);
  const reopened = await openFiles(join(folder, "memory"));
  await commit(store, create({ id: "m2" }));
  expect(await drainOutbox(store, reopened)).toBe(4);
  expect(await linesOf(files.readVault())).toHaveLength(2);
  const lines = await linesOf(files.readJournal(host.tenant, "2026-05-01"));
  expect(lines.slice(2)).toEqual(["- ok", "- ok"]);
});

test("a process killed in the middle of a line leaves no half line", async () => {
  const { store, files, folder } = await killedAfterAppend();
  const vault = join(folder, "memory", "vault.jsonl");
  await truncate(vault, 40);
  await drainOutbox(store, files);
  expect((await linesOf(files.readVault())).map((line) => JSON.parse(line).id)).toEqual(["m1"]);
});

test("a line that comes again under the number of an old one is not taken for it", async () => {
  const { store, files, drain } = await openDesk();
  await commit(store, journal("g1", "- ok"));
  await drain();
  await commit(store, journal("g2", "- ok"));
  await drain();
  expect(await linesOf(files.readJournal(host.tenant, "2026-05-01"))).toHaveLength(4);
});

test("two processes that write and drain at the same time lose and double nothing", async () => {
  const { folder, files, store } = await openDesk();
  const worker = fileURLToPath(new URL("./append-worker.ts", import.meta.url));
  const run = (name: string) =>
    new Promise<number | null>((resolve, reject) => {
      const child = spawn(process.execPath, ["--import", "tsx", worker, folder, name, "120"], {
        stdio: ["ignore", "ignore", "inherit"],
      });
      child.on("error", reject);
      child.on("exit", resolve);
    });
  expect(await Promise.all([run("a"), run("b")])).toEqual([0, 0]);
  await drainOutbox(store, files);
  const ids = (await linesOf(files.readVault())).map((line) => String(JSON.parse(line).id));
  expect(ids).toHaveLength(240);
  expect(new Set(ids).size).toBe(240);
  expect(await linesOf(files.readJournal(host.tenant, "2026-05-01"))).toHaveLength(242);
});

test("a lock whose holder is gone is taken over", async () => {
  const { folder, store, files, drain } = await openDesk();
  const gone = spawn(process.execPath, ["--version"], { stdio: "ignore" });
  await new Promise((resolve) => gone.on("exit", resolve));
  const { hostname } = await import("node:os");
  await writeFile(join(folder, "memory", ".lock"), `${gone.pid} ${hostname()} mark`);
  await commit(store, create());
  expect(await drain()).toBe(1);
  expect(await linesOf(files.readVault())).toHaveLength(1);
});

/** Several tenants, kinds, states, histories and ends. */
async function lived(): Promise<Desk> {
  const desk = await openDesk();
  const { store, deps } = desk;
  const span = { type: "span", messageId: "g1", start: 0, end: 1, quote: "I" } as const;
  await commit(
    store,
    keep(),
    create({ tags: ["a", "b"], evidence: [span], writer: { agent: "orion", actor: "u1" } }),
    create({ id: "m2", text: "Ana has a kettle", validFrom: at(-5), thread: "t1" }),
    create({ id: "m3", text: "Ana has two cats" }),
    create({ id: "m4", kind: "fact", subject: "u1", text: "Ana is a nurse \u2028 in Porto." }),
  );
  await commitIn(store, "other", [create({ tenant: "other", text: "Bob is a pilot" })]);
  desk.setClock(1);
  await edit({ ...doing, id: "m1", origin: "user", set: { text: "Ana drinks coffee" } }, deps);
  desk.setClock(2);
  await merge({ ...doing, ids: ["m1", "m2"], into: "summary" }, deps);
  await forget({ ...doing, id: "m4", purge: false }, deps);
  await desk.drain();
  await forget({ ...doing, id: "m3", purge: true }, deps);
  await desk.drain();
  return desk;
}

test("a store rebuilt from the vault alone has the same state hash, history and tombstones", async () => {
  const desk = await lived();
  const { store, files, deps } = desk;
  const again = await desk.reopen(join(desk.folder, "rebuilt.db"));
  const report = await rebuild({ store: again, files, embedder: deps.embedder });
  expect(report).toMatchObject({ memories: 5, unreadable: [] });
  expect(await stateHash(again)).toBe(await stateHash(store));
  for (const id of ["m1", "m2", "m4"])
    expect(await again.memories.history(host, id)).toEqual(await store.memories.history(host, id));
  expect(await again.upkeep.isErased(host.tenant, "memory", "m3")).toBe(true);
  expect(await again.memories.restingOn(host.tenant, { item: "message", ids: ["g1"] })).toEqual(
    await store.memories.restingOn(host.tenant, { item: "message", ids: ["g1"] }),
  );
});

test("a rebuilt store is found by words and by meaning, and owes the files nothing", async () => {
  const desk = await lived();
  const again = await desk.reopen(join(desk.folder, "rebuilt.db"));
  const { files, deps } = desk;
  const { embedded } = await rebuild({ store: again, files, embedder: deps.embedder });
  expect(embedded).toBe(2);
  const query = { filter: {}, look: { now: at(3) }, limit: 5 };
  const words = await again.search.memoryWords(host, { ...query, terms: ["coffe"] });
  expect(words.items).toHaveLength(1);
  const [vector = new Float32Array()] = await deps.embedder.embed(["drinks coffee"], "query", {
    tenant: "acme",
  });
  const model = modelKey(deps.embedder.model);
  expect(await again.search.memoryVectors(host, { ...query, model, vector })).toHaveLength(1);
  expect(await again.files.waiting(1)).toEqual([]);
});

test("compacting keeps the latest version of each memory and of a purged one nothing but its end", async () => {
  const desk = await lived();
  const { store, files } = desk;
  const before = await stateHash(store);
  const { kept, dropped } = await compact({ store, files });
  const lines = (await linesOf(files.readVault())).map((line) => JSON.parse(line));
  expect(lines).toHaveLength(kept);
  expect(dropped).toBe(5);
  expect(new Set(lines.map(({ tenant, id }) => `${tenant} ${id}`)).size).toBe(kept);
  const gone = lines.filter(({ id }) => id === "m3");
  expect(gone).toMatchObject([{ purged: true }]);
  expect(gone[0]).not.toHaveProperty("text");
  expect(await stateHash(store)).toBe(before);
  expect(await compact({ store, files })).toEqual({ kept, dropped: 0 });
});

test("a vault with one line of each memory is left as it is", async () => {
  const { store, files, deps } = await openDesk();
  await commit(store, create({ id: "m1", text: "one" }), create({ id: "m2", text: "two" }));
  const rewriteVault = () => Promise.reject(new Error("was written anew"));
  const asked = { store, files: { ...files, rewriteVault } };
  expect(await compact(asked)).toEqual({ kept: 2, dropped: 0 });
  await edit({ ...doing, id: "m1", origin: "user", set: { importance: 5 } }, deps);
  await expect(compact(asked)).rejects.toThrow("anew");
  expect(await compact({ store, files })).toEqual({ kept: 2, dropped: 1 });
});

test("a compacted vault rebuilds every memory as it is", async () => {
  const desk = await lived();
  const { store, files, deps } = desk;
  await compact({ store, files });
  const again = await desk.reopen(join(desk.folder, "rebuilt.db"));
  await rebuild({ store: again, files, embedder: deps.embedder });
  for (const id of ["m1", "m2", "m3", "m4"]) {
    const look = { now: at(3), states: ["active", "superseded", "soft_deleted"] } as const;
    expect(await again.memories.get(host, id, look)).toEqual(
      await store.memories.get(host, id, look),
    );
  }
  expect(await again.upkeep.isErased(host.tenant, "memory", "m3")).toBe(true);
});

test("lines that cannot be read, or come twice, are told and do no harm", async () => {
  const desk = await lived();
  const { store, files, deps, folder } = desk;
  const vault = join(folder, "memory", "vault.jsonl");
  const text = await readFile(vault, "utf8");
  await appendFile(vault, `{"id":"m1","tor\nnull\n${text.split("\n")[0]}\n`);
  const again = await desk.reopen(join(folder, "rebuilt.db"));
  const { unreadable, lines } = await rebuild({ store: again, files, embedder: deps.embedder });
  expect(unreadable).toEqual([lines - 2, lines - 1]);
  expect(await stateHash(again)).toBe(await stateHash(store));
});

test("a store that already remembers something is not rebuilt over", async () => {
  const { store, files, deps } = await lived();
  const attempt = rebuild({ store, files, embedder: deps.embedder });
  await expect(attempt).rejects.toMatchObject(refusal("invalid_input"));
});

test("the state hash tells a changed word and an extra version apart", async () => {
  const first = await openDesk();
  const second = await openDesk();
  await commit(first.store, create());
  await commit(second.store, create());
  expect(await stateHash(second.store)).toBe(await stateHash(first.store));
  await edit({ ...doing, id: "m1", origin: "user", set: { importance: 3 } }, second.deps);
  expect(await stateHash(second.store)).not.toBe(await stateHash(first.store));
});
