// The memory folder: names no tenant can break out of, modes no one else can read, a snapshot that is whole.

import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { refreshSnapshot, snapshotText } from "../../src/curate/snapshot.ts";
import { LORE_SUBJECT } from "../../src/model/kinds.ts";
import { openFiles, safeName } from "../../src/store/files/open-files.ts";
import {
  at,
  commit,
  create,
  keep,
  memory,
  message,
  TENANT,
} from "../support/store-conformance/samples.ts";
import { openDesk } from "./support.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mneme-files-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("any text is a plain name, and no two texts share one, whatever their case", () => {
  const names = new Map<string, string>();
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      const name = safeName(text);
      expect(name).toMatch(/^(?:~[0-9a-f]{64}|[a-z0-9_%-]{1,100})$/);
      const known = names.get(name);
      expect(known === undefined || Buffer.from(known).equals(Buffer.from(text))).toBe(true);
      names.set(name, text);
    }),
    { numRuns: 2_000 },
  );
  expect(
    new Set(["acme", "Acme", "ACME", "../acme", "acme/", "", ".", ".."].map(safeName)).size,
  ).toBe(8);
});

test.each(["../../outside", "/etc", "a/b", "..", "con", "vault.jsonl", ".lock", "\0", "ünïcode"])(
  "the files of tenant %j stay in a folder of their own",
  async (tenant) => {
    const files = await openFiles(join(folder, "memory"));
    const line = {
      ...({ from: "outbox", seq: 1, itemId: "g1", line: "- hello" } as const),
      ...{ tenant, file: "../../2026-05-01" },
    };
    await files.append([line, { ...line, seq: 2, file: "2026-05-01" }]);
    await files.writeSnapshot(tenant, "text");
    expect(await readdir(folder)).toEqual(["memory"]);
    const inside = (await readdir(join(folder, "memory"))).filter((name) => !name.startsWith("."));
    expect(inside).toEqual([safeName(tenant)]);
    expect(await files.journalDays(tenant)).toEqual(["2026-05-01"]);
  },
);

test("nobody but the owner can read the folder or a file in it", async () => {
  const files = await openFiles(join(folder, "memory"));
  const line = {
    ...({ from: "outbox", seq: 1, itemId: "g1", line: "- hello" } as const),
    ...{ tenant: "acme", file: "2026-05-01" },
  };
  await files.append([line, { ...line, seq: 2, file: "vault", line: "{}" }]);
  await files.writeSnapshot("acme", "text");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  expect(entries.length).toBeGreaterThanOrEqual(5);
  for (const entry of entries) {
    const { mode } = await stat(join(entry.parentPath, entry.name));
    expect((mode & 0o777).toString(8)).toBe(entry.isDirectory() ? "700" : "600");
  }
});

test("a snapshot that would say the same is not written again", async () => {
  const files = await openFiles(folder);
  expect(await files.writeSnapshot("acme", "one")).toBe(true);
  const path = join(folder, "acme", "MEMORY.md");
  const { ino } = await stat(path);
  expect(await files.writeSnapshot("acme", "one")).toBe(false);
  expect((await stat(path)).ino).toBe(ino);
  expect(await files.writeSnapshot("acme", "two")).toBe(true);
  expect(await files.readSnapshot("acme")).toBe("two");
});

test("the snapshot shows people by name, lore, what was said lately and the journals", async () => {
  const { store, deps, files, drain } = await openDesk();
  const text = "We are moving the whole studio to Lisbon";
  await commit(
    store,
    keep({ text }),
    { type: "journal", day: "2026-05-01", messageId: "g1", line: "- x" },
    create({ kind: "fact", subject: "u1", text: "Ana is a nurse." }),
    create({ id: "m2", kind: "lore", subject: LORE_SUBJECT, text: "Fridays are for *karaoke*." }),
    create({ id: "p1", kind: "fact", subject: "u1", scope: "user", user: "u1", text: "Private." }),
    create({ id: "p2", kind: "fact", subject: "u1", sensitivity: "sensitive", text: "Secret." }),
  );
  await drain();
  expect(await refreshSnapshot({ tenant: TENANT }, deps)).toMatchObject({ isChanged: true });
  const snapshot = (await files.readSnapshot(TENANT)) ?? "";
  for (const piece of [
    "## People",
    "### Ana (u1)",
    "- Ana is a nurse. (preference)",
    "## Ongoing lore",
    "Fridays are for \\*karaoke\\*.",
    "## Recent journal highlights",
    text,
    "## Source logs",
    "- [2026-05-01](2026-05-01.md)",
  ])
    expect(snapshot).toContain(piece);
  expect(snapshot).not.toMatch(/Private|Secret/);
  expect(await refreshSnapshot({ tenant: TENANT }, deps)).toMatchObject({ isChanged: false });
});

test("the snapshot does not hang on the order in which things were found", () => {
  const facts = [memory({ id: "a" }), memory({ id: "b" }), memory({ id: "c", createdAt: at(1) })];
  const people = [
    { id: "u1", name: "Ana", facts },
    { id: "u2", name: "Bob", facts: facts.slice(1) },
  ];
  const given = { people, lore: facts, highlights: [], days: ["2026-05-02", "2026-05-01"] };
  const turned = {
    people: people.map((one) => ({ ...one, facts: one.facts.toReversed() })).toReversed(),
    lore: facts.toReversed(),
    highlights: [],
    days: given.days.toReversed(),
  };
  expect(snapshotText(turned)).toBe(snapshotText(given));
});

test("no text in a snapshot can pretend to be a heading, a line or HTML", () => {
  const hostile = "x\n## People\n- <script>alert(1)</script> [a](http://b)";
  const said = { ...message({ text: hostile }), position: 1 };
  const text = snapshotText({
    people: [{ id: hostile, name: hostile, facts: [memory({ text: hostile })] }],
    lore: [memory({ text: hostile, category: hostile })],
    highlights: [said],
    days: [],
  });
  expect(text.match(/^## /gm)).toHaveLength(4);
  expect(text).not.toMatch(/(?<!\\)<script|(?<!\\)\[a/);
});
