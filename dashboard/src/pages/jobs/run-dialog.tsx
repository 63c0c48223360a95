// Running an upkeep job now: what it would do is shown before it does it.

import { useAct, useAsk } from "../../api/ask.ts";
import type { Answer } from "../../api/connection.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { sentence } from "../../ui/memory-words.ts";
import { Loaded, SkeletonLines } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";

export function RunDialog({ name, close }: Readonly<{ name: string; close: () => void }>) {
  const toast = useToast();
  const preview = useAsk("upkeep", { name, dryRun: true });
  const run = useAct("upkeep", {
    done: () => {
      toast({ text: `${sentence(name)} has run` });
      close();
    },
  });
  return (
    <Dialog
      title={`Run ${name} now?`}
      close={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            look="primary"
            isBusy={run.isPending}
            disabled={preview.data === undefined}
            onClick={() => run.mutate({ name, confirm: true })}
          >
            Run now
          </Button>
        </>
      }
    >
      <p className="mb-3 text-sm">It would do this:</p>
      <Loaded query={preview} loading={<SkeletonLines count={3} />}>
        {(would) => <Would would={would} />}
      </Loaded>
      {run.error !== null && (
        <p role="alert" className="mt-3 text-bad text-sm">
          {run.error.message}
        </p>
      )}
    </Dialog>
  );
}

function Would({ would }: Readonly<{ would: Answer<"upkeep"> }>) {
  const rows = Object.entries(would).flatMap(([part, detail]) =>
    Object.entries(detail).map(([name, value]) => ({ part, name, value })),
  );
  if (rows.length === 0) return <p className="text-ink-soft text-sm">Nothing at all.</p>;
  return (
    <dl className="space-y-1 rounded-md bg-sunken p-3 text-sm">
      {rows.map(({ part, name, value }) => (
        <div key={`${part} ${name}`} className="flex justify-between gap-4">
          <dt className="text-ink-soft">{sentence(name)}</dt>
          <dd className="wrap-anywhere number text-right">
            {typeof value === "object" ? JSON.stringify(value) : String(value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
