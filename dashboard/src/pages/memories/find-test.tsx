// Would it be found? A question put to recall for this one memory, and why it scores as it does.

import { type FormEvent, useState } from "react";
import type { Memory } from "../../../../src/model/memory.ts";
import { useAsk } from "../../api/ask.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { ScoreBars } from "../../ui/score-bars.tsx";
import { Loaded, SkeletonLines } from "../../ui/states.tsx";
import { DrawerSection } from "./drawer-section.tsx";

export function FindTest({ memory }: Readonly<{ memory: Memory }>) {
  const [typed, setTyped] = useState("");
  const [query, setQuery] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setQuery(typed.trim());
  };
  return (
    <DrawerSection title="Would it be found?">
      <form onSubmit={submit} className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label="A question"
            isLabelHidden
            placeholder="A question someone may ask"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Button type="submit">Try</Button>
      </form>
      {query !== "" && <Tried query={query} id={memory.id} />}
    </DrawerSection>
  );
}

function Tried({ query, id }: Readonly<{ query: string; id: string }>) {
  const found = useAsk("search", {
    query,
    over: "memories",
    filters: { ids: [id] },
    limit: 1,
    explain: true,
  });
  return (
    <div className="mt-3 rounded-lg border border-line p-3">
      <Loaded query={found} loading={<SkeletonLines count={3} />}>
        {({ hits: [hit] }) =>
          hit === undefined ? (
            <p className="text-ink-soft text-sm">
              No: nothing in it answers that question well enough.
            </p>
          ) : (
            <ScoreBars score={hit.score} parts={hit.parts} />
          )
        }
      </Loaded>
    </div>
  );
}
