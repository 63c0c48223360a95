// Exactly what an agent would be handed for a question: what was found and why, what fell away by which rule, and the
// block itself; side by side at two times.

import { ScanSearch } from "lucide-react";
import { type FormEvent, useState } from "react";
import { CONTEXT_STYLES } from "../../../../src/read/context-request.ts";
import { useAsk } from "../../api/ask.ts";
import { Page } from "../../shell/page.tsx";
import { type QueryState, useQueryState } from "../../shell/use-query-state.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { sentence } from "../../ui/memory-words.ts";
import { Empty } from "../../ui/states.tsx";
import { type Inspected, Inspection } from "./inspection.tsx";

const FIELDS = ["q", "agent", "user", "channel", "style", "budget", "then"] as const;
type Field = (typeof FIELDS)[number];

export function ContextPage() {
  const query = useQueryState();
  const inspected = inspectedOf(query);
  const then = query.get("then");
  return (
    <Page
      title="Context inspector"
      about="Ask as some agent and person, and see what it would be told"
    >
      <QuestionForm key={query.all.toString()} query={query} />
      {inspected === undefined ? (
        <Empty icon={<ScanSearch size={22} aria-hidden />} title="Ask something">
          Try a question one of your agents may get. Nothing is written by asking here.
        </Empty>
      ) : (
        <div className={then === undefined ? "" : "grid grid-cols-1 gap-4 xl:grid-cols-2"}>
          {then !== undefined && (
            <Inspection title="As it was known then" inspected={{ ...inspected, asOf: then }} />
          )}
          <Inspection title={then === undefined ? undefined : "Now"} inspected={inspected} />
        </div>
      )}
    </Page>
  );
}

function inspectedOf(query: QueryState): Inspected | undefined {
  const question = query.get("q");
  if (question === undefined) return undefined;
  const style = CONTEXT_STYLES.find((one) => one === query.get("style"));
  const budget = Number(query.get("budget") ?? "");
  const [agent, user, channel] = [query.get("agent"), query.get("user"), query.get("channel")];
  return {
    query: question,
    ...(agent === undefined ? {} : { agent }),
    ...(user === undefined ? {} : { user }),
    ...(channel === undefined ? {} : { channel }),
    ...(style === undefined ? {} : { style }),
    ...(budget > 0 ? { budgetTokens: Math.round(budget) } : {}),
  };
}

function QuestionForm({ query }: Readonly<{ query: QueryState }>) {
  const [given, setGiven] = useState<Readonly<Record<Field, string>>>(
    () =>
      Object.fromEntries(FIELDS.map((name) => [name, query.get(name) ?? ""])) as Record<
        Field,
        string
      >,
  );
  const agents = useAsk("agents", {});
  const names = agents.data?.agents.map(({ agent }) => agent) ?? [];
  const bind = (name: Field) => ({
    value: given[name],
    onChange: (event: { target: { value: string } }) =>
      setGiven((before) => ({ ...before, [name]: event.target.value })),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const then = given.then === "" ? "" : new Date(given.then).toISOString();
    query.set({ ...given, q: given.q.trim(), then });
  };
  const chosen = (values: readonly string[], none: string) => [
    { value: "", label: none },
    ...values.map((value) => ({ value, label: sentence(value) })),
  ];
  return (
    <form
      onSubmit={submit}
      className="mb-4 grid grid-cols-2 gap-3 rounded-lg border border-line bg-surface p-4 shadow-lift md:grid-cols-3 xl:grid-cols-6"
    >
      <div className="col-span-full flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField label="Question" required placeholder="Where does Ana live?" {...bind("q")} />
        </div>
        <Button look="primary" type="submit">
          Inspect
        </Button>
      </div>
      <SelectField
        label="As agent"
        options={chosen(names, "The host program")}
        {...bind("agent")}
      />
      <TextField label="For person" placeholder="anyone" {...bind("user")} />
      <TextField label="In channel" placeholder="any" {...bind("channel")} />
      <SelectField label="Style" options={chosen(CONTEXT_STYLES, "Usual")} {...bind("style")} />
      <TextField
        label="Token budget"
        type="number"
        min={1}
        placeholder="usual"
        {...bind("budget")}
      />
      <TextField
        label="Compare with"
        type="datetime-local"
        {...bind("then")}
        value={localInput(given.then)}
      />
    </form>
  );
}

/** A field for a local time takes no zone. */
function localInput(at: string): string {
  if (at === "" || !at.endsWith("Z")) return at;
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
