// Reading, correcting and deleting a person's profile.

import { expect, test } from "vitest";
import { correctProfile, deleteProfile, profile } from "../../src/curate/profile.ts";
import { SECTIONS } from "../../src/model/kinds.ts";
import { at, commit, create, host, keep, refusal } from "../support/store-conformance/samples.ts";
import { DAY, doing, openDesk, stored } from "./support.ts";

const TRAIT = { kind: "trait", subject: "u1", section: "interests" } as const;
const who = { viewer: host, user: "u1" } as const;

async function withProfile() {
  const desk = await openDesk();
  const episode = { kind: "episode", title: "Gaming session", validFrom: at(-60) } as const;
  const span = { type: "span", messageId: "g1", start: 0, end: 1, quote: "I" } as const;
  await commit(
    desk.store,
    keep(),
    create({ id: "e1", ...episode, text: "Ana played chess with Bob." }),
    create({ ...TRAIT, text: "Ana plays chess.", derivedFrom: ["e1"], confidence: 0.8 }),
    create({ ...TRAIT, id: "m2", section: "bio", text: "Ana is a nurse.", evidence: [span] }),
    create({ ...TRAIT, id: "m3", subject: "u2", text: "Bob plays chess." }),
  );
  return desk;
}

test("a profile has every section, and each line its source, confidence and freshness", async () => {
  const { deps, setClock } = await withProfile();
  setClock(45 * DAY);
  const { sections } = await profile(who, deps);
  expect(Object.keys(sections)).toEqual([...SECTIONS]);
  expect(sections.interests).toEqual([
    {
      id: "m1",
      text: "Ana plays chess.",
      confidence: 0.8,
      freshness: 0.5,
      updatedAt: at(0),
      isCorrected: false,
      sources: [{ type: "episode", id: "e1", title: "Gaming session", date: at(-60) }],
    },
  ]);
  expect(sections.bio[0]?.sources).toEqual([
    { type: "message", id: "g1", title: "general", date: at(0) },
  ]);
});

test("a corrected line takes the old one's place with the person's trust and the mark of a correction", async () => {
  const { store, deps } = await withProfile();
  const input = { ...doing, user: "u1", traitId: "m1", text: "Ana plays go.", origin: "user" };
  const right = await correctProfile({ ...input, origin: "user" }, deps);
  expect(right).toMatchObject({
    text: "Ana plays go.",
    section: "interests",
    trust: 3,
    origins: ["user"],
    tags: ["corrected"],
    derivedFrom: [],
  });
  expect(await stored(store, "m1")).toMatchObject({ state: "superseded", supersededBy: right.id });
  const { sections } = await profile(who, deps);
  expect(sections.interests).toMatchObject([{ id: right.id, isCorrected: true }]);
});

test("a line of another person's profile is not corrected in one's name", async () => {
  const { deps } = await withProfile();
  const input = { ...doing, user: "u1", traitId: "m3", text: "Bob plays go.", origin: "user" };
  const attempt = correctProfile({ ...input, origin: "user" }, deps);
  await expect(attempt).rejects.toMatchObject(refusal("not_found"));
});

test("a deleted profile is empty, and nobody else's is", async () => {
  const { store, deps } = await withProfile();
  expect(await deleteProfile({ ...doing, user: "u1", purge: false }, deps)).toBe(2);
  const { sections } = await profile(who, deps);
  expect(Object.values(sections).flat()).toEqual([]);
  expect(await stored(store, "m3")).toMatchObject({ state: "active" });
});
