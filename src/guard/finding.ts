// What the guard can find, and the shape every detector has.

import type { TextFeatures } from "./text-features.ts";

const GUARD_CLASSES = [
  "private_key",
  "connection_string",
  "api_key",
  "token",
  "password",
  "card",
  "iban",
  "ssn",
  "national_id",
  "email",
  "ip",
  "phone",
  "person_name",
  "address",
  "injection",
  "hidden_text",
] as const;
export type GuardClass = (typeof GUARD_CLASSES)[number];

/** Where something was found and by which rule. Never the thing itself: findings are logged. */
export type Finding = Readonly<{ class: GuardClass; start: number; end: number; rule: string }>;

/** Reads folded text, and what one look over it tells; offsets are into that text and are mapped back by the caller. */
export type Detector = Readonly<{
  name: string;
  find: (text: string, glance: TextFeatures) => readonly Finding[];
}>;
