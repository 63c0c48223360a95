// Free-form metadata of a message or a memory: small JSON that a program files its records by, and the filter over it.
// It is never put into a prompt.

import { z } from "zod";

export type MetadataValue =
  | string
  | number
  | boolean
  | null
  | readonly MetadataValue[]
  | Readonly<{ [key: string]: MetadataValue }>;
export type Metadata = Readonly<Record<string, MetadataValue>>;

const LIMITS = { bytes: 8_192, depth: 4, keys: 128, keyLength: 64 } as const;
const REFUSED_KEYS: readonly string[] = ["__proto__", "constructor", "prototype"];
/** A dot stands between the keys of a path; the others would end a quoted key in a path. */
const NO_KEY = /[."\\\p{Cc}]/u;

/** What is wrong with it, if anything. */
function metadataFault(given: unknown): string | undefined {
  if (!isObject(given)) return 'must be an object such as { "team": "red" }';
  const fault = valueFault(given, { depth: 1, keys: { count: 0 } });
  if (fault !== undefined) return fault;
  const { length } = new TextEncoder().encode(JSON.stringify(given));
  return length > LIMITS.bytes
    ? `is ${length} bytes of JSON; ${LIMITS.bytes} are allowed`
    : undefined;
}

type Walked = Readonly<{ depth: number; keys: { count: number } }>;

function valueFault(given: unknown, walked: Walked): string | undefined {
  if (typeof given === "object" && given !== null) return insideFault(given, walked);
  switch (typeof given) {
    case "number":
      return Number.isFinite(given) ? undefined : "holds a number that is not finite";
    case "string":
      return textFault(given, "a text");
    case "boolean":
      return undefined;
    default:
      return given === null
        ? undefined
        : `holds a ${typeof given}; texts, numbers, true, false, null, lists and objects are allowed`;
  }
}

function insideFault(given: object, walked: Walked): string | undefined {
  if (walked.depth > LIMITS.depth) return `is nested more than ${LIMITS.depth} deep`;
  const inside = { ...walked, depth: walked.depth + 1 };
  for (const [key, value] of Object.entries(given)) {
    const named = Array.isArray(given) ? undefined : keyFault(key, walked);
    const fault = named ?? valueFault(value, inside);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function keyFault(key: string, { keys }: Walked): string | undefined {
  keys.count += 1;
  if (keys.count > LIMITS.keys) return `has more than ${LIMITS.keys} keys`;
  if (key === "" || key.length > LIMITS.keyLength)
    return `has a key of ${key.length} characters; 1 to ${LIMITS.keyLength} are allowed`;
  if (REFUSED_KEYS.includes(key)) return `has the key ${key}, which cannot be stored`;
  return NO_KEY.test(key)
    ? `has the key ${JSON.stringify(key)}; a key holds no dot, quotation mark or backslash`
    : textFault(key, "a key");
}

function textFault(text: string, what: string): string | undefined {
  return text.isWellFormed() && !text.includes("\u0000")
    ? undefined
    : `holds ${what} with NUL or half of a surrogate pair`;
}

function isObject(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === "object" && given !== null && !Array.isArray(given);
}

function checked<T>(fault: (given: unknown) => string | undefined, about: string): z.ZodType<T, T> {
  const schema = z
    .record(z.string(), z.unknown())
    .superRefine((given, refinement) => {
      const message = fault(given);
      if (message !== undefined) refinement.addIssue({ code: "custom", message });
    })
    .describe(about);
  return schema as unknown as z.ZodType<T, T>;
}

export const MetadataShape = checked<Metadata>(
  metadataFault,
  "Free-form JSON: at most 8 KiB, 128 keys and 4 levels. Never part of a prompt.",
);

/** Too many bytes or keys when both are kept: then the first stays as it is. */
export function joined(
  first: Metadata | undefined,
  over: Metadata | undefined,
): Metadata | undefined {
  if (first === undefined || over === undefined) return over ?? first;
  const both = { ...first, ...over };
  return metadataFault(both) === undefined ? both : first;
}

/** From here on a number may be that of a card or an account. */
const LONG_NUMBER = 1e11;

/** Every text in it, keys included, as `screen` leaves it; an entry whose key is changed goes. */
export function screenedMetadata(given: Metadata, screen: (text: string) => string): Metadata {
  const entries = Object.entries(given).filter(([key]) => screen(key) === key);
  return Object.fromEntries(entries.map(([key, value]) => [key, screenedValue(value, screen)]));
}

function screenedValue(value: MetadataValue, screen: (text: string) => string): MetadataValue {
  if (typeof value === "string") return screen(value);
  if (typeof value === "number") {
    const written = String(value);
    const kept = Math.abs(value) < LONG_NUMBER ? written : screen(written);
    return kept === written ? value : kept;
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one: MetadataValue) => screenedValue(one, screen));
  return screenedMetadata(value as Metadata, screen);
}

// The filter: conditions on one field each, and what joins them.

type Scalar = string | number | boolean | null;
type Ordered = string | number;
type Of<Field extends string, Value> = Readonly<{ field: string } & Record<Field, Value>>;

export type MetadataCondition =
  | Of<"eq", Scalar>
  | Of<"ne", Scalar>
  | Of<"in", readonly Scalar[]>
  | Of<"gt", Ordered>
  | Of<"gte", Ordered>
  | Of<"lt", Ordered>
  | Of<"lte", Ordered>
  | Of<"exists", boolean>;
export type MetadataFilter =
  | MetadataCondition
  | Readonly<{ and: readonly MetadataFilter[] }>
  | Readonly<{ or: readonly MetadataFilter[] }>
  | Readonly<{ not: MetadataFilter }>;

/** Builds filters over metadata. A field inside another is named with a dot: `order.state`. */
export const where = {
  and: (...and: readonly MetadataFilter[]): MetadataFilter => ({ and }),
  or: (...or: readonly MetadataFilter[]): MetadataFilter => ({ or }),
  not: (not: MetadataFilter): MetadataFilter => ({ not }),
  eq: (field: string, eq: Scalar): MetadataFilter => ({ field, eq }),
  ne: (field: string, ne: Scalar): MetadataFilter => ({ field, ne }),
  in: (field: string, among: readonly Scalar[]): MetadataFilter => ({ field, in: among }),
  gt: (field: string, gt: Ordered): MetadataFilter => ({ field, gt }),
  gte: (field: string, gte: Ordered): MetadataFilter => ({ field, gte }),
  lt: (field: string, lt: Ordered): MetadataFilter => ({ field, lt }),
  lte: (field: string, lte: Ordered): MetadataFilter => ({ field, lte }),
  exists: (field: string, exists = true): MetadataFilter => ({ field, exists }),
} as const;

const MOST = { conditions: 50, depth: 6, listed: 100 } as const;
const OPERATORS = ["eq", "ne", "in", "gt", "gte", "lt", "lte", "exists"] as const;
const EXAMPLE = 'such as { "field": "team", "eq": "red" } or { "and": [ … ] }';

function filterFault(
  given: unknown,
  walked = { depth: 1, conditions: { count: 0 } },
): string | undefined {
  if (!isObject(given)) return `must be a condition ${EXAMPLE}`;
  if (walked.depth > MOST.depth) return `is nested more than ${MOST.depth} deep`;
  walked.conditions.count += 1;
  if (walked.conditions.count > MOST.conditions)
    return `has more than ${MOST.conditions} conditions`;
  const inside = { ...walked, depth: walked.depth + 1 };
  const names = Object.keys(given);
  const [joins] = names;
  if (names.length === 1 && joins === "not") return filterFault(given["not"], inside);
  if (names.length === 1 && (joins === "and" || joins === "or")) {
    const parts = given[joins];
    if (!Array.isArray(parts) || parts.length === 0)
      return `\`${joins}\` must be a list of conditions`;
    return parts.map((part) => filterFault(part, inside)).find((fault) => fault !== undefined);
  }
  return conditionFault(given);
}

function conditionFault(given: Readonly<Record<string, unknown>>): string | undefined {
  const { field, ...rest } = given;
  const names = Object.keys(rest);
  const operator = OPERATORS.find((known) => known === names[0]);
  if (typeof field !== "string" || names.length !== 1 || operator === undefined)
    return `must have a \`field\` and one of ${OPERATORS.join(", ")}, ${EXAMPLE}`;
  const keys = { count: 0 };
  const fault = field
    .split(".")
    .map((key) => keyFault(key, { depth: 1, keys }))
    .find((one) => one !== undefined);
  if (fault !== undefined) return `\`field\` ${fault}`;
  return operandFault(operator, rest[operator]);
}

function operandFault(operator: (typeof OPERATORS)[number], value: unknown): string | undefined {
  switch (operator) {
    case "exists":
      return typeof value === "boolean" ? undefined : "`exists` must be true or false";
    case "in":
      return Array.isArray(value) && value.length <= MOST.listed && value.every(isScalar)
        ? undefined
        : `\`in\` must be a list of at most ${MOST.listed} texts, numbers, true, false or null`;
    case "eq":
    case "ne":
      return isScalar(value)
        ? undefined
        : `\`${operator}\` must be a text, a number, true, false or null`;
    case "gt":
    case "gte":
    case "lt":
    case "lte":
      return isScalar(value) && (typeof value === "string" || typeof value === "number")
        ? undefined
        : `\`${operator}\` must be a number or a text`;
  }
}

function isScalar(value: unknown): value is Scalar {
  if (typeof value === "string") return textFault(value, "") === undefined;
  if (typeof value === "number") return Number.isFinite(value);
  return value === null || typeof value === "boolean";
}

export const MetadataFilterShape = checked<MetadataFilter>(
  filterFault,
  'A condition on metadata: { "field": "team", "eq": "red" } with eq, ne, in, gt, gte, lt, lte or exists, joined by and, or, not.',
);
