// A vault file as the older system wrote it, made here: a thousand lines of every sort. And how that system read it.

import { createHash } from "node:crypto";

/** A line of the file, with its fields in the order in which they were written. */
export type OlderRecord = Readonly<{
  id: string;
  text: string;
  scope: string;
  category: string;
  tier: "canon" | "register";
  topic_id: string | null;
  tags: readonly string[];
  created_at: string;
  updated_at: string | null;
  source: string | null;
  deleted_at: string | null;
  version: number;
}>;

const SCOPES = ["shared", "orion", "elysia"];
const CATEGORIES = ["bio", "mission", "project", "goal", "état d’âme"];
const SOURCES = ["chat", "manual", "tool", "operator", "promotion", null];
const ODD_TEXTS = [
  'The boat is called "Heron", with a \\backslash and a\ttab.',
  "Ein Satz auf Deutsch: Die Fähre fährt um halb sieben.",
  "朝の会議は九時に始まります。",
  "Emoji 🧭 and a family 👨‍👩‍👧.",
  "Two\nlines, one record.",
  "# A heading that is none, and [a link](to nowhere).",
  `A long one: ${"the harbour is quiet at night, ".repeat(36)}end.`,
];

function hashed(...parts: readonly (string | number)[]): string {
  return createHash("sha256").update(parts.join(" ")).digest("hex");
}

/** A time as Python's `isoformat` writes it, with microseconds and a zone or without. */
function when(step: number): string {
  const at = new Date(Date.UTC(2025, 0, 1) + step * 61_003).toISOString();
  return step % 3 === 0 ? at.replace("Z", "417+00:00") : at.replace("Z", "");
}

/** Six made-up words, others for each number, so that no two records say the same. */
function words(n: number): string {
  const hash = hashed("words", n);
  const part = (at: number) => {
    const byte = Number.parseInt(hash.slice(at * 2, at * 2 + 2), 16);
    return `${"bcdfghjklmnpqrstvwz"[byte % 19]}${"aeiou"[byte % 5]}`;
  };
  return [0, 3, 6, 9, 12].map((at) => part(at) + part(at + 1) + part(at + 2)).join(" ");
}

export function olderVault(size: number): readonly OlderRecord[] {
  const written: OlderRecord[] = [];
  const current = new Map<string, OlderRecord>();
  const write = (record: OlderRecord) => {
    written.push(record);
    current.set(record.id, record);
  };
  for (let step = 0; written.length < size; step++) {
    const active = [...current.values()].filter(({ deleted_at }) => deleted_at === null);
    const pick = active[Number.parseInt(hashed("pick", step).slice(0, 6), 16) % active.length];
    const turn = step % 10;
    if (pick === undefined || active.length < 40 || (turn < 2 && active.length < 95))
      write(created(step, topicsOf(active)));
    else if (turn === 9) write({ ...pick, version: pick.version + 1, deleted_at: when(step) });
    else if (turn === 8 && pick.tier === "register") write(promoted(pick, step));
    else write({ ...pick, version: pick.version + 1, text: textOf(step), updated_at: when(step) });
  }
  return written;
}

function topicsOf(active: readonly OlderRecord[]): ReadonlySet<string> {
  return new Set(active.map(({ scope, topic_id }) => `${scope} ${topic_id}`));
}

function textOf(step: number): string {
  const odd = step % 23 === 0 ? ODD_TEXTS[(step / 23) % ODD_TEXTS.length] : undefined;
  return odd === undefined ? `Record ${step}: ${words(step)}.` : `${step}. ${odd}`;
}

function created(step: number, topics: ReadonlySet<string>): OlderRecord {
  const scope = SCOPES[step % 3] ?? "shared";
  const topic = step % 2 === 0 ? null : `topic ${step % 31}`;
  const isTaken = topic !== null && topics.has(`${scope} ${topic}`);
  return {
    id: hashed("id", step).slice(0, 12),
    text: textOf(step),
    scope,
    category: CATEGORIES[step % CATEGORIES.length] ?? "bio",
    // Some registers have no topic: they were kept, and never in the snapshot.
    tier: step % 2 === 1 && !isTaken ? "register" : step % 12 === 6 ? "register" : "canon",
    topic_id: isTaken ? null : topic,
    tags: step % 4 === 0 ? [] : [`tag ${step % 7}`, "ünï"],
    created_at: when(step),
    updated_at: null,
    source: SOURCES[step % SOURCES.length] ?? null,
    deleted_at: null,
    version: 1,
  };
}

function promoted(record: OlderRecord, step: number): OlderRecord {
  const { version } = record;
  const updated_at = when(step);
  return { ...record, tier: "canon", source: "promotion", version: version + 1, updated_at };
}

/** As Python's `json.dumps` writes a line: every sign that is not ASCII escaped, a space after each comma. */
export function lineOf(record: Readonly<Record<string, unknown>>): string {
  const escaped = (value: unknown) =>
    JSON.stringify(value).replace(
      /[^\x20-\x7e]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
  const written = Object.entries(record).filter(([, value]) => value !== undefined);
  const fields = written.map(([name, value]) => `"${name}": ${escaped(value)}`);
  return `{${fields.join(", ")}}`;
}

export function fileText(records: readonly OlderRecord[]): string {
  return records.map((record) => `${lineOf(record)}\n`).join("");
}

/** The state of such a file by its own rule: of each id the highest version counts. */
export function latestOf(records: readonly OlderRecord[]): readonly OlderRecord[] {
  const latest = new Map<string, OlderRecord>();
  for (const record of records) {
    const known = latest.get(record.id);
    if (known === undefined || record.version > known.version) latest.set(record.id, record);
  }
  return [...latest.values()];
}

/** What its snapshot held for an agent: all canon, and the registers that have a topic. */
export function snapshotOf(records: readonly OlderRecord[], agent: string): readonly string[] {
  return latestOf(records)
    .filter(({ deleted_at, scope }) => deleted_at === null && ["shared", agent].includes(scope))
    .filter(({ tier, topic_id }) => tier === "canon" || topic_id !== null)
    .map(({ id }) => id)
    .sort();
}
