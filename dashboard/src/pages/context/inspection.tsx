// One look: the block that would be handed out, the candidates with their scores, and what fell away.

import { useAsk } from "../../api/ask.ts";
import type { Asked } from "../../api/connection.ts";
import { Card } from "../../ui/card.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { plural } from "../../ui/memory-words.ts";
import { Loaded } from "../../ui/states.tsx";
import { localTime } from "../../ui/time.tsx";
import { Candidates } from "./candidates.tsx";
import { FellAway } from "./fell-away.tsx";

export type Inspected = Pick<
  Asked<"context">,
  "agent" | "user" | "channel" | "style" | "budgetTokens"
> &
  Readonly<{ query: string; asOf?: string }>;

type InspectionProps = Readonly<{ title: string | undefined; inspected: Inspected }>;

const MOST_HITS = 24;

export function Inspection({ title, inspected }: InspectionProps) {
  const { style: _style, budgetTokens: _budget, ...asked } = inspected;
  const block = useAsk("context", inspected);
  const found = useAsk("search", { ...asked, limit: MOST_HITS, explain: true, over: "both" });
  return (
    <section className="min-w-0 space-y-4">
      {title !== undefined && (
        <h2 className="font-semibold text-base">
          {title}
          {inspected.asOf !== undefined && (
            <span className="ml-2 font-normal text-ink-faint text-sm">
              {localTime(inspected.asOf)}
            </span>
          )}
        </h2>
      )}
      <Loaded query={block}>
        {({ text, tokens, items, leftOut }) => (
          <>
            <Card
              title="The block"
              note={`${plural(tokens, "token")}, ${plural(items.length, "line")}`}
              actions={<CopyButton text={text} />}
              isFlush
            >
              <pre className="wrap-anywhere whitespace-pre-wrap p-4 font-mono text-xs leading-5">
                {text === "" ? "Nothing would be said." : text}
              </pre>
            </Card>
            <Loaded query={found}>
              {(result) => (
                <>
                  <FellAway filtered={result.filtered} leftOut={leftOut} />
                  <Candidates
                    hits={result.hits}
                    used={new Set(items.map(({ id }) => id))}
                    confidence={result.confidence}
                  />
                </>
              )}
            </Loaded>
          </>
        )}
      </Loaded>
    </section>
  );
}
