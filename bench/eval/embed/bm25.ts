// BM25 over a fixed set of texts, the lexical half that the embedder is measured against.

import { terms } from "../../../src/model/text.ts";

const SATURATION = 1.2;
const LENGTH_PENALTY = 0.75;

type Posting = Readonly<{ document: number; count: number }>;

/** Returns a function that scores every text for a question, in the order of the texts. */
export function bm25(texts: readonly string[]): (question: string) => Float64Array {
  const documents = texts.map(terms);
  const postings = indexTerms(documents);
  const total = documents.reduce((sum, document) => sum + document.length, 0);
  const average = total / Math.max(1, documents.length);
  const lengthFactors = documents.map(
    ({ length }) => SATURATION * (1 - LENGTH_PENALTY + (LENGTH_PENALTY * length) / average),
  );
  return (question) => {
    const scores = new Float64Array(documents.length);
    for (const term of new Set(terms(question))) {
      const found = postings.get(term) ?? [];
      const rarity = Math.log(1 + (documents.length - found.length + 0.5) / (found.length + 0.5));
      for (const { document, count } of found) {
        const gain = (count * (SATURATION + 1)) / (count + (lengthFactors[document] ?? 0));
        scores[document] = (scores[document] ?? 0) + rarity * gain;
      }
    }
    return scores;
  };
}

function indexTerms(documents: readonly (readonly string[])[]): Map<string, Posting[]> {
  const postings = new Map<string, Posting[]>();
  for (const [document, found] of documents.entries()) {
    const counts = new Map<string, number>();
    for (const term of found) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const [term, count] of counts) {
      postings.set(term, [...(postings.get(term) ?? []), { document, count }]);
    }
  }
  return postings;
}
