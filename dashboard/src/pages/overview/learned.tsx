// What was learned in the last day.

import { Sparkles } from "lucide-react";
import { Link } from "wouter";
import type { Memory } from "../../../../src/model/memory.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { aboutWord, sentence } from "../../ui/memory-words.ts";
import { Empty } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";

export function Learned({ memories }: Readonly<{ memories: readonly Memory[] }>) {
  return (
    <Card title="Learned today" note="in the last 24 hours" isFlush className="h-full">
      {memories.length === 0 ? (
        <Empty icon={<Sparkles size={22} aria-hidden />} title="Nothing new in the last day">
          What people say to your agents shows up here as it is learned.
        </Empty>
      ) : (
        <ul className="divide-y divide-line">
          {memories.map(({ id, text, kind, subject, createdAt }) => (
            <li key={id}>
              <Link
                href={`/memories?id=${encodeURIComponent(id)}`}
                className="flex items-center gap-3 px-4 py-2.5 hover:bg-sunken/60"
              >
                <div className="min-w-0 flex-1">
                  <p className="line-clamp-2 text-sm">{text}</p>
                  <p className="text-ink-faint text-xs">
                    {aboutWord(subject) === "—" ? "" : `about ${aboutWord(subject)} · `}
                    <Time at={createdAt} />
                  </p>
                </div>
                <Badge>{sentence(kind)}</Badge>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
