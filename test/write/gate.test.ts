// What the write gate lets in, drops and holds, by the one thing that is wrong with a proposal, and the same proposal
// on the other side of each bound.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_GUARD_POLICY } from "../../src/guard/guard.ts";
import type { Proposal } from "../../src/model/candidate.ts";
import { KINDS, POLICIES } from "../../src/model/kinds.ts";
import { ORIGINS, type Origin, provenanceOf, TRUST_OF } from "../../src/model/origin.ts";
import type { GateContext } from "../../src/write/stages/gate.ts";
import { refuseLogTier } from "../../src/write/stages/gate.ts";
import { type Desk, note, openDesk, proposal, TENANT } from "../support/write-fixtures.ts";

let desk: Desk;
const handedOut = new Set<string>();
const context: GateContext = {
  isEcho: (tenant, line) => tenant === TENANT && handedOut.has(line),
  categories: new Set(["preference", "vault"]),
  scopes: "all",
  kinds: POLICIES,
};
beforeAll(async () => {
  desk = await openDesk({ deps: { gate: context } });
});
afterAll(() => desk.store.close());

/** `in`, or what the gate said. What a later stage drops, or finds said already, the gate had let in. */
async function gated(fields: Partial<Proposal>): Promise<string> {
  const [outcome] = await desk.remember([note(fields)]);
  if (outcome?.type === "held") return `held: ${outcome.why}`;
  const isOurs = outcome?.type === "dropped" && outcome.stage === "gate";
  return isOurs && !outcome.reason.startsWith("near_duplicate") ? outcome.reason : "in";
}

const canon = { kind: "canon", text: "Releases are signed by two people." } as const;
const rule = {
  kind: "rule",
  text: "Ask before deleting.",
  evidence: said("Ask me first."),
} as const;

function said(text: string): Proposal["evidence"] {
  return [{ type: "statement", text }];
}

describe("length", () => {
  /** Facts, traits and insights are cut to their length by a stage before. */
  const UNCUT = KINDS.filter((kind) => POLICIES[kind].maxLength > 280);

  test.each(UNCUT)("of a %s is bounded, and the bound itself is let in", async (kind) => {
    const { maxLength } = POLICIES[kind];
    const fields = {
      ...({ kind, topicId: `of ${kind}`, section: "bio", derivedFrom: [] } as const),
      evidence: said("somebody said it"),
    };
    expect(await gated({ ...fields, text: `${"w".repeat(maxLength)}w` })).toBe("too_long");
    expect(await gated({ ...fields, text: "w".repeat(maxLength) })).not.toBe("too_long");
  });

  test.each(["...", "!?", "—"])("of `%s` is none: nothing is said", async (text) => {
    expect(await gated({ text })).toBe("empty");
  });

  test.each(["7", "ж", "話"])("of `%s` is enough", async (text) => {
    expect(await gated({ text })).toBe("in");
  });
});

describe("a place", () => {
  test.each<[string, Partial<Proposal>, string]>([
    ["that is none", { scope: "" }, "no_scope"],
    ["of a user that is not named", { scope: "user" }, "scope_without_user"],
    ["of a user that is named", { scope: "user", user: "u1" }, "in"],
    ["that is shared needs no user", { scope: "shared" }, "in"],
    ["of an agent called shared", { writer: { agent: "shared" } }, "reserved_agent_name"],
    ["of an agent called user", { writer: { agent: "user" } }, "reserved_agent_name"],
    ["of any other agent", { writer: { agent: "users" } }, "in"],
  ])("%s", async (_, fields, expected) => {
    expect(await gated({ text: "The boat is green.", ...fields })).toBe(expected);
  });
});

