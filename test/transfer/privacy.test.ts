// All that is kept of one person, for that person.

import { describe, expect, test } from "vitest";
import type { MemoryEngine } from "../../src/index.ts";
import { canonical } from "../../src/transfer/state-hash.ts";
import { testEngine } from "../support/engine.ts";
import { collected, exported, fileOf, importOf, TENANT } from "./support.ts";

describe("a privacy bundle", () => {
  const MINE = "zqxmine";
  const THEIRS = "zqxtheirs";

  async function twoPeople(): Promise<MemoryEngine> {
    const { memory } = await testEngine({ upkeep: false });
    for (const [id, mark] of [
      ["ana", MINE],
      ["ben", THEIRS],
    ] as const) {
      const text = `My boat is called ${mark}.`;
      await memory.ingest({
        tenant: TENANT,
        channel: "c",
        id: `g-${id}`,
        author: { id, name: mark },
        text,
      });
      await memory.remember({
        tenant: TENANT,
        kind: "fact",
        text: `Likes ${mark}.`,
        subject: id,
        user: id,
      });
      await memory.remember({
        tenant: TENANT,
        kind: "trait",
        section: "bio",
        text: `Lives in ${mark}.`,
        subject: id,
        user: id,
        field: "city",
      });
      await memory.admin.checkpoints.save(
        { tenant: TENANT, user: id, thread: mark },
        { mark },
        "2026-05-01T10:00:00.000Z",
      );
    }
    const old = await memory.list({ tenant: TENANT, filter: { subject: "ana" }, limit: 1 });
    await memory.forget({ tenant: TENANT, id: old[0]?.id ?? "" });
    await memory.remember({
      tenant: TENANT,
      kind: "episode",
      text: `Met about ${MINE} and ${THEIRS}.`,
      participants: ["ana", "ben"],
    });
    return memory;
  }

  test("holds everything of the person and nothing of anyone else", async () => {
    const memory = await twoPeople();
    const files = await exported(
      memory.transfer.export({ tenant: TENANT, format: "privacy", subject: "ana" }),
    );
    expect([...files.keys()]).toEqual([
      "export.jsonl",
      "activities.jsonl",
      "embeddings.json",
      "schema.json",
      "README.md",
    ]);
    const lines = (files.get("export.jsonl") ?? "")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    for (const type of ["message", "version", "review", "checkpoint"])
      expect(lines.some((line) => line.type === type && JSON.stringify(line).includes(MINE))).toBe(
        true,
      );
    expect(lines.some(({ memory: kept }) => kept?.state === "soft_deleted")).toBe(true);
    const all = [...files.values()].join("");
    expect(all).not.toContain(THEIRS);
    expect(all).not.toMatch(/"(?:subject|user|author)":(?:\{"id":)?"ben"/);
    expect(files.get("README.md")).toContain("1 memories also tell of other people");
  });

  test("as an archive it reads back into the same state", async () => {
    const memory = await twoPeople();
    const request = { tenant: TENANT, format: "privacy", subject: "ana" } as const;
    const first = await exported(memory.transfer.export(request));
    const path = await fileOf(
      "ana.zip",
      Buffer.concat(await collected(memory.transfer.exportZip(request))),
    );
    const { memory: empty } = await testEngine({ upkeep: false });
    const report = await empty.transfer.import(importOf(path));
    expect(report).toMatchObject({ format: "mneme", counts: { bad: 0 } });
    const again = await exported(empty.transfer.export(request));
    const records = (files: ReadonlyMap<string, string>) =>
      (files.get("export.jsonl") ?? "")
        .trim()
        .split("\n")
        .slice(1)
        .map((line) => canonical(JSON.parse(line)))
        .sort();
    expect(records(again)).toEqual(records(first));
  });

  test("needs a person, and only it does", async () => {
    const { memory } = await testEngine({ upkeep: false });
    for (const input of [{ format: "privacy" }, { format: "csv", subject: "ana" }] as const)
      await expect(memory.transfer.exportText({ tenant: TENANT, ...input })).rejects.toMatchObject({
        code: "invalid_input",
      });
  });
});
