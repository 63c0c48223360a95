// The path of a message: kept first, then read; what failed and what held nothing are told apart.

import { describe, expect, test } from "vitest";
import type { Candidate } from "../../src/model/candidate.ts";
import { hostViewer } from "../../src/model/viewer.ts";
import { builtinExtractor } from "../../src/models/builtin/extractor.ts";
import { DEFAULT_LISTEN_POLICY } from "../../src/write/act.ts";
import { extractStored } from "../../src/write/ingest.ts";
import {
  at,
  candidate,
  type Desk,
  MINUTE_MS,
  messageOf,
  openDesk,
  scripted,
  TENANT,
} from "../support/write-fixtures.ts";

const viewer = hostViewer(TENANT);
const bot = { id: "b1", name: "Helper", isBot: true };
const tea = scripted((input) => [candidate(input, "Ana drinks green tea.")]);

async function activities(desk: Desk): Promise<readonly string[]> {
  const found = await desk.store.upkeep.activities(viewer, { limit: 99 });
  return found.map((one) => `${one.op} ${one.status}`).reverse();
}

describe("what was read", () => {
  test("facts: the receipt lists them and the log names call and fact", async () => {
    const desk = await openDesk({ extractor: tea });
    expect(await desk.hear("I drink green tea")).toMatchObject({ status: "ok", stored: [{}] });
    expect(await activities(desk)).toEqual([
      "memory_embedding_call ok",
      "memory_extract_call ok",
      "memory_fact ok",
    ]);
    expect(await desk.store.messages.minedOutcome(TENANT, "m1")).toBe("facts");
  });

  test("nothing: the receipt says nothing, and so does the log", async () => {
    const desk = await openDesk();
    expect(await desk.hear("did anyone see the match?")).toMatchObject({ status: "nothing" });
    expect(await activities(desk)).toEqual(["memory_extract_call skipped"]);
    expect(await desk.store.messages.minedOutcome(TENANT, "m1")).toBe("nothing");
  });

  test("trouble that may pass: failed, still pending, and a job will read it again", async () => {
    const desk = await openDesk({
      extractor: scripted(() => ({ type: "retryable", reason: "timeout" })),
    });
    expect(await desk.hear("I drink green tea")).toMatchObject({
      status: "failed",
      reason: "retryable: timeout",
    });
    expect(await activities(desk)).toEqual(["memory_extract_error error"]);
    expect(await desk.store.messages.minedOutcome(TENANT, "m1")).toBe("pending");
    const jobs = await desk.store.jobs.list(TENANT, { states: ["queued"], limit: 9 });
    expect(jobs).toMatchObject([{ name: "mine", payload: { id: "m1" } }]);
  });

  test("trouble that will not pass: failed for good, with no job", async () => {
    const desk = await openDesk({
      extractor: scripted(() => ({ type: "rejected", reason: "refusal" })),
    });
    expect(await desk.hear("I drink green tea")).toMatchObject({ reason: "rejected: refusal" });
    expect(await desk.store.messages.minedOutcome(TENANT, "m1")).toBe("failed");
    expect(await desk.store.jobs.list(TENANT, { states: ["queued"], limit: 9 })).toEqual([]);
  });

  test("a reader that throws is one that failed, and the message is kept", async () => {
    const desk = await openDesk({
      extractor: scripted(() => {
        throw new Error("boom: I drink green tea");
      }),
    });
    const receipt = await desk.hear("I drink green tea");
    expect(receipt).toMatchObject({ status: "failed", reason: "retryable: internal" });
    expect(await desk.store.messages.get(viewer, ["m1"])).toHaveLength(1);
  });

  test("an embedder that throws loses nothing: fact and message are kept and wait for their vectors", async () => {
    const broken = {
      model: { id: "broken", dims: 2, revision: "1" },
      inline: true,
      embed: async () => {
        throw new Error("no vectors today");
      },
    };
    const desk = await openDesk({ extractor: tea, deps: { embedder: broken } });
    expect(await desk.hear("I drink green tea")).toMatchObject({ stored: [{}] });
    expect(await activities(desk)).toContain("memory_embedding_error error");
    const jobs = await desk.store.jobs.list(TENANT, { states: ["queued"], limit: 9 });
    expect(jobs.map((job) => job.name)).toEqual(["embed", "embed"]);
  });

  test("read again after it failed, it is stored once and then left alone", async () => {
    let isDown = true;
    const desk = await openDesk({
      extractor: scripted((input) =>
        isDown
          ? { type: "retryable", reason: "timeout" }
          : [candidate(input, "Ana drinks green tea.")],
      ),
    });
    await desk.hear("I drink green tea", { id: "same" });
    isDown = false;
    const [message] = await desk.store.messages.get(viewer, ["same"]);
    if (message === undefined) throw new Error("the message was kept");
    expect(await extractStored(message, desk.deps)).toMatchObject({ stored: [{}] });
    expect(await desk.hear("I drink green tea", { id: "same" })).toMatchObject({
      status: "ignored",
      reason: "already_heard",
    });
    expect(await desk.all()).toHaveLength(1);
  });
});

