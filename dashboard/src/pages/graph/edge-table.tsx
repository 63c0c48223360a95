// The graph as a table, for everyone whom a picture does not serve.

import { useMemo } from "react";
import { Link } from "wouter";
import { Badge } from "../../ui/badge.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import type { Column } from "../../ui/sorted-table.ts";
import type { Graph } from "./use-grown.ts";

type Edge = Graph["edges"][number];

export function EdgeTable({ graph }: Readonly<{ graph: Graph }>) {
  const columns = useMemo(() => columnsOf(graph), [graph]);
  return (
    <DataTable
      label="Ties between memories"
      rows={graph.edges}
      columns={columns}
      idOf={({ from, to, type }) => `${type} ${from} ${to}`}
      rowHeight={56}
      className="flex-1"
    />
  );
}

function columnsOf({ nodes }: Graph): readonly Column<Edge>[] {
  const texts = new Map(nodes.map(({ id, text }) => [id, text]));
  const end = (id: string) => (
    <Link
      href={`/memories?id=${encodeURIComponent(id)}`}
      className="line-clamp-2 leading-5 hover:text-accent"
    >
      {texts.get(id) ?? id}
    </Link>
  );
  return [
    {
      id: "from",
      header: "Memory",
      sortBy: ({ from }) => texts.get(from) ?? from,
      cell: ({ from }) => end(from),
    },
    {
      id: "type",
      header: "Tie",
      fit: "w-32",
      isWide: true,
      cell: ({ type }) => (
        <Badge tone={type === "derived_from" ? "info" : "accent"}>
          {type === "derived_from" ? "made of" : "related to"}
        </Badge>
      ),
    },
    {
      id: "to",
      header: "Memory",
      sortBy: ({ to }) => texts.get(to) ?? to,
      cell: ({ to }) => end(to),
    },
    {
      id: "strength",
      header: "Strength",
      fit: "w-24",
      isWide: true,
      sortBy: ({ strength }) => strength,
      cell: ({ strength }) => <span className="number">{strength.toFixed(2)}</span>,
    },
  ];
}
