// Where a sentence may begin later or end sooner and still be a sentence.

const LATER_START =
  /(?:[,;]|\s[-–—]+)\s+(?:(?:and|but|so|because)\s+)?(?=(?:I|we|my|our)\s)|\s(?:and|but|so)\s+(?=(?:I|we)\s)/g;
// A comma ends a clause only before what opens another: inside a list it would cut the list in two.
const SOONER_END = new RegExp(
  [
    String.raw`\s*[–—]+\s*|\s+-+\s*|-+\s+|[;:]\s+`,
    String.raw`,\s+(?=(?:and|but|so|which|who|where|because|with|especially|even|like|thanks|to|take|it|they|he|she|this|that|there|we|I|you|my|the|a)\s|\w+ing\s|[^\s,]+ (?:[^\s,]+ )?(?:is|are|was|were)\s)`,
    String.raw`\s+(?:but|so|because|since|while|when|which|if|as long as|in order)\s|\s+and\s+(?=\S+\s)`,
  ].join("|"),
  "g",
);
/** Later than this in one sentence, nobody is still telling the news. */
const MAX_STARTS = 5;
/** A clause shorter than this has lost its point. */
const MIN_CLAUSE = 10;

/** The sentence, then its later clauses that have a subject of their own. */
export function clauseStarts(sentence: string): string[] {
  const starts = [sentence];
  for (const match of sentence.matchAll(LATER_START)) {
    if (starts.length > MAX_STARTS) break;
    starts.push(sentence.slice(match.index + match[0].length));
  }
  return starts;
}

/** The clause, then ever shorter beginnings of it. */
export function clauseCuts(clause: string): string[] {
  const cuts: string[] = [];
  for (const { index } of clause.matchAll(SOONER_END))
    if (index >= MIN_CLAUSE) cuts.push(clause.slice(0, index));
  if (clause.length >= MIN_CLAUSE) cuts.push(clause);
  return cuts.reverse();
}
