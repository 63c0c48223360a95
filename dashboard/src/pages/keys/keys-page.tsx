// Who may come in: the keys of this tenant, made, replaced and ended here.

import { KeyRound, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { useAsk } from "../../api/ask.ts";
import type { Answer } from "../../api/connection.ts";
import { Page } from "../../shell/page.tsx";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import type { Column } from "../../ui/sorted-table.ts";
import { Empty, Loaded } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { CreateKey } from "./create-key.tsx";
import { EndKey, ReplaceKey } from "./key-dialogs.tsx";

export type Key = Answer<"listKeys">[number];
type Doing = Readonly<{ type: "create" } | { type: "end" | "replace"; key: Key }>;

export function KeysPage() {
  const keys = useAsk("listKeys", {});
  const [doing, setDoing] = useState<Doing>();
  const columns = useMemo(() => [...COLUMNS, actionsColumn(setDoing)], []);
  const close = () => setDoing(undefined);
  return (
    <Page
      title="Keys"
      about="A key is shown once, when it is made; the store has only a hash of it"
      actions={
        <Button
          look="primary"
          icon={<Plus size={15} aria-hidden />}
          onClick={() => setDoing({ type: "create" })}
        >
          New key
        </Button>
      }
    >
      <Card isFlush>
        <Loaded query={keys}>
          {(list) =>
            list.length === 0 ? (
              <Empty icon={<KeyRound size={22} aria-hidden />} title="No key yet">
                Programs need a key to come in over HTTP or MCP.
              </Empty>
            ) : (
              <DataTable
                label="Keys"
                rows={list}
                columns={columns}
                idOf={({ id }) => id}
                rowHeight={60}
                className="max-h-[calc(100dvh-12rem)]"
              />
            )
          }
        </Loaded>
      </Card>
      {doing?.type === "create" && <CreateKey close={close} />}
      {doing?.type === "end" && <EndKey of={doing.key} close={close} />}
      {doing?.type === "replace" && <ReplaceKey of={doing.key} close={close} />}
    </Page>
  );
}

function actionsColumn(act: (doing: Doing) => void): Column<Key> {
  return {
    id: "actions",
    header: "Actions",
    isHeaderHidden: true,
    fit: "w-44",
    cell: (key) =>
      stateOf(key).isOver ? null : (
        <span className="flex justify-end gap-1.5">
          <Button
            size="sm"
            aria-label={`Replace ${key.name}`}
            onClick={() => act({ type: "replace", key })}
          >
            Replace
          </Button>
          <Button
            size="sm"
            aria-label={`Revoke ${key.name}`}
            onClick={() => act({ type: "end", key })}
          >
            Revoke
          </Button>
        </span>
      ),
  };
}

function stateOf({
  revokedAt,
  expiresAt,
}: Key): Readonly<{ word: string; tone: Tone; isOver: boolean }> {
  if (revokedAt !== undefined) return { word: "Revoked", tone: "bad", isOver: true };
  if (expiresAt === undefined) return { word: "Works", tone: "ok", isOver: false };
  const isOver = Date.parse(expiresAt) < Date.now();
  return isOver
    ? { word: "Ran out", tone: "plain", isOver }
    : { word: "Running out", tone: "warn", isOver };
}

const COLUMNS: readonly Column<Key>[] = [
  {
    id: "name",
    header: "Key",
    sortBy: ({ name }) => name.toLowerCase(),
    cell: ({ name, id }) => (
      <div className="min-w-0">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate font-mono text-2xs text-ink-faint">{id}</p>
      </div>
    ),
  },
  {
    id: "role",
    header: "Role",
    fit: "w-36",
    isWide: true,
    sortBy: ({ role }) => role,
    cell: ({ role, agent }) => (
      <span className="flex items-center gap-1.5">
        <Badge tone={role === "operator" ? "accent" : "plain"}>{role}</Badge>
        {agent !== undefined && <span className="truncate text-xs">{agent}</span>}
      </span>
    ),
  },
  {
    id: "state",
    header: "State",
    fit: "w-28",
    isWide: true,
    cell: (key) => <Badge tone={stateOf(key).tone}>{stateOf(key).word}</Badge>,
  },
  {
    id: "used",
    header: "Used last",
    fit: "w-28",
    isWide: true,
    sortBy: ({ lastUsedAt }) => lastUsedAt ?? "",
    cell: ({ lastUsedAt }) =>
      lastUsedAt === undefined ? (
        <span className="text-ink-faint">never</span>
      ) : (
        <Time at={lastUsedAt} />
      ),
  },
];
