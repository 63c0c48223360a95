// Making one memory of several; the originals point at it and can be brought back.

import { useState } from "react";
import type { Memory } from "../../../../src/model/memory.ts";
import { useAct } from "../../api/ask.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextArea } from "../../ui/field.tsx";
import { useToast } from "../../ui/toast.tsx";

type MergeProps = Readonly<{ memories: readonly Memory[]; close: () => void; done: () => void }>;

const INTO = [
  { value: "same_kind", label: "One of the same kind" },
  { value: "summary", label: "A summary" },
];

export function MergeDialog({ memories, close, done }: MergeProps) {
  const [text, setText] = useState(() => memories.map((memory) => memory.text).join(" "));
  const isOneKind = new Set(memories.map(({ kind }) => kind)).size === 1;
  const [into, setInto] = useState(isOneKind ? "same_kind" : "summary");
  const toast = useToast();
  const unmerge = useAct("unmerge");
  const merge = useAct("merge", {
    done: (merged) => {
      toast({
        text: `${memories.length} memories are one now`,
        detail: `On record in the history of ${merged.id}`,
        audit: { act: "merge", target: merged.id },
        undo: () => unmerge.mutate({ id: merged.id }),
      });
      done();
    },
  });
  const ids = memories.map(({ id }) => id);
  return (
    <Dialog
      title={`Merge ${memories.length} memories`}
      close={close}
      shape="wide"
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            look="primary"
            isBusy={merge.isPending}
            disabled={text.trim() === ""}
            onClick={() =>
              merge.mutate({ ids, text, into: into === "summary" ? "summary" : "same_kind" })
            }
          >
            Merge
          </Button>
        </>
      }
    >
      <ul className="mb-4 space-y-1 border-line border-l-2 pl-3 text-ink-soft text-sm">
        {memories.map((memory) => (
          <li key={memory.id}>{memory.text}</li>
        ))}
      </ul>
      <div className="space-y-4">
        <TextArea
          label="What the one should say"
          rows={4}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <SelectField
          label="It becomes"
          options={isOneKind ? INTO : INTO.slice(1)}
          value={into}
          onChange={(event) => setInto(event.target.value)}
        />
      </div>
      {merge.error !== null && (
        <p role="alert" className="mt-3 text-bad text-sm">
          {merge.error.message}
        </p>
      )}
    </Dialog>
  );
}
