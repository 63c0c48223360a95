// All about one memory: what it says, what it rests on, how far it is trusted, what happened to it.

import { Pencil, Pin, PinOff, RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Memory } from "../../../../src/model/memory.ts";
import { STATES } from "../../../../src/model/state.ts";
import { useAct, useAsk } from "../../api/ask.ts";
import { useSignedIn } from "../../api/session.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { sentence } from "../../ui/memory-words.ts";
import { Empty, Loaded } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";
import { EditMemory } from "./edit-memory.tsx";
import { FindTest } from "./find-test.tsx";
import { ForgetDialog } from "./forget-dialog.tsx";
import { LastRetrieval } from "./last-retrieval.tsx";
import { MemoryFacts } from "./memory-facts.tsx";
import { MemoryHistory } from "./memory-history.tsx";
import { Provenance } from "./provenance.tsx";
import { Sources } from "./sources.tsx";

type DrawerProps = Readonly<{ id: string; open: (id: string) => void; close: () => void }>;

export function MemoryDrawer({ id, open, close }: DrawerProps) {
  const found = useAsk("list", { filter: { ids: [id] }, states: [...STATES], limit: 1 });
  const memory = found.data?.[0];
  return (
    <Dialog
      shape="drawer"
      close={close}
      title={memory === undefined ? "Memory" : `${sentence(memory.kind)} · ${memory.category}`}
      actions={<CopyButton label="Copy link" text={location.href} />}
    >
      <Loaded query={found}>
        {([one]) =>
          one === undefined ? (
            <Empty title="It is not there">
              It was erased, or it is not yours to see; from here the two look the same.
            </Empty>
          ) : (
            <DrawerContent memory={one} open={open} />
          )
        }
      </Loaded>
    </Dialog>
  );
}

function DrawerContent({ memory, open }: Readonly<{ memory: Memory; open: (id: string) => void }>) {
  const [isEditing, setEditing] = useState(false);
  return (
    <div className="space-y-7">
      {isEditing ? (
        <EditMemory memory={memory} close={() => setEditing(false)} />
      ) : (
        <div>
          {memory.title !== undefined && (
            <h3 className="wrap-anywhere mb-1 font-semibold text-lg">{memory.title}</h3>
          )}
          <p className="wrap-anywhere whitespace-pre-wrap text-lg leading-7">{memory.text}</p>
          <Actions memory={memory} edit={() => setEditing(true)} />
        </div>
      )}
      <MemoryFacts memory={memory} />
      <Sources memory={memory} />
      <Provenance memory={memory} open={open} />
      <MemoryHistory id={memory.id} />
      {memory.state === "active" && <LastRetrieval memory={memory} />}
      {memory.state === "active" && <FindTest memory={memory} />}
    </div>
  );
}

function Actions({ memory, edit }: Readonly<{ memory: Memory; edit: () => void }>) {
  const { who } = useSignedIn();
  const toast = useToast();
  const [isForgetting, setForgetting] = useState(false);
  const pin = useAct("pin");
  const restore = useAct("restore", {
    done: () => toast({ text: "Brought back", detail: `On record in the history of ${memory.id}` }),
  });
  if (!who.may.includes("write")) return null;
  const { id, pinned, state } = memory;
  if (state !== "active" && state !== "disputed")
    return (
      <div className="mt-4">
        <Button
          isBusy={restore.isPending}
          icon={<RotateCcw size={15} aria-hidden />}
          onClick={() => restore.mutate({ id })}
        >
          Bring back
        </Button>
      </div>
    );
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <Button icon={<Pencil size={15} aria-hidden />} onClick={edit}>
        Edit
      </Button>
      <Button
        isBusy={pin.isPending}
        icon={pinned ? <PinOff size={15} aria-hidden /> : <Pin size={15} aria-hidden />}
        onClick={() => pin.mutate({ id, pinned: !pinned })}
      >
        {pinned ? "Unpin" : "Pin"}
      </Button>
      <Button icon={<Trash2 size={15} aria-hidden />} onClick={() => setForgetting(true)}>
        Forget
      </Button>
      {isForgetting && (
        <ForgetDialog
          memories={[memory]}
          close={() => setForgetting(false)}
          done={() => setForgetting(false)}
        />
      )}
    </div>
  );
}
