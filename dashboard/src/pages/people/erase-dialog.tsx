// Erasing a person: what would go is counted first, the name is typed, and afterwards it is said what went.

import { type FormEvent, useState } from "react";
import { useAct, useAsk } from "../../api/ask.ts";
import { AuditNumber } from "../../api/audit-number.tsx";
import type { Answer } from "../../api/connection.ts";
import { go } from "../../shell/hash-location.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { plural, sentence } from "../../ui/memory-words.ts";
import { Loaded, SkeletonLines } from "../../ui/states.tsx";
import { TypeToConfirm } from "../../ui/type-to-confirm.tsx";

type EraseProps = Readonly<{ person: string; name: string; close: () => void }>;

export function EraseDialog({ person, name, close }: EraseProps) {
  const [typed, setTyped] = useState("");
  const [takesMentions, setTakesMentions] = useState(false);
  const mentions = takesMentions ? "erase" : "keep";
  const preview = useAsk("erase", { subject: person, mentions, dryRun: true });
  const erase = useAct("erase");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed === person) erase.mutate({ subject: person, mentions });
  };
  if (erase.data !== undefined) return <Erased erased={erase.data} name={name} />;
  return (
    <Dialog title={`Erase ${name}?`} close={close}>
      <form onSubmit={submit} className="space-y-4">
        <Loaded query={preview} loading={<SkeletonLines count={4} />}>
          {(counted) => (
            <>
              <WhatGoes erased={counted} />
              <WhatOthersSaid erased={counted} isTaken={takesMentions} take={setTakesMentions} />
            </>
          )}
        </Loaded>
        <p className="rounded-md bg-bad-soft px-3 py-2 text-bad text-sm">
          This cannot be undone. Backups made before still have it.
        </p>
        <TypeToConfirm word={person} typed={typed} onType={setTyped} />
        {erase.error !== null && (
          <p role="alert" className="text-bad text-sm">
            {erase.error.message}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Keep everything</Button>
          <Button
            look="danger"
            type="submit"
            isBusy={erase.isPending}
            disabled={typed !== person || preview.data === undefined}
          >
            Erase for good
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type ErasedCounts = Answer<"erase">;

function WhatGoes({ erased }: Readonly<{ erased: ErasedCounts }>) {
  const { memories, messages, counts } = erased;
  const rows = Object.entries(counts).filter(([, count]) => count > 0);
  return (
    <div className="space-y-3">
      <p className="text-sm">
        <strong className="font-semibold">{plural(memories, "memory", "memories")}</strong> and{" "}
        <strong className="font-semibold">{plural(messages, "message")}</strong> go from every table
        and file.
      </p>
      <details>
        <summary className="text-accent text-sm hover:underline">Row by row</summary>
        <dl className="mt-2 grid grid-cols-2 gap-x-6 gap-y-1 rounded-md bg-sunken p-3 text-xs">
          {rows.map(([table, count]) => (
            <div key={table} className="flex justify-between gap-2">
              <dt className="truncate text-ink-soft">{sentence(table)}</dt>
              <dd className="number">{count.toLocaleString()}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}

type OthersProps = Readonly<{
  erased: ErasedCounts;
  isTaken: boolean;
  take: (isTaken: boolean) => void;
}>;

/** Messages and memories of other people that name the person stay unless they are asked for, too. */
function WhatOthersSaid({ erased: { mentions }, isTaken, take }: OthersProps) {
  if (mentions === undefined) return null;
  const { messages, memories, examples, names, shared } = mentions;
  return (
    <div className="mt-3 space-y-2 text-sm">
      <label className="flex items-start gap-2">
        <input
          type="checkbox"
          className="mt-1"
          checked={isTaken}
          onChange={(event) => take(event.target.checked)}
        />
        <span>
          Also erase what others said of them: {plural(messages, "message")} and{" "}
          {plural(memories, "memory", "memories")}
          {names.length > 0 && ` that name ${names.join(" or ")}`}
        </span>
      </label>
      {shared.length > 0 && (
        <p className="text-ink-soft">
          Not looked for: {shared.join(", ")}, as another author has that name.
        </p>
      )}
      {examples.length > 0 && (
        <details>
          <summary className="text-accent hover:underline">What was found</summary>
          <ul className="mt-2 max-h-40 space-y-1 overflow-auto rounded-md bg-sunken p-3 text-xs">
            {examples.map(({ id, text }) => (
              <li key={id}>{text}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Erased({ erased, name }: Readonly<{ erased: ErasedCounts; name: string }>) {
  const done = () => go("/people");
  return (
    <Dialog title={`${name} is erased`} close={done} footer={<Button onClick={done}>Done</Button>}>
      <WhatGoes erased={erased} />
      <p className="mt-3">
        <AuditNumber of={{ act: "erase" }} />
      </p>
    </Dialog>
  );
}
