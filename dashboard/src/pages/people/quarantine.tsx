// Putting out of use what came from one person since a day, with everything derived from it. It can be undone.

import { useState } from "react";
import { useAct, useAsk } from "../../api/ask.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { plural } from "../../ui/memory-words.ts";
import { Loaded, SkeletonLines } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";

type QuarantineProps = Readonly<{ person: string; name: string; close: () => void }>;

const DAY_MS = 86_400_000;

export function Quarantine({ person, name, close }: QuarantineProps) {
  const [day, setDay] = useState(() => new Date(Date.now() - DAY_MS).toISOString().slice(0, 10));
  const since = `${day}T00:00:00.000Z`;
  const isDay = !Number.isNaN(Date.parse(since));
  const quarantine = useQuarantine(close);
  return (
    <Dialog
      title={`Quarantine what ${name} said?`}
      close={close}
      footer={
        <>
          <Button onClick={close}>Keep</Button>
          <Button
            look="danger"
            isBusy={quarantine.isPending}
            disabled={!isDay}
            onClick={() => quarantine.mutate({ author: person, since })}
          >
            Quarantine
          </Button>
        </>
      }
    >
      <div className="space-y-4 text-sm">
        <TextField
          type="date"
          label="Said since (UTC)"
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
        {isDay && <Preview person={person} since={since} />}
        <p className="text-ink-soft">
          Nothing is deleted: it is archived with a mark, and a release brings all of it back.
        </p>
        {quarantine.error !== null && (
          <p role="alert" className="text-bad">
            {quarantine.error.message}
          </p>
        )}
      </div>
    </Dialog>
  );
}

function Preview({ person, since }: Readonly<{ person: string; since: string }>) {
  const would = useAsk("quarantine", { author: person, since, dryRun: true });
  return (
    <Loaded query={would} loading={<SkeletonLines count={1} />}>
      {(ids) => <p>{plural(ids.length, "memory", "memories")} would go out of use.</p>}
    </Loaded>
  );
}

function useQuarantine(close: () => void) {
  const toast = useToast();
  const release = useAct("release");
  return useAct("quarantine", {
    done: (ids, { author, since }) => {
      const [target] = ids;
      toast({
        text: `${plural(ids.length, "memory", "memories")} out of use`,
        ...(target === undefined ? {} : { audit: { act: "quarantine", target } }),
        undo: () => release.mutate({ author, since }),
      });
      close();
    },
  });
}
