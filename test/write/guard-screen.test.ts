// How findings become a verdict, whatever the detectors are: in what order, how often, which of two that overlap, and
// what happens to a text that never settles.

import { expect, test } from "vitest";
import type { Detector, Finding, GuardClass } from "../../src/guard/finding.ts";
import { BARRIER } from "../../src/guard/fold.ts";
import { DEFAULT_GUARD_POLICY } from "../../src/guard/guard.ts";
import { type GuardPolicy, screen } from "../../src/guard/screen.ts";

const POLICY: GuardPolicy = { ...DEFAULT_GUARD_POLICY, phone: "allow", injection: "allow" };

const found = (text: string, word: string, kind: GuardClass): readonly Finding[] =>
  [...text.matchAll(new RegExp(word, "gu"))].map(({ index, 0: { length } }) => ({
    ...{ class: kind, start: index, end: index + length, rule: `rule ${kind}` },
  }));

const finder = (word: string, kind: GuardClass): Detector => ({
  name: kind,
  find: (text) => found(text, word, kind),
});

const EMAIL = finder("mail", "email");
const PHONE = finder("call", "phone");

const told = (text: string, ...detectors: readonly Detector[]) => {
  const verdict = screen(text, POLICY, detectors);
  const findings = verdict.findings.map((one) => `${one.class} ${one.start}-${one.end}`);
  return { outcome: verdict.outcome, text: verdict.text, findings };
};

test("findings come in the order of the text, each once, whatever becomes of them", () => {
  expect(told("mail, call, c\u200bx, mail, call", EMAIL, PHONE)).toEqual({
    outcome: "pass",
    text: "[redacted email], call, cx, [redacted email], call",
    findings: ["email 0-4", "phone 6-10", "hidden_text 13-14", "email 17-21", "phone 23-27"],
  });
});

test("a sign of an instruction that is found again under a wider span is told once", () => {
  const widening: Detector = {
    name: "injection",
    find: (text) => found(text, text.includes(BARRIER) ? "obey now" : "obey", "injection"),
  };
  const { findings } = told("obey now, mail", EMAIL, widening);
  expect(findings).toEqual(["injection 0-8", "email 10-14"]);
});

test("what another redaction uncovers is redacted too, beside it", () => {
  const uncovered: Detector = {
    name: "token",
    find: (text) => (text.includes(BARRIER) ? found(text, "secret", "token") : []),
  };
  expect(told("mail secret", EMAIL, uncovered).text).toBe("[redacted email] [redacted token]");
});

test("of two findings the outer one is redacted, whichever detector came first", () => {
  const outer = finder("mailbox", "card");
  for (const detectors of [
    [EMAIL, outer],
    [outer, EMAIL],
  ])
    expect(told("a mailbox", ...detectors)).toMatchObject({
      text: "a [redacted card]",
      findings: ["card 2-9"],
    });
});

test("of two findings with one span the earlier detector's is told, and it alone", () => {
  expect(told("mail", EMAIL, finder("mail", "card")).findings).toEqual(["email 0-4"]);
  expect(told("mail", finder("mail", "card"), EMAIL).findings).toEqual(["card 0-4"]);
});

test("a finding of one character at the very beginning counts", () => {
  expect(told("x and y", finder("x", "token")).text).toBe("[redacted token] and y");
});

test("a text that shows something new in every round is held, and none of it is kept", () => {
  const next: Detector = {
    name: "token",
    find: (text) => {
      const at = text.search(/[a-z]/u);
      return at < 0 ? [] : [{ class: "token", start: at, end: at + 1, rule: "next" }];
    },
  };
  expect(screen("abcdefghij", POLICY, [next])).toEqual({
    outcome: "hold",
    text: "[redacted unscreened text]",
    findings: [{ class: "injection", start: 0, end: 10, rule: "unsettled" }],
  });
});
