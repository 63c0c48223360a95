// Where a sentence may begin later or end sooner and still be a sentence.

const LATER_START =
  /(?:[,;]|\s[-–—]+)\s+(?:(?:and|but|so|because)\s+)?(?=(?:I|we|my|our)\s)|\s(?:and|but|so)\s+(?=(?:I|we)\s)/g;
const SOONER_END =
  /\s*[–—]+\s*|\s+-+\s*|-+\s+|[;:,]\s+|\s+(?:but|so|because|since|while|when|which|if|as long as|in order)\s|\s+and\s+(?=(?:I|we|it|that|he|she|they|you|my|our|the|am|is|are|was|were|have|has|had|can|will|would|\w+ed|\w+s)\s)|\s+and\s+(?=\S+\s)/g;
/** A clause shorter than this has lost its point. */
const MIN_CLAUSE = 15;

/** The sentence, then its later clauses that have a subject of their own. */
export function clauseStarts(sentence: string): string[] {
  const starts = [...sentence.matchAll(LATER_START)].map((match) => match.index + match[0].length);
  return [sentence, ...starts.map((start) => sentence.slice(start))];
}

/** The clause, then ever shorter beginnings of it. */
export function clauseCuts(clause: string): string[] {
  const ends = [...clause.matchAll(SOONER_END)].map((match) => match.index);
  return [clause, ...ends.reverse().map((end) => clause.slice(0, end))].filter(
    (cut) => cut.length >= MIN_CLAUSE,
  );
}
