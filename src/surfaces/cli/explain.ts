// A search result as a table for people: the score, its parts, and the way back to what was said.

import type { MemoryEngine } from "../../operations/engine.ts";
import { paint } from "./paint.ts";
import { oneLine } from "./print.ts";

const SHOWN_PARTS = ["semantic", "lexical", "confidence", "recency", "channel"] as const;

type SearchResult = Awaited<ReturnType<MemoryEngine["search"]>>;

export function searchTable(result: SearchResult, explain: boolean): readonly string[] {
  if (result.hits.length === 0) return [paint.dim("Nothing found.")];
  const lines = result.hits.flatMap((hit) => {
    const head = `${hit.score.toFixed(2)} ${paint.cyan(hit.kind.padEnd(9))} ${oneLine(hit.text)}`;
    if (!explain) return [head];
    const parts = SHOWN_PARTS.map((name) => `${name} ${hit.parts[name].toFixed(2)}`).join("  ");
    const sources = hit.sources.map(({ messageId, quote }) =>
      quote === undefined || quote === "" ? messageId : `${messageId} “${oneLine(quote)}”`,
    );
    return [
      head,
      paint.dim(`     ${parts}  passed: ${hit.gate}`),
      paint.dim(`     from ${sources.join(", ") || "no message"}`),
    ];
  });
  const { filtered } = result;
  if (!explain || filtered === undefined) return lines;
  const left = Object.entries(filtered).map(([rule, count]) => `${rule} ${count}`);
  return [...lines, paint.dim(`left out by rule: ${left.join(", ")}`)];
}
