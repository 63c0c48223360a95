// Ending every line of a profile: how many is shown, the name is typed. The lines can be brought back one by one.

import { useState } from "react";
import { useAct } from "../../api/ask.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { plural } from "../../ui/memory-words.ts";
import { useToast } from "../../ui/toast.tsx";
import { TypeToConfirm } from "../../ui/type-to-confirm.tsx";

type DeleteProps = Readonly<{ person: string; lines: readonly string[]; close: () => void }>;

/** `lines` are the ids of what is in the profile now. */
export function DeleteProfile({ person, lines, close }: DeleteProps) {
  const [typed, setTyped] = useState("");
  const toast = useToast();
  const restore = useAct("restore");
  const [target] = lines;
  const remove = useAct("deleteProfile", {
    done: (count) => {
      toast({
        text: `${plural(count, "line")} of the profile deleted`,
        ...(target === undefined ? {} : { audit: { act: "delete_profile", target } }),
        undo: () => {
          for (const id of lines) restore.mutate({ id });
        },
      });
      close();
    },
  });
  return (
    <Dialog
      title="Delete this profile?"
      close={close}
      footer={
        <>
          <Button onClick={close}>Keep</Button>
          <Button
            look="danger"
            isBusy={remove.isPending}
            disabled={typed !== person}
            onClick={() => remove.mutate({ person })}
          >
            Delete
          </Button>
        </>
      }
    >
      <p className="mb-4 text-sm">
        {plural(lines.length, "line")} will go and can be brought back for thirty days. What was
        said, and memories that are not part of the profile, stay.
      </p>
      <TypeToConfirm word={person} typed={typed} onType={setTyped} />
      {remove.error !== null && (
        <p role="alert" className="mt-3 text-bad text-sm">
          {remove.error.message}
        </p>
      )}
    </Dialog>
  );
}