describe("who is heard", () => {
  test.each([
    ["an assistant", { role: "assistant", origin: "assistant" }],
    ["a tool", { role: "tool", origin: "tool" }],
    ["a bot", { author: bot }],
  ] as const)("%s is kept, but neither read nor gathered", async (_who, fields) => {
    const desk = await openDesk({ extractor: tea });
    expect(await desk.hear("I drink green tea", fields)).toMatchObject({ status: "nothing" });
    expect(await desk.store.messages.get(viewer, ["m1"])).toHaveLength(1);
    expect(await desk.store.messages.minedOutcome(TENANT, "m1")).toBe("skipped");
    expect(await desk.store.messages.buffer(TENANT, "general")).toBeUndefined();
    expect(await desk.all()).toEqual([]);
  });

  const capture = DEFAULT_LISTEN_POLICY.capture;
  test.each([
    ["nobody, when capture is off", { enabled: false }, "disabled"],
    ["no blocked user", { blockedUsers: ["u1"] }, "blocked_user"],
    ["no blocked channel", { blockedChannels: ["general"] }, "blocked_channel"],
    ["no blocked thread", { blockedChannels: ["side"] }, "blocked_channel"],
    ["no other tenant than the only one", { onlyTenant: "other" }, "other_tenant"],
  ])("%s", async (_who, fields, reason) => {
    const listening = { ...DEFAULT_LISTEN_POLICY, capture: { ...capture, ...fields } };
    const desk = await openDesk({ extractor: tea, deps: { listening } });
    const receipt = await desk.hear("I drink green tea", { thread: "side" });
    expect(receipt).toMatchObject({ status: "ignored", reason });
    expect(await desk.store.memories.tenants()).toEqual([]);
    expect(await desk.store.files.waiting(9)).toEqual([]);
  });

  test("a line of less than four characters is gathered but not read", async () => {
    const desk = await openDesk({ extractor: tea });
    expect(await desk.hear("no!")).toMatchObject({ status: "nothing" });
    expect(await desk.store.messages.buffer(TENANT, "general")).toBeDefined();
  });

  test("an empty line is ignored", async () => {
    const desk = await openDesk({ extractor: tea });
    expect(await desk.hear("  \u200B ")).toMatchObject({ status: "ignored", reason: "empty" });
  });

  test("someone who calls themselves lore cannot write lore", async () => {
    const desk = await openDesk({ extractor: tea });
    const author = { id: "__lore__", name: "Ana", isBot: false };
    expect(await desk.hear("I drink green tea", { author })).toMatchObject({ status: "nothing" });
  });
});

describe("how much is read and written (F4, S13)", () => {
  const colours = "red green blue amber violet".split(" ");
  const many = scripted((input) =>
    colours.map((colour): Candidate => candidate(input, `Ana owns a ${colour} kite.`)),
  );
  const text = `I own kites: ${colours.join(" kite, ")} kite`;

  test("a short turn writes four, and the fifth is in the receipt as dropped", async () => {
    const desk = await openDesk({ extractor: many });
    const receipt = await desk.hear(text);
    expect(receipt.stored).toHaveLength(4);
    expect(receipt.dropped).toMatchObject([{ stage: "gate", reason: "turn_limit" }]);
  });

  test("a long turn writes three", async () => {
    const desk = await openDesk({ extractor: many });
    const receipt = await desk.hear(`${text}. ${"And so on it goes. ".repeat(12)}`);
    expect(receipt.stored).toHaveLength(3);
    expect(receipt.dropped).toHaveLength(2);
  });

  test("a candidate that is dropped takes nobody's place", async () => {
    const desk = await openDesk({
      extractor: scripted((input) => [
        ...colours.map((colour) => candidate(input, `Zelda owns a ${colour} kite.`)),
        candidate(input, "Ana owns a red kite."),
      ]),
    });
    expect(await desk.hear(text)).toMatchObject({ stored: [{ text: "Ana owns a red kite." }] });
  });

  test("a person's day has a limit, by the time of what was said, that a restart does not lift", async () => {
    const mining = { ...DEFAULT_LISTEN_POLICY.mining, maxWritesOfUserDay: 2 };
    const listening = { ...DEFAULT_LISTEN_POLICY, mining };
    const kite = scripted((input) => [
      candidate(input, `Ana owns a ${input.message.text.split(" ").at(3)} kite.`),
    ]);
    const desk = await openDesk({ extractor: kite, deps: { listening } });
    const day = (n: number, colour: string) =>
      desk.hear(`I own a ${colour} kite`, { at: `2026-04-0${n}T10:00:00.000Z` });
    await day(1, "red");
    await day(1, "green");
    expect(await day(1, "blue")).toMatchObject({ dropped: [{ reason: "daily_limit" }] });
    expect(await day(2, "blue")).toMatchObject({ stored: [{}] });
    const restarted = { ...desk.deps, store: { ...desk.store } };
    const { ingest } = await import("../../src/write/ingest.ts");
    const late = messageOf({
      id: "late",
      text: "I own a amber kite",
      at: "2026-04-01T11:00:00.000Z",
    });
    expect(await ingest(late, restarted)).toMatchObject({ dropped: [{ reason: "daily_limit" }] });
  });

  test("the first 20,000 characters are read, up to a word, and all of them are kept", async () => {
    let read = "";
    const desk = await openDesk({
      extractor: scripted(({ message }) => {
        read = message.text;
        return [];
      }),
    });
    await desk.hear("wording ".repeat(4_000));
    expect(read.length).toBeGreaterThan(19_900);
    expect(read.length).toBeLessThanOrEqual(20_000);
    expect(read).toMatch(/wording$/);
    const [message] = await desk.store.messages.get(viewer, ["m1"]);
    expect(message?.text).toHaveLength(31_999);
  });

  test("a statement past the first 320 characters is kept with its place, one past the bound is not", async () => {
    const question = "Do you think that I should go to the old market with my friends today? ";
    const told = "I'm allergic to peanuts.";
    const toldBehind = async (questions: number) => {
      const desk = await openDesk({ extractor: builtinExtractor() });
      const before = question.repeat(questions);
      await desk.hear(`${before}${told}`);
      return { at: before.length, kept: await desk.all() };
    };
    const peanuts = (start: number) => [
      { text: `Ana: "I'm allergic to peanuts"`, evidence: [{ start, quote: told.slice(0, -1) }] },
    ];
    const late = await toldBehind(6);
    expect(late.at).toBeGreaterThan(320);
    expect(late.kept).toMatchObject(peanuts(late.at));
    const within = Math.floor((20_000 - told.length) / question.length);
    const last = await toldBehind(within);
    expect(last.kept).toMatchObject(peanuts(last.at));
    expect((await toldBehind(within + 1)).kept).toEqual([]);
  });
});

