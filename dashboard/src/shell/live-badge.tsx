// Whether what is on the screen is current.

import { useLive } from "../api/live.tsx";
import { classes } from "../ui/class-names.ts";
import { localTime } from "../ui/time.tsx";

const WORDS = {
  connecting: ["Connecting", "bg-ink-faint"],
  live: ["Live", "bg-ok"],
  stale: ["Reconnecting", "bg-warn"],
  ended: ["Signed out", "bg-bad"],
} as const;

export function LiveBadge() {
  const { state, since } = useLive();
  const [word, colour] = WORDS[state];
  const title =
    state === "stale"
      ? `The line to the server broke ${localTime(since.toISOString())}; what is shown may be old.`
      : `${word} since ${localTime(since.toISOString())}`;
  return (
    <output
      title={title}
      className={classes(
        "inline-flex items-center gap-2 rounded-full px-2 py-0.5 text-xs",
        state === "stale" ? "bg-warn-soft text-warn" : "text-ink-faint",
      )}
    >
      <span aria-hidden className={classes("size-2 rounded-full", colour)} />
      {word}
      {state === "stale" && " · may be old"}
    </output>
  );
}
