// Ending a key, and replacing one by another of the same rights.

import { useState } from "react";
import { useAct } from "../../api/ask.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField } from "../../ui/field.tsx";
import { useToast } from "../../ui/toast.tsx";
import type { Key } from "./keys-page.tsx";
import { ShownOnce } from "./shown-once.tsx";

type KeyProps = Readonly<{ of: Key; close: () => void }>;

export function EndKey({ of: { id, name }, close }: KeyProps) {
  const toast = useToast();
  const revoke = useAct("revokeKey", {
    done: (ended) => {
      toast({
        text: `${name} no longer works`,
        detail: `Key ${ended.id}`,
        audit: { act: "revokeKey", target: ended.id },
      });
      close();
    },
  });
  return (
    <Dialog
      title={`Revoke ${name}?`}
      close={close}
      footer={
        <>
          <Button onClick={close}>Keep</Button>
          <Button look="danger" isBusy={revoke.isPending} onClick={() => revoke.mutate({ id })}>
            Revoke
          </Button>
        </>
      }
    >
      <p className="text-sm">
        Whatever uses it is turned away from the next request on. This cannot be undone; a new key
        can be made at any time.
      </p>
      {revoke.error !== null && (
        <p role="alert" className="mt-3 text-bad text-sm">
          {revoke.error.message}
        </p>
      )}
    </Dialog>
  );
}

const OVERLAPS = [
  { value: "0", label: "ends at once" },
  { value: "3600", label: "works for another hour" },
  { value: "86400", label: "works for another day" },
  { value: "604800", label: "works for another week" },
];

export function ReplaceKey({ of: { id, name }, close }: KeyProps) {
  const [overlap, setOverlap] = useState("86400");
  const rotate = useAct("rotateKey");
  if (rotate.data !== undefined) return <ShownOnce text={rotate.data.key} close={close} />;
  return (
    <Dialog
      title={`Replace ${name}`}
      close={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            look="primary"
            isBusy={rotate.isPending}
            onClick={() => rotate.mutate({ id, overlapSeconds: Number(overlap) })}
          >
            Make the new one
          </Button>
        </>
      }
    >
      <SelectField
        label="The old key"
        options={OVERLAPS}
        value={overlap}
        onChange={(event) => setOverlap(event.target.value)}
      />
    </Dialog>
  );
}
