// What a disk may do to us: be full, fail to keep what was written.

import {
  appendFileSync,
  existsSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createMemory, type MemoryEngine, type MemoryOptions } from "../../src/index.ts";
import { filesHolding } from "./disk-scan.ts";
import { codeOf, note, opened, scratch, TENANT } from "./on-disk.ts";
import { count, isLong } from "./proof-run.ts";
import { canMount, hasTool, mountSmallDisk } from "./tools.ts";
import { writeNotes } from "./write-notes.ts";

// Long enough for a machine that is busy with others.
vi.setConfig({ testTimeout: 240_000 });

const CANARY = "qxzyzzyva7";
const FILLER = "word ".repeat(700);
const RESERVE = "m.db-reserve";

describe.runIf(canMount())("a full disk", () => {
  type Full = Readonly<{
    folder: string;
    memory: MemoryEngine;
    kept: readonly string[];
    freeAll: () => void;
  }>;

  /** Notes of two people until the disk takes no more; every one of Ana's holds the canary. */
  async function filledUp(options?: MemoryOptions): Promise<Full> {
    const folder = scratch();
    onTestFinished(mountSmallDisk(folder, 32_000));
    const memory = await opened(folder, options);
    const { bavail, bsize } = statfsSync(folder);
    const others = join(folder, "somebody-elses");
    writeFileSync(others, Buffer.alloc(bavail * bsize - 9_000_000, 1));
    const kept: string[] = [];
    let refusal: unknown;
    for (let n = 0; n < 3_000 && refusal === undefined; n++) {
      const text = n % 2 === 0 ? `Note ${n} ${CANARY} ${FILLER}` : `Note ${n} ${FILLER}`;
      await note(memory, text, n % 2 === 0 ? "ana" : "ben").then(
        ({ stored }) => kept.push(...stored.map(({ id }) => id)),
        (thrown: unknown) => {
          refusal = thrown;
        },
      );
    }
    expect(refusal).toMatchObject({ code: "storage_full", httpStatus: 507 });
    expect(kept.length).toBeGreaterThan(20);
    expect(existsSync(join(folder, RESERVE))).toBe(true);
    return { folder, memory, kept, freeAll: () => rmSync(others) };
  }

  test("refuses a note by name, goes on reading, and with room again writes", async () => {
    const { memory, kept, freeAll } = await filledUp();
    const last = kept.at(-1) ?? "";
    expect(await memory.get({ tenant: TENANT, id: last })).toMatchObject({ id: last });
    expect(await codeOf(note(memory, `Once more ${FILLER}`))).toBe("storage_full");
    freeAll();
    expect((await note(memory, `There is room again. ${FILLER}`)).stored).toHaveLength(1);
    count("faults", { "notes until the disk was full": kept.length });
  });

  test.each([
    ["no files", { folder: null }],
    ["journals and a vault", {}],
  ])("still erases a person who has %s beside the database", async (_what, options) => {
    const { folder, memory, kept } = await filledUp(options);
    const { memories } = await memory.erase({ tenant: TENANT, subject: "ana" });
    expect(memories).toBe(Math.ceil(kept.length / 2));
    expect(filesHolding(folder, CANARY)).toEqual([]);
    expect(await memory.list({ tenant: TENANT, limit: 200 })).toHaveLength(kept.length - memories);
    expect(["kept", "storage_full"]).toContain(await codeOf(note(memory, "After erasing.")));
    count("faults", { "memories erased on a full disk": memories });
  });

  test("still erases a person whose messages are longer than the room that was kept", async () => {
    const folder = scratch();
    onTestFinished(mountSmallDisk(folder, 90_000));
    const memory = await opened(folder);
    const author = { id: "ana", name: "Ana" };
    for (let n = 0; n < 70; n++) {
      const text = `Part ${n} ${CANARY} ${"word ".repeat(45_000)}`;
      await memory.ingest({ tenant: TENANT, channel: "yard", id: `m${n}`, author, text });
    }
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(join(folder, "somebody-elses"), Buffer.alloc((bavail - 1) * bsize, 1));
    const { messages } = await memory.erase({ tenant: TENANT, subject: "ana" });
    expect(messages).toBe(70);
    expect(filesHolding(folder, CANARY)).toEqual([]);
  });

  test("that has no room for a copy of the vault refuses to erase by name, and leaves nothing half done", async () => {
    const folder = scratch();
    onTestFinished(mountSmallDisk(folder, 64_000));
    const memory = await opened(folder, {});
    const author = { id: "ana", name: "Ana" };
    const said = { tenant: TENANT, channel: "yard", author, text: `I live near ${CANARY}.` };
    for (const id of ["m1", "m2"]) await memory.ingest({ ...said, id });
    await note(memory, `A note of ${CANARY}.`);
    await memory.drain();
    const vault = join(folder, "memory", "vault.jsonl");
    appendFileSync(vault, `${"not ours ".repeat(1_000)}\n`.repeat(2_000));
    const { bavail, bsize } = statfsSync(folder);
    const others = join(folder, "somebody-elses");
    writeFileSync(others, Buffer.alloc(bavail * bsize - 3_000_000, 1));
    const files = filesHolding(join(folder, "memory"), CANARY);
    const sizes = () => files.map((path) => statSync(join(folder, "memory", path)).size);
    const before = sizes();
    expect(files).toContain("vault.jsonl");
    const known = await memory.list({ tenant: TENANT });
    expect(await codeOf(memory.vault.compact({ tenant: TENANT }))).toBe("storage_full");
    expect(await codeOf(memory.erase({ tenant: TENANT, subject: "ana" }))).toBe("storage_full");
    expect(sizes()).toEqual(before);
    expect(await memory.list({ tenant: TENANT })).toEqual(known);
    const left = readdirSync(folder, { recursive: true, encoding: "utf8" });
    expect(left.filter((name) => /\.new$|\.lock$/.test(name))).toEqual([]);
    rmSync(others);
    await memory.erase({ tenant: TENANT, subject: "ana" });
    expect(filesHolding(folder, CANARY)).toEqual([]);
  });

  test("still forgets; the room that took is for nothing else, and is kept again when there is some", async () => {
    const { folder, memory, kept, freeAll } = await filledUp();
    for (const id of kept.slice(0, 30)) await memory.forget({ tenant: TENANT, id, purge: true });
    expect(existsSync(join(folder, RESERVE))).toBe(false);
    expect(await codeOf(note(memory, "A short one."))).toBe("storage_full");
    freeAll();
    expect(await codeOf(note(memory, "A short one."))).toBe("kept");
    expect(existsSync(join(folder, RESERVE))).toBe(true);
  });
});

