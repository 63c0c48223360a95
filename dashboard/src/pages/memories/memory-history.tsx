// Everything that happened to a memory, newest first, with what changed in its words.

import type { HistoryEntry } from "../../../../src/model/history.ts";
import { useAsk } from "../../api/ask.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Diff } from "../../ui/diff.tsx";
import { stateWord } from "../../ui/memory-words.ts";
import { Loaded, SkeletonLines } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { DrawerSection } from "./drawer-section.tsx";

const EVENTS: Readonly<Record<HistoryEntry["event"], Readonly<{ word: string; tone: Tone }>>> = {
  ADD: { word: "Learned", tone: "ok" },
  UPDATE: { word: "Changed", tone: "info" },
  DELETE: { word: "Ended", tone: "bad" },
  MERGE: { word: "Merged", tone: "accent" },
  LINK: { word: "Linked", tone: "plain" },
  TTL: { word: "Ran out", tone: "warn" },
  RESTORE: { word: "Brought back", tone: "ok" },
};

export function MemoryHistory({ id }: Readonly<{ id: string }>) {
  const history = useAsk("history", { id });
  return (
    <DrawerSection title="History">
      <Loaded query={history} loading={<SkeletonLines count={3} />}>
        {(entries) => (
          <ol className="space-y-4">
            {entries.toReversed().map((entry) => (
              <Entry key={JSON.stringify(entry)} entry={entry} />
            ))}
          </ol>
        )}
      </Loaded>
    </DrawerSection>
  );
}

function Entry({ entry }: Readonly<{ entry: HistoryEntry }>) {
  const { word, tone } = EVENTS[entry.event];
  const { old, new: now } = entry;
  const isReworded = old !== undefined && now !== undefined && old.text !== now.text;
  const isMoved = old !== undefined && now !== undefined && old.state !== now.state;
  return (
    <li>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-faint text-xs">
        <Badge tone={tone}>{word}</Badge>
        {now !== undefined && <span>version {now.version}</span>}
        <span className="wrap-anywhere">by {entry.actor}</span>
        <span className="ml-auto">
          <Time at={entry.at} />
        </span>
      </p>
      <div className="mt-1 space-y-1 pl-1">
        {isReworded && <Diff before={old.text} after={now.text} />}
        {old === undefined && now !== undefined && (
          <p className="wrap-anywhere text-sm">{now.text}</p>
        )}
        {isMoved && (
          <p className="text-ink-soft text-xs">
            {stateWord(old.state).word} → {stateWord(now.state).word}
          </p>
        )}
        {entry.reason !== "" && (
          <p className="wrap-anywhere text-ink-faint text-xs">{entry.reason}</p>
        )}
      </div>
    </li>
  );
}
