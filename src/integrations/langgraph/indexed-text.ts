// The texts of a store item by whose meaning it is found: what stands at the paths LangGraph's `index` names.

/** `$` is the whole item; `a.b`, `a[0].b`, `a[-1]`, `a[*].b`, `*` and `{a,b.c}` lead to parts of it. */
export function indexedTexts(value: unknown, paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) =>
    path === "$" ? [JSON.stringify(value)] : partsAt([value], stepsOf(path)).flatMap(textOf),
  );
}

/** A name, `[…]` or `{…}`. */
function stepsOf(path: string): readonly string[] {
  return path.match(/\[[^\]]*\]|\{[^}]*\}|[^.[{]+/g) ?? [];
}

function partsAt(values: readonly unknown[], steps: readonly string[]): readonly unknown[] {
  return steps.reduce<readonly unknown[]>(
    (found, step) => found.flatMap((value) => partAt(value, step)),
    values,
  );
}

function partAt(value: unknown, step: string): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [];
  if (step.startsWith("{"))
    return step
      .slice(1, -1)
      .split(",")
      .flatMap((path) => partsAt([value], stepsOf(path.trim())));
  if (step.startsWith("[")) return Array.isArray(value) ? elementAt(value, step.slice(1, -1)) : [];
  if (step === "*") return Object.values(value);
  return Object.hasOwn(value, step) ? [Reflect.get(value, step)] : [];
}

function elementAt(list: readonly unknown[], place: string): readonly unknown[] {
  if (place === "*") return list;
  const found = list.at(Number(place));
  return found === undefined ? [] : [found];
}

function textOf(value: unknown): readonly string[] {
  if (value === null || value === undefined) return [];
  return [typeof value === "object" ? JSON.stringify(value) : String(value)];
}
