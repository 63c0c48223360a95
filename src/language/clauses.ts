// Splits a message into clauses: stretches that can each be a statement, with their exact place in the text.
// Fenced code and quoted lines are not the author's own words and are left out.

export type Clause = Readonly<{
  start: number;
  end: number;
  /** Exactly `message.slice(start, end)`. */
  text: string;
  /** The punctuation behind it, such as `?` or `。`, and emoji. */
  ending: string;
  isListItem: boolean;
  /** Stands in quotation marks as a whole. */
  isQuoted: boolean;
  /** Begins a line or a sentence, rather than following "and" or a comma in one. */
  opensSentence: boolean;
}>;

const MAX_CLAUSES = 400;
/** A sentence is split at "and I …" only where both halves can stand alone. */
const MIN_HALF_WORDS = 3;
const HALF_CHARACTERS = 400;

/** Fenced code and lines quoted from somebody else. */
const FOREIGN = [/```[\s\S]*?(?:```|$)/g, /^[ \t]*>.*$/gm];
/** Punctuation that ends a sentence in any of our languages; the Latin full stop only before a space or the end. */
const SENTENCE_END =
  /(?:(?<![!?…])[!?…]+|(?<!\.)\.+)["'”’»)\]*_]*(?=\s|$|\p{Extended_Pictographic})|[。！？!?؟।۔]+["'”’」』）)]*|[!?](?=\p{Lo})/u;
const EMOJI = String.raw`(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200D|\uFE0F)+`;
const BREAKS = [
  `(?:${SENTENCE_END.source})(?:\\s{0,2}${EMOJI})?`,
  String.raw`\n+`,
  String.raw`(?<!\s)\s+[-–—~]+\s+|(?<=[\p{L}\p{N}])—(?=[\p{L}\p{N}])`,
  String.raw`[;；؛]\s*`,
  EMOJI,
  String.raw`\s[:;]['-]?[)(DPp3](?=\s|$)`,
].join("|");
const BREAK = new RegExp(BREAKS, "gu");
const ABBREVIATION =
  /(?:^|[\s(])(?:Mr|Mrs|Ms|Dr|Prof|St|vs|etc|e\.g|i\.e|approx|Nr|Hr|Fr|bzw|ca|z\.B|d\.h|usw|Sra?|Dra?|ul|p\.m|a\.m|No|д|г|\p{Lu})$/iu;
/** A conjunction and a first-person subject: what follows is a statement of its own. */
const JOINED =
  /(?<!\s),?\s+(?:and|but|so|plus|und|aber|y|pero|et|mais|e|ma|mas|en|maar|i|ale|и|но|а|ve|ama)\s+(?=(?:i|i'm|i've|i'll|i'd|we|we're|we've|my|our|ich|wir|mein[e]?|yo|mi|nosotros|je|j'|nous|mon|ma|io|mio|mia|eu|meu|minha|ik|wij|mijn|ja|mój|moja|я|мы|мой|моя|ben|biz|benim)[\s'’])/giu;
/** "I'm allergic to nuts, so can you suggest a cake?": what is told before it is no part of the question. */
const ASKED =
  /[,،，、]\s*(?:(?:and|so|but|or|also|und|aber|y|pero|así que|et|mais|donc|e|ma|mas|então|quindi|en|maar|dus|i|ale|więc|и|но|так что|ve|ama|و)\s+)?(?=¿?(?:can|could|would|will|do|does|did|should|what|which|how|where|when|who|why|is|are|any|kannst|könntest|könnt|können|hast|habt|gibt|welche[rsnm]?|was|wie|wo|wann|wer|puedes|podrías|puede|qué|cuál|cuáles|cómo|dónde|cuándo|hay|peux|pourrais|pouvez|pourriez|est|as|sais|connais|quel|quels|quelle|quelles|comment|où|quand|avez|pode|podes|poderia|qual|quais|como|onde|puoi|potresti|quale|quali|come|dove|kun|kunt|kan|welke|wat|hoe|waar|możesz|mógłbyś|jaki|jaka|jakie|co|gdzie|czy|можешь|можете|какой|какая|какие|как|что|где|هل|ما|أين|كيف)[\s-])|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[,，、](?=[^,，、]{3,80}$)/giu;
/** "If I go to Oslo, what should I see?" is one question. */
const CONDITION =
  /^\W*(?:if|when|whenever|because|since|while|although|though|unless|before|after|as|assuming|given|suppose|wenn|falls|weil|da|obwohl|als|si|cuando|porque|como|aunque|quand|lorsque|parce|puisque|comme|se|quando|perché|poiché|siccome|omdat|wanneer|hoewel|jeśli|jeżeli|kiedy|gdy|bo|ponieważ|если|когда|потому|eğer|إذا|عندما|如果|要是|当|因为|もし)(?![\p{L}\p{N}'’])/iu;
const UNSPACED_CONDITION =
  /^\W*(?:如果|要是|假如|当|因为|もし)|(?:たら|ければ|なら|とき|时|的话)$/u;

/** A quotation of several words, then a comma or the next word of the speaker's own. */
const AFTER_QUOTATION =
  /([«“„「『][^»”“」』\n]{8,300}[»”“」』]|"[^"\n]{8,300}")[,،，]?\s*(?:(?:and|und|y|et|e|en|i|и|ve|و)\s+)?(?=[\p{L}])/gu;
const LIST_ITEM = /^[ \t]*(?:[-*•·]|\d{1,2}[.)])[ \t]+/u;
const TRIM_FRONT = /^[\s"'“”„«»「」『』()[\]*_~#,.:;،、，-]+/u;
const TRIM_BACK = /(?<![\s"“„«「『([*_~#,:;،、，-])[\s"“„«「『([*_~#,:;،、，-]+$/u;

export function splitClauses(text: string): Clause[] {
  const shown = ownWords(text);
  const clauses: Clause[] = [];
  let from = 0;
  for (const match of shown.matchAll(BREAK)) {
    if (clauses.length >= MAX_CLAUSES) return clauses;
    if (isInside(shown, match.index, match[0])) continue;
    addSentence(clauses, text, { shown, from, to: match.index, ending: match[0].trim() });
    from = match.index + match[0].length;
  }
  addSentence(clauses, text, { shown, from, to: shown.length, ending: "" });
  return clauses;
}

/** The same length, with line breaks for what is not the author's own talk, so that it ends a clause. */
function ownWords(text: string): string {
  if (!/```|>/.test(text)) return text;
  return FOREIGN.reduce(
    (rest, pattern) => rest.replace(pattern, (found) => "\n".repeat(found.length)),
    text,
  );
}

/** The stop of "Dr.", "9.30" or "z.B.", and the mark inside a quotation that goes on behind it. */
function isInside(text: string, at: number, mark: string): boolean {
  const before = text.slice(Math.max(0, at - 80), at);
  if (/^\.+$/.test(mark) && mark.length < 2 && ABBREVIATION.test(before)) return true;
  if (/^\.$/.test(mark) && /(?:^|\n)\s*\d{1,2}$/.test(before)) return true;
  const line = before.slice(before.lastIndexOf("\n") + 1);
  if (!/^[.!?…]/.test(mark) || quotationMarksIn(line) % 2 === 0) return false;
  return !/["”“]/.test(mark) && /^.{0,80}["”“]/u.test(text.slice(at + mark.length));
}

type Stretch = Readonly<{ shown: string; from: number; to: number; ending: string }>;

function addSentence(clauses: Clause[], text: string, stretch: Stretch): void {
  const { shown, from, to, ending } = stretch;
  const piece = shown.slice(from, to);
  const isListItem = LIST_ITEM.test(piece);
  const item = isListItem ? from + (LIST_ITEM.exec(piece)?.[0].length ?? 0) : from;
  let start = item;
  let opensSentence = true;
  // Counted on from joint to joint, so that each character is read once.
  let counted = start;
  let quotationMarks = 0;
  for (const { end, next, ending: mark } of jointsIn(shown, { from: item, to, ending })) {
    if (clauses.length >= MAX_CLAUSES) return;
    quotationMarks += quotationMarksIn(shown.slice(counted, end));
    counted = Math.max(counted, end);
    const isSplit = hasWords(shown.slice(start, end)) && hasWords(shown.slice(next, to));
    if (!isSplit || quotationMarks % 2 === 1) continue;
    add(clauses, text, { start, end, ending: mark, isListItem, opensSentence });
    start = next;
    counted = next;
    quotationMarks = 0;
    opensSentence = false;
  }
  add(clauses, text, { start, end: to, ending, isListItem, opensSentence });
}

type Sentence = Readonly<{ from: number; to: number; ending: string }>;

/** Where a sentence may be split: at a conjunction, behind somebody's quoted words, and before what is asked at its end. */
function jointsIn(shown: string, { from, to, ending }: Sentence) {
  const piece = shown.slice(from, to);
  const asked = /[?？؟]/.test(ending) ? questionIn(piece) : undefined;
  const matches = [
    ...[...piece.matchAll(JOINED), ...piece.matchAll(AFTER_QUOTATION)].filter(
      ({ index }) => asked === undefined || index < asked.index,
    ),
    ...(asked === undefined ? [] : [asked]),
  ];
  const joints = matches.map((match) => ({
    end: from + match.index + (match[1]?.length ?? 0),
    next: from + match.index + match[0].length,
    // Whole before its comma, however it ends: "アレルギーがあるのですが、…"
    ending: match === asked ? "," : "",
  }));
  return joints.sort((a, b) => a.end - b.end);
}

/** The comma before what is asked, unless what stands before it is its condition. */
function questionIn(sentence: string): RegExpExecArray | undefined {
  const [found] = sentence.slice(0, HALF_CHARACTERS).matchAll(ASKED);
  if (found === undefined) return undefined;
  const told = sentence.slice(0, found.index);
  return CONDITION.test(told) || UNSPACED_CONDITION.test(told) ? undefined : found;
}

/** Read no further than the words that are asked for can reach. */
function hasWords(half: string): boolean {
  const piece = half.slice(0, HALF_CHARACTERS);
  const count = piece.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return (
    count >= MIN_HALF_WORDS ||
    (/[\p{Script=Han}\p{Script=Hiragana}]/u.test(piece) && piece.length > 5)
  );
}

/** An odd number of them leaves a quotation open. */
function quotationMarksIn(piece: string): number {
  return piece.match(/["“„”]/g)?.length ?? 0;
}

function add(clauses: Clause[], text: string, span: Omit<Clause, "text" | "isQuoted">): void {
  const raw = text.slice(span.start, span.end);
  const front = TRIM_FRONT.exec(raw)?.[0].length ?? 0;
  if (front >= raw.length) return;
  const lead = /["“„«「『'(]$/u.test(raw.slice(0, front)) && hasClosing(raw.slice(front)) ? 1 : 0;
  const start = span.start + front - lead;
  const back = TRIM_BACK.exec(raw.slice(front))?.[0].length ?? 0;
  const bare = text.slice(start, span.end - back);
  // A mark that closes a quotation within the clause belongs to it.
  const closes = quotationMarksIn(bare) % 2 === 1 && text[start + bare.length] === '"';
  const end = start + bare.length + Number(closes && back > 0);
  const clause = text.slice(start, end);
  if (end > start && /[\p{L}\p{N}]/u.test(clause))
    clauses.push({ ...span, start, end, text: clause, isQuoted: isQuotedWhole(raw, span.ending) });
}

/** It opens a quotation at its first letter and closes it behind its last. */
function isQuotedWhole(raw: string, ending: string): boolean {
  const opens = /^[\s*_~(]*["“„«「『]/u.test(raw);
  return opens && /["”“»」』]/u.test(ending + (/["”“»」』]\s*$/u.exec(raw)?.[0] ?? ""));
}

/** An opening mark cut off while its closing mark stays would leave half a quotation. */
function hasClosing(rest: string): boolean {
  return /["”»」』')]/u.test(rest);
}
