// A graph that grows: what was shown first, and the neighbours of everything that was clicked since.

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Answer } from "../../api/connection.ts";
import { useSignedIn } from "../../api/session.tsx";

export type Graph = Answer<"graph">;

export function useGrown(first: Graph, asOf: string | undefined) {
  const { client } = useSignedIn();
  const [further, setFurther] = useState<Graph>({ nodes: [], edges: [] });
  const growing = useMutation({
    mutationFn: (id: string) =>
      client.graph({ ids: [id], limit: 50, ...(asOf === undefined ? {} : { asOf }) }),
    onSuccess: (more) => setFurther((before) => joined(before, more)),
  });
  return { graph: joined(first, further), grow: growing.mutate };
}

function joined(one: Graph, other: Graph): Graph {
  const nodes = new Map([...one.nodes, ...other.nodes].map((node) => [node.id, node]));
  const edges = new Map(
    [...one.edges, ...other.edges].map((edge) => [`${edge.type} ${edge.from} ${edge.to}`, edge]),
  );
  return { nodes: [...nodes.values()], edges: [...edges.values()] };
}
