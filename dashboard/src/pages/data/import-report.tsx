// What an import did, or would do: counts, why things were left out, and what could not be read.

import type { Answer } from "../../api/connection.ts";
import { Badge } from "../../ui/badge.tsx";
import { sentence } from "../../ui/memory-words.ts";

type ReportProps = Readonly<{ title: string; report: Answer<"import"> }>;

export function ImportReport({ title, report }: ReportProps) {
  const { format, state, counts, reasons, problems } = report;
  const rows = Object.entries(counts).filter(([, count]) => count > 0);
  return (
    <section aria-label={title} className="space-y-3 rounded-lg border border-line p-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-semibold">{title}</span>
        <Badge tone="info">{format}</Badge>
        {state === "stopped" && <Badge tone="bad">stopped before the end</Badge>}
      </p>
      <Counts rows={rows} />
      {Object.keys(reasons).length > 0 && (
        <div>
          <p className="mb-1 text-ink-faint text-xs">Not stored because</p>
          <Counts rows={Object.entries(reasons)} />
        </div>
      )}
      {problems.length > 0 && (
        <ul className="space-y-1 text-bad text-xs">
          {problems.map(({ where, reason }) => (
            <li key={`${where} ${reason}`} className="wrap-anywhere">
              {where}: {reason}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Counts({ rows }: Readonly<{ rows: readonly (readonly [string, number])[] }>) {
  if (rows.length === 0) return <p className="text-ink-soft">Nothing.</p>;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-1 text-xs sm:grid-cols-3">
      {rows.map(([name, count]) => (
        <div key={name} className="flex justify-between gap-2">
          <dt className="wrap-anywhere text-ink-soft">{sentence(name)}</dt>
          <dd className="number">{count.toLocaleString()}</dd>
        </div>
      ))}
    </dl>
  );
}
