// The vault's write gate (V4): each refusal names the first gate it met, in the promised order.

import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { DEFAULT_GUARD_POLICY } from "../../src/guard/guard.ts";
import type { Proposal } from "../../src/model/candidate.ts";
import { hostViewer } from "../../src/model/viewer.ts";
import { DEFAULT_WRITE_POLICY } from "../../src/write/act.ts";
import { refuseLogTier } from "../../src/write/stages/gate.ts";
import { note, openDesk, TENANT } from "../support/write-fixtures.ts";

const canon = (fields: Partial<Proposal> = {}) =>
  note({ kind: "canon", text: "Releases are signed by two people.", ...fields });
const register = (topicId: string, text: string) => note({ kind: "register", topicId, text });

const NOISE = "tick marker for burst 5";
const LONG = "a sentence of some length. ".repeat(60);
const CARD = "The card is 4111 1111 1111 1111.";

async function refusal(proposal: Proposal, ...known: readonly Proposal[]): Promise<string> {
  const desk = await openDesk();
  await desk.remember(known);
  const [outcome] = await desk.remember([proposal]);
  return outcome?.type === "dropped" ? `${outcome.stage}: ${outcome.reason}` : `${outcome?.type}`;
}

describe("the order of the gates", () => {
  const full = { writer: { agent: "shared" } };

  test.each<[string, Proposal, string]>([
    ["noise, before length", canon({ text: `${NOISE} ${LONG}` }), "gate: journal_noise"],
    ["length, before validity", canon({ text: LONG, ...full }), "gate: too_long"],
    ["validity, before private data", canon({ text: CARD, ...full }), "gate: reserved_agent_name"],
    ["private data", canon({ text: CARD }), "gate: private_data"],
    ["a register without a topic", note({ kind: "register" }), "gate: register_without_topic"],
  ])("%s", async (_name, proposal, expected) => {
    expect(await refusal(proposal)).toBe(expected);
  });

  test("private data, though the proposal brings a clean finding of its own", async () => {
    const cleared = Object.assign(canon({ text: CARD }), { findings: [] });
    expect(await refusal(cleared)).toBe("gate: private_data");
  });

  test("private data, before a near-duplicate", async () => {
    const text = "Releases are signed by two people with 4111 1111 1111 1111.";
    expect(await refusal(canon({ text }), canon())).toBe("gate: private_data");
  });

  test("the upsert of a register, before the near-duplicate and the capacity", async () => {
    const policy = { ...DEFAULT_WRITE_POLICY, vaultCapacity: 1 };
    const full = await openDesk({ deps: { policy } });
    await full.remember([register("plans", "Ship the dashboard.")]);
    expect(await full.remember([register("plans", "Ship the dashboard.")])).toMatchObject([
      { type: "merged", how: "upserted" },
    ]);
  });

  test("a near-duplicate, before the capacity", async () => {
    const policy = { ...DEFAULT_WRITE_POLICY, vaultCapacity: 1 };
    const desk = await openDesk({ deps: { policy } });
    await desk.remember([canon()]);
    const [outcome] = await desk.remember([
      canon({ text: "Releases are signed by three people." }),
    ]);
    expect(outcome).toMatchObject({ reason: expect.stringMatching(/^near_duplicate of/) });
  });
});

describe("tier log", () => {
  test("is refused under its own name, noise under the name of noise, and a secret in it is not repeated", () => {
    expect(refuseLogTier("Deployed build 7.", DEFAULT_GUARD_POLICY)).toMatchObject({
      stage: "gate",
      reason: "log_tier",
    });
    expect(refuseLogTier(NOISE, DEFAULT_GUARD_POLICY)).toMatchObject({ reason: "journal_noise" });
    expect(JSON.stringify(refuseLogTier(CARD, DEFAULT_GUARD_POLICY))).not.toMatch(/4111/);
  });
});

describe("private data (V5)", () => {
  test.each([
    ["a social security number", "The SSN is 078-05-1120."],
    ["a card number", CARD],
    ["a password", "The password is correct-horse-9-battery."],
    ["an API key", "The key is sk-proj-Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z0123456789abcd."],
  ])("%s is refused, and the receipt does not repeat it", async (_what, text) => {
    const desk = await openDesk();
    const [outcome] = await desk.remember([canon({ text })]);
    expect(outcome).toMatchObject({ type: "dropped", stage: "gate", reason: "private_data" });
    const secret = text.split(" ").at(-1) ?? "";
    expect(JSON.stringify(outcome)).not.toContain(secret);
    expect(await desk.all()).toEqual([]);
  });

  test.each([
    ["its title", { title: CARD }],
    ["a tag", { tags: [CARD] }],
    ["its topic", { topicId: CARD }],
    ["its evidence", { evidence: [{ type: "statement", text: CARD }] as const }],
  ])("is refused in %s too", async (_where, fields) => {
    expect(await refusal(canon(fields))).toBe("gate: private_data");
  });
});

