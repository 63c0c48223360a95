// How memories hang together: start with the strongest ties or one person, click to go further, look back in time.

import { Waypoints } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useAsk } from "../../api/ask.ts";
import { Page } from "../../shell/page.tsx";
import { useQueryState } from "../../shell/use-query-state.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Empty, Loaded, Skeleton } from "../../ui/states.tsx";
import { EdgeTable } from "./edge-table.tsx";
import { TimeSlider } from "./time-slider.tsx";
import { useGrown } from "./use-grown.ts";

const GraphCanvas = lazy(async () => ({
  default: (await import("./graph-canvas.tsx")).GraphCanvas,
}));

export function GraphPage() {
  const query = useQueryState();
  const [subject, asOf, view] = [query.get("about"), query.get("then"), query.get("view")];
  const asked = {
    ...(subject === undefined ? {} : { subject }),
    ...(asOf === undefined ? {} : { asOf }),
  };
  const graph = useAsk("graph", asked, { keepPrevious: true });
  return (
    <Page
      isFull
      title="Graph"
      about="Which memories are tied to each other, and which were made of which"
      actions={
        <>
          <PersonField
            key={subject ?? ""}
            subject={subject}
            set={(about) => query.set({ about })}
          />
          <Button onClick={() => query.set({ view: view === "table" ? undefined : "table" })}>
            {view === "table" ? "As a graph" : "As a table"}
          </Button>
        </>
      }
    >
      <TimeSlider asOf={asOf} set={(then) => query.set({ then })} />
      <div className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-lift">
        <Loaded query={graph} loading={<Skeleton className="m-4 h-96" />}>
          {(first) =>
            first.nodes.length === 0 ? (
              <Empty icon={<Waypoints size={22} aria-hidden />} title="No ties yet">
                Memories that belong together are tied as they are learned.
              </Empty>
            ) : (
              <Grown key={JSON.stringify(asked)} first={first} asOf={asOf} view={view} />
            )
          }
        </Loaded>
      </div>
    </Page>
  );
}

type GrownProps = Readonly<{
  first: Parameters<typeof useGrown>[0];
  asOf: string | undefined;
  view: string | undefined;
}>;

function Grown({ first, asOf, view }: GrownProps) {
  const { graph, grow } = useGrown(first, asOf);
  if (view === "table") return <EdgeTable graph={graph} />;
  return (
    <Suspense fallback={<Skeleton className="m-4 h-96" />}>
      <GraphCanvas graph={graph} grow={grow} />
    </Suspense>
  );
}

type PersonProps = Readonly<{ subject: string | undefined; set: (subject: string) => void }>;

function PersonField({ subject, set }: PersonProps) {
  const [typed, setTyped] = useState(subject ?? "");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        set(typed.trim());
      }}
    >
      <TextField
        label="About person"
        isLabelHidden
        placeholder="About person (id)"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </form>
  );
}
