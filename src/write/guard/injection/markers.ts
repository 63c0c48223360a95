// Attacks that show in the form of a text rather than in its words: forged turns, spliced orders, spelled-out words.

import type { Hit } from "./hit.ts";
import { hasClass, type Word } from "./words.ts";

type Marker = Readonly<{ rule: string; weight: number; form: RegExp }>;

const MARKERS: readonly Marker[] = [
  {
    rule: "template_token",
    weight: 1,
    form: /<\|[a-z_]{2,24}\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|assistant|developer|instructions?|memory|memories|tool_call|function_call|system-reminder)>/gi,
  },
  {
    rule: "forged_turn",
    weight: 1,
    form: /(?:\n|\\n|###)\s{0,8}\**(?:system|developer|instructions?|anweisung(?:en)?)\**\s?:/gi,
  },
  { rule: "turn_label", weight: 0.6, form: /(?:^|\n)\s{0,8}(?:system|developer|human|assistant|ai)\s?:/gi },
  {
    rule: "forged_context",
    weight: 1,
    form: /(?:^|\n)\s{0,8}\$?(?:documents?|context|kontext|contexto|contexte|contesto)\s?(?:[:{]|"|context\b)/gi,
  },
  {
    rule: "context_then_question",
    weight: 1,
    form: /(?:^|\n)\s{0,8}(?:context|kontext|contexto|contexte)\b[^\n]{1,400}?\b(?:Question|Frage|Pregunta)\b/g,
  },
  {
    rule: "worked_examples",
    weight: 1,
    form: /\b(?:input|output|eingabe|ausgabe)\s?:[^:\n]{0,80}\b(?:input|output|eingabe|ausgabe)\s?:[^:\n]{0,80}\b(?:input|output|eingabe|ausgabe)\s?:/gi,
  },
  {
    rule: "open_script",
    weight: 1,
    form: /(?:^|\n)\p{Lu}\p{L}{1,20}:[^\n]{1,400}\n\s{0,8}\p{Lu}\p{L}{1,20}:\s{0,8}$/gu,
  },
  {
    rule: "interruption",
    weight: 0.6,
    form: /(?:^|[.!?\n]\s{0,4})(?:stop|stopp|halt|attention|achtung|alto|attenzione)\s{0,2}[-–—!,:]/gi,
  },
  {
    rule: "from_now_on",
    weight: 0.4,
    form: /\b(?:from now on|from this point|starting now|ab jetzt|ab sofort|von nun an|a partir de ahora|d[ée]sormais|d'ora in poi)\b/gi,
  },
  {
    rule: "quoted_output",
    weight: 0.4,
    form: /\b(?:say|print|output|write|repeat|respond|reply|answer|sage?|schreibe?|antworte?|gib|di|diga|dis|dites)\b[^.\n"“]{0,24}["“:]/gi,
  },
  { rule: "repeat_after_me", weight: 0.6, form: /\b(?:repeat after me|sprich mir nach|repite conmigo|r[ée]p[èe]te apr[èe]s moi)\b/gi },
  {
    rule: "given_name",
    weight: 0.6,
    form: /(?:^|[.!?\n]\s{0,4})(?:(?:ok|okay|now|jetzt|nun|ahora)[ .,]{1,3}){0,2}(?:[Yy]ou are|[Yy]ou're|[Dd]u bist|[Bb]ist du|[Ee]res|[Tt]u es)(?: the| now| jetzt)? \p{Lu}\p{L}{2,30}/gu,
  },
  {
    rule: "given_part",
    weight: 0.6,
    form: /(?:^|[.!?\n]\s{0,4})(?:You are|You're|Du bist) (?:the|a|an|ein|eine|der|die|das) (?!(?:best|good|great|nice|only|first|right|man|one)\b)\p{L}[^.!?\n]{2,80}[.:,] (?:As|What|How|Who|Why|Tell|Answer|Please|Your|I|Was|Wie|Wer|Warum|Sag|Bitte|Du|From|You)\b/gu,
  },
  {
    rule: "asked_as_part",
    weight: 0.4,
    form: /\b(?:what do you think|how (?:do|would|will) you|who are you|wie findest du|was denkst du|wie (?:be)?antwortest du|tell me|respond as)\b/gi,
  },
];

const SPELLED = /(?<![\p{L}\p{N}])(?:\p{L}[ ._*-]){6,400}\p{L}(?![\p{L}\p{N}])/gu;
const SHOUTED_RUN = 4;
const LEAST_QUIET = 3;

export function findMarkers(text: string): Hit[] {
  return MARKERS.flatMap(({ rule, weight, form }) =>
    [...text.matchAll(form)].map((match) => ({
      rule,
      weight,
      start: match.index,
      end: match.index + match[0].length,
    })),
  );
}

/** Words spelled letter by letter, so that no filter reads them. Only what spells an order counts. */
export function findSpelled(text: string): Hit[] {
  return [...text.matchAll(SPELLED)]
    .filter((match) => holdsOrder(match[0].replace(/[ ._*-]/g, "")))
    .map((match) => ({
      rule: "spelled_out",
      weight: 1,
      start: match.index,
      end: match.index + match[0].length,
    }));
}

function holdsOrder(letters: string): boolean {
  for (let at = 0; at < letters.length; at++) {
    for (let length = 3; length <= 12; length++) {
      const part = letters.slice(at, at + length);
      if (part.length === length && hasClass(part, "discard", "say", "rules", "prompt")) return true;
    }
  }
  return false;
}

/** An order in capitals spliced into a quiet sentence. */
export function findShouts(words: readonly Word[]): Hit[] {
  const found: Hit[] = [];
  let from = 0;
  while (from < words.length) {
    let to = from;
    while (to < words.length && words[to]?.isShouted) to++;
    const run = words.slice(from, to);
    if (run.length >= SHOUTED_RUN && isSpliced(words, run) && run.some(isOrder)) {
      const start = run[0]?.start ?? 0;
      found.push({ rule: "shouted_order", weight: 1, start, end: run.at(-1)?.end ?? start });
    }
    from = Math.max(to, from + 1);
  }
  return found;
}

function isSpliced(words: readonly Word[], run: readonly Word[]): boolean {
  const first = run[0]?.sentence ?? 0;
  const last = run.at(-1)?.sentence ?? first;
  const near = words.filter((word) => word.sentence >= first && word.sentence <= last);
  return near.filter((word) => !word.isShouted).length >= LEAST_QUIET;
}

function isOrder(word: Word): boolean {
  return ORDERS.some((name) => word.classes.has(name));
}

const ORDERS = ["say", "answer", "make", "discard", "role", "prompt", "are", "rules"] as const;
