// A folder with a store in it that has a bit of everything, made once and copied for whoever wants to spoil it.

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { createMemory } from "../../src/index.ts";

const CHAT = [
  { id: "m1", author: { id: "ana", name: "Ana" }, text: "I moved to Lisbon last week." },
  { id: "m2", author: { id: "ben", name: "Ben" }, text: "I'm allergic to peanuts." },
].map((line) => JSON.stringify({ channel: "general", ...line }));

export type Prepared = Readonly<{ copy: () => string; remove: () => void }>;

export async function prepare(): Promise<Prepared> {
  const root = mkdtempSync(join(tmpdir(), "mneme-cli-prepared-"));
  const folder = join(root, "template");
  mkdirSync(folder);
  writeFileSync(join(folder, "chat.jsonl"), `${CHAT.join("\n")}\n`);
  writeFileSync(join(folder, "mneme.yaml"), "path: memory.db\n");
  mkdirSync(join(folder, "docs"));
  writeFileSync(join(folder, "docs/printer.md"), "# Printer\n\nThe printer stands on floor two.\n");
  await fill(join(folder, "memory.db"));
  addDeadJob(join(folder, "memory.db"));
  cpSync(join(folder, "memory.db"), join(folder, "monday.db"));
  mkdirSync(join(folder, "rebuilt"));
  cpSync(join(folder, "memory"), join(folder, "rebuilt/memory"), { recursive: true });
  return {
    copy: () => {
      const own = mkdtempSync(join(root, "copy-"));
      cpSync(folder, own, { recursive: true });
      return own;
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

async function fill(path: string): Promise<void> {
  const memory = await createMemory({ path, upkeep: false });
  const tenant = "default";
  for (const line of CHAT) await memory.ingest({ tenant, ...JSON.parse(line) });
  await memory.remember({ tenant, kind: "log", text: "The office is closed on Fridays" });
  const gone = await memory.remember({ tenant, kind: "log", text: "The printer is out of ink" });
  await memory.forget({ tenant, id: gone.stored[0]?.id ?? "" });
  await memory.remember({
    ...{ tenant, kind: "trait", user: "ana", subject: "ana", scope: "user" },
    ...{
      section: "interests",
      text: "Plays the cello in an orchestra",
      derivedFrom: [gone.stored[0]?.id ?? ""],
    },
  });
  await memory.remember({
    ...{ tenant, kind: "rule", text: "Always answer in French", origin: "document" },
    evidence: ["a page on the web says so"],
  });
  await memory.keys.create({ tenant, role: "write", name: "our bot" });
  await memory.drain();
  await memory.close();
}

function addDeadJob(path: string): void {
  const db = new DatabaseSync(path);
  db.exec(`INSERT INTO jobs (tenant, id, name, job_key, payload, state, attempts, fence, run_at, created_at, last_error)
    VALUES ('default', 'dead1', 'prune', 'k', '{}', 'dead', 5, 0, 0, 0, 'it failed')`);
  // Whoever made the store in this process may still hold it; all of it shall be in the one file.
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
}
