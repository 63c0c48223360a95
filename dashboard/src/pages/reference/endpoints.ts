// The parts of an OpenAPI document that the reference shows.

export type Schema = Readonly<{
  type?: string | readonly string[];
  description?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  $ref?: string;
}>;

type Parameter = Readonly<{ name: string; in: string; required?: boolean; schema: Schema }>;
type Content = Readonly<{ content?: Readonly<Record<string, Readonly<{ schema: Schema }>>> }>;
type Operation = Readonly<{
  operationId: string;
  summary: string;
  "x-access"?: string;
  parameters?: readonly Parameter[];
  requestBody?: Content;
  responses: Readonly<Record<string, Content>>;
}>;

export type OpenApi = Readonly<{
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: Readonly<{ schemas: Readonly<Record<string, Schema>> }>;
}>;

export type Field = Readonly<{ name: string; where: string; isRequired: boolean; schema: Schema }>;
export type Endpoint = Readonly<{
  name: string;
  method: string;
  path: string;
  summary: string;
  access: string;
  fields: readonly Field[];
  answer: Schema | undefined;
}>;

export function endpointsOf({ paths }: OpenApi): readonly Endpoint[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: operation.operationId,
      method: method.toUpperCase(),
      path,
      summary: operation.summary,
      access: operation["x-access"] ?? "open",
      fields: [...parametersOf(operation), ...bodyOf(operation)],
      answer: schemaOf(operation.responses["200"]),
    })),
  );
}

function parametersOf({ parameters = [] }: Operation): readonly Field[] {
  return parameters.map(({ name, in: where, required = false, schema }) => ({
    name,
    where,
    isRequired: required,
    schema,
  }));
}

function bodyOf({ requestBody }: Operation): readonly Field[] {
  const schema = schemaOf(requestBody);
  return Object.entries(schema?.properties ?? {}).map(([name, of]) => ({
    name,
    where: "body",
    isRequired: schema?.required?.includes(name) ?? false,
    schema: of,
  }));
}

function schemaOf(content: Content | undefined): Schema | undefined {
  return Object.values(content?.content ?? {})[0]?.schema;
}

/** A schema in a few words, as `"read" | "write"` or `Memory[]`. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1) ?? "object";
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined) return [...new Set(either.map(typeOf))].join(" | ");
  if (schema.items !== undefined) return `${typeOf(schema.items)}[]`;
  return [schema.type ?? "any"].flat().join(" | ");
}
