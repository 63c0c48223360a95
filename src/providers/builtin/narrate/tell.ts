// Puts what each speaker is told to have done and said into one to three sentences.

import { NARRATION_LIMITS } from "../../../ports/narrator.ts";
import { bounded } from "./bounds.ts";
import { listed } from "./names.ts";
import type { Told } from "./salience.ts";

export type Part = Readonly<{ speaker: string }> &
  (
    | Readonly<{ type: "told"; told: readonly Told[] }>
    | Readonly<{ type: "about"; subjects: readonly string[] }>
  );

const { summaryLength, summarySentences } = NARRATION_LIMITS;
/** More in one sentence and a reader loses who is meant. */
const MAX_PREDICATES = 2;
/** Groups that are told by what they talked about; the rest only took part. */
const MAX_ABOUT = 3;
const SAYING = ["said", "added", "mentioned"] as const;

export function tell(parts: readonly Part[]): string {
  const order = parts
    .filter((part) => part.type === "told")
    .toSorted((a, b) => first(a) - first(b));
  const rest = parts.filter((part) => part.type === "about");
  const text = sentencesFrom([
    ...order.flatMap(clausesOf),
    ...othersOf(rest, order.length > 0),
  ]).join(" ");
  if (text.length <= summaryLength) return text;
  const shorter = withoutWeakest(parts);
  return shorter === undefined ? bounded(text, summaryLength) : tell(shorter);
}

function first(part: Part): number {
  return part.type === "told" ? (part.told[0]?.at ?? 0) : Number.MAX_SAFE_INTEGER;
}

function clausesOf(part: Part): string[] {
  if (part.type === "about") return [];
  const clauses: string[] = [];
  for (let from = 0; from < part.told.length; from += MAX_PREDICATES) {
    const predicates = predicatesOf(part.told.slice(from, from + MAX_PREDICATES));
    clauses.push(`${part.speaker} ${joined(predicates)}`);
  }
  return clauses;
}

function predicatesOf(told: readonly Told[]): string[] {
  let said = 0;
  return told.map(({ report }) => {
    if (report.type === "deed") return report.text;
    const verb = SAYING[Math.min(said, SAYING.length - 1)] ?? "said";
    said += 1;
    const link = verb === "said" && report.text.startsWith("they ") ? "" : " that";
    return `${verb}${link} ${report.text}`;
  });
}

function joined(predicates: readonly string[]): string {
  const [one = "", other] = predicates;
  if (other === undefined) return one;
  return one.includes(" and ") || one.includes(",")
    ? `${one}, and ${other}`
    : `${one} and ${other}`;
}

function othersOf(parts: readonly Part[], hasTold: boolean): string[] {
  const about = parts.filter((part) => part.type === "about");
  const named = about.filter((part) => part.subjects.length > 0);
  const silent = about.filter((part) => part.subjects.length === 0).map((part) => part.speaker);
  const together = byFirstSubject(named);
  const clauses = together.slice(0, MAX_ABOUT).map(aboutClause);
  const left = [
    ...together
      .slice(MAX_ABOUT)
      .flat()
      .map((part) => part.speaker),
    ...silent,
  ];
  if (left.length === 0) return clauses;
  if (hasTold || clauses.length > 0) return [...clauses, `${listed(left)} also took part`];
  return [
    left.length === 1
      ? `${left[0]} wrote a short message`
      : `${listed(left)} exchanged short messages`,
  ];
}

type About = Extract<Part, { type: "about" }>;

/** Whoever talked about the same thing is told in one breath, the most of them first. */
function byFirstSubject(parts: readonly About[]): readonly (readonly About[])[] {
  const groups = new Map<string, About[]>();
  for (const part of parts) {
    const [subject = ""] = part.subjects;
    groups.set(subject, [...(groups.get(subject) ?? []), part]);
  }
  return [...groups.values()].toSorted((a, b) => b.length - a.length);
}

function aboutClause(group: readonly About[]): string {
  const [one] = group;
  const subjects = one === undefined || group.length > 1 ? one?.subjects.slice(0, 1) : one.subjects;
  return `${listed(group.map((part) => part.speaker))} talked about ${listed(subjects ?? [])}`;
}

// Two-speaker talks read best in order; more clauses than sentences share one with a semicolon.
function sentencesFrom(clauses: readonly string[]): string[] {
  const count = Math.min(summarySentences, clauses.length);
  const each = Math.ceil(clauses.length / Math.max(1, count));
  const sentences: string[] = [];
  for (let from = 0; from < clauses.length; from += each) {
    sentences.push(`${clauses.slice(from, from + each).join("; ")}.`);
  }
  return sentences;
}

/** Undefined when nothing more can be left out. */
function withoutWeakest(parts: readonly Part[]): Part[] | undefined {
  const all = parts.flatMap((part) => (part.type === "told" ? part.told : []));
  const weakest = all.toSorted((a, b) => a.score - b.score)[0];
  if (weakest === undefined || all.length < 2) return undefined;
  return parts.flatMap((part): Part[] => {
    if (part.type === "about") return [part];
    const told = part.told.filter((one) => one !== weakest);
    return told.length > 0
      ? [{ ...part, told }]
      : [{ speaker: part.speaker, type: "about", subjects: [] }];
  });
}
