// The records of the vault, canon first, with a way to raise a register to canon.

import { ArrowUpToLine, BookMarked } from "lucide-react";
import { Link } from "wouter";
import type { Memory } from "../../../../src/model/memory.ts";
import { useAct, useAsk } from "../../api/ask.ts";
import { useSignedIn } from "../../api/session.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Empty, Loaded } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { useToast } from "../../ui/toast.tsx";

export function VaultRecords() {
  const records = useAsk("list", { filter: { kinds: ["canon", "register"] }, limit: 200 });
  return (
    <Card title="Records" isFlush>
      <Loaded query={records}>
        {(list) =>
          list.length === 0 ? (
            <Empty icon={<BookMarked size={22} aria-hidden />} title="The vault is empty">
              Set a register with <code className="font-mono">updateByTopic</code>; what proves
              lasting is raised to canon.
            </Empty>
          ) : (
            <ul className="divide-y divide-line">
              {list
                .toSorted((a, b) => a.kind.localeCompare(b.kind))
                .map((record) => (
                  <RecordLine key={record.id} record={record} />
                ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function RecordLine({ record }: Readonly<{ record: Memory }>) {
  const { who } = useSignedIn();
  const toast = useToast();
  const restore = useAct("restore");
  const promote = useAct("promote", {
    done: ({ id }) =>
      toast({
        text: "Raised to canon",
        detail: `On record in the history of ${id}`,
        ...(id === record.id ? {} : { undo: () => restore.mutate({ id: record.id }) }),
      }),
  });
  const { id, kind, text, topicId, updatedAt, version } = record;
  return (
    <li className="flex items-start gap-4 px-4 py-3">
      <div className="min-w-0 flex-1">
        <Link
          href={`/memories?id=${encodeURIComponent(id)}`}
          className="wrap-anywhere text-sm hover:text-accent"
        >
          {text}
        </Link>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-ink-faint text-xs">
          <Badge tone={kind === "canon" ? "accent" : "info"}>
            {kind === "canon" ? "Canon" : "Register"}
          </Badge>
          {topicId !== undefined && <span className="font-mono">{topicId}</span>}
          <span>version {version}</span>
          <Time at={updatedAt} />
        </p>
      </div>
      {kind === "register" && who.may.includes("write") && (
        <Button
          size="sm"
          isBusy={promote.isPending}
          icon={<ArrowUpToLine size={13} aria-hidden />}
          onClick={() => promote.mutate({ id })}
        >
          Promote
        </Button>
      )}
    </li>
  );
}
