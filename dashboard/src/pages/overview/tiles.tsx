// The numbers at the top, each leading to what it counts.

import { Link } from "wouter";
import type { Answer } from "../../api/connection.ts";
import { classes } from "../../ui/class-names.ts";

type Overview = Answer<"overview">;
type Tile = Readonly<{ name: string; value: number; note: string; to: string; isUrgent?: boolean }>;

export function Tiles({ overview }: Readonly<{ overview: Overview }>) {
  return (
    <ul className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-5">
      {tilesOf(overview).map(({ name, value, note, to, isUrgent = false }) => (
        <li key={name} className="last:max-lg:col-span-2">
          <Link
            href={to}
            className="block rounded-lg border border-line bg-surface px-4 py-3 shadow-lift hover:border-line-strong"
          >
            <p className="text-ink-soft text-xs">{name}</p>
            <p
              className={classes(
                "number font-semibold text-2xl tracking-tight",
                isUrgent && "text-bad",
              )}
            >
              {value.toLocaleString()}
            </p>
            <p className="truncate text-ink-faint text-xs">{note}</p>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function tilesOf({
  counts,
  people,
  messages,
  pendingReviews,
  queue,
  learned,
}: Overview): readonly Tile[] {
  const active = counts
    .filter(({ state }) => state === "active")
    .reduce((sum, { count }) => sum + count, 0);
  const { queued, running, dead } = queue;
  return [
    {
      name: "Memories",
      value: active,
      note: learned.length === 0 ? "nothing new today" : `${learned.length} new in a day`,
      to: "/memories",
    },
    { name: "People", value: people, note: "wrote or are mentioned", to: "/people" },
    { name: "Messages", value: messages, note: "kept as sources", to: "/conversations" },
    {
      name: "To review",
      value: pendingReviews,
      note: pendingReviews === 0 ? "nothing to decide" : "to approve or reject",
      to: "/review",
    },
    {
      name: dead > 0 ? "Jobs given up" : "Jobs waiting",
      value: dead > 0 ? dead : queued + running,
      note: `${queued} queued, ${running} running`,
      to: "/jobs",
      isUrgent: dead > 0,
    },
  ];
}
