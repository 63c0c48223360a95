// The filters, each value with how many memories it would leave.

import type { UseQueryResult } from "@tanstack/react-query";
import { Pin } from "lucide-react";
import type { Answer } from "../../api/connection.ts";
import type { QueryState } from "../../shell/use-query-state.ts";
import { classes } from "../../ui/class-names.ts";
import { aboutWord, sentence, stateWord } from "../../ui/memory-words.ts";
import { Loaded, SkeletonLines } from "../../ui/states.tsx";
import { FACETS, type FacetName, SINGLE } from "./memory-query.ts";

type FacetsProps = Readonly<{
  state: QueryState;
  facets: UseQueryResult<Answer<"facets">, Error>;
}>;

export function Facets({ state, facets }: FacetsProps) {
  return (
    <div className="space-y-5 pb-4">
      <FacetRow
        isOn={state.get("pinned") === "yes"}
        toggle={() => state.set({ pinned: state.get("pinned") === "yes" ? undefined : "yes" })}
        label="Pinned only"
        icon={<Pin size={13} aria-hidden />}
      />
      <Loaded query={facets} loading={<SkeletonLines count={10} />}>
        {(counts) =>
          FACETS.map(({ name, title, of }) => (
            <FacetGroup key={name} {...{ name, title, state }} values={counts[of]} />
          ))
        }
      </Loaded>
    </div>
  );
}

type GroupProps = Readonly<{
  name: FacetName;
  title: string;
  state: QueryState;
  values: readonly Readonly<{ value: string; count: number }>[];
}>;

const WORDS: Readonly<Record<FacetName, (value: string) => string>> = {
  kind: sentence,
  state: (value) => stateWord(value).word,
  category: sentence,
  about: aboutWord,
  tag: (value) => value,
};

function FacetGroup({ name, title, state, values }: GroupProps) {
  const on = state.list(name);
  const gone = on.filter((value) => values.every((one) => one.value !== value));
  const shown = [...values, ...gone.map((value) => ({ value, count: 0 }))];
  if (shown.length === 0) return null;
  const toggle = (value: string) => {
    if (on.includes(value)) state.set({ [name]: on.filter((one) => one !== value) });
    else state.set({ [name]: SINGLE.includes(name) ? value : [...on, value] });
  };
  return (
    <fieldset>
      <legend className="pb-1 font-medium text-ink-faint text-xs">{title}</legend>
      {shown.map(({ value, count }) => (
        <FacetRow
          key={value}
          isOn={on.includes(value)}
          toggle={() => toggle(value)}
          label={WORDS[name](value)}
          count={count}
        />
      ))}
    </fieldset>
  );
}

type RowProps = Readonly<{
  isOn: boolean;
  toggle: () => void;
  label: string;
  count?: number;
  icon?: React.ReactNode;
}>;

function FacetRow({ isOn, toggle, label, count, icon }: RowProps) {
  return (
    <label
      className={classes(
        "-mx-2 flex h-7 cursor-pointer items-center gap-2 rounded-md px-2 text-sm hover:bg-sunken",
        isOn ? "font-medium text-ink" : "text-ink-soft",
      )}
    >
      <input type="checkbox" checked={isOn} onChange={toggle} className="accent-accent" />
      {icon}
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {count !== undefined && (
        <span className="number text-ink-faint text-xs">{count.toLocaleString()}</span>
      )}
    </label>
  );
}
