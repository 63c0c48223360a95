// Calls the engine for a client of mem0: with the tenant and agent of its key, and no others.

import { MemoryError } from "../../errors.ts";
import type { Credential } from "../../model/access-key.ts";
import { ownValue } from "../../model/own-value.ts";
import type { MemoryEngine, OperationName, OutputOf } from "../../operations/engine.ts";
import type { Access } from "../../operations/operation.ts";
import { bindToCredential } from "../../operations/permission.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** One request, as far as it is read. */
export type Asking = Readonly<{
  engine: MemoryEngine;
  credential: Credential;
  parameters: Fields;
  query: Fields;
  body: Fields;
}>;

type Called = Extract<
  OperationName,
  "remember" | "search" | "list" | "get" | "edit" | "forget" | "history"
>;

/** Fields whose value is undefined are left out, as if they had not been sent. */
export async function call<Name extends Called>(
  { engine, credential }: Asking,
  name: Name,
  input: Fields,
): Promise<OutputOf<Name>> {
  const bound = bindToCredential(present(input), credential, {
    access: NEEDS[name],
    fields: AGENT,
  });
  // The engine checks the input against the schema of the operation.
  return engine.admin.call(name, bound as never);
}

const AGENT: ReadonlySet<string> = new Set(["agent"]);
const NEEDS: Readonly<Record<Called, Access>> = {
  remember: "write",
  edit: "write",
  forget: "write",
  search: "read",
  list: "read",
  get: "read",
  history: "read",
};

export function present(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function textOf(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string" && value !== "") return value;
  throw new MemoryError("invalid_input", `\`${name}\` must be a text.`);
}

export function notSupported(what: string): MemoryError {
  return new MemoryError("not_supported", `${what} is not supported here.`);
}

/** What mem0 knows and we do not is refused rather than passed over: whoever sends it counts on it. */
export function refuseUnsupported(given: Fields, fields: readonly string[]): void {
  for (const name of fields) {
    const value = ownValue(given, name);
    const isEmpty =
      value === undefined || value === null || (isFields(value) && Object.keys(value).length === 0);
    if (!isEmpty) throw notSupported(`\`${name}\``);
  }
}
