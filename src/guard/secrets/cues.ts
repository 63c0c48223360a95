// Words without which a pattern cannot match, so that it is tried only where one of them is said. The words of a text
// are read anyway; the patterns are many. A cue may be wider than its pattern, never narrower.

import { lazy } from "../../model/lazy.ts";
import { ALL_BITS, type Bits, bit, NO_BITS, union } from "../bits.ts";

/**
 * In ASCII: a word is a run of letters and digits, whatever stands around it, in any case; a letter with an accent parts
 * two of them, and every spelling of a pattern must have its word. `stem*` is how a word begins, `*part*` is anywhere in it.
 */
export const CUES = {
  // Markers, by their rule
  turn_label: "system developer human assistant ai",
  forged_context: "document* context* kontext* contesto*",
  context_then_question: "question frage pregunta",
  worked_examples: "input output eingabe ausgabe",
  interruption: "stop stopp halt attention achtung alto attenzione",
  from_now_on: "now point ab nun ahora desormais sormais ora",
  quoted_output: `say print output write repeat respond reply answer sag sage schreib schreibe antwort antworte gib di
    diga dis dites`,
  repeat_after_me: "repeat sprich repite moi",
  given_name: "are re bist eres es",
  given_part: "are re bist sind",
  named_as_part: "as als como",
  part_of: "role persona part character rolle papel joue jouez",
  speak_as: "answer respond reply speak talk write antworte rede sprich responde reponds ponds",
  your_task_is: "task goal job role mission objective purpose aufgabe tarea votre",
  announced_input: `give provide type send ask write speak tell request command question sentence suggestion gebe werde
    mein meine`,
  nothing_else: "else explanation explanations anderes keine nada rien",
  finish_sentence: "sentence text phrase satz frase",
  database_command: "select drop delete insert truncate",
  environment_variables: "environment umgebungsvariable umgebungsvariablen entorno",
  answer_framed: "answer answers response responses reply replys message messages antwort",
  without_rules: `rules restrictions limits limitations guidelines filters censorship regeln einschrankungen nkungen
    reglas`,
  system_notice: "override update notice message",
  model_addressed: "gpt chatgpt ai bot llm assistant claude gemini llama ki",
  special_mode: "mode",
  claimed_authority:
    "developer creator admin administrator owner programmer engineer entwickler besitzer",
  added_instruction:
    "instruction* directive* prompt* command* anweisung* instrucci* befehl* consigne*",
  asked_as_part: "think how who findest denkst antwortest beantwortest respond",
  // Private things
  secret_name: `*pass* *pwd* *pswd* *secret* *contrase* *kennwort* *senha* *parola* *wachtwoord* *api* *key* *token*
    *credential* *login* *bearer* *webhook*`,
  access_token_name: "pat*",
  told_name: `pin pins pincode pinkode geheimzahl geheimnummer pass* *passwor* kennwort* contrase* clave* motdepasse mot code
    senha* palavra parola* wachtwoord* has haslo* ifre* sifre* seed recovery mnemonic* backup wiederherstell* private privat*
    privada* priv* chiave chave secret wallet* eth* metamask ledger bitcoin btc signing`,
  json_web_token: "eyj*",
  authorization_scheme: "bearer basic ssws apikey token",
  authorization_header: "authorization x",
  credential_file_entry: "machine auth authtoken",
  document_number: `driver* driving passport* national identity aadhaar* medicare* nhs* personalausweis* reisepass*
    steuer* dni* nie* curp* cpf*`,
} as const satisfies Readonly<Record<string, string>>;

export type Cue = keyof typeof CUES;

const ORDER = Object.keys(CUES) as readonly Cue[];

export function cue(name: Cue): Bits {
  return bit(ORDER.indexOf(name));
}

const ENTRIES = lazy(() =>
  ORDER.flatMap((name) => CUES[name].split(/\s+/).map((entry) => ({ entry, cue: cue(name) }))),
);
const WHOLE = lazy(() => index(/^[^*]+$/));
const BEGINNINGS = lazy(() => index(/^[^*]+\*$/));
const PARTS = lazy(() => index(/^\*.+\*$/));

/** Letters of a beginning. */
const LONGEST_BEGINNING = 16;

/** The cues in one word of a text, which may have signs and letters of other alphabets in it. */
export function cuesIn(spelling: string): Bits {
  // Where case is ignored, these two letters are "s" and "k".
  if (/[\u017F\u212A]/.test(spelling)) return ALL_BITS;
  // A name of a secret may be written in any alphabet.
  let found = /^\p{ASCII}*$/u.test(spelling) ? NO_BITS : cue("secret_name");
  for (const word of spelling.match(/[A-Za-z0-9]+/g) ?? [])
    found = union(found, cuesOf(word.toLowerCase()));
  return found;
}

function cuesOf(word: string): Bits {
  let found = WHOLE().get(word) ?? NO_BITS;
  for (let length = 1; length <= Math.min(word.length, LONGEST_BEGINNING); length++)
    found = union(found, BEGINNINGS().get(word.slice(0, length)) ?? NO_BITS);
  for (const [part, cues] of PARTS()) if (word.includes(part)) found = union(found, cues);
  return found;
}

function index(form: RegExp): ReadonlyMap<string, Bits> {
  const byText = new Map<string, Bits>();
  for (const { entry, cue: named } of ENTRIES()) {
    if (!form.test(entry)) continue;
    const text = entry.replaceAll("*", "");
    byText.set(text, union(byText.get(text) ?? NO_BITS, named));
  }
  return byText;
}
