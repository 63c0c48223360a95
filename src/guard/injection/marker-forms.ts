// What a forged or spliced text looks like, each form with a weight. The words that each form asks for are its cue.

import { anyOf } from "../signs.ts";
import type { TextFeatures } from "../text-features.ts";

const BACKSLASH = anyOf("\\");
const SHORTEST_GAP = 6;

export type Marker = Readonly<{
  rule: string;
  weight: number;
  /** One of each group occurs in every match that is all ASCII. */
  signs?: readonly string[];
  /** What else a text with a match cannot lack. */
  isPossible?: (glance: TextFeatures) => boolean;
  form: RegExp;
}>;

export const MARKERS: readonly Marker[] = [
  {
    rule: "template_token",
    weight: 1,
    signs: ["<["],
    form: /<\|[a-z_]{2,24}\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|assistant|developer|instructions?|memory|memories|tool_call|function_call|system-reminder)>/gi,
  },
  {
    rule: "forged_turn",
    weight: 1,
    signs: [":", "\n\\#"],
    form: /(?:\n|\\n|###)\s{0,8}\**(?:system|developer|instructions?|anweisung(?:en)?)\**\s?:/gi,
  },
  {
    rule: "turn_label",
    weight: 0.6,
    signs: [":"],
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
    signs: [":"],
    form: /\b(?:input|output|eingabe|ausgabe)\s?:[^:\n]{0,80}\b(?:input|output|eingabe|ausgabe)\s?:[^:\n]{0,80}\b(?:input|output|eingabe|ausgabe)\s?:/gi,
  },
  {
    rule: "open_script",
    weight: 1,
    signs: [":", "\n"],
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
    signs: [':"'],
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
  {
    rule: "shouted_payload",
    weight: 0.3,
    signs: [':"'],
    isPossible: ({ said }) => said.shouted > 0,
    form: /[:"“]\s{0,3}\p{Lu}{2,}(?: \p{Lu}{1,}){1,12}/gu,
  },
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
    signs: [":"],
    form: /\b(?:system|admin|security) (?:override|update|notice|message)\s?:/gi,
  },
  {
    rule: "padding",
    weight: 0.7,
    isPossible: ({ signs }) => signs.longestBlank >= SHORTEST_GAP || (signs.seen & BACKSLASH) !== 0,
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
    signs: ["-:"],
    form: /\b(?:new|additional|updated|further|neue|weitere|zus[äa]tzliche|nuevas?|nouvelles?) (?:instruction|directive|prompt|command|anweisung|instrucci[oó]n|befehl|consigne)\p{L}{0,4}\s{0,3}[-:]/giu,
  },
  {
    rule: "asked_as_part",
    weight: 0.4,
    form: /\b(?:what do you think|how (?:do|would|will) you|who are you|wie findest du|was denkst du|wie (?:be)?antwortest du|respond as)\b/gi,
  },
];
