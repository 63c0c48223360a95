// The imports there were, each of which can be taken back after seeing what would go.

import { useState } from "react";
import { useAsk } from "../../api/ask.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Loaded } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { UndoImport } from "./undo-import.tsx";

export function ImportsCard() {
  const imports = useAsk("imports", {});
  const [undoing, setUndoing] = useState<string>();
  return (
    <Card title="Imports" note="newest first" isFlush>
      <Loaded query={imports}>
        {(list) => (
          <ul className="divide-y divide-line">
            {list.map((one) => (
              <li key={one.id} className="flex items-center gap-3 px-4 py-3">
                <div className="min-w-0 flex-1">
                  <p className="truncate text-sm" title={one.source}>
                    {one.source}
                  </p>
                  <p className="flex items-center gap-2 text-ink-faint text-xs">
                    <Badge tone={one.state === "done" ? "ok" : "plain"}>{one.state}</Badge>
                    {one.format} · <Time at={one.startedAt} />
                  </p>
                </div>
                {one.state === "done" && (
                  <Button size="sm" onClick={() => setUndoing(one.id)}>
                    Undo…
                  </Button>
                )}
              </li>
            ))}
            {list.length === 0 && (
              <li className="p-4 text-ink-faint text-sm">Nothing was imported yet.</li>
            )}
          </ul>
        )}
      </Loaded>
      {undoing !== undefined && <UndoImport id={undoing} close={() => setUndoing(undefined)} />}
    </Card>
  );
}
