// Which namespaces LangGraph's `listNamespaces` asks for. Names are compared whole, one by one.

import type { ListNamespacesOperation, MatchCondition } from "@langchain/langgraph-checkpoint";
import type { Folder } from "../../model/document.ts";

export function chosenNamespaces(
  namespaces: readonly Folder[],
  { matchConditions = [], maxDepth, limit, offset }: ListNamespacesOperation,
): string[][] {
  const shown = new Map<string, string[]>();
  for (const namespace of namespaces) {
    if (!matchConditions.every((condition) => isMatch(namespace, condition))) continue;
    const cut = namespace.slice(0, maxDepth ?? namespace.length);
    shown.set(JSON.stringify(cut), cut);
  }
  const sorted = [...shown.values()].sort(byNames);
  return sorted.slice(offset, offset + limit);
}

function isMatch(namespace: Folder, { matchType, path }: MatchCondition): boolean {
  if (path.length > namespace.length) return false;
  const from = matchType === "prefix" ? 0 : namespace.length - path.length;
  return path.every((name, place) => name === "*" || name === namespace[from + place]);
}

function byNames(a: Folder, b: Folder): number {
  const place = a.findIndex((name, at) => name !== b[at]);
  if (place === -1) return a.length - b.length;
  return (a[place] ?? "") < (b[place] ?? "") ? -1 : 1;
}
