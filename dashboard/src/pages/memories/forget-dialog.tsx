// Forgetting, with what would go shown first. One or many can be brought back for thirty days; what is erased at once
// cannot, so that has to be typed.

import { useState } from "react";
import type { Memory } from "../../../../src/model/memory.ts";
import { useAct, useAsk } from "../../api/ask.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { plural } from "../../ui/memory-words.ts";
import { Loaded, SkeletonLines } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";
import { TypeToConfirm } from "../../ui/type-to-confirm.tsx";

type ForgetProps = Readonly<{
  memories: readonly Memory[];
  close: () => void;
  done: () => void;
}>;

const SHOWN = 5;

export function ForgetDialog({ memories, close, done }: ForgetProps) {
  const [isForGood, setForGood] = useState(false);
  const [typed, setTyped] = useState("");
  const ids = memories.map(({ id }) => id);
  const preview = useAsk("forgetMany", { ids, dryRun: true });
  const forget = useForget(memories, done);
  const mustType = isForGood || memories.length > 1;
  const word = `forget ${memories.length}`;
  return (
    <Dialog
      title={memories.length === 1 ? "Forget this memory?" : `Forget ${memories.length} memories?`}
      close={close}
      footer={
        <>
          <Button onClick={close}>Keep</Button>
          <Button
            look="danger"
            isBusy={forget.isPending}
            disabled={preview.data === undefined || (mustType && typed !== word)}
            onClick={() => forget.mutate({ ids, purge: isForGood })}
          >
            {isForGood ? "Erase for good" : "Forget"}
          </Button>
        </>
      }
    >
      <Loaded query={preview} loading={<SkeletonLines count={3} />}>
        {({ deleted, missing }) => (
          <Preview memories={memories} count={deleted.length} missing={missing.length} />
        )}
      </Loaded>
      <label className="mt-4 flex items-start gap-2 text-sm">
        <input
          type="checkbox"
          className="mt-1 accent-accent"
          checked={isForGood}
          onChange={(event) => setForGood(event.target.checked)}
        />
        <span>Erase for good, now. Without this it can be brought back for thirty days.</span>
      </label>
      {mustType && (
        <div className="mt-4">
          <TypeToConfirm word={word} typed={typed} onType={setTyped} />
        </div>
      )}
      {forget.error !== null && (
        <p role="alert" className="mt-3 text-bad text-sm">
          {forget.error.message}
        </p>
      )}
    </Dialog>
  );
}

type PreviewProps = Readonly<{ memories: readonly Memory[]; count: number; missing: number }>;

function Preview({ memories, count, missing }: PreviewProps) {
  return (
    <>
      <p className="text-sm">
        {plural(count, "memory", "memories")} will go
        {missing > 0 && `; ${missing} of those chosen are not there any more`}.
      </p>
      <ul className="mt-2 space-y-1 border-line border-l-2 pl-3 text-ink-soft text-sm">
        {memories.slice(0, SHOWN).map(({ id, text }) => (
          <li key={id} className="truncate">
            {text}
          </li>
        ))}
        {memories.length > SHOWN && <li>and {memories.length - SHOWN} more</li>}
      </ul>
    </>
  );
}

function useForget(memories: readonly Memory[], done: () => void) {
  const toast = useToast();
  const restore = useAct("restore");
  return useAct("forgetMany", {
    done: ({ deleted }, { purge }) => {
      const undo = () => {
        for (const id of deleted) restore.mutate({ id });
      };
      toast({
        text: `${plural(deleted.length, "memory", "memories")} ${purge === true ? "erased" : "forgotten"}`,
        detail: `On record in the history of ${deleted.slice(0, 3).join(", ")}${memories.length > 3 ? " …" : ""}`,
        ...(deleted[0] === undefined ? {} : { audit: { act: "bulk_delete", target: deleted[0] } }),
        ...(purge === true ? {} : { undo }),
      });
      done();
    },
  });
}
