// Where the API is and how it is called: the typed client, told where the server lies below the page's own address.

import { type Client, createClient } from "../../../src/surfaces/client/create-client.ts";

/** Where the API starts: at whatever lies before the page's own path, which the server wrote into it. */
const API_ROOT = rootOf(location.pathname);

function rootOf(page: string): URL {
  const own = document.querySelector<HTMLMetaElement>('meta[name="mneme-path"]')?.content;
  const before = page.lastIndexOf(own ?? "/dashboard/");
  return new URL(before < 0 ? "/" : page.slice(0, before + 1), location.origin);
}

export type Operations = Omit<Client, "ingest" | "ingestMany">;
export type OperationName = keyof Operations;
export type Asked<Name extends OperationName> = Parameters<Operations[Name]>[0];
export type Answer<Name extends OperationName> = Awaited<ReturnType<Operations[Name]>>;

export type Access = Readonly<{ key: string | undefined; csrf: string | undefined }>;

export function connect(access: Access): Client {
  return createClient({
    url: API_ROOT.origin,
    key: access.key ?? "",
    fetch: (input, init) => fetch(below(input), admitted(init ?? {}, access)),
  });
}

/** The address of something that is not an operation, such as the event stream. */
export function apiAddress(path: string): URL {
  return new URL(path.replace(/^\//, ""), API_ROOT);
}

export function keyHeaders(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}

function below(input: RequestInfo | URL): URL {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input);
  return apiAddress(`${pathname}${search}`);
}

/** Without a key the session's cookie speaks, and an empty `Authorization` would contradict it. */
function admitted(init: RequestInit, { key, csrf }: Access): RequestInit {
  const headers = new Headers(init.headers);
  if (key === undefined) headers.delete("authorization");
  if (csrf !== undefined) headers.set("x-csrf-token", csrf);
  return { ...init, headers };
}
