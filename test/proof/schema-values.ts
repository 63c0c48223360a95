// Makes values from a JSON schema: some that fit, some at the edge of fitting, some broken on purpose. The same seed
// makes the same values.

export type Schema = Readonly<Record<string, unknown>>;
export type Random = () => number;

/** A small generator with 32 bits of state. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function pick<T>(random: Random, from: readonly T[]): T {
  const found = from[Math.floor(random() * from.length)];
  if (found === undefined) throw new Error("There is nothing to pick from.");
  return found;
}

const TEXTS = [
  ...["ana", "The lantern is green.", "a", "é", "ß", "👩‍👩‍👧", "2026-05-01T10:00:00Z", "0", "-1"],
  ...[
    "",
    " ",
    "%",
    "_",
    "*",
    "../..",
    "' OR 1=1 --",
    '"; DROP TABLE memories; --',
    "\u0000",
    "\ud800",
  ],
  ...["\u202e", "\u200b\u200b", "<script>", "{{7*7}}", "__proto__", "NEAR(a b)", "a".repeat(300)],
  ...[
    "x".repeat(5_000),
    "2026-02-30",
    "9999-12-31T24:00:00Z",
    "00000000-0000-7000-8000-000000000000",
  ],
] as const;
const NUMBERS = [0, 1, -1, 2, 50, 200, 201, 1e9, 1e308, -0, 0.5, 2 ** 53, Number.NaN] as const;
const ODD = [
  null,
  true,
  [],
  {},
  [[[]]],
  { $ne: 1 },
  12,
  "x",
  ["x", 1],
  { constructor: {} },
] as const;

export type Making = Readonly<{ random: Random; root: Schema; depth: number }>;

/** One value in ten is broken on purpose, at any depth. */
export function madeOf(schema: Schema, making: Making): unknown {
  const { random, depth } = making;
  if (random() < 0.1 || depth > 6) return pick(random, ODD);
  const whole = resolved(schema, making.root);
  const choices = whole["anyOf"] ?? whole["oneOf"];
  if (Array.isArray(choices)) return madeOf(pick(random, choices as Schema[]), deeper(making));
  if (Array.isArray(whole["enum"])) return pick(random, [...(whole["enum"] as unknown[]), "other"]);
  if ("const" in whole) return whole["const"];
  return ofType(whole, making);
}

function ofType(schema: Schema, making: Making): unknown {
  const { random } = making;
  switch (schema["type"]) {
    case "object":
      return objectOf(schema, making);
    case "array": {
      const items = Array.from({ length: Math.floor(random() * 4) });
      return items.map(() => madeOf(recordOf(schema["items"]), deeper(making)));
    }
    case "integer":
    case "number":
      return pick(random, NUMBERS);
    case "boolean":
      return random() < 0.5;
    default:
      return pick(random, TEXTS);
  }
}

function objectOf(schema: Schema, making: Making): unknown {
  const { random } = making;
  const required = Array.isArray(schema["required"]) ? (schema["required"] as string[]) : [];
  const made: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(recordOf(schema["properties"])))
    if (required.includes(name) ? random() < 0.97 : random() < 0.3)
      made[name] = madeOf(recordOf(property), deeper(making));
  return random() < 0.03 ? { ...made, unheardOf: 1 } : made;
}

function deeper(making: Making): Making {
  return { ...making, depth: making.depth + 1 };
}

function resolved(schema: Schema, root: Schema): Schema {
  const reference = schema["$ref"];
  if (typeof reference !== "string") return schema;
  let found: unknown = root;
  for (const name of reference.split("/").slice(1)) found = recordOf(found)[name];
  return recordOf(found);
}

export function recordOf(value: unknown): Schema {
  return typeof value === "object" && value !== null ? (value as Schema) : {};
}
