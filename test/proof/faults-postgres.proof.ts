// What a PostgreSQL server and the way to it may do to us: restart, crash, run out of connections, go silent.

import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createMemory, type MemoryEngine } from "../../src/index.ts";
import { freshSchema, serverUrl } from "../support/postgres.ts";
import { type PrivatePostgres, privatePostgres } from "./private-postgres.ts";
import { count } from "./proof-run.ts";
import { tcpProxy } from "./tcp-proxy.ts";
import { canMount, mountSmallDisk } from "./tools.ts";

// Long enough for a machine that is busy with others.
vi.setConfig({ testTimeout: 240_000 });

const TENANT = "acme";
const FILLER = "word ".repeat(400).trim();
const url = serverUrl();

const note = (memory: MemoryEngine, text: string) =>
  memory.remember({ tenant: TENANT, kind: "log", text, subject: "ana" });

async function opened(at: string): Promise<MemoryEngine> {
  const memory = await createMemory({ url: at, upkeep: false, warn: () => undefined });
  onTestFinished(() => memory.close());
  return memory;
}

async function textsOf(memory: MemoryEngine): Promise<readonly string[]> {
  const texts: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await memory.list({ tenant: TENANT, limit: 200, ...(after && { after }) });
    texts.push(...page.map(({ text }) => text));
    after = page.at(-1)?.id;
    if (page.length < 200) return texts;
  }
}

