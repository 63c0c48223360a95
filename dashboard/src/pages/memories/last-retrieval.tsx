// How often a memory was handed out, and why it scored as it did the last time.

import type { Memory } from "../../../../src/model/memory.ts";
import { useAsk } from "../../api/ask.ts";
import { plural } from "../../ui/memory-words.ts";
import { ScoreBars } from "../../ui/score-bars.tsx";
import { Loaded, SkeletonLines } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { DrawerSection } from "./drawer-section.tsx";

export function LastRetrieval({ memory }: Readonly<{ memory: Memory }>) {
  const told = useAsk("retrieval", { id: memory.id });
  return (
    <DrawerSection title="Last retrieval">
      <Loaded query={told} loading={<SkeletonLines count={2} />}>
        {(retrieval) => {
          if (retrieval?.lastAt === undefined)
            return <p className="text-ink-soft text-sm">It was never handed out.</p>;
          const { times, lastAt, score, parts } = retrieval;
          return (
            <div className="space-y-3">
              <p className="text-ink-soft text-sm">
                Handed out {plural(times, "time")}, last <Time at={lastAt} />
                {score === undefined && ", without being asked for: it was not scored then"}.
              </p>
              {score !== undefined && parts !== undefined && (
                <div className="rounded-lg border border-line p-3">
                  <ScoreBars score={score} parts={parts} />
                </div>
              )}
            </div>
          );
        }}
      </Loaded>
    </DrawerSection>
  );
}
