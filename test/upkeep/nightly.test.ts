// The night: topics out of the day's conversations, profiles without repetitions, insights on evidence.

import { describe, expect, test } from "vitest";
import { forget } from "../../src/curate/forget.ts";
import type { Memory } from "../../src/model/memory.ts";
import { hostViewer } from "../../src/model/viewer.ts";
import { CORRECTED_TAG } from "../../src/ports/narrator.ts";
import { upkeepHandlers } from "../../src/upkeep/schedule.ts";
import { jobOf, openWorkshop, TENANT, type Workshop } from "./workshop.ts";

async function withPeople(): Promise<Workshop> {
  const shop = await openWorkshop();
  await shop.say("u1", "Ana", "hello");
  await shop.say("u2", "Bea", "hello");
  return shop;
}

function episode(shop: Workshop, text: string, fields: Partial<Memory> = {}): Promise<Memory> {
  const { subject: _subject, user: _user, ...of } = { subject: "", user: "", ...fields };
  return shop.keep({
    kind: "episode",
    category: "event",
    participants: ["u1", "u2"],
    title: text,
    text: `Ana said that ${text}. Bea agreed.`,
    ...of,
    subject: undefined as never,
    user: (fields.user ?? undefined) as never,
  });
}

const trait = (shop: Workshop, text: string, fields: Partial<Memory> = {}) =>
  shop.keep({
    kind: "trait",
    category: "profile",
    section: "bio",
    derivedFrom: ["f1"],
    text,
    ...fields,
  });

describe("topics (P7)", () => {
  test("rest on the day's conversations and name everyone who took part", async () => {
    const shop = await withPeople();
    const first = await episode(shop, "the garden needs tomatoes", { participants: ["u1"] });
    const second = await episode(shop, "the tomatoes of the garden are ripe", {
      participants: ["u2"],
    });
    expect(await shop.run("nightly")).toMatchObject({ topics: expect.any(Number) });
    const topics = await shop.list("topic");
    const sources = topics.flatMap(({ derivedFrom }) => derivedFrom).sort();
    expect(sources).toEqual([first.id, second.id].sort());
    for (const topic of topics)
      expect(topic.participants.length).toBeGreaterThanOrEqual(topic.derivedFrom.length);
  });

  test("tell each conversation once, however often the night is run", async () => {
    const shop = await withPeople();
    await episode(shop, "the garden needs tomatoes");
    await shop.run("nightly");
    const before = (await shop.list("topic")).length;
    await shop.run("nightly");
    expect(await shop.list("topic")).toHaveLength(before);
  });

  test("that a job told before it died are in its note; those of another night are not", async () => {
    const shop = await withPeople();
    await episode(shop, "the garden needs tomatoes");
    const { commit } = shop.deps.store;
    const dying: typeof commit = async (...sets) => {
      if (sets.some(({ cause }) => cause === "summary")) throw new Error("the process dies");
      return commit(...sets);
    };
    const job = (attempts: number, key = "night-1") => jobOf({ name: "nightly", key, attempts });
    const cut = { ...shop.deps, store: { ...shop.deps.store, commit: dying } };
    await expect(upkeepHandlers(cut)["nightly"]?.(job(1))).rejects.toThrow("dies");
    const [topic, ...others] = await shop.list("topic");
    expect([topic?.kind, others]).toEqual(["topic", []]);
    const nightly = upkeepHandlers(shop.deps)["nightly"];
    expect(await nightly?.(job(2, "night-2"))).toMatchObject({ topics: 0 });
    expect(await nightly?.(job(1))).toMatchObject({ topics: 0 });
    expect(await nightly?.(job(2))).toMatchObject({ topics: 1 });
    expect((await shop.list("summary")).map(({ text }) => text)).toEqual([
      "Upkeep (nightly): topics: 1.",
    ]);
  });

  test("never mix what only one person may see with what everybody may", async () => {
    const shop = await withPeople();
    const open = await episode(shop, "the garden needs tomatoes");
    const secret = await episode(shop, "the tomatoes are a surprise", {
      scope: "user",
      user: "u1",
    });
    await shop.run("nightly");
    for (const topic of await shop.list("topic")) {
      const isSecret = topic.derivedFrom.includes(secret.id);
      expect(topic.scope).toBe(isSecret ? "user" : "shared");
      expect(isSecret && topic.derivedFrom.includes(open.id)).toBe(false);
    }
  });

  test("make up for missed days, and leave older ones alone", async () => {
    const shop = await withPeople();
    await episode(shop, "the old garden was sold");
    shop.pass(3);
    const handler = upkeepHandlers(shop.deps)["nightly"];
    const startedAt = shop.at();
    await shop.store.jobs.enqueue([jobOf({ id: "n1", name: "nightly", runAt: startedAt })]);
    const [claimed] = await shop.store.jobs.claim({
      names: ["nightly"],
      now: startedAt,
      leaseUntil: startedAt,
      limit: 1,
    });
    if (claimed === undefined) throw new Error("nothing to claim");
    const ran = {
      tenant: TENANT,
      name: "nightly",
      key: "key-1",
      outcome: "ok",
      detail: {},
    } as const;
    await shop.store.jobs.complete(claimed, { ...ran, startedAt, endedAt: startedAt });
    await episode(shop, "the roof leaks");
    shop.pass(4);
    await handler?.(jobOf({ id: "n2", name: "nightly" }));
    expect((await shop.list("topic")).map(({ text }) => text).join()).toContain("roof");
    expect((await shop.list("topic")).map(({ text }) => text).join()).not.toContain("garden");
  });
});

