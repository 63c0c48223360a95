// A disk that lets nothing be written: a store on it is read, and changes are refused by name.

import { copyFileSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { MemoryEngine } from "../../src/index.ts";
import { serve } from "../../src/surfaces/http/serve.ts";
import { mneme } from "../cli/program.ts";
import { codeOf, note, opened, scratch, TENANT } from "./on-disk.ts";
import { canMount, mountReadOnly } from "./tools.ts";
import { writeNotes } from "./write-notes.ts";

// Long enough for a machine that is busy with others.
vi.setConfig({ testTimeout: 240_000 });

describe.runIf(canMount())("a read-only disk", () => {
  /** A folder that shows another one and lets nothing in it be changed. */
  function shownReadOnly(folder: string): string {
    const readOnly = scratch();
    onTestFinished(mountReadOnly(folder, readOnly));
    return readOnly;
  }

  const looks: readonly (readonly [string, (memory: MemoryEngine) => Promise<unknown>])[] = [
    ["list", (memory) => memory.list({ tenant: TENANT })],
    ["search", (memory) => memory.search({ tenant: TENANT, query: "what do the notes say?" })],
    ["context", (memory) => memory.context({ tenant: TENANT, query: "the notes", style: "pack" })],
    ["export", (memory) => memory.transfer.exportText({ tenant: TENANT })],
    ["snapshot", (memory) => memory.admin.snapshot({ tenant: TENANT })],
    ["vaultStats", (memory) => memory.vault.stats({ tenant: TENANT })],
    ["audit", (memory) => memory.admin.audit({ tenant: TENANT })],
    ["jobs", (memory) => memory.jobs.list({ tenant: TENANT })],
    ["verify", (memory) => memory.jobs.run({ tenant: TENANT, name: "verify", dryRun: true })],
  ];
  const changes: readonly (readonly [string, (memory: MemoryEngine) => Promise<unknown>])[] = [
    ["remember", (memory) => note(memory, "By somebody who may not.")],
    [
      "ingest",
      (memory) =>
        memory.ingest({
          tenant: TENANT,
          channel: "c",
          id: "1",
          author: { id: "a" },
          text: "I sail.",
        }),
    ],
    ["erase", (memory) => memory.erase({ tenant: TENANT, subject: "ana" })],
    ["createKey", (memory) => memory.keys.create({ tenant: TENANT, role: "read", name: "k" })],
    ["upkeep", (memory) => memory.jobs.run({ tenant: TENANT, name: "nightly" })],
    ["flush", (memory) => memory.flush({ tenant: TENANT })],
  ];
  /** Without files there is nothing that these would change. */
  const ofFiles: typeof changes = [
    ["refreshSnapshot", (memory) => memory.admin.refreshSnapshot({ tenant: TENANT })],
    ["compactVault", (memory) => memory.vault.compact({ tenant: TENANT })],
  ];

  test.each([
    ["no files", { folder: null }, changes],
    ["journals and a vault", {}, [...changes, ...ofFiles]],
  ])(
    "lets a store with %s be read, refuses every change by name, and leaves it as it was",
    async (_what, options, refused) => {
      const folder = scratch();
      const writer = await opened(folder, options);
      for (const n of [1, 2]) await note(writer, `Note ${n} of a boat.`);
      const told = await Promise.all(looks.map(async ([, look]) => look(writer)));
      await writer.drain();
      await writer.close();
      const before = readFileSync(join(folder, "m.db"));
      const names = readdirSync(folder);
      const memory = await opened(shownReadOnly(folder), { ...options, upkeep: true });
      expect(memory.admin.isReadOnly).toBe(true);
      expect((await memory.stats({ tenant: TENANT })).store).toMatchObject({ isReadOnly: true });
      expect(await memory.list({ tenant: TENANT })).toEqual(told[0]);
      for (const [name, look] of looks) expect(await codeOf(look(memory)), name).toBe("kept");
      for (const [name, change] of refused)
        expect(await codeOf(change(memory)), name).toBe("store_unavailable");
      await memory.drain();
      await memory.close();
      expect(readFileSync(join(folder, "m.db")).equals(before)).toBe(true);
      expect(readdirSync(folder)).toEqual(names);
      const again = await opened(folder, options);
      expect(again.admin.isReadOnly).toBe(false);
      expect(await codeOf(note(again, "It can be written again."))).toBe("kept");
      expect(await again.list({ tenant: TENANT })).toHaveLength(3);
    },
  );

  test("refuses a store whose log lies beside it, rather than read it without", async () => {
    const folder = scratch();
    const writer = await opened(folder);
    await note(writer, "Only in the log yet.");
    const copy = scratch();
    for (const part of ["m.db", "m.db-wal"]) copyFileSync(join(folder, part), join(copy, part));
    expect(statSync(join(copy, "m.db-wal")).size).toBeGreaterThan(0);
    const shown = shownReadOnly(copy);
    const refusal = await opened(shown).catch((thrown: unknown) => thrown);
    expect(refusal).toMatchObject({ code: "store_unavailable" });
    expect(String(refusal)).toContain("log beside it");
  });

  test("reads a store together with the log that a dead process left whole beside it", async () => {
    const folder = scratch();
    const writer = await opened(folder);
    await note(writer, "Only in the log yet.");
    const copy = scratch();
    for (const part of ["m.db", "m.db-wal", "m.db-shm"])
      copyFileSync(join(folder, part), join(copy, part));
    const reader = await opened(shownReadOnly(copy));
    expect(await reader.list({ tenant: TENANT })).toHaveLength(1);
    expect(await codeOf(note(reader, "By somebody who may not."))).toBe("store_unavailable");
  });

  test("tells of no half of two states when somebody else writes the file after all", async () => {
    const folder = scratch();
    await writeNotes({ path: join(folder, "m.db"), notes: 2 });
    const reader = await opened(shownReadOnly(folder));
    expect(await reader.list({ tenant: TENANT })).toHaveLength(2);
    const writer = await opened(folder);
    await note(writer, "By somebody who may.");
    expect(await codeOf(reader.list({ tenant: TENANT }))).toBe("store_unavailable");
    await writer.close();
    expect(await codeOf(reader.list({ tenant: TENANT }))).toBe("store_unavailable");
  });

  test("lets a store be read that somebody else writes, and takes no note", async () => {
    const folder = scratch();
    const writer = await opened(folder);
    await note(writer, "By somebody who may.");
    const readOnly = scratch();
    onTestFinished(mountReadOnly(folder, readOnly));
    const reader = await opened(readOnly);
    expect(await reader.list({ tenant: TENANT })).toHaveLength(1);
    expect(await codeOf(note(reader, "By somebody who may not."))).toBe("store_unavailable");
    expect(await writer.list({ tenant: TENANT })).toHaveLength(1);
  });

  test("is told of by whoever asks whether the server is ready, and by the doctor", async () => {
    const folder = scratch();
    await writeNotes({ path: join(folder, "m.db"), notes: 2 });
    const shown = shownReadOnly(folder);
    const memory = await opened(shown);
    const server = await serve({ engine: memory, port: 0 });
    onTestFinished(() => server.stop());
    const answer = await fetch(new URL("/health/ready", server.url));
    expect(await answer.json()).toEqual({ status: "ready", isReadOnly: true });
    const path = join(shown, "m.db");
    const doctor = await mneme(["doctor", "--json", "--path", path], { folder: scratch() });
    expect(JSON.parse(doctor.stdout).checks).toContainEqual(
      expect.objectContaining({ name: "writing", state: "warning" }),
    );
  });

  test("makes no store", async () => {
    const folder = scratch();
    onTestFinished(mountReadOnly(scratch(), folder));
    expect(await codeOf(opened(folder))).toBe("store_unavailable");
    expect(readdirSync(folder)).toEqual([]);
  });
});
