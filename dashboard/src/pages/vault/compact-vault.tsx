// Shrinking the vault file, after saying what goes: history in the file, of every tenant, and no memory.

import { FoldVertical } from "lucide-react";
import { useState } from "react";
import { useAct } from "../../api/ask.ts";
import type { Answer } from "../../api/connection.ts";
import { useSignedIn } from "../../api/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { plural } from "../../ui/memory-words.ts";
import { useToast } from "../../ui/toast.tsx";

type Stats = Answer<"vaultStats">;

export function CompactVault({ stats }: Readonly<{ stats: Stats }>) {
  const { who } = useSignedIn();
  const [isAsking, setAsking] = useState(false);
  if (!who.may.includes("operate")) return null;
  return (
    <div className="mt-4">
      <Button icon={<FoldVertical size={15} aria-hidden />} onClick={() => setAsking(true)}>
        Compact…
      </Button>
      {isAsking && <CompactDialog stats={stats} close={() => setAsking(false)} />}
    </div>
  );
}

function CompactDialog({ stats, close }: Readonly<{ stats: Stats; close: () => void }>) {
  const toast = useToast();
  const compact = useAct("compactVault", {
    done: ({ kept, dropped }) => {
      toast({
        text: `${plural(dropped, "line")} dropped, ${kept} kept`,
        audit: { act: "compactVault" },
      });
      close();
    },
  });
  return (
    <Dialog
      title="Compact the vault file?"
      close={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button look="danger" isBusy={compact.isPending} onClick={() => compact.mutate({})}>
            Compact
          </Button>
        </>
      }
    >
      <div className="space-y-3 text-sm">
        <p>
          Your part of the file has {plural(stats.rawLines, "line")} for{" "}
          {plural(stats.active, "record")} in use. Of each memory only the latest version stays in
          the file; what the store knows, history included, stays as it is.
        </p>
        <p className="rounded-md bg-bad-soft px-3 py-2 text-bad">
          This cannot be undone. The lines of other tenants stay as they are.
        </p>
        {compact.error !== null && (
          <p role="alert" className="text-bad">
            {compact.error.message}
          </p>
        )}
      </div>
    </Dialog>
  );
}
