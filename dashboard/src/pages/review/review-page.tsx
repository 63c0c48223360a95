// What waits for a person, one at a time: J and K to go through it, A to approve, R to reject.

import { CheckCheck } from "lucide-react";
import { useEffect } from "react";
import { useAct, useAsk } from "../../api/ask.ts";
import type { Answer } from "../../api/connection.ts";
import { Page } from "../../shell/page.tsx";
import { useQueryState } from "../../shell/use-query-state.ts";
import { classes } from "../../ui/class-names.ts";
import { SelectField } from "../../ui/field.tsx";
import { Empty, Loaded } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { useToast } from "../../ui/toast.tsx";
import { ReviewDetail } from "./review-detail.tsx";
import { actWord, textOf, whyWord } from "./review-words.ts";

export type Review = Answer<"review">[number];

const STATES = [
  { value: "pending", label: "Waiting" },
  { value: "approved", label: "Approved" },
  { value: "rejected", label: "Rejected" },
  { value: "lapsed", label: "Expired" },
] as const;

export function ReviewPage() {
  const query = useQueryState();
  const wanted = query.get("state") ?? "pending";
  const state = STATES.find(({ value }) => value === wanted)?.value ?? "pending";
  const reviews = useAsk("review", { states: [state], limit: 200 });
  return (
    <Page
      isFull
      title="Review"
      about="Consent, held lines and proposals. Nothing here is used until a person says so."
      actions={
        <SelectField
          label="Show"
          isLabelHidden
          options={STATES}
          value={state}
          onChange={(event) => query.set({ state: event.target.value, id: undefined })}
        />
      }
    >
      <Loaded query={reviews}>
        {(list) =>
          list.length === 0 ? (
            <Empty icon={<CheckCheck size={22} aria-hidden />} title="Nothing waits">
              When something needs a person’s word before it is remembered, it waits here.
            </Empty>
          ) : (
            <Queue reviews={list} isPending={state === "pending"} />
          )
        }
      </Loaded>
    </Page>
  );
}

type QueueProps = Readonly<{ reviews: readonly Review[]; isPending: boolean }>;

function Queue({ reviews, isPending }: QueueProps) {
  const query = useQueryState();
  const found = reviews.findIndex(({ id }) => id === query.get("id"));
  const at = Math.max(0, found);
  const review = reviews[at];
  const { approve, reject, error } = useDecisions();
  const move = (step: number) => {
    const next = reviews[Math.max(0, Math.min(reviews.length - 1, at + step))];
    query.set({ id: next?.id });
  };
  useReviewKeys({
    j: () => move(1),
    k: () => move(-1),
    ...(isPending && review !== undefined
      ? { a: () => approve(review), r: () => reject(review) }
      : {}),
  });
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 lg:flex-row">
      <ol className="thin-scroll max-h-56 shrink-0 overflow-y-auto rounded-lg border border-line bg-surface shadow-lift lg:max-h-none lg:w-80">
        {reviews.map((one, index) => (
          <li key={one.id} className="border-line border-b last:border-b-0">
            <QueueItem review={one} isAt={index === at} open={() => query.set({ id: one.id })} />
          </li>
        ))}
      </ol>
      {review !== undefined && (
        <ReviewDetail
          key={review.id}
          {...{ review, isPending, error, place: `${at + 1} of ${reviews.length}` }}
          approve={(text) => approve(review, text)}
          reject={() => reject(review)}
        />
      )}
    </div>
  );
}

type ItemProps = Readonly<{ review: Review; isAt: boolean; open: () => void }>;

function QueueItem({ review, isAt, open }: ItemProps) {
  return (
    <button
      type="button"
      onClick={open}
      {...(isAt ? { "aria-current": "true" as const } : {})}
      className={classes(
        "block w-full px-4 py-3 text-left",
        isAt ? "bg-accent-soft" : "hover:bg-sunken",
      )}
    >
      <span className="line-clamp-2 text-sm">{textOf(review)}</span>
      <span className="flex justify-between gap-2 text-ink-faint text-xs">
        <span className="truncate">
          {actWord(review)} · {whyWord(review.why)}
        </span>
        <Time at={review.createdAt} />
      </span>
    </button>
  );
}

function useDecisions() {
  const toast = useToast();
  const said = (text: string, id: string) => toast({ text, detail: `On record as review ${id}` });
  const approving = useAct("approve", {
    done: ({ reviewId }) => said("Approved", reviewId),
  });
  const rejecting = useAct("reject", { done: ({ id }) => said("Rejected", id) });
  return {
    approve: ({ id, hash }: Review, text?: string) =>
      approving.mutate({ id, hash, ...(text === undefined ? {} : { text }) }),
    reject: ({ id, hash }: Review) => rejecting.mutate({ id, hash }),
    error: approving.error ?? rejecting.error,
  };
}

type Keys = Readonly<Record<string, () => void>>;

/** Letters act only while nobody is writing. */
function useReviewKeys(keys: Keys): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const isWriting =
        event.target instanceof HTMLElement &&
        event.target.closest("input, textarea, select, dialog") !== null;
      if (isWriting || event.metaKey || event.ctrlKey || event.altKey) return;
      keys[event.key.toLowerCase()]?.();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [keys]);
}
