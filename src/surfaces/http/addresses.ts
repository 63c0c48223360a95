// Which names the server answers to and which pages may call it. A browser that was led here under another name
// (DNS rebinding), or by another site, is turned away on every route.

import { refusal } from "./errors.ts";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
/** A name or an IPv6 address in brackets, and perhaps a port; nothing else is a host. */
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/;

export type Allowed = Readonly<{ hosts: ReadonlySet<string>; origins: ReadonlySet<string> }>;

export function allowedAddresses(
  hosts: readonly string[] = [],
  origins: readonly string[] = [],
): Allowed {
  return {
    hosts: new Set([...LOOPBACK, ...hosts.map((host) => host.toLowerCase())]),
    origins: new Set(origins.map((origin) => origin.toLowerCase())),
  };
}

type Headers = Readonly<{ host?: string | undefined; origin?: string | undefined }>;

export function refuseStrangeAddress({ host, origin }: Headers, allowed: Allowed): void {
  const given = host?.toLowerCase() ?? "";
  const name = HOST.exec(given)?.[1];
  if (name === undefined || !allowed.hosts.has(name))
    throw refusal("host_not_allowed", "The server does not answer to that name.");
  if (origin === undefined || allowed.origins.has(origin.toLowerCase())) return;
  // The host was just found good, so a page of that very host and port is our own.
  const own = [`http://${given}`, `https://${given}`];
  if (!own.includes(origin.toLowerCase()))
    throw refusal("origin_not_allowed", "Pages of that origin may not call this server.");
}

/** Whether an address that is bound to can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}
