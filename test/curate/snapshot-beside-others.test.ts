// A tenant's snapshot hangs on that tenant alone: not on when another's work moved everyone's lines into their files,
// nor on how many lines another has.

import { describe, expect, onTestFinished, test, vi } from "vitest";
import { erase, previewErase } from "../../src/curate/erase/erase.ts";
import { withdrawMessage } from "../../src/curate/messages.ts";
import { currentSnapshot, refreshSnapshot } from "../../src/curate/snapshot.ts";
import { compact } from "../../src/curate/vault-file.ts";
import type { Change } from "../../src/model/change-set.ts";
import { hostViewer } from "../../src/model/viewer.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres.ts";
import type { PostgresPool } from "../../src/store/postgres/postgres-database.ts";
import { moveLines } from "../../src/upkeep/background.ts";
import { pgliteWithVector } from "../support/pglite.ts";
import { freshSchema, serverUrl } from "../support/postgres.ts";
import { commitIn, keep, TENANT } from "../support/store-conformance/samples.ts";
import { type Desk, type OpenRows, openDesk } from "./support.ts";

const OTHER = "acme2";

function said(tenant: string, id: string): readonly Change[] {
  return [
    keep({ tenant, id, text: `We sail with boat ${id} on Friday` }),
    { type: "journal", day: "2026-05-01", messageId: id, line: `- ${id}` },
  ];
}

const MOVERS: readonly (readonly [string, (desk: Desk) => Promise<unknown>])[] = [
  [
    "erasing",
    ({ deps }) =>
      erase({ tenant: OTHER, of: { type: "subject", subject: "u1" }, actor: "x" }, deps),
  ],
  [
    "asking what erasing would take",
    ({ deps }) =>
      previewErase({ tenant: OTHER, of: { type: "subject", subject: "u1" }, actor: "x" }, deps),
  ],
  [
    "withdrawing a message",
    ({ deps }) =>
      withdrawMessage(
        { viewer: hostViewer(OTHER), actor: "x", messageId: "o1", purge: true },
        deps,
      ),
  ],
  ["compacting the vault", ({ store, files }) => compact({ store, files })],
];

async function onPostgres(pool: PostgresPool, now: () => Date) {
  return openPostgresStore({ pool, keepsFiles: true, now, warn: () => undefined });
}

/** Where there is no server, PostgreSQL in process stands alone. */
function places(): readonly (readonly [name: string, rows: OpenRows | undefined])[] {
  const url = serverUrl();
  const onServer: OpenRows = async (now) => {
    const { pool, close } = await freshSchema(url ?? "");
    onTestFinished(close);
    return onPostgres(pool, now);
  };
  return [
    ["SQLite", undefined],
    ["PostgreSQL in process", async (now) => onPostgres((await pgliteWithVector()).pool, now)],
    ...(url === undefined ? [] : [["a PostgreSQL server", onServer] as const]),
  ];
}

describe.each(places())("on %s", (_, rows) => {
  test.each(MOVERS)(
    "lines that another's %s moved still bring the snapshot up to date",
    async (_name, move) => {
      const desk = await openDesk(rows);
      await commitIn(desk.store, OTHER, said(OTHER, "o1"));
      await commitIn(desk.store, TENANT, said(TENANT, "g1"));
      await moveLines(desk.deps);
      await commitIn(desk.store, TENANT, said(TENANT, "g2"));
      await move(desk);
      await moveLines(desk.deps);
      expect(await desk.files.readSnapshot(TENANT)).toContain("boat g2");
    },
  );

  test("however many lines another has waiting, the snapshot is brought up to date", async () => {
    const desk = await openDesk(rows);
    const many = Array.from({ length: 501 }, (_, n) => said(OTHER, `o${n}`)).flat();
    await commitIn(desk.store, OTHER, many);
    await commitIn(desk.store, TENANT, said(TENANT, "g1"));
    await moveLines(desk.deps);
    expect(await desk.files.readSnapshot(TENANT)).toContain("boat g1");
  });

  test("the journals a snapshot names are the same before and after they are on the disk", async () => {
    const desk = await openDesk(rows);
    await commitIn(desk.store, OTHER, [
      ...said(OTHER, "o1"),
      { type: "journal", day: "2026-05-02", messageId: "o1", line: "- o1" },
    ]);
    await commitIn(desk.store, TENANT, said(TENANT, "g1"));
    const before = await currentSnapshot(TENANT, desk.deps);
    expect(before).toContain("[2026-05-01](2026-05-01.md)");
    expect(before).not.toContain("2026-05-02");
    await desk.drain();
    expect(await currentSnapshot(TENANT, desk.deps)).toBe(before);
  });

  test("a message that is taken back leaves the snapshot with the next lines that are moved", async () => {
    const desk = await openDesk(rows);
    await commitIn(desk.store, TENANT, said(TENANT, "g1"));
    await moveLines(desk.deps);
    expect(await desk.files.readSnapshot(TENANT)).toContain("boat g1");
    const taken = { viewer: hostViewer(TENANT), actor: "u1", messageId: "g1", purge: true };
    await withdrawMessage(taken, desk.deps);
    await moveLines(desk.deps);
    expect(await desk.files.readSnapshot(TENANT)).not.toContain("boat g1");
  });

  test("while a tenant's lines keep coming its snapshot waits, and then it is written", async () => {
    const desk = await openDesk(rows);
    await commitIn(desk.store, TENANT, said(TENANT, "g1"));
    await moveLines(desk.deps, 60_000);
    expect(await desk.files.readSnapshot(TENANT)).toBeUndefined();
    await commitIn(desk.store, TENANT, said(TENANT, "g2"));
    await moveLines(desk.deps);
    expect(await desk.files.readSnapshot(TENANT)).toContain("boat g2");
  });

  test("a tenant whose lines never stop coming has its snapshot too, later", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const desk = await openDesk(rows);
    let ticks = 0;
    while ((await desk.files.readSnapshot(TENANT)) === undefined && ticks < 500) {
      await commitIn(desk.store, TENANT, said(TENANT, `g${++ticks}`));
      vi.advanceTimersByTime(5);
      await moveLines(desk.deps, 50);
    }
    expect(ticks).toBeGreaterThan(1);
    expect(ticks).toBeLessThan(500);
  });

  test("refreshing gives the text that was written", async () => {
    const desk = await openDesk(rows);
    await commitIn(desk.store, TENANT, said(TENANT, "g1"));
    const { text } = await refreshSnapshot({ tenant: TENANT }, desk.deps);
    expect(await desk.files.readSnapshot(TENANT)).toBe(text);
  });
});