describe("profiles (P8)", () => {
  test("lose what is said twice and keep the sources of both", async () => {
    const shop = await withPeople();
    await trait(shop, "Ana lives in Lisbon", { derivedFrom: ["f1"] });
    await trait(shop, "Ana lives in Lisbon now", { derivedFrom: ["f2"] });
    expect(await shop.run("nightly")).toMatchObject({ linesMerged: 1 });
    const [line, ...others] = await shop.list("trait");
    expect(others).toEqual([]);
    expect(line?.derivedFrom.toSorted()).toEqual(["f1", "f2"]);
  });

  test("keep the newer of two that contradict, and say until when the older was true", async () => {
    const shop = await withPeople();
    const old = await trait(shop, "Ana works at Nokia");
    shop.pass(0.5);
    const fresh = await trait(shop, "Ana works at Bosch");
    await shop.run("nightly");
    expect((await shop.list("trait")).map(({ id }) => id)).toEqual([fresh.id]);
    expect(await shop.get(old.id)).toMatchObject({
      supersededBy: fresh.id,
      validTo: fresh.createdAt,
    });
  });

  test("compare quotations of one person by what was said", async () => {
    const shop = await withPeople();
    const old = await trait(shop, 'Ana: "I work at Nokia"');
    shop.pass(0.5);
    const fresh = await trait(shop, 'Ana: "I work at Bosch"');
    const other = await trait(shop, 'Ana: "I live in Lisbon"');
    await shop.run("nightly");
    const left = (await shop.list("trait")).map(({ id }) => id);
    expect(left.toSorted()).toEqual([fresh.id, other.id].toSorted());
    expect(await shop.get(old.id)).toMatchObject({ validTo: fresh.createdAt });
  });

  test("never put a correction aside", async () => {
    const shop = await withPeople();
    const right = await trait(shop, "Ana works at Nokia", { tags: [CORRECTED_TAG] });
    shop.pass(0.5);
    await trait(shop, "Ana works at Bosch");
    await shop.run("nightly");
    expect((await shop.list("trait")).map(({ id }) => id)).toEqual([right.id]);
  });

  test("are not overruled by a narrator that may not", async () => {
    const shop = await withPeople();
    const person = await trait(shop, "Ana works at Nokia");
    const guess = await trait(shop, "Ana has a boat", { trust: 1, origins: ["document"] });
    const bold = {
      ...shop.deps,
      narrator: {
        ...shop.deps.narrator,
        consolidate: async () =>
          ({ type: "ok", merge: [{ keep: guess.id, drop: [person.id], reason: "so" }] }) as const,
      },
    };
    await upkeepHandlers(bold)["nightly"]?.(jobOf({ name: "nightly" }));
    expect(await shop.get(person.id)).toMatchObject({ state: "active" });
  });

  test("take in facts that came without a conversation", async () => {
    const shop = await withPeople();
    const fact = await shop.keep({ text: "Ana plays the cello", category: "skill" });
    expect(await shop.run("nightly")).toMatchObject({ linesAdded: 1 });
    const [line] = await shop.list("trait");
    expect(line).toMatchObject({ subject: "u1", derivedFrom: [fact.id] });
    expect(await shop.run("nightly")).toMatchObject({ linesAdded: 0 });
  });
});

describe("insights (S3)", () => {
  const busy = async () => {
    const shop = await withPeople();
    const first = await episode(shop, "the garden needs tomatoes");
    const second = await episode(shop, "the garden fence is broken");
    const third = await episode(shop, "the garden gate was painted");
    return { shop, first, ids: [first.id, second.id, third.id] };
  };

  test("rest on evidence, are of little weight and no part of the profile", async () => {
    const { shop, ids } = await busy();
    await shop.run("insights");
    const insights = await shop.list("insight");
    expect(insights.length).toBeGreaterThan(0);
    for (const insight of insights) {
      expect(insight).toMatchObject({ category: "relationship_dynamic", importance: 2 });
      expect(insight.derivedFrom.every((id) => ids.includes(id))).toBe(true);
      expect(insight.text.length).toBeLessThanOrEqual(280);
    }
    expect(await shop.list("trait")).toEqual([]);
  });

  test("come at most once in a day for each person", async () => {
    const { shop } = await busy();
    await shop.run("insights");
    const before = (await shop.list("insight")).length;
    expect(before).toBeGreaterThan(0);
    shop.pass(0.5);
    await episode(shop, "the garden is green");
    await shop.run("insights");
    expect(await shop.list("insight")).toHaveLength(before);
  });

  test("go when what they rest on goes", async () => {
    const { shop, first } = await busy();
    await shop.run("insights");
    const viewer = hostViewer(TENANT);
    await forget({ viewer, actor: "ana", id: first.id, purge: true }, shop.deps);
    const withdrawn = await shop.run("insights");
    expect(Number(withdrawn["withdrawn"])).toBeGreaterThan(0);
    for (const insight of await shop.list("insight"))
      expect(insight.derivedFrom).not.toContain(first.id);
  });
});

test.each(["nightly", "insights"])("a dry run of %s changes nothing", async (name) => {
  const shop = await withPeople();
  await episode(shop, "the garden needs tomatoes");
  await episode(shop, "the garden fence is broken");
  await episode(shop, "the garden gate was painted");
  await trait(shop, "Ana lives in Lisbon");
  await trait(shop, "Ana lives in Lisbon now");
  const before = await shop.store.memories.counts(hostViewer(TENANT));
  const { would, ...counts } = await shop.run(name, { dryRun: true });
  expect(would).not.toEqual([]);
  expect(await shop.store.memories.counts(hostViewer(TENANT))).toEqual(before);
  expect(await shop.run(name)).toEqual(counts);
});
