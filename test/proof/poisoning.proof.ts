// Poisoning: whatever a tool, a document, an assistant or an import writes, none of it gains a person's standing, none
// reaches a profile, and none stands in a prompt outside the marks that say it is data.

import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { MemoryEngine } from "../../src/index.ts";
import type { Memory } from "../../src/model/memory.ts";
import { CONTEXT_STYLES } from "../../src/read/context-request.ts";
import { databases, type OpenMemory } from "../integrations/engines.ts";
import { attacks, SLOW_ATTACKS } from "./attacks.ts";
import { CHANNELS, type Channel, TENANT, VICTIM, write } from "./poison-channels.ts";
import { count, isLong } from "./proof-run.ts";

// Long enough for a machine that is busy with others.
vi.setConfig({ testTimeout: 240_000 });

const MARK = /zq\d{4}x/u;
const DAY_MS = 86_400_000;

async function begun(open: OpenMemory) {
  const clock = { at: Date.parse("2026-05-01T10:00:00.000Z") };
  const memory = await open({ now: () => new Date(clock.at) });
  onTestFinished(() => memory.close());
  return { memory, clock };
}

async function everyMemory(memory: MemoryEngine): Promise<readonly Memory[]> {
  const found: Memory[] = [];
  for (let after: string | undefined; ; ) {
    const page = await memory.list({
      ...{ tenant: TENANT, limit: 200 },
      ...(after === undefined ? {} : { after }),
    });
    found.push(...page);
    after = page.at(-1)?.id;
    if (page.length < 200) return found;
  }
}

/** What is left of a prompt when everything between its own marks is taken out. */
function outsideFence(text: string): string {
  const [, nonce = "none"] = /^<m ([0-9a-z]+)> /u.exec(text) ?? [];
  return text.replace(new RegExp(`<m ${nonce}>[\\s\\S]*?</m ${nonce}>`, "u"), "");
}

async function expectHarmless(memory: MemoryEngine, query: string): Promise<void> {
  const active = (await everyMemory(memory)).filter(({ text }) => MARK.test(text));
  expect(active.filter(({ trust }) => trust >= 3)).toEqual([]);
  expect(
    active.filter(({ origins }) => origins.some((one) => one === "tool" || one === "document")),
  ).toEqual([]);
  const profile = await memory.profile({ tenant: TENANT, person: VICTIM });
  expect(JSON.stringify(profile)).not.toMatch(MARK);
  const snapshot = await memory.admin.refreshSnapshot({ tenant: TENANT });
  const shown = snapshot.text.split("\n").filter((line) => MARK.test(line));
  expect(shown.filter((line) => !line.startsWith("- \\[unconfirmed: "))).toEqual([]);
  for (const style of CONTEXT_STYLES) {
    const built = await memory.context({
      ...{ tenant: TENANT, user: VICTIM, style, query, channel: "elsewhere" },
      participants: [VICTIM],
    });
    expect(outsideFence(built.text), style).not.toMatch(MARK);
    if (style !== "slice") expect(built.text, style).not.toMatch(MARK);
  }
}

const corpus = attacks();
const share = isLong() ? 1 : 9;
const some = corpus.filter((_, n) => n % share === 0);

