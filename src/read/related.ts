// A line or two that are linked to the hits but did not make it among them (S2).

import type { Edge } from "./candidate.ts";
import type { Hit, RelatedBullet } from "./hit.ts";

export function relatedBullets(
  hits: readonly Hit[],
  edges: readonly Edge[],
  count: number,
): readonly RelatedBullet[] {
  const shown = new Set(hits.map((hit) => hit.id));
  const bullets = new Map<string, RelatedBullet>();
  for (const { from, memory, strength } of edges.toSorted((a, b) => b.strength - a.strength)) {
    if (!shown.has(from) || shown.has(memory.id) || bullets.has(memory.id)) continue;
    const { id, category, text } = memory;
    bullets.set(id, { id, to: from, category, text, strength });
  }
  return [...bullets.values()].slice(0, count);
}
