// Puts texts about one thing together: the two nearest groups join until what is left is too far apart.
// Deterministic: the same texts in the same order give the same groups.

/** A weight for each feature of a text. */
export type Features = ReadonlyMap<string, number>;

export type ClusterLimits = Readonly<{
  /** Groups at least this alike join. */
  join: number;
  /** While there are more than `many` groups, a weaker likeness is enough. */
  many: number;
  joinWhenMany: number;
  /** Down at `few` groups, only a stronger one is. */
  few: number;
  joinWhenFew: number;
}>;

type Group = Readonly<{ members: readonly number[]; sum: Features }>;

/** Groups of indexes, each oldest first, in the order of their first member. */
export function cluster(texts: readonly Features[], limits: ClusterLimits): number[][] {
  let groups: readonly Group[] = texts.map((features, index) => ({
    members: [index],
    sum: unit(features),
  }));
  const likeness = groups.map((a) => groups.map((b) => (a === b ? 0 : averageLikeness(a, b))));
  while (groups.length > 1) {
    const [left, right, nearest] = nearestPair(likeness);
    if (nearest < leastLikeness(groups.length, limits)) break;
    groups = joined(groups, likeness, [left, right]);
  }
  return groups
    .map((group) => group.members.toSorted((a, b) => a - b))
    .sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
}

function leastLikeness(count: number, limits: ClusterLimits): number {
  if (count > limits.many) return limits.joinWhenMany;
  return count <= limits.few ? limits.joinWhenFew : limits.join;
}

function nearestPair(likeness: readonly (readonly number[])[]): [number, number, number] {
  let best: [number, number, number] = [0, 0, 0];
  for (const [left, row] of likeness.entries()) {
    for (const [right, value] of row.entries()) {
      if (right > left && value > best[2]) best = [left, right, value];
    }
  }
  return best;
}

// The likeness table is kept in step, so that only the joined group is compared anew.
function joined(
  groups: readonly Group[],
  likeness: number[][],
  [left, right]: readonly [number, number],
): Group[] {
  const a = groups[left];
  const b = groups[right];
  if (a === undefined || b === undefined) return [...groups];
  const group = { members: [...a.members, ...b.members], sum: added(a.sum, b.sum) };
  const next = groups
    .map((one, index) => (index === left ? group : one))
    .filter((_one, index) => index !== right);
  likeness.splice(right, 1);
  for (const row of likeness) row.splice(right, 1);
  for (const [index, row] of likeness.entries()) {
    const other = next[index];
    const value = other === undefined || index === left ? 0 : averageLikeness(group, other);
    row[left] = value;
    const own = likeness[left];
    if (own !== undefined) own[index] = value;
  }
  return next;
}

// The mean over all pairs of members, so that a large mixed group does not swallow everything near its middle.
function averageLikeness(a: Group, b: Group): number {
  return dot(a.sum, b.sum) / (a.members.length * b.members.length);
}

export function cosine(a: Features, b: Features): number {
  const lengths = length(a) * length(b);
  return lengths === 0 ? 0 : dot(a, b) / lengths;
}

function dot(a: Features, b: Features): number {
  const [few, many] = a.size <= b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [feature, weight] of few) sum += weight * (many.get(feature) ?? 0);
  return sum;
}

function length(features: Features): number {
  let squares = 0;
  for (const weight of features.values()) squares += weight * weight;
  return Math.sqrt(squares);
}

function unit(features: Features): Features {
  const size = length(features);
  return size === 0
    ? features
    : new Map([...features].map(([feature, weight]) => [feature, weight / size]));
}

function added(a: Features, b: Features): Features {
  const sum = new Map(a);
  for (const [feature, weight] of b) sum.set(feature, (sum.get(feature) ?? 0) + weight);
  return sum;
}