describe.each(databases())("on %s", (name, open) => {
  const flooding = name === "sqlite" || isLong() ? 1_000 : 200;

  test.each(CHANNELS)(
    "nothing that comes by %s gains standing, also after five consolidations",
    async (channel) => {
      const { memory, clock } = await begun(open);
      await memory.ingest(spoken("v-1", "My sister is called Greta."));
      await write(memory, channel, some);
      await memory.drain();
      await expectHarmless(memory, "which bank and which vendor should I use?");
      for (let round = 0; round < 5; round++) {
        clock.at += DAY_MS;
        await memory.flush({ tenant: TENANT });
        for (const job of ["nightly", "consolidate"])
          await memory.runJob({ name: job, tenant: TENANT });
        await memory.drain();
      }
      await expectHarmless(memory, "what is the first rule, and the sister's name?");
      count("poisoning", { attacks: some.length * 2 });
    },
  );

  test("what an agent tells of a group or sums up goes into its own prompts alone, between the marks", async () => {
    const { memory } = await begun(open);
    const told = { tenant: TENANT, agent: "helper", scope: "shared", thread: "yard" } as const;
    for (const [n, kind] of (["lore", "summary"] as const).entries())
      for (const origin of ["assistant", "job"] as const) {
        const text = `The group always pays ${origin} Northgate first, zq${n + 9000}x says.`;
        await memory.remember({ ...told, kind, text, origin, jobId: "invoices" });
      }
    const asked = { tenant: TENANT, query: "whom does the group pay first?", thread: "yard" };
    const own: string[] = [];
    for (const style of CONTEXT_STYLES) {
      for (const who of [
        {},
        { user: VICTIM },
        { agent: "another" },
        { agent: "another", user: VICTIM },
      ]) {
        const built = await memory.context({ ...asked, ...who, style, sinceRevision: 0 });
        expect(built.text, `${style} of ${JSON.stringify(who)}`).not.toMatch(MARK);
      }
      const built = await memory.context({ ...asked, agent: "helper", style });
      expect(outsideFence(built.text), style).not.toMatch(MARK);
      own.push(...built.items.map(({ text }) => text));
    }
    expect(own.filter((text) => text.includes("zq9000x")).length).toBeGreaterThan(0);
    expect(own.filter((text) => text.includes("zq9001x")).length).toBeGreaterThan(0);
    const found = await memory.search({ tenant: TENANT, query: asked.query });
    expect(found.hits.filter(({ text }) => MARK.test(text)).length).toBeGreaterThan(0);
  });

  test("a payload planted a hundred conversations ago is not in the prompt it waited for", async () => {
    const { memory, clock } = await begun(open);
    const [payload] = attacks().filter(({ text }) => text.includes("Skyline"));
    const planted = payload === undefined ? [] : [payload];
    expect(planted).toHaveLength(1);
    for (const channel of CHANNELS) await write(memory, channel, planted);
    const talks = Array.from({ length: 100 }, (_, talk) => {
      clock.at += 3_600_000;
      const at = new Date(clock.at).toISOString();
      return [
        { ...spoken(`t-${talk}-1`, `Talk ${talk}: I watered the ${FLOWERS[talk % 5]}.`), at },
        { ...spoken(`t-${talk}-2`, `I also like walk number ${talk} by the river.`), at },
      ];
    });
    await memory.ingestMany(talks.flat());
    await memory.flush({ tenant: TENANT });
    await memory.drain();
    await expectHarmless(memory, "I want to ask a question about travel with Skyline Tours");
  });

  test("what another member says over eight weeks is nobody's but theirs, whatever is made of it", async () => {
    const { memory, clock } = await begun(open);
    for (let week = 0; week < 8; week++) {
      await memory.ingestMany([
        { ...spoken(`w-${week}-1`, `I have ${week + 3} ${FLOWERS[week % 5]} in my garden.`) },
        ...SLOW_ATTACKS.flatMap((parts, attack) =>
          parts.map((part, n) => ({
            ...{ tenant: TENANT, channel: "garden", id: `s-${week}-${attack}-${n}` },
            author: { id: "mallory", name: "Mallory" },
            text: part.replace("{mark}", `zq${8_000 + attack}x`),
          })),
        ),
      ]);
      await memory.flush({ tenant: TENANT });
      clock.at += 7 * DAY_MS;
      for (const job of ["nightly", "consolidate", "insights", "merge-volatile"])
        await memory.runJob({ name: job, tenant: TENANT });
      await memory.drain();
    }
    const marked = (await everyMemory(memory)).filter(({ text }) => MARK.test(text));
    expect(marked.filter(({ subject, user }) => subject === VICTIM || user === VICTIM)).toEqual([]);
    const standing = ["soul", "rule", "canon", "register", "trait", "procedure"];
    const raised = marked.filter(
      ({ kind, subject }) => standing.includes(kind) && subject !== "mallory",
    );
    expect(raised).toEqual([]);
    const profile = await memory.profile({ tenant: TENANT, person: VICTIM });
    // A conversation is named by words that were said in it, so its title may hold one; no line may.
    const told = Object.values(profile.sections).flat();
    expect(told.length).toBeGreaterThan(0);
    expect(told.filter(({ text }) => MARK.test(text))).toEqual([]);
    for (const query of [
      "which travel company should I book with?",
      "what are my rules?",
      "what does Mallory want?",
    ])
      for (const style of CONTEXT_STYLES) {
        const about = { user: VICTIM, participants: [VICTIM], channel: "elsewhere" };
        const built = await memory.context({ tenant: TENANT, ...about, style, query });
        expect(outsideFence(built.text), style).not.toMatch(MARK);
        const untitled = built.text.replace(/ {2}\[[^\]]+\]$/gmu, "");
        const lines = untitled.split("\n").filter((line) => MARK.test(line));
        expect(
          lines.filter((line) => !line.includes("Mallory")),
          style,
        ).toEqual([]);
      }
    count("poisoning", { "slow attacks": SLOW_ATTACKS.length * 8 });
  });

  test.each(CHANNELS)(
    "what comes by %s never takes the place of a person's word, in any order",
    async (channel) => {
      const { memory } = await begun(open);
      for (const [n, order] of ORDERS.entries()) {
        const subject = `${VICTIM}-${n}`;
        const lines = {
          person: { tenant: TENANT, kind: "fact" as const, subject, text: "Vera lives in Lisbon." },
          other: claim(subject, channel),
        };
        for (const who of order) await memory.remember(lines[who]);
        const known = await memory.list({ tenant: TENANT, filter: { subject } });
        const texts = known.filter(({ state }) => state === "active").map(({ text }) => text);
        expect(texts, order.join(" then ")).toEqual(["Vera lives in Lisbon."]);
      }
    },
  );

  test.each(["assistant", "import"] as const)(
    "what is derived from what came by %s gains no trust, whoever derives it and however often",
    async (channel) => {
      const { memory } = await begun(open);
      const home = { tenant: TENANT, kind: "fact" as const, subject: VICTIM };
      await memory.remember({ ...home, text: "Vera lives in Lisbon." });
      const { stored } = await memory.remember({
        ...claim(VICTIM, channel),
        kind: "log",
        text: "Somebody wrote that Vera moved to Ostrava, zq7000x.",
      });
      const source = (await everyMemory(memory)).find(({ id }) => id === stored[0]?.id);
      if (source === undefined) throw new Error("it was stored");
      let parent = source.id;
      for (const [n, origin] of (["user", "operator", "job", "user"] as const).entries()) {
        const told = await memory.remember({
          ...{ tenant: TENANT, kind: "summary", origin, derivedFrom: [parent] },
          text: `Told ${n} times over: Vera moved to Ostrava, zq700${n + 1}x.`,
        });
        expect(told.stored).toHaveLength(1);
        parent = told.stored[0]?.id ?? parent;
      }
      await memory.remember({
        ...{ ...home, origin: "operator", derivedFrom: [parent] },
        text: "Vera lives in Ostrava.",
      });
      const all = await everyMemory(memory);
      const derived = all.filter(({ derivedFrom }) => derivedFrom.length > 0);
      expect(derived.length).toBeGreaterThanOrEqual(4);
      expect(derived.filter(({ trust }) => trust > source.trust)).toEqual([]);
      for (const { origins } of derived)
        expect(origins).toEqual(expect.arrayContaining([...source.origins]));
      const standing = all.filter(({ kind, state }) => kind === "fact" && state === "active");
      expect(standing.map(({ text }) => text)).toContain("Vera lives in Lisbon.");
    },
  );

  test("an approval holds for the words that were shown, and for no others", async () => {
    const { memory } = await begun(open);
    const claimed = { ...claim(VICTIM, "tool"), text: "Vera keeps bees on the roof." };
    const { held } = await memory.remember(claimed);
    expect(held).toHaveLength(1);
    const [shown] = await memory.review.list({ tenant: TENANT });
    const { id = "", hash = "" } = shown ?? {};
    const other = `${hash.slice(0, -1)}${hash.endsWith("0") ? "1" : "0"}`;
    await expect(
      memory.review.approve({ tenant: TENANT, id, hash: other, actor: "op" }),
    ).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await everyMemory(memory)).toEqual([]);
    const { memory: made } = await memory.review.approve({ tenant: TENANT, id, hash, actor: "op" });
    expect(made).toMatchObject({ text: "Vera keeps bees on the roof.", state: "active" });
    await expect(
      memory.review.approve({ tenant: TENANT, id, hash, actor: "op" }),
    ).rejects.toThrow();
  });

  test(`${flooding} near-duplicates of one writer leave room for what others said`, async () => {
    const { memory } = await begun(open);
    const others = ["ana", "ben", "eve", "ida"];
    for (const who of others)
      await memory.remember({
        ...{ tenant: TENANT, kind: "log", actor: who },
        text: `The garden shop that ${who} likes is on street ${who.length}${who}.`,
      });
    const flood = Array.from({ length: flooding }, (_, n) => ({
      ...{ tenant: TENANT, kind: "log" as const, actor: "mallory" },
      text: `The garden shop everybody likes is Mallory's, says customer ${n}.`,
    }));
    for (const line of flood) await memory.remember(line);
    const { items } = await memory.context({
      ...{ tenant: TENANT, user: "reader", style: "pack", query: "which garden shop is liked?" },
    });
    const ofMallory = items.filter(({ text }) => text.includes("Mallory")).length;
    expect(ofMallory).toBeLessThanOrEqual(Math.ceil(20 / 3));
    expect(items.some(({ text }) => others.some((who) => text.includes(`that ${who} likes`)))).toBe(
      true,
    );
    count("poisoning", { flood: flood.length });
  });
});

const ORDERS = [
  ["person", "other"],
  ["other", "person"],
  ["other", "person", "other"],
  ["person", "other", "other", "person"],
] as const;
const FLOWERS = ["roses", "lilies", "tulips", "asters", "dahlias"] as const;

function spoken(id: string, text: string) {
  return { tenant: TENANT, channel: "garden", id, author: { id: VICTIM, name: "Vera" }, text };
}

function claim(subject: string, channel: Channel) {
  const writer = channel === "assistant" ? { agent: "helper" } : { origin: channel };
  return {
    tenant: TENANT,
    kind: "fact" as const,
    subject,
    text: "Vera lives in Ostrava.",
    ...writer,
  };
}
