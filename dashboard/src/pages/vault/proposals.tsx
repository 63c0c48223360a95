// What the vault itself suggests: pairs so alike that one would do, and records that could go.

import { useState } from "react";
import { Link } from "wouter";
import type { Memory } from "../../../../src/model/memory.ts";
import { useAsk } from "../../api/ask.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Diff } from "../../ui/diff.tsx";
import { Loaded } from "../../ui/states.tsx";
import { MergeDialog } from "../memories/merge-dialog.tsx";

export function Proposals() {
  const pairs = useAsk("vaultCandidates", {});
  const deletions = useAsk("vaultDeletions", {});
  const [merging, setMerging] = useState<readonly Memory[]>();
  const close = () => setMerging(undefined);
  return (
    <>
      <Card title="Alike" note="may be merged">
        <Loaded query={pairs}>
          {(list) => (
            <ul className="space-y-4">
              {list.map(({ older, newer, similarity }) => (
                <li key={`${older.id} ${newer.id}`} className="space-y-2">
                  <Diff before={older.text} after={newer.text} />
                  <p className="flex items-center justify-between gap-2">
                    <Badge tone="warn">{Math.round(similarity * 100)} % alike</Badge>
                    <Button size="sm" onClick={() => setMerging([older, newer])}>
                      Merge…
                    </Button>
                  </p>
                </li>
              ))}
              {list.length === 0 && (
                <li className="text-ink-faint text-sm">No duplicates found.</li>
              )}
            </ul>
          )}
        </Loaded>
      </Card>
      <Card title="Suggested for deletion">
        <Loaded query={deletions}>
          {(list) => (
            <ul className="space-y-3">
              {list.map(({ memory, reasons }) => (
                <li key={memory.id} className="text-sm">
                  <Link
                    href={`/memories?id=${encodeURIComponent(memory.id)}`}
                    className="wrap-anywhere hover:text-accent"
                  >
                    {memory.text}
                  </Link>
                  <p className="text-ink-faint text-xs">{reasons.join(", ")}</p>
                </li>
              ))}
              {list.length === 0 && <li className="text-ink-faint text-sm">Nothing.</li>}
            </ul>
          )}
        </Loaded>
      </Card>
      {merging !== undefined && <MergeDialog memories={merging} close={close} done={close} />}
    </>
  );
}
