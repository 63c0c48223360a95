// What was found and not handed out, by the rule that took it away.

import { Link } from "wouter";
import type { Answer } from "../../api/connection.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";

const RULES = {
  gate: "not relevant enough to the question",
  threshold: "below the least score asked for",
  same_line: "says the same as a better one",
  limit: "more than was asked for",
} as const;

const REASONS = {
  budget: "no room in the token budget",
  trust: "not trusted enough to be handed out",
  sensitive: "sensitive",
  source_share: "too much from one source",
} as const;

type FellProps = Readonly<{
  filtered: Answer<"search">["filtered"];
  leftOut: Answer<"context">["leftOut"];
}>;

export function FellAway({ filtered, leftOut }: FellProps) {
  const rules = Object.entries(RULES).flatMap(([rule, words]) => {
    const count = filtered?.[rule as keyof typeof RULES] ?? 0;
    return count === 0 ? [] : [{ rule, words, count }];
  });
  if (rules.length === 0 && leftOut.length === 0) return null;
  return (
    <Card title="Fell away">
      <ul className="space-y-2 text-sm">
        {rules.map(({ rule, words, count }) => (
          <li key={rule} className="flex items-center gap-2">
            <Badge tone="warn">{count}</Badge>
            <span className="text-ink-soft">{words}</span>
          </li>
        ))}
        {leftOut.map(({ id, why }) => (
          <li key={`${id} ${why}`} className="flex min-w-0 items-center gap-2">
            <Badge tone="warn">1</Badge>
            <span className="shrink-0 text-ink-soft">{REASONS[why]}</span>
            <Link
              href={`/memories?id=${encodeURIComponent(id)}`}
              className="truncate font-mono text-accent text-xs hover:underline"
            >
              {id}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
