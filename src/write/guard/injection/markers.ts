// Attacks that show in the form of a text rather than in its words: forged turns, spliced orders, spelled-out words.

import { matchesOf } from "../matches.ts";
import type { Hit } from "./hit.ts";
import { WORD_CLASSES } from "./lexicon.ts";
import type { Word } from "./words.ts";

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
  {
    rule: "turn_label",
    weight: 0.6,
    form: /(?:^|\n)\s{0,8}(?:system|developer|human|assistant|ai)\s?:/gi,
  },
  {
    rule: "forged_context",
    weight: 1,
    form: /(?:^|\n)\s{0,8}\$?(?:documents?|context|kontext|contexto|contexte|contesto)\s?(?:[:{]|"|context\b)/gi,
  },
  {
    rule: "context_then_question",
    weight: 1,
    form: /(?:^|\n)\s{0,8}(?:[Cc]ontexto?|[Kk]ontext|[Cc]ontexte)\b[^\n]{1,400}?\b(?:Question|Frage|Pregunta)\b/g,
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
    weight: 0.7,
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
  {
    rule: "repeat_after_me",
    weight: 0.6,
    form: /\b(?:repeat after me|sprich mir nach|repite conmigo|r[ée]p[èe]te apr[èe]s moi)\b/gi,
  },
  {
    rule: "given_name",
    weight: 0.6,
    form: /(?:^|[.!?\n]\s{0,4})(?:(?:ok|okay|now|jetzt|nun|ahora)[ .,]{1,3}){0,2}(?:[Yy]ou are|[Yy]ou're|[Dd]u bist|[Bb]ist du|[Ee]res|[Tt]u es)(?: the| now| jetzt)? \p{Lu}\p{L}{2,30}/gu,
  },
  {
    rule: "given_part",
    weight: 0.4,
    form: /(?:^|[.!?\n]\s{0,4})(?:[Yy]ou are|[Yy]ou're|[Dd]u bist|[Ss]ie sind) (?:now )?(?:the|a|an|ein|eine|der|die|das) (?!(?:best|good|great|nice|only|first|right|man|one)\b)\p{L}/gu,
  },
  {
    rule: "named_as_part",
    weight: 0.3,
    form: /(?:^|[.!?\n]\s{0,4})(?:As|Als|Como) (?:the|a|an|ein|eine|der|die|el|la) \p{L}/gu,
  },
  {
    rule: "part_of",
    weight: 0.6,
    form: /\b(?:in|take|assume|adopt|play)(?: on)? the (?:role|persona|part|character) of\b|\b(?:nimm|spiele?|in) (?:der|die) rolle\b|\basume el papel\b|\bjoue(?:z)? le r[oô]le\b/gi,
  },
  {
    rule: "speak_as",
    weight: 0.6,
    form: /\b(?:answer|respond|reply|speak|talk|write|antworte|rede|sprich|responde|r[ée]ponds)(?: (?:me|to me|mir))? (?:as if|like an?|as an?|wie ein\p{L}{0,2}|als ob|como un[ao]?|comme une?)\b/giu,
  },
  {
    rule: "your_task_is",
    weight: 0.6,
    form: /\b(?:your (?:new |only |next )?(?:task|goal|job|role|mission|objective|purpose) is|deine (?:neue )?aufgabe (?:ist|lautet)|tu tarea es|votre t[âa]che est)\b/gi,
  },
  {
    rule: "announced_input",
    weight: 0.5,
    form: /\b(?:i(?: will|'ll) (?:give|provide|type|send|ask|write|speak|tell)|my first (?:request|command|question|sentence|suggestion)|ich (?:gebe|werde) (?:ihnen|dir)?|mein(?:e)? erste\p{L}? (?:anfrage|befehl|bitte|frage))\b/giu,
  },
  {
    rule: "nothing_else",
    weight: 0.5,
    form: /\b(?:nothing else|no explanations?|nichts anderes|keine erkl[äa]rung\p{L}{0,2}|nada m[áa]s|rien d'autre)\b/giu,
  },
  {
    rule: "finish_sentence",
    weight: 0.6,
    form: /\b(?:complete|continue|finish|vervollst[äa]ndige|beende|completa|compl[èe]te)(?:n sie)? (?:the|this|my|den|diesen|la|esta|cette) (?:following )?(?:sentence|text|phrase|satz|frase)\b/gi,
  },
  {
    rule: "database_command",
    weight: 0.6,
    form: /\b(?:select|drop|delete|insert|truncate)\b[^\n.]{1,40}\b(?:from|table|into|database)\b/gi,
  },
  {
    rule: "environment_variables",
    weight: 0.7,
    form: /\b(?:environment variables?|umgebungsvariablen?|variables de entorno)\b/gi,
  },
  { rule: "shouted_payload", weight: 0.3, form: /[:"“]\s{0,3}\p{Lu}{2,}(?: \p{Lu}{1,}){1,12}/gu },
  {
    rule: "answer_framed",
    weight: 0.8,
    form: /\b(?:start|begin|end|finish) (?:your|every|each|all) (?:answer|response|reply|message)s? with\b|\bbeginne? (?:deine|jede) antwort mit\b/gi,
  },
  {
    rule: "without_rules",
    weight: 0.6,
    form: /\b(?:free (?:of|from)|without|(?:no longer|not) bound by|frei von|ohne|sin) (?:any |all |your |the )?(?:rules|restrictions|limits|limitations|guidelines|filters|censorship|regeln|einschr[äa]nkungen|reglas)\b/gi,
  },
  {
    rule: "system_notice",
    weight: 0.8,
    form: /\b(?:system|admin|security) (?:override|update|notice|message)\s?:/gi,
  },
  {
    rule: "padding",
    weight: 0.7,
    form: /(?:\\ ?n ?){4,}|\n{6,}|[ \t]{24,}/g,
  },
  {
    rule: "model_addressed",
    weight: 0.3,
    form: /\b(?:hello|hi|hey|hallo|hola|dear|ok|okay),? (?:gpt|chatgpt|ai|bot|llm|assistant|claude|gemini|llama|ki)\b/gi,
  },
  {
    rule: "special_mode",
    weight: 0.6,
    form: /\b(?:developer|god|debug|admin|sudo|dan|unrestricted|jailbreak|maintenance) mode\b/gi,
  },
  {
    rule: "claimed_authority",
    weight: 0.5,
    form: /\b(?:i am|i'm|ich bin|soy|je suis) (?:your|the|dein|der|tu|el|votre|le) (?:developer|creator|admin(?:istrator)?|owner|programmer|engineer|entwickler|besitzer)\b/gi,
  },
  {
    rule: "added_instruction",
    weight: 1,
    form: /\b(?:new|additional|updated|further|neue|weitere|zus[äa]tzliche|nuevas?|nouvelles?) (?:instruction|directive|prompt|command|anweisung|instrucci[oó]n|befehl|consigne)\p{L}{0,4}\s{0,3}[-:]/giu,
  },
  {
    rule: "asked_as_part",
    weight: 0.4,
    form: /\b(?:what do you think|how (?:do|would|will) you|who are you|wie findest du|was denkst du|wie (?:be)?antwortest du|respond as)\b/gi,
  },
];

const SPELLED = /(?<![\p{L}\p{N}])(?:\p{L}[ ._*-]){6,400}\p{L}(?![\p{L}\p{N}])/gu;
const SHORTEST_ORDER = 3;
const LONGEST_ORDER = 14;
const ORDER_WORDS = new Set(
  [WORD_CLASSES.discard, WORD_CLASSES.say, WORD_CLASSES.rules, WORD_CLASSES.prompt]
    .flatMap((list) => list.split(/\s+/))
    .filter((word) => word.length >= SHORTEST_ORDER),
);
const SHOUTED_RUN = 4;
const LEAST_QUIET = 3;
const AROUND = 20;
const ORDERS = ["say", "answer", "make", "discard", "role", "prompt", "are", "rules"] as const;
export function findMarkers(text: string): Hit[] {
  return MARKERS.flatMap(({ rule, weight, form }) =>
    matchesOf(text, form).map((match) => ({
      rule,
      weight,
      start: match.index,
      end: match.index + match[0].length,
    })),
  );
}

/** Words spelled letter by letter, so that no filter reads them. Only what spells an order counts. */
export function findSpelled(text: string): Hit[] {
  return matchesOf(text, SPELLED)
    .filter((match) => holdsOrder(match[0].replace(/[ ._*-]/g, "").toLowerCase()))
    .map((match) => ({
      rule: "spelled_out",
      weight: 1,
      start: match.index,
      end: match.index + match[0].length,
    }));
}

function holdsOrder(letters: string): boolean {
  for (let at = 0; at < letters.length; at++) {
    for (let length = SHORTEST_ORDER; length <= LONGEST_ORDER; length++) {
      if (ORDER_WORDS.has(letters.slice(at, at + length))) return true;
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
    if (run.length >= SHOUTED_RUN && run.some(isOrder) && isSpliced(words, from, to)) {
      const start = run[0]?.start ?? 0;
      found.push({ rule: "shouted_order", weight: 1, start, end: run.at(-1)?.end ?? start });
    }
    from = Math.max(to, from + 1);
  }
  return found;
}

function isSpliced(words: readonly Word[], from: number, to: number): boolean {
  const around = [
    ...words.slice(Math.max(0, from - AROUND), from),
    ...words.slice(to, to + AROUND),
  ];
  return around.filter((word) => !word.isShouted).length >= LEAST_QUIET;
}

function isOrder(word: Word): boolean {
  return ORDERS.some((name) => word.classes.has(name));
}
