// The graph as a picture. A click shows a memory and asks for its neighbours.

import cytoscape, { type Core, type ElementDefinition } from "cytoscape";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { Badge } from "../../ui/badge.tsx";
import { colour } from "../../ui/canvas-colour.ts";
import { sentence } from "../../ui/memory-words.ts";
import type { Graph } from "./use-grown.ts";

type CanvasProps = Readonly<{ graph: Graph; grow: (id: string) => void }>;

const LABEL_LENGTH = 36;
/** Cytoscape adds a style element of its own unless it finds this id, and the content policy would refuse it. */
const ITS_STYLE = "__________cytoscape_stylesheet";

const LEGEND = [
  { name: "Fact and other", dot: "bg-accent" },
  { name: "Trait", dot: "bg-ok" },
  { name: "Episode", dot: "bg-warn" },
  { name: "Topic", dot: "bg-info" },
] as const;

export function GraphCanvas({ graph, grow }: CanvasProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<string>();
  usePicture(frame, graph, (id) => {
    setChosen(id);
    grow(id);
  });
  const node = graph.nodes.find(({ id }) => id === chosen);
  return (
    <div className="relative min-h-80 flex-1">
      <meta id={ITS_STYLE} />
      <div ref={frame} aria-hidden className="absolute inset-0" />
      <p className="sr-only">
        A picture of {graph.nodes.length} memories and {graph.edges.length} ties. The same is there
        as a table.
      </p>
      <ul className="absolute top-3 left-4 flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-xs">
        {LEGEND.map(({ name, dot }) => (
          <li key={name} className="flex items-center gap-1.5">
            <span aria-hidden className={`size-2 rounded-full ${dot}`} />
            {name}
          </li>
        ))}
      </ul>
      {node !== undefined && (
        <div className="rise absolute inset-x-3 bottom-3 flex items-start gap-3 rounded-lg bg-surface p-3 text-sm shadow-float">
          <Badge>{sentence(node.kind)}</Badge>
          <p className="wrap-anywhere min-w-0 flex-1">{node.text}</p>
          <Link
            href={`/memories?id=${encodeURIComponent(node.id)}`}
            className="shrink-0 text-accent hover:underline"
          >
            Open
          </Link>
        </div>
      )}
    </div>
  );
}

/** Made once; what a graph gains is added, and everything finds its place anew. */
function usePicture(
  frame: RefObject<HTMLDivElement | null>,
  graph: Graph,
  tapped: (id: string) => void,
): void {
  const picture = useRef<Core>(undefined);
  const hearing = useRef(tapped);
  hearing.current = tapped;
  useEffect(() => {
    const container = frame.current;
    if (container === null) return;
    const core = cytoscape({ container, style: styles(), maxZoom: 1.2, minZoom: 0.15 });
    core.on("tap", "node", (event) => hearing.current(event.target.id()));
    picture.current = core;
    return () => core.destroy();
  }, [frame]);
  useEffect(() => {
    const core = picture.current;
    if (core === undefined) return;
    const known = new Set(core.elements().map((element) => element.id()));
    const fresh = elementsOf(graph).filter(({ data }) => !known.has(data.id ?? ""));
    if (fresh.length === 0) return;
    core.add(fresh);
    core.layout(LAYOUT).run();
  }, [graph]);
}

const LAYOUT = {
  name: "cose",
  animate: false,
  padding: 40,
  nodeDimensionsIncludeLabels: true,
  idealEdgeLength: () => 70,
  nodeRepulsion: () => 24_000,
  componentSpacing: 60,
} as const;

function elementsOf({ nodes, edges }: Graph): ElementDefinition[] {
  return [
    ...nodes.map(({ id, text, kind }) => ({
      data: {
        id,
        kind,
        label: text.length > LABEL_LENGTH ? `${text.slice(0, LABEL_LENGTH)}…` : text,
      },
    })),
    ...edges.map(({ from, to, type, strength }) => ({
      data: { id: `${type} ${from} ${to}`, source: from, target: to, type, strength },
    })),
  ];
}

function styles(): cytoscape.StylesheetJson {
  return [
    {
      selector: "node",
      style: {
        "background-color": colour("--accent"),
        width: 26,
        height: 26,
        label: "data(label)",
        color: colour("--ink-soft"),
        "font-size": 17,
        "font-family": "sans-serif",
        "text-valign": "bottom",
        "text-margin-y": 5,
        "text-wrap": "wrap",
        "text-max-width": "190px",
        "text-background-color": colour("--surface"),
        "text-background-opacity": 0.85,
        "text-background-padding": "2px",
      },
    },
    { selector: 'node[kind = "episode"]', style: { "background-color": colour("--warn") } },
    { selector: 'node[kind = "trait"]', style: { "background-color": colour("--ok") } },
    { selector: 'node[kind = "topic"]', style: { "background-color": colour("--info") } },
    {
      selector: "node:selected",
      style: { "border-width": 3, "border-color": colour("--ink") },
    },
    {
      selector: "edge",
      style: {
        width: "mapData(strength, 0, 1, 1, 3)",
        "line-color": colour("--line-strong"),
        "curve-style": "bezier",
        "control-point-step-size": 24,
      },
    },
    {
      selector: 'edge[type = "derived_from"]',
      style: {
        "line-style": "dashed",
        "target-arrow-shape": "triangle",
        "target-arrow-color": colour("--line-strong"),
      },
    },
  ];
}
