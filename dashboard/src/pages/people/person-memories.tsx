// The newest memories about one person.

import { Link } from "wouter";
import { useAsk } from "../../api/ask.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { sentence } from "../../ui/memory-words.ts";
import { Empty, Loaded } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";

const SHOWN = 12;

export function PersonMemories({ person }: Readonly<{ person: string }>) {
  const memories = useAsk("list", { filter: { subject: person }, limit: SHOWN });
  return (
    <Card
      title="Memories"
      note="the newest"
      isFlush
      actions={
        <Link
          href={`/memories?about=${encodeURIComponent(person)}`}
          className="text-accent text-xs hover:underline"
        >
          See all
        </Link>
      }
    >
      <Loaded query={memories}>
        {(list) =>
          list.length === 0 ? (
            <Empty title="Nothing is remembered about them" />
          ) : (
            <ul className="divide-y divide-line">
              {list.map(({ id, text, kind, updatedAt }) => (
                <li key={id}>
                  <Link
                    href={`/memories?about=${encodeURIComponent(person)}&id=${encodeURIComponent(id)}`}
                    className="block px-4 py-2.5 hover:bg-sunken/60"
                  >
                    <p className="wrap-anywhere line-clamp-2 text-sm">{text}</p>
                    <p className="mt-1 flex items-center gap-2 text-ink-faint text-xs">
                      <Badge>{sentence(kind)}</Badge>
                      <Time at={updatedAt} />
                    </p>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
