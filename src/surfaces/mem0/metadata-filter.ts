// mem0's filters over metadata in our words: `{ metadata: { team: "red", cost: { gte: 3 } } }`, also under AND, OR and NOT.
// What OR and NOT join can only be metadata here: whose memories they are is not negotiable.

import { MemoryError } from "../../errors.ts";
import { type MetadataFilter, where } from "../../model/metadata.ts";
import { ownValue } from "../../model/own-value.ts";
import { type Fields, isFields, notSupported } from "./asking.ts";

/** mem0's `*`: any value. */
const ANY = "*";

/** The schema of the operation checks what stands in them. */
type Made = MetadataFilter;
type Operand = never;

const OPERATORS: Readonly<Record<string, (field: string, value: Operand) => Made>> = {
  eq: where.eq,
  ne: where.ne,
  in: where.in,
  nin: (field, value) => where.not(where.in(field, value)),
  gt: where.gt,
  gte: where.gte,
  lt: where.lt,
  lte: where.lte,
};

export function metadataFilterOf(filters: unknown): Made {
  if (!isFields(filters) || Object.keys(filters).length === 0)
    throw new MemoryError("invalid_input", "A filter must be an object with a condition in it.");
  const made = Object.entries(filters).map(([name, value]) => {
    switch (name) {
      case "metadata":
        return fieldsOf(value);
      case "AND":
        return where.and(...listOf(name, value));
      case "OR":
        return where.or(...listOf(name, value));
      case "NOT":
        return where.not(where.or(...listOf(name, Array.isArray(value) ? value : [value])));
      default:
        throw notSupported(`The filter \`${name}\` under OR or NOT`);
    }
  });
  return allOf(made);
}

export function bothOf(one: unknown, other: unknown): unknown {
  return one === undefined ? other : where.and(one as Made, other as Made);
}

function listOf(name: string, value: unknown): readonly Made[] {
  if (Array.isArray(value) && value.length > 0) return value.map(metadataFilterOf);
  throw new MemoryError("invalid_input", `\`${name}\` must be a list of filters.`);
}

function fieldsOf(value: unknown): Made {
  if (!isFields(value) || Object.keys(value).length === 0)
    throw new MemoryError("invalid_input", "`metadata` must be an object with a field in it.");
  return allOf(Object.entries(value).map(([field, wanted]) => fieldOf(field, wanted)));
}

function fieldOf(field: string, wanted: unknown): Made {
  if (wanted === ANY) return where.exists(field);
  if (!isFields(wanted)) return where.eq(field, wanted as Operand);
  return allOf(operatorsOf(field, wanted));
}

function operatorsOf(field: string, wanted: Fields): readonly Made[] {
  return Object.entries(wanted).map(([name, value]) => {
    const made = ownValue(OPERATORS, name);
    if (made === undefined) throw notSupported(`The operator \`${name}\` on \`${field}\``);
    return made(field, value as Operand);
  });
}

function allOf(made: readonly Made[]): Made {
  const [only] = made;
  return made.length === 1 && only !== undefined ? only : where.and(...made);
}
