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

export function guard(text: string, policy: GuardPolicy): Verdict {
  const { address, person_name } = OPTIONAL_DETECTORS;
  const asked = [
    ...(policy.address === "allow" ? [] : [address]),
    ...(policy.person_name === "allow" ? [] : [person_name]),
  ];
  return screen(text, policy, asked.length === 0 ? DETECTORS : [...DETECTORS, ...asked]);
}
