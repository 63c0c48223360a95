// The way to anything by its name: a page, or a memory that says it.

import { Brain, CornerDownLeft } from "lucide-react";
import { type KeyboardEvent, useDeferredValue, useState } from "react";
import { useAsk } from "../api/ask.ts";
import { useSignedIn } from "../api/session.tsx";
import { classes } from "../ui/class-names.ts";
import { Dialog } from "../ui/dialog.tsx";
import { SearchField } from "../ui/field.tsx";
import { go } from "./hash-location.ts";
import { PAGES } from "./pages.ts";

type Found = Readonly<{ to: string; name: string; note: string; icon: typeof Brain }>;

const MIN_QUERY = 3;

export function CommandPalette({ close }: Readonly<{ close: () => void }>) {
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const found = useFound(typed.trim());
  const open = (one: Found | undefined) => {
    if (one === undefined) return;
    close();
    go(one.to);
  };
  const pressed = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((before) => Math.max(0, Math.min(found.length - 1, before + step)));
    }
    if (event.key === "Enter") open(found[at]);
  };
  return (
    <Dialog title="Go to" close={close} shape="wide">
      <SearchField
        label="Page or memory"
        placeholder="A page, or words of a memory"
        value={typed}
        onKeyDown={pressed}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
        }}
      />
      <ul className="mt-3 space-y-0.5" aria-label="Found">
        {found.map((one, index) => (
          <FoundItem key={one.to} one={one} isAt={index === at} open={() => open(one)} />
        ))}
        {found.length === 0 && <li className="px-3 py-6 text-center text-ink-faint">Nothing.</li>}
      </ul>
    </Dialog>
  );
}

function useFound(query: string): readonly Found[] {
  const { who } = useSignedIn();
  const asked = useDeferredValue(query);
  const { data } = useAsk(
    "search",
    { query: asked, limit: 6, over: "memories" },
    { enabled: asked.length >= MIN_QUERY, keepPrevious: true },
  );
  const pages = PAGES.filter(
    ({ name, needs }) =>
      who.may.includes(needs) && name.toLowerCase().includes(query.toLowerCase()),
  ).map(({ path, name, icon }) => ({ to: path, name, note: "Page", icon }));
  const hits = query.length >= MIN_QUERY ? (data?.hits ?? []) : [];
  return [
    ...pages,
    ...hits.map(({ id, text, kind }) => ({
      to: `/memories?id=${encodeURIComponent(id)}`,
      name: text,
      note: kind,
      icon: Brain,
    })),
  ];
}

type ItemProps = Readonly<{ one: Found; isAt: boolean; open: () => void }>;

function FoundItem({ one: { name, note, icon: Icon }, isAt, open }: ItemProps) {
  return (
    <li>
      <button
        type="button"
        onClick={open}
        className={classes(
          "flex h-10 w-full items-center gap-3 rounded-md px-3 text-left text-sm",
          isAt ? "bg-accent-soft" : "hover:bg-sunken",
        )}
      >
        <Icon size={16} aria-hidden className="shrink-0 text-ink-faint" />
        <span className="min-w-0 flex-1 truncate">{name}</span>
        <span className="text-ink-faint text-xs">{note}</span>
        {isAt && <CornerDownLeft size={14} aria-hidden className="text-ink-faint" />}
      </button>
    </li>
  );
}
