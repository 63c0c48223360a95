// Canon and registers: how full the vault is, what is in it, and what could be merged or go.

import { useAsk } from "../../api/ask.ts";
import type { Answer } from "../../api/connection.ts";
import { Page } from "../../shell/page.tsx";
import { Card } from "../../ui/card.tsx";
import { Meter } from "../../ui/meter.tsx";
import { Loaded } from "../../ui/states.tsx";
import { CompactVault } from "./compact-vault.tsx";
import { Proposals } from "./proposals.tsx";
import { VaultRecords } from "./vault-records.tsx";

export function VaultPage() {
  const stats = useAsk("vaultStats", {});
  return (
    <Page title="Vault" about="Canon that lasts, and registers kept current by topic">
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[2fr_1fr]">
        <VaultRecords />
        <div className="space-y-4">
          <Card title="Capacity">
            <Loaded query={stats}>{(data) => <Capacity stats={data} />}</Loaded>
          </Card>
          <Proposals />
        </div>
      </div>
    </Page>
  );
}

function Capacity({ stats }: Readonly<{ stats: Answer<"vaultStats"> }>) {
  const { active, max, utilisation, byTier, byScope, registerTopics, deleted, rawLines, bloat } =
    stats;
  const rows: readonly (readonly [string, string])[] = [
    ...Object.entries(byTier).map(([tier, count]) => [tier, String(count)] as const),
    ["topics", String(registerTopics)],
    ...Object.entries(byScope).map(([scope, count]) => [`scope ${scope}`, String(count)] as const),
    ["ended", String(deleted)],
    ["lines in the file", String(rawLines)],
    ["lines for each record", bloat.toFixed(1)],
  ];
  return (
    <>
      <p className="number mb-2 flex items-baseline justify-between">
        <span className="font-semibold text-2xl">{active}</span>
        <span className="text-ink-faint text-sm">of {max}</span>
      </p>
      <Meter value={utilisation} tone={utilisation > 0.9 ? "bad" : "accent"} />
      <dl className="mt-4 space-y-1.5 text-sm">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-ink-soft first-letter:uppercase">{name}</dt>
            <dd className="number">{value}</dd>
          </div>
        ))}
      </dl>
      <CompactVault stats={stats} />
    </>
  );
}
