// What the engine handed out never comes back as news: no fact gains a second copy by being recalled.

import { describe, expect, test } from "vitest";
import { hostViewer } from "../../src/model/viewer.ts";
import { wordVectorsNow } from "../../src/models/builtin/embedder.ts";
import { builtinExtractor } from "../../src/models/builtin/extractor.ts";
import { context } from "../../src/read/context.ts";
import { CONTEXT_STYLES, type ContextDeps } from "../../src/read/context-request.ts";
import { DEFAULT_RECALL_POLICY } from "../../src/read/policy.ts";
import { createEchoes, stripEcho } from "../../src/write/echoes.ts";
import { workOf } from "../support/work-of.ts";
import {
  candidate,
  type Desk,
  note,
  openDesk,
  proposal,
  scripted,
  TENANT,
} from "../support/write-fixtures.ts";

const viewer = hostViewer(TENANT);

function reading(desk: Desk): ContextDeps {
  let nonces = 0;
  return {
    store: desk.store,
    embedder: desk.deps.embedder,
    wordVectors: wordVectorsNow,
    now: desk.deps.now,
    policy: DEFAULT_RECALL_POLICY,
    rerank: undefined,
    backfill: async () => new Map(),
    used: () => undefined,
    nonce: () => `n0nce${(++nonces).toString(36)}`,
    categories: [],
  };
}

describe("blocks of memory in a message", () => {
  const fenceChoices = [true, false];
  const cases = CONTEXT_STYLES.flatMap((style) =>
    fenceChoices.map((fence) => [style, fence] as const),
  );

  test.each(cases)(
    "of style %s (fenced: %s) are taken out and the rest is left",
    async (style, fence) => {
      const desk = await openDesk();
      await desk.remember([
        proposal({ text: "Ana lives in Lisbon.", thread: "t1" }),
        proposal({ kind: "trait", section: "bio", text: "Ana is a nurse." }),
        note({ kind: "summary", text: "The team met <b>twice</b>.\nThen it ate." }),
        note({ kind: "soul", text: "Curious and kind to all." }),
        note({ kind: "canon", text: "Releases are signed by two people." }),
        note({ kind: "episode", title: "Lunch", text: "Ana and Ben had lunch in Lisbon." }),
      ]);
      const input = {
        viewer,
        style,
        fence,
        query: "Ana Lisbon",
        participants: ["u1"],
        thread: "t1",
        sinceRevision: 0,
      };
      const { text, items } = await context(input, reading(desk));
      expect(items.length).toBeGreaterThan(0);
      const said = "By the way, my sister is called Mia.";
      const left = `${stripEcho(`${text}\n\n${said}`)}\n${stripEcho(`${said}\n\n${text}`)}`;
      expect(left).toContain(said);
      if (fence || ["pack", "slice", "background", "snapshot", "memory"].includes(style))
        expect(left).not.toMatch(/Lisbon|nurse|twice|signed/);
    },
  );

  test.each([
    "I said <m abc>hi</m abd> and <background_facts> to nobody",
    "Memory is a fickle thing, and these are my facts:",
    "# Rules\n- be kind",
    "x < y and y > z",
  ])("that are none are left as they are: %s", (text) => {
    expect(stripEcho(text)).toBe(text);
  });

  test("take linear time to look for, whatever is thrown at them", async () => {
    const work = await workOf(() => {
      for (const piece of [
        "<m abcd> Remembered from others",
        "<background_facts>",
        "## Memory\n- x\n",
        "<m a1b2> Remembered from others\n</m a1b2>\n",
      ])
        stripEcho(piece.repeat(20_000));
    });
    expect(work).toBeLessThan(2_000);
  });

  test("that are all of a message leave nothing to hear", async () => {
    const desk = await openDesk();
    await desk.remember([note({ kind: "summary", text: "The team met twice." })]);
    const { text } = await context({ viewer }, reading(desk));
    expect(await desk.hear(text)).toMatchObject({ status: "ignored", reason: "self_echo" });
  });
});

