// The episodes and topics of a channel on a line of time.

import { Link } from "wouter";
import { useAsk } from "../../api/ask.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { sentence } from "../../ui/memory-words.ts";
import { Empty, Loaded } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";

export function Episodes({ channel }: Readonly<{ channel: string }>) {
  const episodes = useAsk("list", { filter: { channel, kinds: ["episode", "topic"] }, limit: 50 });
  return (
    <Card title="Episodes and topics">
      <Loaded query={episodes}>
        {(list) =>
          list.length === 0 ? (
            <Empty title="None yet">
              A conversation that went quiet is told here in a few sentences.
            </Empty>
          ) : (
            <ol className="relative space-y-5 border-line-strong border-l pl-5">
              {list.map(({ id, kind, title, text, createdAt, participants }) => (
                <li
                  key={id}
                  className="before:absolute before:-left-[4.5px] before:mt-2 before:size-2 before:rounded-full before:bg-accent"
                >
                  <p className="flex items-center gap-2 text-ink-faint text-xs">
                    <Badge tone={kind === "topic" ? "info" : "accent"}>{sentence(kind)}</Badge>
                    <Time at={createdAt} show="day" />
                  </p>
                  <Link
                    href={`/memories?id=${encodeURIComponent(id)}`}
                    className="mt-1 block font-medium text-sm hover:text-accent"
                  >
                    {title ?? text.slice(0, 80)}
                  </Link>
                  <p className="wrap-anywhere line-clamp-4 text-ink-soft text-sm">{text}</p>
                  {participants.length > 0 && (
                    <p className="text-ink-faint text-xs">with {participants.join(", ")}</p>
                  )}
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </Card>
  );
}