describe("ground", () => {
  test.each<[string, Partial<Proposal>, string]>([
    ["a confidence below zero", { confidence: -0.01 }, "confidence_out_of_range"],
    ["a confidence of zero", { confidence: 0 }, "in"],
    ["a confidence of one", { confidence: 1 }, "in"],
    ["a confidence above one", { confidence: 1.01 }, "confidence_out_of_range"],
    ["a confidence that is no number", { confidence: Number.NaN }, "confidence_out_of_range"],
    ["a rule of little confidence", { ...rule, confidence: 0.79 }, "low_confidence"],
    ["a rule of just enough confidence", { ...rule, confidence: 0.8 }, "in"],
    ["a rule without evidence", { ...rule, evidence: [] }, "no_evidence"],
    ["a rule whose evidence is empty", { ...rule, evidence: said(" \n ") }, "no_evidence"],
    ["an insight without evidence", { kind: "insight" }, "no_evidence"],
    ["a note without evidence", { kind: "log" }, "in"],
    [
      "a rule with an empty quote",
      { ...rule, evidence: [{ type: "span", messageId: "g1", start: 0, end: 1, quote: " " }] },
      "no_evidence",
    ],
    [
      "a rule with one piece of evidence among empty ones",
      { ...rule, evidence: [...said(""), ...said("Ask me first.")] },
      "in",
    ],
  ])("%s", async (_, fields, expected) => {
    expect(await gated({ text: "Ask before deleting.", ...fields })).toBe(expected);
  });

  test("what was derived from something needs no other evidence", async () => {
    const [stored] = await desk.remember([note({ text: "The mast was mended in May." })]);
    const id = stored?.type === "stored" ? stored.id : "";
    expect(await gated({ ...rule, evidence: [], derivedFrom: [id] })).toBe("in");
  });
});

describe("a kind", () => {
  test.each<[string, Partial<Proposal>, string]>([
    ["register without a topic", { kind: "register" }, "register_without_topic"],
    ["register with a topic", { kind: "register", topicId: "boats" }, "in"],
    ["canon without a topic", { kind: "canon" }, "in"],
    ["trait without a section", { kind: "trait", subject: "u1" }, "trait_without_section"],
    ["trait with a section", { kind: "trait", subject: "u1", section: "bio" }, "in"],
    ["of an unknown category", { category: "weather" }, "unknown_category"],
    ["of a known category", { category: "vault" }, "in"],
  ])("%s", async (_, fields, expected) => {
    expect(await gated({ text: "The oars are kept in the shed.", ...fields })).toBe(expected);
  });

  test("of any category is let in where none are configured", async () => {
    const open = await openDesk({ deps: { gate: { ...context, categories: "all" } } });
    expect(await open.remember([note({ category: "weather" })])).toMatchObject([
      { type: "stored" },
    ]);
    await open.store.close();
  });
});

describe("private data", () => {
  test.each([
    ["ssn", "The SSN is 078-05-1120."],
    ["card", "The card is 4111 1111 1111 1111."],
    ["password", "The password is correct-horse-9-battery."],
    ["api_key", "The key is sk-proj-Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z0123456789abcd."],
    ["token", "Authorization: Bearer abcdef0123456789abcdef0123456789"],
    [
      "private_key",
      "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA7\n-----END RSA PRIVATE KEY-----",
    ],
    ["connection_string", "It is postgres://ana:hunter22@db.example.org/mneme"],
  ])("of class %s is refused by the vault and not by a note", async (_, text) => {
    expect(await gated({ ...canon, text })).toBe("private_data");
    expect(await gated({ kind: "log", text })).toBe("in");
  });

  test.each(["Write to ana@example.org.", "Call +49 30 901820."])(
    "that is only somebody's address is taken out, not refused: %s",
    async (text) => {
      expect(await gated({ ...canon, text })).toBe("in");
    },
  );
});

