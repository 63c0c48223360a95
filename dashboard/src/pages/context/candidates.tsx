// What recall found, best first, each with the parts of its score.

import { ChevronDown } from "lucide-react";
import { Link } from "wouter";
import type { Answer } from "../../api/connection.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { sentence } from "../../ui/memory-words.ts";
import { Meter } from "../../ui/meter.tsx";
import { ScoreBars } from "../../ui/score-bars.tsx";
import { Empty } from "../../ui/states.tsx";

type Hit = Answer<"search">["hits"][number];
type CandidatesProps = Readonly<{
  hits: readonly Hit[];
  used: ReadonlySet<string>;
  confidence: number;
}>;

export function Candidates({ hits, used, confidence }: CandidatesProps) {
  const best = hits[0]?.score ?? 1;
  return (
    <Card title="Candidates" note={`sure to ${Math.round(confidence * 100)} %`} isFlush>
      {hits.length === 0 && (
        <Empty title="Nothing was found">No memory or message answers that well enough.</Empty>
      )}
      <ol className="divide-y divide-line">
        {hits.map((hit) => (
          <li key={`${hit.item} ${hit.id}`}>
            <details className="group">
              <summary className="flex items-center gap-3 px-4 py-2.5 hover:bg-sunken/60">
                <div className="min-w-0 flex-1 space-y-1.5">
                  <p className="wrap-anywhere text-sm">{hit.text}</p>
                  <div className="flex items-center gap-2">
                    <div className="w-24 shrink-0">
                      <Meter value={hit.score / best} />
                    </div>
                    <span className="number text-ink-faint text-xs">{hit.score.toFixed(3)}</span>
                    <Badge>{sentence(hit.kind)}</Badge>
                    {used.has(hit.id) && <Badge tone="ok">In the block</Badge>}
                  </div>
                </div>
                <ChevronDown
                  size={16}
                  aria-hidden
                  className="shrink-0 text-ink-faint group-open:rotate-180"
                />
              </summary>
              <Why hit={hit} />
            </details>
          </li>
        ))}
      </ol>
    </Card>
  );
}

const GATES = {
  semantic: "Let through by its meaning.",
  lexical: "Let through by its words.",
  combined: "Let through by everything together.",
  none: "Not let through by the relevance gate.",
} as const;

function Why({ hit }: Readonly<{ hit: Hit }>) {
  const to =
    hit.item === "memory"
      ? `/memories?id=${encodeURIComponent(hit.id)}`
      : `/conversations/${encodeURIComponent(hit.message.channel)}?message=${encodeURIComponent(hit.id)}`;
  return (
    <div className="space-y-3 bg-sunken/60 px-4 py-3">
      <ScoreBars score={hit.score} parts={hit.parts} />
      <p className="text-ink-soft text-xs">
        {GATES[hit.gate]} Alike in meaning {hit.signal.semantic.toFixed(2)}, in words{" "}
        {hit.signal.lexical.toFixed(2)}.{" "}
        <Link href={to} className="text-accent hover:underline">
          Open it
        </Link>
      </p>
    </div>
  );
}
