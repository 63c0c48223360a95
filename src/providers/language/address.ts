// Where a provider may live: https, or this machine, unless the operator says otherwise.

import { isIPv4 } from "node:net";

export type AddressRules = Readonly<{
  /** Lets plain http leave this machine. */
  allowInsecure: boolean;
  /** When given, no other host is ever called. */
  allowedHosts?: readonly string[];
}>;

/** Undefined when the address is fine, else what is wrong with it. */
export function addressProblem(address: string, rules: AddressRules): string | undefined {
  if (!URL.canParse(address)) return "is not a URL";
  const url = new URL(address);
  if (url.protocol !== "https:" && url.protocol !== "http:") return "is neither http nor https";
  if (url.username !== "" || url.password !== "") return "carries a user name or password";
  if (rules.allowedHosts && !rules.allowedHosts.includes(url.hostname)) {
    return "is not among the allowed hosts";
  }
  const isSafe = url.protocol === "https:" || rules.allowInsecure || isLoopback(url.hostname);
  return isSafe ? undefined : "must be https unless it is this machine (or allowInsecure is set)";
}

// The URL parser has already turned 0x7f.1 and the like into dotted form.
function isLoopback(hostname: string): boolean {
  if (hostname === "localhost" || hostname === "[::1]") return true;
  return isIPv4(hostname) && hostname.startsWith("127.");
}
