// The vault: registers by topic, promotion, bulk acts, what to tidy up, search and figures.

import { expect, test } from "vitest";
import { promote, type Remember, updateByTopic } from "../../src/curate/edit.ts";
import { bulkDelete } from "../../src/curate/forget.ts";
import {
  consolidationCandidates,
  deletionProposals,
  vaultSearch,
  vaultStats,
} from "../../src/curate/vault.ts";
import { remember } from "../../src/write/remember.ts";
import { agent, at, commit, create, refusal } from "../support/store-conformance/samples.ts";
import { DAY, type Desk, doing, linesOf, openDesk, stored } from "./support.ts";

const REGISTER = { kind: "register", category: "project", topicId: "projects" } as const;
const CANON = { kind: "canon", category: "bio" } as const;

function remembering({ write }: Desk): { remember: Remember } {
  const plain = { sources: { messages: new Map(), names: [] }, alongside: () => [] };
  return { remember: (proposals, act) => remember(proposals, { ...act, ...plain }, write) };
}

test("the register of a topic is made once and then updated in place", async () => {
  const desk = await openDesk();
  const topic = { ...doing, topicId: "projects", scope: "shared", category: "project" };
  const set = (text: string) =>
    updateByTopic({ ...topic, text, origin: "operator" }, remembering(desk));
  const [made] = await set("Projects: dashboard");
  const [updated] = await set("Projects: dashboard, e-mail");
  if (made?.type !== "stored") throw new Error("the first was not stored");
  expect(updated).toMatchObject({ type: "merged", how: "upserted", id: made.id });
  expect(await stored(desk.store, made.id)).toMatchObject({
    version: 2,
    text: "Projects: dashboard, e-mail",
  });
});

test("promoting a register makes it canon, and the vault file calls the source a promotion", async () => {
  const desk = await openDesk();
  await commit(desk.store, create({ ...REGISTER, text: "The mission is to stay calm" }));
  const canon = await promote({ ...doing, id: "m1" }, desk.deps);
  expect(canon).toMatchObject({ kind: "canon", stability: "permanent", version: 2 });
  await desk.drain();
  const lines = await linesOf(desk.files.readVault());
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ tier: "canon", source: "promotion" });
});

test("only an active register can be promoted", async () => {
  const { store, deps } = await openDesk();
  await commit(store, create({ ...CANON }), create({ ...REGISTER, id: "m2", state: "archived" }));
  for (const id of ["m1", "m2"])
    await expect(promote({ ...doing, id }, deps)).rejects.toMatchObject(refusal("invalid_input"));
});

test("deleting in bulk ends what is there in one revision and names what is not", async () => {
  const { store, deps } = await openDesk();
  const thread = "t1";
  await commit(
    store,
    create({ thread }),
    create({ id: "m2", thread }),
    create({ id: "m3", thread, state: "soft_deleted" }),
  );
  const ids = ["m1", "m2", "m3", "nobody", "m1"];
  expect(await bulkDelete({ ...doing, ids, purge: false }, deps)).toEqual({
    deleted: ["m1", "m2"],
    missing: ["m3", "nobody"],
  });
  const delta = await store.memories.delta(doing.viewer, { thread, since: 1, limit: 9 });
  expect(delta).toMatchObject({ revision: 2 });
  expect(delta.changes.map(({ event }) => event)).toEqual(["soft_deleted", "soft_deleted"]);
});

async function withRecords(): Promise<Desk> {
  const desk = await openDesk();
  await commit(
    desk.store,
    create({ ...CANON, id: "c1", text: "The crew lives on a boat called Meridian" }),
    create({ ...CANON, id: "c2", text: "The crew lives on the boat Meridian", createdAt: at(1) }),
    create({ ...CANON, id: "c3", text: "Releases go out every Friday", createdAt: at(2) }),
    create({ ...REGISTER, id: "r1", text: "Projects: dashboard and e-mail", createdAt: at(3) }),
    create({ ...CANON, id: "own", scope: "orion", text: "Orion lives on a boat called Meridian" }),
  );
  return desk;
}

test("records that say much the same are named as pairs, and never across scopes", async () => {
  const { deps, store } = await withRecords();
  const pairs = await consolidationCandidates({ viewer: doing.viewer }, deps);
  expect(pairs.map(({ older, newer }) => [older.id, newer.id])).toEqual([["c1", "c2"]]);
  expect(await stored(store, "c1")).toMatchObject({ state: "active" });
});

test("deletion is proposed with its reasons and not carried out", async () => {
  const { deps, store, setClock } = await withRecords();
  await commit(store, create({ ...CANON, id: "c4", text: "Sale until May", validTo: at(5) }));
  setClock(200 * DAY);
  const proposals = await deletionProposals({ viewer: doing.viewer }, deps);
  const reasons = new Map(proposals.map(({ memory, reasons }) => [memory.id, reasons.join()]));
  expect(reasons.get("c1")).toContain("nearly the same as the newer c2");
  expect(reasons.get("c4")).toContain("was true only until 2026-05-01");
  expect(reasons.get("r1")).toContain("not updated for 200 days");
  expect(reasons.has("c3")).toBe(false);
  expect(await stored(store, "c1")).toMatchObject({ state: "active", version: 1 });
});

test("the vault is searched by its own score, in the scopes the viewer sees", async () => {
  const { deps } = await withRecords();
  const query = "boat called Meridian";
  const seen = async (viewer: typeof doing.viewer) =>
    (await vaultSearch({ viewer, query }, deps)).map(({ memory }) => memory.id);
  expect(await seen(agent("elysia"))).toEqual(["c1", "c2"]);
  expect((await seen(agent("orion"))).sort()).toEqual(["c1", "c2", "own"]);
  const [best] = await vaultSearch({ viewer: agent("elysia"), query }, deps);
  expect(best?.score).toBeGreaterThan(1.3);
});

test("the vault's figures count records, lines and topics of one tenant", async () => {
  const desk = await withRecords();
  await promote({ ...doing, id: "r1" }, desk.deps);
  await bulkDelete({ ...doing, ids: ["c3"], purge: false }, desk.deps);
  await desk.drain();
  expect(await vaultStats({ viewer: doing.viewer, max: 100 }, desk.deps)).toEqual({
    active: 4,
    max: 100,
    utilisation: 0.04,
    deleted: 1,
    rawLines: 7,
    bloat: 1.75,
    byScope: { shared: 3, orion: 1 },
    byTier: { canon: 4 },
    byCategory: { project: 1, bio: 3 },
    registerTopics: 0,
  });
});
