// What can be done to several chosen memories at once: forget them, or make one of them.

import { Merge, Trash2, X } from "lucide-react";
import { useState } from "react";
import type { Memory } from "../../../../src/model/memory.ts";
import { useSignedIn } from "../../api/session.tsx";
import { Button } from "../../ui/button.tsx";
import { plural } from "../../ui/memory-words.ts";
import { ForgetDialog } from "./forget-dialog.tsx";
import { MergeDialog } from "./merge-dialog.tsx";

type BulkProps = Readonly<{ chosen: readonly Memory[]; clear: () => void }>;

export function BulkBar({ chosen, clear }: BulkProps) {
  const { who } = useSignedIn();
  const [doing, setDoing] = useState<"forget" | "merge">();
  const done = () => {
    setDoing(undefined);
    clear();
  };
  const mayWrite = who.may.includes("write");
  return (
    <div className="rise flex shrink-0 flex-wrap items-center gap-2 border-line border-b bg-accent-soft px-3 py-2 text-sm">
      <span className="font-medium">{plural(chosen.length, "memory", "memories")} chosen</span>
      <span className="flex-1" />
      <Button
        size="sm"
        disabled={!mayWrite || chosen.length < 2}
        icon={<Merge size={14} aria-hidden />}
        onClick={() => setDoing("merge")}
      >
        Merge
      </Button>
      <Button
        size="sm"
        disabled={!mayWrite}
        icon={<Trash2 size={14} aria-hidden />}
        onClick={() => setDoing("forget")}
      >
        Forget
      </Button>
      <Button size="sm" look="quiet" icon={<X size={14} aria-hidden />} onClick={clear}>
        Clear
      </Button>
      {doing === "forget" && (
        <ForgetDialog memories={chosen} close={() => setDoing(undefined)} done={done} />
      )}
      {doing === "merge" && (
        <MergeDialog memories={chosen} close={() => setDoing(undefined)} done={done} />
      )}
    </div>
  );
}
