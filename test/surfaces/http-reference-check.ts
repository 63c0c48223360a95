// Holds every answer of a test server against the reference it serves: the status, the type, and every field.

import { z } from "zod";
import { openApi } from "../../src/surfaces/http/open-api.ts";
import type { Route } from "../../src/surfaces/http/route.ts";

type Told = Readonly<{ status: number; type: string; text: string }>;
type Content = Readonly<Record<string, { schema: Readonly<Record<string, unknown>> }>>;
type Page = Readonly<{ responses: Readonly<Record<string, { content?: Content }>> }>;
type Reference = Readonly<{
  paths: Readonly<Record<string, Readonly<Record<string, Page>>>>;
  components: { schemas: Readonly<Record<string, unknown>> };
}>;

/** Throws when an answer is not what the reference says. What is no route of the reference must be a refusal. */
export type ReferenceCheck = (route: string, told: Told) => void;

export function referenceCheck(routes: readonly Route[]): ReferenceCheck {
  const reference = JSON.parse(JSON.stringify(openApi(routes))) as Reference;
  const parsers = new Map<string, z.ZodType>();
  const pages = pagesOf(reference);
  return (route, told) => {
    const [method = "", address = ""] = route.split(" ");
    const [path = ""] = address.split("?");
    const page = pages.find((one) => one.method === method && one.pattern.test(path));
    if (page === undefined) return;
    const schema = jsonSchemaOf(page, told);
    if (schema === undefined) return;
    const key = `${page.name} ${told.status}`;
    const parser = parsers.get(key) ?? parserOf(schema, reference);
    parsers.set(key, parser);
    const parsed = parser.safeParse(JSON.parse(told.text));
    if (!parsed.success)
      throw new Error(`${key} does not fit the reference\n${z.prettifyError(parsed.error)}`);
  };
}

type Named = Readonly<{ name: string; page: Page }>;

/** What an answer must fit; nothing for one that is no JSON. */
function jsonSchemaOf({ name, page }: Named, { status, type }: Told) {
  const response = page.responses[String(status)];
  if (response === undefined) throw new Error(`${name}: ${status} is not in the reference`);
  const content = Object.entries(response.content ?? {});
  const found = content.find(([mime]) => type.startsWith(mime));
  if (content.length > 0 && found === undefined)
    throw new Error(`${name}: ${status} came as ${type}, which is not in the reference`);
  return found !== undefined && /json/.test(found[0]) ? found[1].schema : undefined;
}

/** Paths without parameters first: `/v1/memories/merge` is not the memory called `merge`. */
function pagesOf({ paths }: Reference) {
  const byPlainness = Object.entries(paths).toSorted(
    ([a], [b]) => a.split("{").length - b.split("{").length,
  );
  return byPlainness.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, page]) => ({
      name: `${method} ${path}`,
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]*")}$`),
      page,
    })),
  );
}

function parserOf(schema: Readonly<Record<string, unknown>>, { components }: Reference): z.ZodType {
  const whole = JSON.stringify({ ...schema, $defs: components.schemas });
  return z.fromJSONSchema(JSON.parse(whole.replaceAll("#/components/schemas/", "#/$defs/")));
}
