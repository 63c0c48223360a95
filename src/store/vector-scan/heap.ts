// A binary heap: the first of its items by a given order is always at hand.

export type Heap<T> = Readonly<{ items: T[]; precedes: (one: T, other: T) => boolean }>;

export function createHeap<T>(precedes: Heap<T>["precedes"]): Heap<T> {
  return { items: [], precedes };
}

export function pushTo<T>({ items, precedes }: Heap<T>, item: T): void {
  let at = items.length;
  while (at > 0) {
    const above = (at - 1) >> 1;
    const parent = items[above];
    if (parent === undefined || !precedes(item, parent)) break;
    items[at] = parent;
    at = above;
  }
  items[at] = item;
}

export function popFrom<T>(heap: Heap<T>): T | undefined {
  const first = heap.items[0];
  const last = heap.items.pop();
  if (last !== undefined && heap.items.length > 0) replaceFirst(heap, last);
  return first;
}

export function replaceFirst<T>({ items, precedes }: Heap<T>, item: T): void {
  let at = 0;
  for (;;) {
    const left = items[2 * at + 1];
    if (left === undefined) break;
    const right = items[2 * at + 2];
    const isRight = right !== undefined && precedes(right, left);
    const child = isRight ? right : left;
    if (!precedes(child, item)) break;
    items[at] = child;
    at = 2 * at + (isRight ? 2 : 1);
  }
  items[at] = item;
}