describe("conversations", () => {
  async function talk(...minutes: readonly number[]) {
    const desk = await openDesk();
    const buffers: (string | undefined)[] = [];
    for (const minute of minutes) {
      await desk.hear(`said at ${minute}`, { at: at(minute) });
      buffers.push((await desk.store.messages.buffer(TENANT, "general"))?.id);
    }
    const jobs = await desk.store.jobs.list(TENANT, { states: ["queued"], limit: 9 });
    return { desk, buffers, flushes: jobs.filter((job) => job.name === "flush") };
  }

  test("go on while someone speaks within 25 minutes", async () => {
    const { buffers, flushes } = await talk(0, 24, 48);
    expect(new Set(buffers).size).toBe(1);
    expect(flushes).toEqual([]);
  });

  test("end after quiet: the next message opens another, and the old one is on its way", async () => {
    const { buffers, flushes } = await talk(0, 26);
    expect(new Set(buffers).size).toBe(2);
    expect(flushes).toMatchObject([{ key: buffers[0], payload: { buffer: buffers[0] } }]);
  });

  test("are cut after two hours, however lively", async () => {
    const { buffers, flushes } = await talk(0, 20, 40, 60, 80, 100, 119, 120);
    expect(buffers.slice(0, 7)).toEqual(Array(7).fill(buffers[0]));
    expect(buffers[7]).not.toBe(buffers[0]);
    expect(flushes).toHaveLength(1);
  });

  test("flush when the channel stays quiet by the clock", async () => {
    const desk = await openDesk();
    await desk.hear("said now");
    desk.pass(24 * MINUTE_MS);
    expect(await desk.store.messages.dueBuffers({ now: desk.now(), limit: 9 })).toEqual([]);
    desk.pass(2 * MINUTE_MS);
    expect(await desk.store.messages.dueBuffers({ now: desk.now(), limit: 9 })).toHaveLength(1);
  });

  test("of a thread are its own", async () => {
    const desk = await openDesk();
    await desk.hear("in the channel");
    await desk.hear("in the thread", { thread: "side" });
    const [channel, thread] = await Promise.all(
      ["general", "side"].map((name) => desk.store.messages.buffer(TENANT, name)),
    );
    expect(channel?.id).not.toBe(thread?.id);
  });
});

test("a kept message is searchable by its words and by its meaning, and has its line in the journal", async () => {
  const desk = await openDesk();
  await desk.hear("I drink green tea");
  const look = { now: desk.now() };
  const words = await desk.store.search.messageWords(viewer, {
    terms: ["tea"],
    filter: {},
    look,
    limit: 9,
  });
  expect(words.items).toHaveLength(1);
  expect(await desk.store.files.waiting(9)).toMatchObject([
    { file: "2026-05-01", line: "- 10:00:00 **Ana** (general): I drink green tea" },
  ]);
});