describe("single lines that were handed out", () => {
  const repeat = scripted((input) => [candidate(input, input.message.text)]);

  test("are dropped when a message repeats them word for word", async () => {
    const desk = await openDesk({ extractor: repeat });
    desk.echoes.handOut(TENANT, ["Ana keeps bees on the roof. Ana sells the honey."]);
    expect(await desk.hear("Ana keeps bees on the roof.")).toMatchObject({
      dropped: [{ stage: "gate", reason: "self_echo" }],
    });
  });

  test("are dropped when an agent saves them again", async () => {
    const desk = await openDesk();
    desk.echoes.handOut(TENANT, ["The archive is in the cellar."]);
    expect(await desk.remember([note({ text: "the archive is in the cellar" })])).toMatchObject([
      { type: "dropped", reason: "self_echo" },
    ]);
  });

  test("do not keep a person from saying the same of themselves again", async () => {
    const desk = await openDesk({
      extractor: scripted((input) => [candidate(input, "Ana lives in Lisbon.")]),
    });
    await desk.hear("I live in Lisbon");
    desk.echoes.handOut(TENANT, ["Ana lives in Lisbon."]);
    expect(await desk.hear("yes, I live in Lisbon")).toMatchObject({
      merged: [{ how: "touched" }],
    });
  });

  test("of a quoted kind do not keep their speaker from saying the same again", async () => {
    const desk = await openDesk({ extractor: builtinExtractor() });
    await desk.hear("I live in Lisbon");
    desk.echoes.handOut(TENANT, ['Ana: "I live in Lisbon"']);
    expect(await desk.hear("I live in Lisbon")).toMatchObject({ merged: [{ how: "touched" }] });
  });

  test.each([
    (line: string) => line,
    (line: string) => `[fact] ${line}`,
    (line: string) => `- ${line}  [Lisbon, Apr 30]`,
    (line: string) => `You told me: ${line}`,
  ])("teach nothing of whoever pastes them, however long ago that was (%#)", async (pasted) => {
    const desk = await openDesk({ extractor: builtinExtractor() });
    for (const text of ["I moved to Lisbon last week", "I'm allergic to peanuts"])
      await desk.hear(text);
    const lines = (await desk.all()).map(({ text }) => text);
    expect(lines).toHaveLength(2);
    for (const line of lines)
      expect(
        await desk.hear(pasted(line), { author: { id: "u2", name: "Ben", isBot: false } }),
      ).toMatchObject({ status: "nothing" });
    expect((await desk.all()).map(({ text }) => text)).toEqual(lines);
  });

  test("are one tenant's own, and the oldest are forgotten", () => {
    const echoes = createEchoes({ tenants: 2, linesOfTenant: 2 });
    echoes.handOut("a", [
      "the first line of all",
      "the second line of all",
      "the third line of all",
    ]);
    expect(echoes.isEcho("a", "The first line of all!")).toBe(false);
    expect(echoes.isEcho("a", "The third line of all!")).toBe(true);
    expect(echoes.isEcho("b", "The third line of all!")).toBe(false);
    echoes.handOut("b", ["another line altogether"]);
    echoes.handOut("c", ["another line altogether"]);
    expect(echoes.isEcho("a", "The third line of all!")).toBe(false);
  });
});

describe("a log of a thousand messages, with what is recalled fed back in every turn", () => {
  const PEOPLE = ["Ana", "Ben", "Chloe", "Dev"];
  const CITIES = ["Lisbon", "Oslo", "Turin", "Accra", "Quito"];
  const HOBBIES = [
    "chess",
    "kayaking",
    "pottery",
    "sailing",
    "birdwatching",
    "knitting",
    "fencing",
  ];
  const TURNS_TO_RECALL = 5;
  const pick = (from: readonly string[], i: number) => from[i % from.length] ?? "";
  const LINES: readonly ((i: number) => string)[] = [
    (i) => `I really enjoy ${pick(HOBBIES, i)}`,
    () => "lol, same here",
    (i) => `My brother works as a cook in ${pick(CITIES, i)}`,
    () => "did anyone see the match last night?",
    (i) => `I work as a teacher in ${pick(CITIES, i % 4)}`,
    (i) => `I started learning ${pick(HOBBIES, i + 3)} with my cousin`,
    () => "ok see you later",
    () => "I'm allergic to peanuts",
    () => "I have a dog called Rex",
  ];

  /** What is active in the end; `feed` is what a turn brings back of what was recalled. */
  async function replay(feed: (desk: Desk, said: string, i: number) => Promise<string>) {
    const desk = await openDesk({ extractor: builtinExtractor() });
    for (let i = 0; i < 1_000; i++) {
      const who = i % PEOPLE.length;
      const author = { id: `u${who}`, name: pick(PEOPLE, who), isBot: false };
      const said = (LINES[(i * 5 + Math.floor(i / 9)) % LINES.length] ?? (() => ""))(i);
      await desk.hear(`${said}${await feed(desk, said, i)}`, { author });
    }
    const active = await desk.all(["active"]);
    return active.map(({ subject, text }) => `${subject}: ${text.toLowerCase()}`).sort();
  }

  test("stores the same lines as without, each of them once", { timeout: 240_000 }, async () => {
    const plain = await replay(async () => "");
    expect(plain.length).toBeGreaterThan(20);
    let recalled = "";
    const echoed = await replay(async (desk, query, i) => {
      if (i % TURNS_TO_RECALL !== 0) return recalled;
      const turn = i / TURNS_TO_RECALL;
      const style = CONTEXT_STYLES[turn % CONTEXT_STYLES.length] ?? "pack";
      const fence = Math.floor(turn / CONTEXT_STYLES.length) % 2 === 0;
      const participants = [`u${i % PEOPLE.length}`];
      const told = await context({ viewer, style, query, fence, participants }, reading(desk));
      const memories = told.items.filter((one) => one.item === "memory").map((one) => one.text);
      desk.echoes.handOut(TENANT, memories);
      recalled = `\n\n${told.text}`;
      return recalled;
    });
    expect(new Set(echoed).size).toBe(echoed.length);
    expect(echoed).toEqual(plain);
  });
});