describe("near-duplicates", () => {
  test.each([
    ["most of its words are said already", "Two people sign all releases.", "gate: near_duplicate"],
    ["it runs nearly alike", "Releeses ar signd by twoo peeple.", "gate: near_duplicate"],
    ["it says something else", "The office closes in August.", "stored"],
    [
      "it says much more",
      `${"Releases are signed, and the archive is kept for ten years under lock by the registrar in the cellar"}.`,
      "stored",
    ],
  ])("when %s", async (_name, text, expected) => {
    expect(await refusal(canon({ text }), canon())).toMatch(new RegExp(`^${expected}`));
  });

  test("a short line is no copy of a long one that mentions it", async () => {
    const long =
      "Releases are signed by two people, and the archive is kept for ten years by the registrar in the cellar.";
    expect(await refusal(canon({ text: "Releases are signed." }), canon({ text: long }))).toBe(
      "stored",
    );
  });

  test("another scope may say the same", async () => {
    expect(await refusal(canon({ scope: "scout" }), canon())).toBe("stored");
  });

  test("within one act count too", async () => {
    const desk = await openDesk();
    const outcomes = await desk.remember([canon(), canon()]);
    expect(outcomes.map((one) => one.type)).toEqual(["stored", "dropped"]);
  });
});

/** Six made-up words, others for each number. */
function madeUp(i: number): string {
  const bytes = [...createHash("sha256").update(`${i}`).digest()];
  const part = (n: number) => `${"bcdfghjklmnpqrstvwxz"[n % 20]}${"aeiou"[n % 5]}`;
  const words = [0, 4, 8, 12, 16, 20].map((from) =>
    bytes
      .slice(from, from + 4)
      .map(part)
      .join(""),
  );
  return `${words.join(" ")}.`;
}

test("the hundredth record is stored, the next is refused for capacity", async () => {
  const desk = await openDesk();
  const record = (i: number) => canon({ text: madeUp(i) });
  const outcomes = await desk.remember(Array.from({ length: 101 }, (_, i) => record(i)));
  expect(outcomes.filter((one) => one.type === "stored")).toHaveLength(100);
  expect(outcomes.at(-1)).toMatchObject({ type: "dropped", reason: "capacity" });
  expect(await desk.remember([record(500)])).toMatchObject([{ reason: "capacity" }]);
});

describe("a register", () => {
  test("is updated in place: one record, a higher version, the newest text", async () => {
    const desk = await openDesk();
    const [first] = await desk.remember([register("plans", "Ship the dashboard.")]);
    const [second] = await desk.remember([register("plans", "Hire a designer.")]);
    const id = first?.type === "stored" ? first.id : "";
    expect(second).toMatchObject({ type: "merged", id, how: "upserted" });
    expect(await desk.all()).toMatchObject([{ id, version: 2, text: "Hire a designer." }]);
    const versions = await desk.store.memories.versions(hostViewer(TENANT), id);
    expect(versions.map((one) => one.text)).toEqual(["Ship the dashboard.", "Hire a designer."]);
  });

  test("of two topics is two records, and of two scopes too", async () => {
    const desk = await openDesk();
    await desk.remember([register("plans", "Ship the dashboard.")]);
    await desk.remember([register("people", "Mia leads design.")]);
    await desk.remember([{ ...register("plans", "Index the archive."), scope: "scout" }]);
    expect(await desk.all(["active"])).toHaveLength(3);
  });

  test("told twice in one act ends as one record", async () => {
    const desk = await openDesk();
    const outcomes = await desk.remember([
      register("plans", "Ship it."),
      register("plans", "Wait."),
    ]);
    expect(outcomes.map((one) => one.type)).toEqual(["stored", "merged"]);
    expect(await desk.all()).toMatchObject([{ version: 2, text: "Wait." }]);
  });
});

test("an agent's canon waits for a person in a shared scope and is its own in its own", async () => {
  const desk = await openDesk();
  const provenance = { origins: ["assistant"], trust: 2 } as const;
  const writer = { agent: "scout" };
  expect(await desk.remember([canon({ provenance, writer })])).toMatchObject([{ type: "held" }]);
  expect(await desk.remember([canon({ provenance, writer, scope: "scout" })])).toMatchObject([
    { type: "stored" },
  ]);
});
