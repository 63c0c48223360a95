// The version of a memory as an entity tag: a reader can ask whether it changed, a writer can insist that it did not.

import { refusal } from "./problem.ts";
import { isRecord } from "./record.ts";
import type { Headers } from "./route.ts";

/** Only a memory has a version of its own. */
export function versionHeaders(value: unknown): Headers {
  return isRecord(value) && typeof value["version"] === "number" && typeof value["id"] === "string"
    ? { etag: `"${value["version"]}"` }
    : {};
}

/** The version that `If-Match` insists on. */
export function requiredVersion(header: unknown, takesVersion: boolean): number | undefined {
  if (header === undefined || header === "*") return undefined;
  if (!takesVersion) throw refusal("bad_request", "`If-Match` is not understood here.");
  const [, version] = /^"(\d{1,15})"$/.exec(String(header)) ?? [];
  // Weak or foreign tags are never equal to ours.
  if (version === undefined) throw unmatched();
  return Number(version);
}

export function unmatched() {
  return refusal("precondition_failed", "It has changed since the version that `If-Match` names.");
}

export function isUnchanged(ifNoneMatch: unknown, { etag }: Headers): boolean {
  if (typeof ifNoneMatch !== "string" || etag === undefined) return false;
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
