// mem0's filters in our words: whose memories, from which run, of which category. A filter that means something else is
// refused.

import { MemoryError } from "../../errors.ts";
import { type Fields, isFields, notSupported, present, textOf } from "./asking.ts";

/** mem0's name for each field of our filter. A person is whom a memory is about, a run the channel it came from. */
const NAMES: Readonly<Record<string, "subject" | "agent" | "channel" | "categories">> = {
  user_id: "subject",
  agent_id: "agent",
  run_id: "channel",
  categories: "categories",
};

/** mem0's `*`: any value. */
const ANY = "*";

export function filterOf(filters: unknown): Fields {
  if (filters === undefined || filters === null) return {};
  if (!isFields(filters)) throw new MemoryError("invalid_input", "`filters` must be an object.");
  const merged: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(filters)) {
    const parts = name === "AND" ? all(value) : [conditionOf(name, value)];
    for (const [field, wanted] of parts.flatMap((part) => Object.entries(part))) {
      if (merged[field] !== undefined && merged[field] !== wanted)
        throw notSupported(`Two conditions on one field`);
      merged[field] = wanted;
    }
  }
  return merged;
}

function all(value: unknown): readonly Fields[] {
  if (Array.isArray(value)) return value.map(filterOf);
  throw new MemoryError("invalid_input", "`AND` must be a list.");
}

function conditionOf(name: string, value: unknown): Fields {
  const field = NAMES[name];
  if (field === undefined) throw notSupported(`The filter \`${name}\``);
  if (value === ANY) return {};
  if (field === "categories") return { categories: categoriesOf(value) };
  return present({ [field]: textOf(value, name) });
}

function categoriesOf(value: unknown): readonly string[] {
  const list = isFields(value) ? (value["in"] ?? value["contains"]) : value;
  const wanted: readonly unknown[] = Array.isArray(list) ? list : [list];
  return wanted.map((category) => textOf(category, "categories") ?? "");
}

/** The entities named after the `?`. At least one, because all memories of a tenant are never meant by leaving it out. */
export function entitiesOf(query: Fields): Fields {
  const { user_id, agent_id, run_id, app_id } = query;
  if (app_id !== undefined) throw notSupported("`app_id`");
  const filter = filterOf(present({ user_id, agent_id, run_id }));
  if (Object.keys(filter).length > 0) return filter;
  throw new MemoryError("invalid_input", "Name a `user_id`, an `agent_id` or a `run_id`.");
}
