// One operation of the reference: what it takes, what it gives back, and how it is called.

import { ChevronDown } from "lucide-react";
import { apiAddress } from "../../api/connection.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { type Endpoint, type OpenApi, type Schema, typeOf } from "./endpoints.ts";

const METHODS: Readonly<Record<string, Tone>> = {
  GET: "info",
  POST: "ok",
  PATCH: "warn",
  DELETE: "bad",
};

type CardProps = Readonly<{ endpoint: Endpoint; api: OpenApi }>;

export function EndpointCard({ endpoint, api }: CardProps) {
  const { method, path, summary, access } = endpoint;
  return (
    <details className="group rounded-lg border border-line bg-surface shadow-lift">
      <summary className="flex items-center gap-3 px-4 py-3">
        <span className="w-14 shrink-0">
          <Badge tone={METHODS[method] ?? "plain"}>{method}</Badge>
        </span>
        <div className="min-w-0 flex-1">
          <p className="wrap-anywhere font-mono text-sm">{path}</p>
          <p className="text-ink-soft text-sm">{summary}</p>
        </div>
        <span className="hidden sm:block">
          <Badge>{access}</Badge>
        </span>
        <ChevronDown
          size={16}
          aria-hidden
          className="shrink-0 text-ink-faint group-open:rotate-180"
        />
      </summary>
      <Inside endpoint={endpoint} api={api} />
    </details>
  );
}

function Inside({ endpoint, api }: CardProps) {
  const { fields, answer } = endpoint;
  const whole = resolved(answer, api);
  const given = Object.entries(whole?.properties ?? {}).map(([name, schema]) => ({
    name,
    where: "",
    isRequired: whole?.required?.includes(name) ?? false,
    schema,
  }));
  return (
    <div className="space-y-5 border-line border-t px-4 py-4">
      <div className="flex items-center gap-2 rounded-md bg-sunken pr-1 pl-3">
        <code className="wrap-anywhere min-w-0 flex-1 py-2 font-mono text-xs">
          {curlOf(endpoint)}
        </code>
        <CopyButton text={curlOf(endpoint)} />
      </div>
      {fields.length > 0 && <Fields title="Takes" fields={fields} />}
      {answer !== undefined && (
        <div className="space-y-2">
          <p className="text-sm">
            <span className="font-semibold">Gives</span>{" "}
            <code className="font-mono text-ink-soft text-xs">{typeOf(answer)}</code>
          </p>
          {given.length > 0 && <Fields fields={given} />}
        </div>
      )}
    </div>
  );
}

function resolved(schema: Schema | undefined, api: OpenApi): Schema | undefined {
  const inner = schema?.items ?? schema;
  const name = inner?.$ref?.split("/").at(-1);
  return name === undefined ? inner : api.components.schemas[name];
}

type FieldsProps = Readonly<{ title?: string; fields: Endpoint["fields"] }>;

function Fields({ title, fields }: FieldsProps) {
  return (
    <div>
      {title !== undefined && <p className="mb-1 font-semibold text-sm">{title}</p>}
      <dl className="divide-y divide-line">
        {fields.map(({ name, where, isRequired, schema }) => (
          <div key={`${where} ${name}`} className="grid gap-x-4 py-1.5 sm:grid-cols-[14rem_1fr]">
            <dt className="wrap-anywhere font-mono text-xs">
              {name}
              {isRequired && where !== "" && <span className="text-bad"> required</span>}
              {where !== "" && <span className="ml-2 text-ink-faint">{where}</span>}
            </dt>
            <dd className="wrap-anywhere text-xs">
              <code className="font-mono text-ink-soft">{typeOf(schema)}</code>
              {schema.description !== undefined && (
                <span className="text-ink-faint"> {schema.description}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function curlOf({ method, path, fields, access }: Endpoint): string {
  const needed = fields.filter(({ where, isRequired }) => where === "body" && isRequired);
  const hasBody = method === "POST" || method === "PATCH";
  const body = JSON.stringify(Object.fromEntries(needed.map(({ name }) => [name, "…"])));
  return [
    `curl -s${method === "GET" ? "" : ` -X ${method}`} '${decodeURI(apiAddress(path).href)}'`,
    ...(access === "open" ? [] : ['-H "Authorization: Bearer $MNEME_KEY"']),
    ...(hasBody ? ['-H "Content-Type: application/json"', `-d '${body}'`] : []),
  ].join(" ");
}
