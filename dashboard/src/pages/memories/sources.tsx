// What a memory rests on: the words it was made of, marked where they stand in their conversation.

import { Quote } from "lucide-react";
import { Link } from "wouter";
import type { Evidence, Memory } from "../../../../src/model/memory.ts";
import type { NewMessage } from "../../../../src/model/message.ts";
import { useAsk } from "../../api/ask.ts";
import { classes } from "../../ui/class-names.ts";
import { Loaded, SkeletonLines } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { DrawerSection } from "./drawer-section.tsx";

const AROUND = 2;
const SHOWN = 6;

export function Sources({ memory: { evidence } }: Readonly<{ memory: Memory }>) {
  if (evidence.length === 0) return null;
  const note = evidence.length > SHOWN ? `${SHOWN} of ${evidence.length}` : undefined;
  return (
    <DrawerSection title="Said where" {...(note === undefined ? {} : { note })}>
      <div className="space-y-3">
        {evidence.slice(0, SHOWN).map((piece) =>
          piece.type === "span" ? (
            <SpanSource key={`${piece.messageId} ${piece.start}`} span={piece} />
          ) : (
            <blockquote
              key={piece.text}
              className="wrap-anywhere flex gap-2 rounded-lg border border-line p-3 text-sm"
            >
              <Quote size={14} aria-hidden className="mt-1 shrink-0 text-ink-faint" />
              {piece.text}
            </blockquote>
          ),
        )}
      </div>
    </DrawerSection>
  );
}

type Span = Extract<Evidence, { type: "span" }>;

function SpanSource({ span }: Readonly<{ span: Span }>) {
  const found = useAsk("message", { id: span.messageId, radius: AROUND });
  return (
    <div className="overflow-hidden rounded-lg border border-line">
      <Loaded query={found} loading={<SkeletonLines count={3} />}>
        {({ message, around }) => (
          <>
            <p className="flex flex-wrap justify-between gap-x-3 border-line border-b bg-sunken px-3 py-1.5 text-ink-faint text-xs">
              <Link
                href={`/conversations/${encodeURIComponent(message.channel)}?message=${encodeURIComponent(message.id)}`}
                className="wrap-anywhere text-accent hover:underline"
              >
                {message.channel}
              </Link>
              <Time at={message.at} show="time" />
            </p>
            <ol className="space-y-1.5 p-3">
              {around.map((one) => (
                <SpokenLine
                  key={one.id}
                  message={one}
                  {...(one.id === message.id ? { span } : {})}
                />
              ))}
            </ol>
          </>
        )}
      </Loaded>
    </div>
  );
}

function SpokenLine({ message, span }: Readonly<{ message: NewMessage; span?: Span }>) {
  return (
    <li className={classes("wrap-anywhere text-sm", span === undefined && "text-ink-faint")}>
      <span className="font-semibold">{message.author.name}:</span>{" "}
      {span === undefined ? message.text : <Marked text={message.text} span={span} />}
    </li>
  );
}

/** Marked where it was found; when the message has been redacted since, wherever the words still are. */
function Marked({ text, span }: Readonly<{ text: string; span: Span }>) {
  const isThere = text.slice(span.start, span.end) === span.quote;
  const start = isThere ? span.start : text.indexOf(span.quote);
  if (start < 0 || span.quote === "") return <>{text}</>;
  const end = start + span.quote.length;
  return (
    <>
      {text.slice(0, start)}
      <mark className="rounded-sm bg-accent-soft px-0.5 font-medium text-accent">
        {text.slice(start, end)}
      </mark>
      {text.slice(end)}
    </>
  );
}
