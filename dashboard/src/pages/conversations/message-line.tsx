// One message, and on demand the memories that rest on it.

import { Brain } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { useAsk } from "../../api/ask.ts";
import type { Answer } from "../../api/connection.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { classes } from "../../ui/class-names.ts";
import { sentence } from "../../ui/memory-words.ts";
import { Loaded, SkeletonLines } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";

export type TaughtMessage = Answer<"messages">[number];

type LineProps = Readonly<{ message: TaughtMessage; isMarked: boolean }>;

export function MessageLine({ message, isMarked }: LineProps) {
  const [isOpen, setOpen] = useState(isMarked);
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isMarked) element.current?.scrollIntoView({ block: "center" });
  }, [isMarked]);
  const { id, author, text, at, role, taught } = message;
  return (
    <li
      ref={element}
      className={classes("flex gap-3 rounded-lg", isMarked && "-m-2 bg-accent-soft p-2")}
    >
      <Avatar name={author.name} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
          <Link
            href={`/people/${encodeURIComponent(author.id)}`}
            className="font-semibold hover:text-accent"
          >
            {author.name}
          </Link>
          {role !== "user" && <Badge>{sentence(role)}</Badge>}
          <span className="text-ink-faint text-xs">
            <Time at={at} show="clock" />
          </span>
        </p>
        <p className="wrap-anywhere whitespace-pre-wrap text-sm">{text}</p>
        {taught.length > 0 && (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen((before) => !before)}
            className="mt-1 inline-flex items-center gap-1.5 rounded-sm bg-accent-soft px-1.5 py-0.5 font-medium text-2xs text-accent"
          >
            <Brain size={12} aria-hidden />
            taught {taught.length}
          </button>
        )}
        {isOpen && taught.length > 0 && <Taught messageId={id} />}
      </div>
    </li>
  );
}

function Taught({ messageId }: Readonly<{ messageId: string }>) {
  const taught = useAsk("taught", { messageId });
  return (
    <Loaded query={taught} loading={<SkeletonLines count={2} />}>
      {(memories) => (
        <ul className="mt-2 space-y-1.5 border-accent-line border-l-2 pl-3">
          {memories.map(({ id, text, kind }) => (
            <li key={id} className="text-sm">
              <Link
                href={`/memories?id=${encodeURIComponent(id)}`}
                className="wrap-anywhere hover:text-accent"
              >
                {text}
              </Link>{" "}
              <Badge>{sentence(kind)}</Badge>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}
