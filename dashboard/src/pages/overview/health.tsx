// Whether everything that should work does.

import { CircleAlert, CircleCheck } from "lucide-react";
import type { Answer } from "../../api/connection.ts";
import { useLive } from "../../api/live.tsx";
import { Card } from "../../ui/card.tsx";

type Check = Readonly<{ name: string; isFine: boolean; detail: string }>;

export function Health({ overview }: Readonly<{ overview: Answer<"overview"> }>) {
  const { state } = useLive();
  return (
    <Card title="Health">
      <ul className="space-y-2.5">
        {checksOf(overview, state === "live").map(({ name, isFine, detail }) => (
          <li key={name} className="flex items-start gap-2.5 text-sm">
            {isFine ? (
              <CircleCheck size={16} aria-label="Fine" className="mt-0.5 shrink-0 text-ok" />
            ) : (
              <CircleAlert size={16} aria-label="Look here" className="mt-0.5 shrink-0 text-warn" />
            )}
            <span className="flex-1">{name}</span>
            <span className="text-right text-ink-faint">{detail}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function checksOf({ store, queue }: Answer<"overview">, isLive: boolean): readonly Check[] {
  const database = store.database === "sqlite" ? "SQLite" : "PostgreSQL";
  return [
    { name: "Store", isFine: true, detail: `${database} ${store.version}` },
    {
      name: "Search by meaning",
      isFine: store.vectors === "ready",
      detail: store.vectors === "ready" ? "ready" : "words only",
    },
    {
      name: "Jobs",
      isFine: queue.dead === 0,
      detail: queue.dead === 0 ? "none given up" : `${queue.dead} given up`,
    },
    { name: "Live updates", isFine: isLive, detail: isLive ? "connected" : "reconnecting" },
  ];
}
