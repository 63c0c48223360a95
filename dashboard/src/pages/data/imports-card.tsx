// The imports there were, each of which can be taken back after seeing what would go.

import { useState } from "react";
import { useAct, useAsk } from "../../api/ask.ts";
import type { Answer } from "../../api/connection.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { plural } from "../../ui/memory-words.ts";
import { Loaded, SkeletonLines } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { useToast } from "../../ui/toast.tsx";

type Import = Answer<"imports">[number];

export function ImportsCard() {
  const imports = useAsk("imports", {});
  const [undoing, setUndoing] = useState<Import>();
  return (
    <Card title="Imports" note="newest first" isFlush>
      <Loaded query={imports}>
        {(list) => (
          <ul className="divide-y divide-line">
            {list.map((one) => (
              <li key={one.id} className="flex items-center gap-3 px-4 py-3">
                <div className="min-w-0 flex-1">
                  <p className="wrap-anywhere text-sm">{one.source}</p>
                  <p className="flex items-center gap-2 text-ink-faint text-xs">
                    <Badge tone={one.state === "done" ? "ok" : "plain"}>{one.state}</Badge>
                    {one.format} · <Time at={one.startedAt} />
                  </p>
                </div>
                {one.state === "done" && (
                  <Button size="sm" onClick={() => setUndoing(one)}>
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
      {undoing !== undefined && <UndoImport of={undoing} close={() => setUndoing(undefined)} />}
    </Card>
  );
}

function UndoImport({ of: { id }, close }: Readonly<{ of: Import; close: () => void }>) {
  const [typed, setTyped] = useState("");
  const toast = useToast();
  const preview = useAsk("importUndo", { id, dryRun: true });
  const undo = useAct("importUndo", {
    done: ({ memories, importId }) => {
      toast({
        text: `${plural(memories, "memory", "memories")} taken back`,
        detail: `Import ${importId}`,
      });
      close();
    },
  });
  return (
    <Dialog
      title="Take this import back?"
      close={close}
      footer={
        <>
          <Button onClick={close}>Keep</Button>
          <Button
            look="danger"
            isBusy={undo.isPending}
            disabled={preview.data === undefined || typed !== "take back"}
            onClick={() => undo.mutate({ id, confirm: true })}
          >
            Take it back
          </Button>
        </>
      }
    >
      <Loaded query={preview} loading={<SkeletonLines count={2} />}>
        {({ memories, messages, reviews, reverted }) => (
          <p className="mb-4 text-sm">
            {plural(memories, "memory", "memories")}, {plural(messages, "message")} and{" "}
            {plural(reviews, "review")} go; {reverted} become what they were before.
          </p>
        )}
      </Loaded>
      <TextField
        label="Type “take back” to go on"
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      {undo.error !== null && (
        <p role="alert" className="mt-3 text-bad text-sm">
          {undo.error.message}
        </p>
      )}
    </Dialog>
  );
}
