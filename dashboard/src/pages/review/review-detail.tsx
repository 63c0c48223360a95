// One review, with why it waits, what would happen, and what it rests on.

import { Check, Pencil, X } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { STATES } from "../../../../src/model/state.ts";
import { useAsk } from "../../api/ask.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Diff } from "../../ui/diff.tsx";
import { TextArea } from "../../ui/field.tsx";
import { ORIGIN_WORDS, sentence } from "../../ui/memory-words.ts";
import { Loaded, SkeletonLines } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import type { Review } from "./review-page.tsx";
import { actWord, textOf, whyWord } from "./review-words.ts";

type DetailProps = Readonly<{
  review: Review;
  place: string;
  isPending: boolean;
  error: Error | null;
  approve: (text?: string) => void;
  reject: () => void;
}>;

export function ReviewDetail(props: DetailProps) {
  const { review, place, isPending, error, approve, reject } = props;
  const [text, setText] = useState<string>();
  return (
    <article className="flex min-h-0 min-w-0 flex-1 flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-lift">
      <div className="thin-scroll min-h-0 flex-1 space-y-6 overflow-y-auto p-5 md:p-8">
        <header className="flex flex-wrap items-center gap-2">
          <Badge tone="accent">{actWord(review)}</Badge>
          <Badge tone="warn">{whyWord(review.why)}</Badge>
          <span className="ml-auto text-ink-faint text-xs">{place}</span>
        </header>
        {text === undefined ? (
          <Proposed review={review} />
        ) : (
          <TextArea
            label="In these words"
            rows={4}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
        <WhyFlagged review={review} />
        {error !== null && (
          <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad text-sm">
            {error.message}
          </p>
        )}
      </div>
      {isPending && (
        <footer className="flex flex-wrap gap-2 border-line border-t bg-canvas p-3 md:px-8">
          <Button
            look="primary"
            icon={<Check size={15} aria-hidden />}
            onClick={() => approve(text)}
          >
            Approve <Key>A</Key>
          </Button>
          <Button icon={<X size={15} aria-hidden />} onClick={reject}>
            Reject <Key>R</Key>
          </Button>
          {review.act.type !== "delete" && text === undefined && (
            <Button
              look="quiet"
              icon={<Pencil size={15} aria-hidden />}
              onClick={() => setText(textOf(review))}
            >
              Reword
            </Button>
          )}
          <span className="ml-auto hidden items-center gap-1 text-ink-faint text-xs md:flex">
            <Key>J</Key> next <Key>K</Key> before
          </span>
        </footer>
      )}
    </article>
  );
}

function Key({ children }: Readonly<{ children: string }>) {
  return (
    <kbd className="rounded-sm border border-current/40 px-1 font-mono text-2xs leading-4 opacity-80">
      {children}
    </kbd>
  );
}

function Proposed({ review }: Readonly<{ review: Review }>) {
  const { act } = review;
  switch (act.type) {
    case "store":
      return <p className="wrap-anywhere whitespace-pre-wrap text-xl">{act.proposal.text}</p>;
    case "merge":
      return <Affected ids={act.ids} merged={act.text} />;
    case "delete":
      return <Affected ids={[act.id]} />;
  }
}

type AffectedProps = Readonly<{ ids: readonly string[]; merged?: string }>;

/** The memories that would go, and what would stand in their place. */
function Affected({ ids, merged }: AffectedProps) {
  const found = useAsk("list", { filter: { ids: [...ids] }, states: [...STATES] });
  return (
    <Loaded query={found} loading={<SkeletonLines count={3} />}>
      {(memories) => (
        <div className="space-y-4">
          {merged !== undefined && <p className="wrap-anywhere text-xl">{merged}</p>}
          {memories.map(({ id, text }) => (
            <div key={id} className="border-line-strong border-l-2 pl-3">
              <Diff before={text} after={merged ?? ""} />
              <Link
                href={`/memories?id=${encodeURIComponent(id)}`}
                className="text-accent text-xs hover:underline"
              >
                Open this memory
              </Link>
            </div>
          ))}
        </div>
      )}
    </Loaded>
  );
}

function WhyFlagged({ review }: Readonly<{ review: Review }>) {
  const { act } = review;
  const proposal = act.type === "store" ? act.proposal : undefined;
  const rows: readonly (readonly [string, React.ReactNode])[] = [
    ["Why it waits", review.why],
    ["About", review.user ?? proposal?.subject ?? "—"],
    [
      "Would become",
      proposal === undefined ? "—" : `${sentence(proposal.kind)}, ${proposal.category}`,
    ],
    ["From", proposal?.provenance.origins.map((origin) => ORIGIN_WORDS[origin]).join(", ") ?? "—"],
    ["Said", `${review.signals} ${review.signals === 1 ? "time" : "times"}`],
    ["Waiting since", <Time key="since" at={review.createdAt} />],
    ["Expires", <Time key="lapses" at={review.lapsesAt} show="day" />],
    ...(review.decidedBy === undefined ? [] : [["Decided by", review.decidedBy] as const]),
  ];
  return (
    <>
      <dl className="grid gap-x-6 gap-y-3 rounded-lg bg-sunken p-4 text-sm sm:grid-cols-2">
        {rows.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-ink-faint text-xs">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {proposal !== undefined && proposal.evidence.length > 0 && (
        <section>
          <h2 className="mb-2 font-semibold text-sm">It rests on</h2>
          {proposal.evidence.map((piece) => (
            <blockquote
              key={JSON.stringify(piece)}
              className="wrap-anywhere border-accent-line border-l-2 py-1 pl-3 text-ink-soft text-sm"
            >
              {piece.type === "span" ? piece.quote : piece.text}
            </blockquote>
          ))}
        </section>
      )}
    </>
  );
}
