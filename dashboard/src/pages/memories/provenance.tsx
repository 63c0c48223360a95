// How a memory came to be: from whom, through what, and which other memories it was made of or gave way to.

import type { ReactNode } from "react";
import type { Memory } from "../../../../src/model/memory.ts";
import { STATES } from "../../../../src/model/state.ts";
import { useAsk } from "../../api/ask.ts";
import { ORIGIN_WORDS, TRUST_WORDS } from "../../ui/memory-words.ts";
import { DrawerSection } from "./drawer-section.tsx";

type ProvenanceProps = Readonly<{ memory: Memory; open: (id: string) => void }>;

const MAX_PARENTS = 200;

export function Provenance({ memory, open }: ProvenanceProps) {
  const { writer, derivedFrom, supersededBy, origins, trust } = memory;
  const by = Object.entries(writer).map(([name, value]) => `${name} ${value}`);
  return (
    <DrawerSection title="How it came to be">
      <ol className="relative space-y-3 border-line-strong border-l pl-5 text-sm">
        <Step>{origins.map((origin) => ORIGIN_WORDS[origin]).join(", ")}</Step>
        {derivedFrom.length > 0 && (
          <Step>
            made of
            <Linked ids={derivedFrom} open={open} />
          </Step>
        )}
        {by.length > 0 && <Step>written by {by.join(", ")}</Step>}
        <Step>
          trusted as {TRUST_WORDS[trust].word.toLowerCase()}: no more than the least of its sources
        </Step>
        {supersededBy !== undefined && (
          <Step>
            gave way to
            <Linked ids={[supersededBy]} open={open} />
          </Step>
        )}
      </ol>
    </DrawerSection>
  );
}

function Step({ children }: Readonly<{ children: ReactNode }>) {
  return (
    <li className="wrap-anywhere before:absolute before:-left-[4.5px] before:mt-[7px] before:size-2 before:rounded-full before:bg-line-strong">
      {children}
    </li>
  );
}

function Linked({ ids, open }: Readonly<{ ids: readonly string[]; open: (id: string) => void }>) {
  const asked = ids.slice(0, MAX_PARENTS);
  const { data = [] } = useAsk("list", { filter: { ids: [...asked] }, states: [...STATES] });
  const texts = new Map(data.map(({ id, text }) => [id, text]));
  return (
    <ul className="mt-1 space-y-1">
      {asked.map((id) => (
        <li key={id}>
          <button
            type="button"
            disabled={!texts.has(id)}
            onClick={() => open(id)}
            className="wrap-anywhere text-left text-accent hover:underline disabled:text-ink-faint disabled:no-underline"
          >
            {texts.get(id) ?? `${id} (not there any more)`}
          </button>
        </li>
      ))}
    </ul>
  );
}
