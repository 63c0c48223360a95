// Erasing and rebuilding on PostgreSQL: the same acts, the same counts, the same state.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EraseInput, erase, previewErase } from "../../src/curate/erase/erase.ts";
import { drainOutbox, rebuild, stateHash } from "../../src/curate/vault-file.ts";
import { builtinEmbedder } from "../../src/models/builtin/embedder.ts";
import type { Store } from "../../src/ports/store.ts";
import { openFiles } from "../../src/store/files/open-files.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres.ts";
import { journalLine } from "../../src/write/message-changes.ts";
import { pgliteWithVector } from "../support/pglite.ts";
import {
  at,
  commit,
  create,
  host,
  keep,
  revise,
  TENANT,
} from "../support/store-conformance/samples.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mneme-postgres-"));
});
afterAll(() => rm(folder, { recursive: true }));

const now = () => new Date(at(0));

async function openStore(): Promise<Store> {
  const { pool } = await pgliteWithVector();
  return openPostgresStore({ pool, keepsFiles: true, now, warn: () => undefined });
}

const span = { type: "span", messageId: "g1", start: 0, end: 1, quote: "I" } as const;
const subject: EraseInput = {
  tenant: TENANT,
  actor: "operator-1",
  of: { type: "subject", subject: "u1" },
};

test("erasing on PostgreSQL removes what its preview counted, and the vault rebuilds the rest", async () => {
  const store = await openStore();
  const files = await openFiles(join(folder, "memory"));
  const deps = { store, files, now, journalLine };
  await commit(
    store,
    keep({ text: "I hide a canary" }),
    keep({ id: "g2", author: { id: "u2", name: "Bob", isBot: false } }, "Bob I hide a canary"),
    create({ kind: "fact", subject: "u1", text: "Ana hides a canary.", evidence: [span] }),
    create({ id: "m2", text: "Bob is a pilot", subject: "u2" }),
  );
  await commit(store, revise({ id: "m2", version: 2, text: "Bob is a captain", subject: "u2" }));
  await drainOutbox(store, files);
  const { mentions, ...preview } = await previewErase(subject, deps);
  expect(mentions).toMatchObject({ erased: false, names: ["Ana"] });
  expect(await erase(subject, deps)).toEqual(preview);
  expect(preview).toMatchObject({ memories: 1, messages: 1, counts: { vault_lines: 1 } });
  const query = { terms: ["canari"], filter: {}, look: { now: at(0) }, limit: 9 };
  expect((await store.search.messageWords(host, query)).items).toEqual([]);

  const again = await openStore();
  await rebuild({ store: again, files, embedder: builtinEmbedder() });
  expect(await stateHash(again)).toBe(await stateHash(store));
});
