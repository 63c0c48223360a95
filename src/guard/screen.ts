// Runs the detectors over a text and makes of their findings one verdict. Fails closed.

import type { Detector, Finding, GuardClass } from "./finding.ts";
import { BARRIER, fold, redactionMarker } from "./fold.ts";
import { findEncoded, SHORTEST_ENCODED } from "./injection/encoded.ts";
import { findHidden } from "./injection/hidden.ts";
import { StringBuilder } from "./string-builder.ts";
import { type TextFeatures, textFeatures } from "./text-features.ts";

export type GuardAction = "allow" | "redact" | "hold" | "drop";
export type GuardPolicy = Readonly<Record<GuardClass, GuardAction>>;

export type Verdict = Readonly<{
  /** The worst that the policy asks for among the findings. */
  outcome: "pass" | "hold" | "drop";
  /** Safe to store: private spans replaced by a marker, hidden characters gone. */
  text: string;
  /** Offsets are into the text that was given, not into the text of the verdict. */
  findings: readonly Finding[];
}>;

// Redacting one thing can uncover another (a phone number beside a card); more rounds than this is no accident.
const MAX_ROUNDS = 6;
const DETECTOR_FAILED = "detector_failed";
const UNSCREENED = redactionMarker("unscreened text");

export function screen(text: string, policy: GuardPolicy, detectors: readonly Detector[]): Verdict {
  const spelled = findHidden(text);
  let kept: Finding[] = [];
  const signals = new Map<string, Finding>();
  let working = text;
  for (let round = 0; ; round++) {
    const found = detect(working, spelled, detectors);
    if (found === DETECTOR_FAILED) return unscreened(text, DETECTOR_FAILED);
    // Most texts hold nothing, and are kept as they are.
    if (round + found.length + spelled.length === 0) return { outcome: "pass", text, findings: [] };
    if (round === MAX_ROUNDS) return unscreened(text, "unsettled");
    const harmless = (finding: Finding) => !isRedacted(finding, policy);
    for (const finding of found.filter(harmless)) signals.set(keyOf(finding), finding);
    const fresh = outermost(found.filter((finding) => !harmless(finding)));
    if (fresh.length === 0) break;
    kept = kept.concat(fresh);
    working = mask(working, fresh);
  }
  // Looked for once more: a joiner is ordinary only beside a letter, and that letter may be gone now.
  const hidden = working === text ? spelled : findHidden(working);
  const findings = inOrder([...signals.values(), ...kept], hidden);
  return {
    outcome: worst(findings, policy),
    text: rewrite(text, outermost(kept), hidden),
    findings,
  };
}

/** A text that could not be screened to the end may hold a secret, so none of it is kept. */
function unscreened(text: string, rule: string): Verdict {
  const failure: Finding = { class: "injection", start: 0, end: text.length, rule };
  return { outcome: "hold", text: UNSCREENED, findings: [failure] };
}

function keyOf(finding: Finding): string {
  return finding.class === "injection"
    ? finding.rule
    : `${finding.class} ${finding.start} ${finding.end}`;
}

/** Whatever is private leaves the text, even when the policy then holds or drops it: reasons are logged. */
function isRedacted(finding: Finding, policy: GuardPolicy): boolean {
  return finding.class !== "injection" && policy[finding.class] !== "allow";
}

function detect(
  text: string,
  hidden: readonly Finding[],
  detectors: readonly Detector[],
): readonly Finding[] | typeof DETECTOR_FAILED {
  try {
    const folded = fold(text);
    const glance = textFeatures(folded.text);
    const plain = findIn(folded.text, glance, detectors);
    const found =
      folded.text === text
        ? [...plain]
        : plain.map((finding) => ({
            ...finding,
            ...folded.toOriginal(finding.start, finding.end),
          }));
    if (glance.signs.longestKey < SHORTEST_ENCODED && hidden.length === 0) return found;
    for (const encoded of findEncoded(text, folded, hidden)) {
      const inside = fold(encoded.decoded).text;
      for (const finding of findIn(inside, textFeatures(inside), detectors))
        found.push({ ...finding, start: encoded.start, end: encoded.end });
    }
    return found;
  } catch {
    return DETECTOR_FAILED;
  }
}

function findIn(
  text: string,
  glance: TextFeatures,
  detectors: readonly Detector[],
): readonly Finding[] {
  const found: Finding[] = [];
  for (const detector of detectors) {
    for (const finding of detector.find(text, glance))
      if (!crossesBarrier(text, finding)) found.push(finding);
  }
  return found;
}

function crossesBarrier(text: string, { start, end }: Finding): boolean {
  return text.slice(start, end).includes(BARRIER);
}

/** Those of the second list, which are in order and may be many, are not copied for nothing. */
function inOrder(some: readonly Finding[], hidden: readonly Finding[]): readonly Finding[] {
  if (some.length === 0) return hidden;
  return [...some, ...hidden].sort((a, b) => a.start - b.start || b.end - a.end);
}

/** Findings that lie inside no other; of two with the same span the earlier detector's. */
function outermost(findings: readonly Finding[]): Finding[] {
  const sorted = [...findings].sort((a, b) => a.start - b.start || b.end - a.end);
  let reach = -1;
  return sorted.filter((finding) => {
    const isInside = finding.end <= reach;
    reach = Math.max(reach, finding.end);
    return !isInside;
  });
}

/** Same length, so that offsets hold from round to round. */
function mask(text: string, findings: readonly Finding[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end } of findings) {
    const from = Math.max(at, start);
    pieces.push(text.slice(at, from), BARRIER.repeat(end - from));
    at = end;
  }
  return pieces.join("") + text.slice(at);
}

function rewrite(text: string, redacted: readonly Finding[], hidden: readonly Finding[]): string {
  const edits = inOrder(redacted, hidden);
  const written = new StringBuilder();
  let at = 0;
  for (const edit of edits) {
    if (edit.end <= at) continue;
    written.add(text.slice(at, Math.max(at, edit.start)));
    written.add(replacementOf(edit));
    at = edit.end;
  }
  written.add(text.slice(at));
  return written.toString();
}

function replacementOf(finding: Finding): string {
  if (finding.class !== "hidden_text") return redactionMarker(finding.class);
  return finding.rule === "lone_surrogate" ? "\uFFFD".repeat(finding.end - finding.start) : "";
}

function worst(findings: readonly Finding[], policy: GuardPolicy): Verdict["outcome"] {
  const actions = new Set(findings.map((finding) => policy[finding.class]));
  if (actions.has("drop")) return "drop";
  return actions.has("hold") ? "hold" : "pass";
}