describe("the room kept for erasing", () => {
  test("is made once, found again, and read by nobody else", async () => {
    const folder = scratch();
    await (await opened(folder)).close();
    const { size, mtimeMs, mode } = statSync(join(folder, RESERVE));
    expect(size).toBeGreaterThan(4_000_000);
    expect((mode & 0o777).toString(8)).toBe("600");
    await (await opened(folder)).close();
    expect(statSync(join(folder, RESERVE)).mtimeMs).toBe(mtimeMs);
  });

  test.runIf(canMount())("is not taken from a disk that has little", async () => {
    const folder = scratch();
    onTestFinished(mountSmallDisk(folder, 12_000));
    const memory = await opened(folder);
    expect(existsSync(join(folder, RESERVE))).toBe(false);
    expect(await codeOf(note(memory, "It works without."))).toBe("kept");
  });
});

describe.runIf(hasTool("strace"))("a failing fsync", () => {
  const traced = (path: string, when: string, way?: string) => {
    const inject = `inject=fsync,fdatasync:error=EIO:when=${when}`;
    const trace = ["-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync,fdatasync", "-e", inject];
    return writeNotes({ path, notes: 4, way, under: ["strace", ...trace] });
  };

  async function expectKept(path: string, ids: readonly string[]): Promise<void> {
    const memory = await createMemory({ path, folder: null, upkeep: false });
    onTestFinished(() => memory.close());
    for (const id of ids) expect(await memory.get({ tenant: TENANT, id })).toMatchObject({ id });
  }

  test("acknowledges no note that the disk did not take, from whichever place on it fails", async () => {
    let refused = 0;
    for (const when of isLong() ? Array.from({ length: 24 }, (_, n) => n + 1) : [5, 14]) {
      const path = join(scratch(), "m.db");
      const said = await traced(path, `${when}+`);
      const failed = said.filter(({ event }) => event === "refused" || event === "failed");
      refused += failed.length;
      for (const { code } of failed) expect(code).toBe("store_unavailable");
      await expectKept(
        path,
        said.filter(({ event }) => event === "kept").flatMap(({ id }) => id ?? []),
      );
    }
    expect(refused).toBeGreaterThan(0);
    count("faults", { "writes refused by a failing disk": refused });
  });

  test("ends writing until the file is opened again, even when it was only once", async () => {
    const path = join(scratch(), "m.db");
    await writeNotes({ path, notes: 1 });
    // The fourth is that of the second note; before it are two of opening and one of the first note.
    const said = await traced(path, "4..4", "twice");
    const events = said.map(({ event, n }) => `${event}${n === undefined ? "" : ` ${n}`}`);
    expect(events).toEqual([
      ...["opened", "kept 0", "refused 1", "refused 2", "refused 3", "read", "closed"],
      ...["opened", "kept 0", "kept 1", "kept 2", "kept 3", "read", "closed"],
    ]);
    expect(said.filter(({ event }) => event === "refused").map(({ code }) => code)).toEqual(
      Array(3).fill("store_unavailable"),
    );
    expect(said[3]?.message).toContain("open it again");
    expect(said.filter(({ event }) => event === "read").map(({ notes }) => notes)).toEqual([2, 6]);
    await expectKept(
      path,
      said.filter(({ event }) => event === "kept").flatMap(({ id }) => id ?? []),
    );
  });
});
