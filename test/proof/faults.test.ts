// What the machine may do to us: a full disk, a disk that fails, a file that cannot be written, a network that goes
// silent, a server that restarts, few file handles, too much at once, a clock that jumps.

import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";
import { createMemory, type MemoryEngine } from "../../src/index.ts";
import { testEngine } from "../support/engine.ts";
import { freshSchema, serverUrl } from "../support/postgres.ts";
import { count, isLong } from "./proof-run.ts";
import { tcpProxy } from "./tcp-proxy.ts";
import { mountSmallDisk, needTool } from "./tools.ts";

// Long enough for a machine that is busy with others.
vi.setConfig({ testTimeout: 240_000 });

const TENANT = "acme";
const WRITER = fileURLToPath(new URL("./workers/note-writer.ts", import.meta.url));
const run = promisify(execFile);

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "mneme-fault-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const note = (memory: MemoryEngine, text: string, subject = "ana") =>
  memory.remember({ tenant: TENANT, kind: "log", text, subject });

test("a full disk refuses writes by name and goes on reading; with room again it erases and writes", async () => {
  const folder = scratch();
  const unmount = mountSmallDisk(folder, 6_000);
  onTestFinished(unmount);
  const memory = await createMemory({ path: join(folder, "m.db"), folder: null, upkeep: false });
  onTestFinished(() => memory.close());
  const filler = "word ".repeat(700);
  const taken = join(folder, "somebody-elses-file");
  writeFileSync(taken, Buffer.alloc(2_000_000, 1));
  const kept: string[] = [];
  let refusal: unknown;
  for (let n = 0; n < 3_000 && refusal === undefined; n++)
    await note(memory, `Note ${n} ${filler}`, n % 2 === 0 ? "ana" : "ben").then(
      ({ stored }) => kept.push(...stored.map(({ id }) => id)),
      (thrown: unknown) => {
        refusal = thrown;
      },
    );
  expect(refusal).toMatchObject({ code: "storage_full", httpStatus: 507 });
  const last = kept.at(-1) ?? "";
  expect(await memory.get({ tenant: TENANT, id: last })).toMatchObject({ id: last });
  await expect(note(memory, `Once more ${filler}`)).rejects.toMatchObject({ code: "storage_full" });
  rmSync(taken);
  const erased = await memory.erase({ tenant: TENANT, subject: "ana" });
  expect(erased.memories).toBeGreaterThan(0);
  const after = await note(memory, "There is room again.");
  expect(after.stored).toHaveLength(1);
  count("faults", { "notes until the disk was full": kept.length });
});

test("a note is acknowledged only when the disk took it: fsync fails from several places on", async () => {
  needTool("strace");
  let refused = 0;
  for (const when of isLong() ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] : [5, 9]) {
    const path = join(scratch(), "m.db");
    const inject = `inject=fsync,fdatasync:error=EIO:when=${when}+`;
    const args = ["-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync,fdatasync", "-e", inject];
    const { stdout } = await run("strace", [
      ...args,
      process.execPath,
      "--import",
      "tsx",
      WRITER,
      path,
      "5",
    ]);
    const said = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const failed = said.filter(({ event }) => event === "refused" || event === "failed");
    refused += failed.length;
    for (const { code } of failed)
      expect(["store_unavailable", "storage_full", "corrupt_store"]).toContain(code);
    const memory = await createMemory({ path, folder: null, upkeep: false });
    onTestFinished(() => memory.close());
    for (const { event, id } of said)
      if (event === "kept") expect(await memory.get({ tenant: TENANT, id })).toBeDefined();
  }
  expect(refused).toBeGreaterThan(0);
  count("faults", { "writes refused by a failing disk": refused });
});

test("with no file handle left the store is refused by name, and with some again every note is kept", async () => {
  const path = join(scratch(), "m.db");
  const command = `ulimit -n 128; exec "$0" --import tsx "$1" "$2" 5 few`;
  const { stdout } = await run("sh", ["-c", command, process.execPath, WRITER, path]);
  const said = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(said[0]).toMatchObject({ event: "failed", code: "store_unavailable" });
  expect(said.filter(({ event }) => event === "kept")).toHaveLength(5);
});

test("more at once than the queue holds is refused, and none that was taken is lost", async () => {
  const { memory } = await testEngine({ upkeep: false });
  const say = (n: number) =>
    memory.ingest({
      ...{ tenant: TENANT, channel: "yard", id: `m${n}`, author: { id: "ana" } },
      text: `My boat number ${n} is called Star${n}.`,
    });
  const answers = await Promise.all(Array.from({ length: 1_500 }, (_, n) => say(n)));
  const taken = answers.filter((answer) => answer !== false).length;
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThan(1_500);
  await memory.drain();
  for (const [n, answer] of answers.entries())
    if (answer !== false)
      expect(await memory.message({ tenant: TENANT, id: `m${n}` })).toBeDefined();
  count("faults", { "messages taken of 1500": taken });
});

test("a clock that jumps ten years ahead or an hour back loses nothing", async () => {
  const { memory, clock } = await testEngine({ upkeep: false });
  await memory.remember({ tenant: TENANT, kind: "log", text: "It lasts a day.", ttlDays: 1 });
  await note(memory, "It lasts.");
  clock.now = new Date("2026-05-01T09:00:00.000Z");
  expect((await note(memory, "Written an hour earlier.")).stored).toHaveLength(1);
  expect(await memory.list({ tenant: TENANT })).toHaveLength(3);
  clock.now = new Date("2036-05-01T10:00:00.000Z");
  await memory.runJob("nightly", TENANT).catch(() => undefined);
  await memory.drain();
  clock.now = new Date("2026-05-01T11:00:00.000Z");
  expect(await memory.list({ tenant: TENANT })).toHaveLength(3);
});

test.runIf(process.getuid?.() !== 0)(
  "a file that may not be written is refused by name",
  async () => {
    const path = join(scratch(), "m.db");
    await (await createMemory({ path, folder: null })).close();
    chmodSync(path, 0o400);
    await expect(createMemory({ path, folder: null })).rejects.toMatchObject({
      code: expect.any(String),
    });
  },
);

const url = serverUrl();

test.runIf(url !== undefined)(
  "a network that goes silent and a server that restarts lose no note and double none",
  async () => {
    const schema = await freshSchema(url ?? "");
    onTestFinished(() => schema.close());
    const direct = new URL(schema.url);
    const proxy = await tcpProxy(direct.hostname, Number(direct.port || 5432));
    onTestFinished(() => proxy.close());
    const through = new URL(schema.url);
    through.hostname = "127.0.0.1";
    through.port = String(proxy.port);
    const memory = await createMemory({ url: through.href, upkeep: false, warn: () => undefined });
    onTestFinished(() => memory.close());
    await note(memory, "Before the restart.");
    proxy.cut();
    const cut = await note(memory, "During the restart.").then(
      () => 1,
      (thrown: { code?: string }) => {
        expect(thrown.code).toBe("store_unavailable");
        return 0;
      },
    );
    await note(memory, "After the restart.");
    proxy.freeze();
    const silent = note(memory, "Into the silence.").then(
      () => "kept",
      (thrown: { code?: string }) => thrown.code,
    );
    expect(await silent).toBe("store_unavailable");
    proxy.thaw();
    proxy.cut();
    await note(memory, "After the silence.");
    const texts = (await memory.list({ tenant: TENANT })).map(({ text }) => text);
    expect(texts).toHaveLength(3 + cut);
    expect(new Set(texts).size).toBe(texts.length);
  },
  120_000,
);
