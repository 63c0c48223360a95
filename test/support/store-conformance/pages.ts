// Every record of a tenant, a page at a time: each once, in its order, and none of another tenant.

import { expect, test } from "vitest";
import type { Change } from "../../../src/model/change-set.ts";
import { hostViewer } from "../../../src/model/viewer.ts";
import type { Store } from "../../../src/ports/store.ts";
import type { Part, StoredRecord } from "../../../src/ports/transfer-store.ts";
import type { Cases } from "./describe-store.ts";
import { at, commit, commitIn, create, keep, link, memory, revise, TENANT } from "./samples.ts";

async function read(store: Store, part: Part, limit: number): Promise<readonly StoredRecord[]> {
  const records: StoredRecord[] = [];
  for (let after: string | undefined; ; ) {
    const page = await store.transfer.page(TENANT, part, {
      limit,
      ...(after === undefined ? {} : { after }),
    });
    expect(page.records.length).toBeLessThanOrEqual(limit);
    records.push(...page.records);
    if (page.next === undefined) return records;
    after = page.next;
  }
}

const versions = async (store: Store, limit: number) =>
  (await read(store, "version", limit)).map((record) =>
    record.type === "version" ? `${record.memory.id} ${record.memory.version}` : "",
  );

const madeFor = (tenant: string, ids: readonly string[]): Change[] =>
  ids.map((id) => ({ type: "create", memory: memory({ id, tenant, text: id }), reason: "" }));

export const pageCases: Cases = (store) => {
  test("parts with keys of two columns are read to their end, whatever a page holds", async () => {
    await commit(store(), ...["a", "a b", "b", "c"].map((id) => create({ id, text: id })));
    await commit(store(), link("a", "b"), link("a", "c"), link("a b", "a"), link("c", "a b"));
    await store().upkeep.erase(TENANT, { memories: ["x", "y", "z"], messages: ["x"] }, at(1));
    for (const limit of [1, 2, 3, 9]) {
      const relations = await read(store(), "relation", limit);
      const pairs = relations.map((one) =>
        one.type === "relation" ? [one.relation.from, one.relation.to] : [],
      );
      expect(pairs.toSorted()).toEqual(
        [
          ["a", "b"],
          ["a", "c"],
          ["a b", "a"],
          ["c", "a b"],
        ].toSorted(),
      );
      expect(await read(store(), "tombstone", limit)).toHaveLength(4);
      expect(await read(store(), "event", limit)).toHaveLength(4);
    }
  });

  test("versions come in the order they were made; what was erased leaves no gap that ends a page early", async () => {
    await commit(store(), ...madeFor(TENANT, ["a", "b", "c"]), keep(), keep({ id: "g2" }));
    await commitIn(store(), "other", madeFor("other", ["a", "x"]));
    await commit(store(), revise({ id: "a", version: 2, text: "again" }));
    await store().upkeep.erase(TENANT, { memories: ["b"], messages: [] }, at(1));
    for (const limit of [1, 2, 9]) {
      expect(await versions(store(), limit)).toEqual(["a 1", "c 1", "a 2"]);
      expect(await read(store(), "message", limit)).toHaveLength(2);
    }
    expect(await store().memories.versions(hostViewer("other"), "x")).toHaveLength(1);
  });

  test("thousands of one tenant among those of another are read the same way", async () => {
    const made: string[] = [];
    for (let part = 0; part < 12; part++) {
      const ids = Array.from({ length: 450 }, (_, n) => `${part}-${n}`);
      made.push(...ids.map((id) => `${id} 1`));
      await commit(store(), ...madeFor(TENANT, ids));
      await commitIn(store(), "other", madeFor("other", ids.slice(0, 40)));
    }
    await commit(store(), revise({ id: "0-7", version: 2, text: "again" }));
    expect(await versions(store(), 500)).toEqual([...made, "0-7 2"]);
  }, 120_000);
};