/** A cluster of its own needs the same programs as the shared server. */
describe.runIf(url !== undefined)("a server of its own", () => {
  async function started(...settings: string[]): Promise<PrivatePostgres> {
    const server = await privatePostgres(settings);
    onTestFinished(server.close);
    return server;
  }

  type Written = Readonly<{ kept: string[]; refused: string[]; codes: Set<string> }>;

  /** One note after another, each once, until it is told to end. */
  function writer(
    memory: MemoryEngine,
    name = "Note",
  ): Written & Readonly<{ end: () => Promise<void> }> {
    const written: Written = { kept: [], refused: [], codes: new Set() };
    let isOver = false;
    const write = async () => {
      for (let n = 0; !isOver; n++) {
        const text = `${name} number ${n}.`;
        await note(memory, text).then(
          () => written.kept.push(text),
          async (thrown: { code?: string }) => {
            written.refused.push(text);
            written.codes.add(String(thrown.code));
            await delay(20);
          },
        );
      }
    };
    const writing = write();
    const end = () => {
      isOver = true;
      return writing;
    };
    return { ...written, end };
  }

  async function more({ kept }: Written, notes: number): Promise<void> {
    for (const wanted = kept.length + notes; kept.length < wanted; ) await delay(20);
  }

  async function moreRefused({ refused }: Written, notes: number): Promise<void> {
    for (const wanted = refused.length + notes; refused.length < wanted; ) await delay(20);
  }

  test("that is stopped, crashed and started again in the middle of writing loses no note and doubles none", async () => {
    const server = await started();
    const memory = await opened(server.url);
    const written = writer(memory);
    for (const mode of ["fast", "immediate", "fast", "immediate"] as const) {
      await more(written, 20);
      const before = written.refused.length;
      server.stop(mode);
      while (written.refused.length < before + 3) await delay(20);
      server.start();
    }
    await more(written, 20);
    await written.end();
    expect([...written.codes]).toEqual(["store_unavailable"]);
    const texts = await textsOf(memory);
    expect(new Set(texts).size).toBe(texts.length);
    const stored = new Set(texts);
    expect(written.kept.filter((text) => !stored.has(text))).toEqual([]);
    const { kept, refused } = written;
    count("faults", {
      "notes kept over four restarts": kept.length,
      "notes refused meanwhile": refused.length,
    });
  });

  test("that is killed under two nodes loses no note of either, doubles none, and both go on", async () => {
    const server = await started();
    const nodes = [await opened(server.url), await opened(server.url)] as const;
    const writers = nodes.map((node, who) => writer(node, `Node ${who}`));
    const each = (act: (written: (typeof writers)[number]) => Promise<void>) =>
      Promise.all(writers.map(act));
    for (let round = 0; round < 3; round++) {
      await each((written) => more(written, 15));
      const refused = each((written) => moreRefused(written, 2));
      server.stop("immediate");
      await refused;
      server.start();
    }
    await each((written) => more(written, 15));
    await each(({ end }) => end());
    const kept = writers.flatMap((written) => written.kept);
    expect(writers.flatMap(({ codes }) => [...codes])).toEqual(
      nodes.map(() => "store_unavailable"),
    );
    for (const node of nodes) {
      const texts = await textsOf(node);
      const stored = new Set(texts);
      expect(stored.size).toBe(texts.length);
      expect(kept.filter((text) => !stored.has(text))).toEqual([]);
    }
    const { stored } = await note(nodes[0], "Said to the first node.");
    expect(await nodes[1].get({ tenant: TENANT, id: stored[0]?.id ?? "" })).toBeDefined();
    count("faults", { "notes of two nodes over three kills": kept.length });
  });

  test.runIf(canMount())(
    "whose disk is full refuses by name, loses nothing, and with room goes on",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "mneme-server-"));
      const unmount = mountSmallDisk(folder, 160_000);
      const settings = ["wal_level=minimal", "max_wal_senders=0"];
      const server = await privatePostgres(settings, join(folder, "server"));
      onTestFinished(() => {
        server.close();
        unmount();
      });
      const memory = await opened(server.url);
      const { bavail, bsize } = statfsSync(folder);
      const others = join(folder, "somebody-elses");
      writeFileSync(others, Buffer.alloc(bavail * bsize - 20_000_000, 1));
      const kept: string[] = [];
      let refusedAs: string | undefined;
      for (let n = 0; refusedAs === undefined && n < 20_000; n++) {
        const text = `Note ${n} of a long list. ${FILLER}`;
        await note(memory, text).then(
          () => kept.push(text),
          (thrown: { code?: string }) => {
            refusedAs = thrown.code;
          },
        );
      }
      expect(["storage_full", "store_unavailable"]).toContain(refusedAs);
      expect(kept.length).toBeGreaterThan(100);
      rmSync(others);
      server.revive();
      await expect
        .poll(
          () =>
            note(memory, "There is room again.").then(
              () => true,
              () => false,
            ),
          { timeout: 60_000 },
        )
        .toBe(true);
      const stored = new Set(await textsOf(memory));
      expect(kept.filter((text) => !stored.has(text))).toEqual([]);
      count("faults", { "notes until the server's disk was full": kept.length });
    },
  );

  test("that has no connection left refuses by name, and takes notes again when there is one", async () => {
    const server = await started("max_connections=6", "superuser_reserved_connections=0");
    const memory = await opened(server.url);
    await note(memory, "While there was one.");
    // The engine's own are taken from it as well.
    const held: pg.Client[] = [];
    const killer = new pg.Client({ connectionString: server.url });
    await killer.connect();
    await killer.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'",
    );
    for (let n = 0; n < 5; n++) {
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      held.push(client);
    }
    await expect(note(memory, "When there was none.")).rejects.toMatchObject({
      code: "store_unavailable",
    });
    for (const client of [...held, killer]) await client.end();
    await note(memory, "When there was one again.");
    expect(await textsOf(memory)).toHaveLength(2);
  });
});

describe.runIf(url !== undefined)("the way to the server", () => {
  test("that is cut or goes silent loses no note and doubles none, and needs nobody's help to go on", async () => {
    const schema = await freshSchema(url ?? "");
    onTestFinished(() => schema.close());
    const direct = new URL(schema.url);
    const proxy = await tcpProxy(direct.hostname, Number(direct.port || 5432));
    onTestFinished(() => proxy.close());
    const through = new URL(schema.url);
    through.hostname = "127.0.0.1";
    through.port = String(proxy.port);
    const memory = await opened(through.href);
    await note(memory, "Before the cut.");
    proxy.cut();
    const cut = await note(memory, "During the cut.").then(
      () => 1,
      (thrown: { code?: string }) => {
        expect(thrown.code).toBe("store_unavailable");
        return 0;
      },
    );
    await note(memory, "After the cut.");
    proxy.freeze();
    await expect(note(memory, "Into the silence.")).rejects.toMatchObject({
      code: "store_unavailable",
    });
    proxy.thaw();
    await note(memory, "After the silence.");
    const texts = await textsOf(memory);
    expect(texts).toHaveLength(3 + cut);
    expect(new Set(texts).size).toBe(texts.length);
  });
});
