// JSON from outside, parsed without a throw: what is not JSON is undefined.

export type Fields = Readonly<Record<string, unknown>>;

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined;
    throw thrown;
  }
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function fieldsIn(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Text that is there and says something. */
export function textIn(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

export function textsIn(value: unknown): readonly string[] {
  return listIn(value).flatMap((one) => textIn(one) ?? []);
}
