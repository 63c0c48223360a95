// Screens a text before anything keeps it, sends it on or logs it: secrets, personal data, instructions
// to the model, hidden characters. Pure: no store, no clock, no network, no model.

import { DETECTORS, OPTIONAL_DETECTORS } from "./detectors.ts";
import { type GuardPolicy, screen, type Verdict } from "./screen.ts";

export type { GuardPolicy, Verdict } from "./screen.ts";

/**
 * Private things are cut out and the rest is kept: a message is not lost for a phone number in it. Text that speaks
 * to the model waits for a person. Hidden characters are removed under every policy, as copied text is full of them;
 * what they spell is judged like any other text.
 */
export const DEFAULT_GUARD_POLICY: GuardPolicy = {
  private_key: "redact",
  connection_string: "redact",
  api_key: "redact",
  token: "redact",
  password: "redact",
  card: "redact",
  iban: "redact",
  ssn: "redact",
  national_id: "redact",
  email: "redact",
  phone: "redact",
  ip: "redact",
  person_name: "allow",
  address: "allow",
  injection: "hold",
  hidden_text: "redact",
};

/** Findings that say who somebody is: "You are Rook, a patient assistant." */
const PERSONA_RULES: ReadonlySet<string> = new Set(["you_persona", "given_name", "given_part"]);

/** The trained reader's, which tells orders from talk. */
export const ORDER_RULES: ReadonlySet<string> = new Set(["trained", "order", ...PERSONA_RULES]);

/** One or two short words of letters, as categories and tags are, can hide nothing. */
const PLAIN_LABEL = /^\p{L}{0,24}(?:[_: -]\p{L}{1,24})?$/u;

/** Screens the text of a memory of a kind. A soul may say who its agent is, which is what it is for. */
export function guardOf(kind: string, text: string, policy: GuardPolicy): Verdict {
  const verdict = guard(text, policy);
  return kind === "soul" ? tolerating(verdict, PERSONA_RULES, policy) : verdict;
}

/** Screens a tag, a category or a title. "Print shop" is no order to print. */
export function guardLabel(text: string, policy: GuardPolicy): Verdict {
  const isPlain = PLAIN_LABEL.test(text) && (policy.person_name === "allow" || !text.includes(" "));
  return isPlain ? { outcome: "pass", text, findings: [] } : guard(text, policy);
}

/** The same verdict, but for a hold that rests on nothing else than these rules. */
export function tolerating(
  verdict: Verdict,
  rules: ReadonlySet<string>,
  policy: GuardPolicy,
): Verdict {
  const { outcome, findings } = verdict;
  const holding = findings.filter((found) => policy[found.class] === "hold");
  const isFine = outcome === "hold" && holding.every(({ rule }) => rules.has(rule));
  return isFine ? { ...verdict, outcome: "pass" } : verdict;
}

export function guard(text: string, policy: GuardPolicy): Verdict {
  const { address, person_name } = OPTIONAL_DETECTORS;
  const asked = [
    ...(policy.address === "allow" ? [] : [address]),
    ...(policy.person_name === "allow" ? [] : [person_name]),
  ];
  return screen(text, policy, asked.length === 0 ? DETECTORS : [...DETECTORS, ...asked]);
}
