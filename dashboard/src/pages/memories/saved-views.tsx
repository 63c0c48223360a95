// Filters under a name: a few that everyone needs, and those that someone saved in this browser.

import { Bookmark, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useSignedIn } from "../../api/session.tsx";
import { go } from "../../shell/hash-location.ts";
import type { QueryState } from "../../shell/use-query-state.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { filtersOnly } from "./memory-query.ts";

type View = Readonly<{ name: string; filters: string }>;

const GIVEN: readonly View[] = [
  { name: "Everything active", filters: "" },
  { name: "Pinned", filters: "pinned=yes" },
  { name: "Disputed", filters: "state=disputed" },
  { name: "Facts about people", filters: "kind=fact&kind=trait" },
  { name: "Episodes", filters: "kind=episode" },
  { name: "Forgotten", filters: "state=soft_deleted" },
];

export function SavedViews({ state }: Readonly<{ state: QueryState }>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Bookmark size={15} aria-hidden />} onClick={() => setOpen(true)}>
        Views
      </Button>
      {isOpen && <ViewsDialog filters={filtersOnly(state)} close={() => setOpen(false)} />}
    </>
  );
}

function ViewsDialog({ filters, close }: Readonly<{ filters: string; close: () => void }>) {
  const { views, save, remove } = useViews();
  const [name, setName] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save({ name: name.trim(), filters });
    setName("");
  };
  return (
    <Dialog title="Views" close={close}>
      <ul className="-mx-2 space-y-0.5">
        {[...GIVEN, ...views].map((view) => (
          <li key={view.name} className="flex items-center rounded-md hover:bg-sunken">
            <button
              type="button"
              className="h-9 min-w-0 flex-1 truncate px-2 text-left text-sm"
              onClick={() => {
                go(view.filters === "" ? "/memories" : `/memories?${view.filters}`);
                close();
              }}
            >
              {view.name}
            </button>
            {views.includes(view) && (
              <IconButton label={`Delete the view ${view.name}`} onClick={() => remove(view)}>
                <Trash2 size={15} aria-hidden />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      <form onSubmit={submit} className="mt-4 flex items-end gap-2 border-line border-t pt-4">
        <div className="min-w-0 flex-1">
          <TextField
            label="Save these filters as"
            value={name}
            required
            maxLength={60}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        <Button type="submit" disabled={name.trim() === "" || filters === ""}>
          Save view
        </Button>
      </form>
      {filters === "" && (
        <p className="mt-2 text-ink-faint text-xs">Set a filter first; there is none to save.</p>
      )}
    </Dialog>
  );
}

function useViews() {
  const { who } = useSignedIn();
  const place = `mneme.views.${who.tenant}`;
  const [views, setViews] = useState<readonly View[]>(() =>
    JSON.parse(localStorage.getItem(place) ?? "[]"),
  );
  const keep = (next: readonly View[]) => {
    localStorage.setItem(place, JSON.stringify(next));
    setViews(next);
  };
  return {
    views,
    save: (view: View) => keep([...views.filter(({ name }) => name !== view.name), view]),
    remove: (view: View) => keep(views.filter((one) => one !== view)),
  };
}