describe("what the engine handed out itself", () => {
  const span = (quote: string) =>
    ({ type: "span", messageId: "g1", start: 0, end: quote.length, quote }) as const;

  beforeAll(() => {
    handedOut.add("The lamp is lit at six.");
  });

  test.each<[string, Partial<Proposal>, string]>([
    ["is an echo", {}, "self_echo"],
    [
      "is an echo when its quote is one",
      { text: "A lamp.", evidence: [span("The lamp is lit at six.")] },
      "self_echo",
    ],
    [
      "is none when somebody said it otherwise",
      { evidence: [span("Our lamp burns from six on.")] },
      "in",
    ],
    [
      "is none when one of its quotes is new",
      { evidence: [span("The lamp is lit at six."), span("I light it myself.")] },
      "in",
    ],
    ["is an echo however it is confirmed", { evidence: said("Yes.") }, "self_echo"],
  ])("%s", async (_, fields, expected) => {
    const found = await gated({ text: "The lamp is lit at six.", ...fields });
    expect(found).toBe(expected);
  });

  test("to one tenant is no echo in another", async () => {
    const [outcome] = await desk.remember(
      [note({ tenant: "acme2", text: "The lamp is lit at six." })],
      { tenant: "acme2" },
    );
    expect(outcome?.type).toBe("stored");
  });
});

describe("standing", () => {
  const OUTSIDE: readonly Origin[] = ["tool", "document"];

  test.each(ORIGINS)("of a note that came from `%s`", async (origin) => {
    const text = `The ${origin} line about the harbour.`;
    const expected = OUTSIDE.includes(origin) ? "held: source: outside text" : "in";
    expect(await gated({ text, provenance: provenanceOf(origin) })).toBe(expected);
  });

  test.each(ORIGINS)("of a canon that came from `%s`", async (origin) => {
    const text = `Canon number ${ORIGINS.indexOf(origin)} tells of the harbour.`;
    const waits = OUTSIDE.includes(origin)
      ? "held: source: outside text"
      : "held: trust: a canon needs a person's word";
    expect(await gated({ kind: "canon", text, provenance: provenanceOf(origin) })).toBe(
      TRUST_OF[origin] >= 3 ? "in" : waits,
    );
  });

  test.each<[string, Partial<Proposal>, string]>([
    [
      "nothing says where it came from",
      { provenance: { origins: [], trust: 1 } },
      "held: source: outside text",
    ],
    [
      "a person's words stand beside a tool's",
      { provenance: { origins: ["user", "tool"], trust: 1 } },
      "held: source: outside text",
    ],
    ["it was imported", { provenance: { origins: ["import"], trust: 1 } }, "in"],
  ])("of a note when %s", async (what, fields, expected) => {
    expect(await gated({ text: `A line: ${what}.`, ...fields })).toBe(expected);
  });

  test.each<[string, Partial<Proposal>, boolean]>([
    ["shared", { scope: "shared", writer: { agent: "scout" } }, false],
    ["its own", { scope: "scout", writer: { agent: "scout" } }, true],
    ["another's", { scope: "guide", writer: { agent: "scout" } }, false],
  ])("of an agent's soul in a scope that is %s", async (_, fields, isLetIn) => {
    const provenance = provenanceOf("assistant");
    const found = await gated({ kind: "soul", text: "I am patient.", provenance, ...fields });
    expect(found).toBe(isLetIn ? "in" : "held: trust: a soul needs a person's word");
  });
});

test("what is dropped is told with its stage, its reason and its screened words", async () => {
  const text = "The card is 4111 1111 1111 1111.";
  expect(await desk.remember([note({ ...canon, text })])).toEqual([
    {
      type: "dropped",
      stage: "gate",
      reason: "private_data",
      text: "The card is [redacted card].",
    },
  ]);
});

test("a line for the vault's tier `log` is told as dropped like any other", () => {
  expect(refuseLogTier("Deployed build 7.", DEFAULT_GUARD_POLICY)).toEqual({
    ...{ type: "dropped", stage: "gate", reason: "log_tier", text: "Deployed build 7." },
  });
});

test("a fact about a person goes by the same gate", async () => {
  expect(await desk.remember([proposal({ text: "?" })])).toMatchObject([{ reason: "empty" }]);
});
