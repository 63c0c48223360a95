// The last few lines of the action log.

import { Link } from "wouter";
import { useAsk } from "../../api/ask.ts";
import { Card } from "../../ui/card.tsx";
import { sentence } from "../../ui/memory-words.ts";
import { Loaded, SkeletonLines } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";

const SHOWN = 6;

export function Recent() {
  const events = useAsk("events", { limit: SHOWN, counts: false });
  return (
    <Card
      title="Activity"
      actions={
        <Link href="/activity" className="text-accent text-xs hover:underline">
          See all
        </Link>
      }
    >
      <Loaded query={events} loading={<SkeletonLines count={3} />}>
        {({ events: lines }) => (
          <ul className="space-y-2">
            {lines.map((line) => (
              <li key={JSON.stringify(line)} className="flex justify-between gap-3 text-sm">
                <span className={line.status === "error" ? "truncate text-bad" : "truncate"}>
                  {sentence(line.op)}
                </span>
                <span className="text-ink-faint text-xs">
                  <Time at={line.at} />
                </span>
              </li>
            ))}
            {lines.length === 0 && <li className="text-ink-faint text-sm">Nothing yet.</li>}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}
