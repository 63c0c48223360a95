// How well the guard tells attacks, secrets and personal data from ordinary text, and what it costs.
// Names, places, dates and ages are out of the guard's scope and are not scored.

import type { Finding, GuardClass } from "../../src/guard/finding.ts";
import { DEFAULT_GUARD_POLICY, guard } from "../../src/guard/guard.ts";
import { dataFile, type Evaluation, readJsonLines } from "./evaluation.ts";

type Share = Readonly<{ hits: number; n: number }>;
type Injection = Readonly<{ text: string; label: "attack" | "benign"; set: string }>;
type Secret = Readonly<{ text: string; label: 0 | 1; rule: string }>;
type Personal = Readonly<{
  text: string;
  spans: readonly Readonly<{ type: string; start: number; end: number }>[];
}>;

const SECRETS: ReadonlySet<GuardClass> = new Set([
  "private_key",
  "connection_string",
  "api_key",
  "token",
  "password",
]);
const CLASS_OF_TYPE: Readonly<Record<string, GuardClass>> = {
  CREDIT_CARD: "card",
  US_SSN: "ssn",
  IBAN_CODE: "iban",
  PHONE_NUMBER: "phone",
  EMAIL_ADDRESS: "email",
  IP_ADDRESS: "ip",
  US_DRIVER_LICENSE: "national_id",
};
const RUNS = 5;

export const evaluate: Evaluation = async ({ data }) => {
  const messages = read<Injection>(data, "injection-dev.jsonl.gz");
  const personal = read<Personal>(data, "pii-dev.jsonl.gz");
  const figures = {
    injection: injection(messages),
    secrets: secrets(read<Secret>(data, "secrets-dev.jsonl.gz")),
    personal: Object.fromEntries(personalClasses(personal)),
    speed: speed([...messages, ...personal].map(({ text }) => text)),
    policy: "default",
  };
  return { figures, text: table(figures) };
};

function read<Row>(data: string, name: string): readonly Row[] {
  return readJsonLines(dataFile(data, name)) as readonly Row[];
}

function share<Row>(rows: readonly Row[], isHit: (row: Row) => boolean): Share {
  return { hits: rows.filter(isHit).length, n: rows.length };
}

function findings(text: string): readonly Finding[] {
  return guard(text, DEFAULT_GUARD_POLICY).findings;
}

function injection(rows: readonly Injection[]) {
  const isKept = ({ text }: Injection) => guard(text, DEFAULT_GUARD_POLICY).outcome !== "pass";
  const benign = rows.filter(({ label }) => label === "benign");
  const sets = [...new Set(benign.map(({ set }) => set))];
  return {
    recall: share(
      rows.filter(({ label }) => label === "attack"),
      isKept,
    ),
    falsePositives: share(benign, isKept),
    falsePositivesBySet: Object.fromEntries(
      sets.map((set) => [
        set,
        share(
          benign.filter((row) => row.set === set),
          isKept,
        ),
      ]),
    ),
    benignRedacted: share(benign, ({ text }) =>
      findings(text).some((found) => found.class !== "injection" && found.class !== "hidden_text"),
    ),
  };
}

function secrets(rows: readonly Secret[]) {
  const isCaught = ({ text }: Secret) => findings(text).some((found) => SECRETS.has(found.class));
  return {
    recall: share(
      rows.filter(({ label }) => label === 1),
      isCaught,
    ),
    /** Negatives for one foreign rule; many hold a secret of another kind, so this is no precision. */
    nearMissesCaught: share(
      rows.filter(({ label }) => label === 0),
      isCaught,
    ),
  };
}

function personalClasses(rows: readonly Personal[]) {
  const pairs = rows.map(({ text, spans }) => ({ spans, found: findings(text) }));
  return [...new Set(Object.values(CLASS_OF_TYPE))].map((name) => {
    const gold = pairs.flatMap(({ spans, found }) =>
      spans
        .filter((span) => CLASS_OF_TYPE[span.type] === name)
        .map((span) => found.some((other) => other.class === name && overlaps(other, span))),
    );
    const claimed = pairs.flatMap(({ spans, found }) =>
      found
        .filter((other) => other.class === name)
        .map((other) =>
          spans.some((span) => CLASS_OF_TYPE[span.type] === name && overlaps(other, span)),
        ),
    );
    const figures = { recall: share(gold, Boolean), precision: share(claimed, Boolean) };
    return [name, figures] as const;
  });
}

type Span = Readonly<{ start: number; end: number }>;

function overlaps(one: Span, other: Span): boolean {
  return one.start < other.end && one.end > other.start;
}

/** The fastest of several runs of each text, so that a busy machine does not count. */
function speed(texts: readonly string[]) {
  const times = texts.map((text) => {
    const runs = Array.from({ length: RUNS }, () => {
      const start = performance.now();
      guard(text, DEFAULT_GUARD_POLICY);
      return performance.now() - start;
    });
    return { ms: Math.min(...runs), kilobytes: Buffer.byteLength(text) / 1024 };
  });
  const sum = (pick: (time: (typeof times)[number]) => number) =>
    times.reduce((total, time) => total + pick(time), 0);
  const each = times.map(({ ms, kilobytes }) => ms / Math.max(1, kilobytes)).sort((a, b) => a - b);
  return {
    msPerKilobyte: sum(({ ms }) => ms) / sum(({ kilobytes }) => kilobytes),
    p50MsPerMessageOrKilobyte: each[Math.floor(each.length * 0.5)] ?? 0,
    p99MsPerMessageOrKilobyte: each[Math.floor(each.length * 0.99)] ?? 0,
    n: texts.length,
  };
}

type Figures = Readonly<{
  injection: ReturnType<typeof injection>;
  secrets: ReturnType<typeof secrets>;
  personal: Readonly<Record<string, Readonly<{ recall: Share; precision: Share }>>>;
  speed: ReturnType<typeof speed>;
}>;

function table({ injection, secrets, personal, speed }: Figures): string {
  const rows = [
    ["injection: attacks held or dropped", percent(injection.recall)],
    ["injection: benign held or dropped", percent(injection.falsePositives)],
    ...Object.entries(injection.falsePositivesBySet).map(([set, part]) => [
      `  of ${set}`,
      percent(part),
    ]),
    ["benign messages with something redacted", percent(injection.benignRedacted)],
    ["secrets: recall", percent(secrets.recall)],
    ["secrets: near misses of one rule caught by any", percent(secrets.nearMissesCaught)],
    ...Object.entries(personal).flatMap(([name, { recall, precision }]) => [
      [`${name}: recall`, percent(recall)],
      [`${name}: precision`, percent(precision)],
    ]),
    ["ms per KB, all text", speed.msPerKilobyte.toFixed(3)],
    ["ms per message (or KB if longer), p50", speed.p50MsPerMessageOrKilobyte.toFixed(3)],
    [
      `ms per message (or KB if longer), p99, n=${speed.n}`,
      speed.p99MsPerMessageOrKilobyte.toFixed(3),
    ],
  ];
  return rows.map(([name, value]) => `${(name ?? "").padEnd(50)}${value}`).join("\n");
}

function percent({ hits, n }: Share): string {
  return n === 0 ? "n=0" : `${((100 * hits) / n).toFixed(1)} %  (${hits} of ${n})`;
}
