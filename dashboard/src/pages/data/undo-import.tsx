// Taking an import back: exactly what it added, counted first and typed.

import { useState } from "react";
import { useAct, useAsk } from "../../api/ask.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { plural } from "../../ui/memory-words.ts";
import { Loaded, SkeletonLines } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";
import { TypeToConfirm } from "../../ui/type-to-confirm.tsx";

type UndoProps = Readonly<{ id: string; close: () => void; done?: () => void }>;

export function UndoImport({ id, close, done }: UndoProps) {
  const [typed, setTyped] = useState("");
  const toast = useToast();
  const preview = useAsk("importUndo", { id, dryRun: true });
  const undo = useAct("importUndo", {
    done: ({ memories, importId }) => {
      toast({
        text: `${plural(memories, "memory", "memories")} taken back`,
        detail: `Import ${importId}`,
        audit: { act: "importUndo", target: importId },
      });
      close();
      done?.();
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
      <TypeToConfirm word="take back" typed={typed} onType={setTyped} />
      {undo.error !== null && (
        <p role="alert" className="mt-3 text-bad text-sm">
          {undo.error.message}
        </p>
      )}
    </Dialog>
  );
}
