// Who holds this key, if it is one and still good. Read from the store each time, so that revoking works at once.

import type { Credential, StoredKey } from "../../model/access-key.ts";
import type { KeyDeps } from "./create-key.ts";
import { isUsable } from "./is-usable.ts";
import { readKeyText } from "./key-text.ts";

const SEEN_EVERY_MS = 60_000;
/** Compared with when there is no such key, so that an unknown id takes as long as a wrong secret. */
const NO_HASH = "0".repeat(64);

export async function authenticate(
  text: string,
  deps: Pick<KeyDeps, "store" | "now">,
): Promise<Credential | undefined> {
  const given = readKeyText(text);
  if (given === undefined) return undefined;
  const key = await deps.store.keys.find(given.id);
  const isRight = given.isOf(key?.hash ?? NO_HASH);
  const now = deps.now();
  if (key === undefined || !isRight || !isUsable(key, now)) return undefined;
  markUsed(key, now, deps);
  const { id: keyId, tenant, role, agent } = key;
  return { keyId, tenant, role, ...(agent === undefined ? {} : { agent }) };
}

/** Once a minute at most; nobody waits for it, and nobody is turned away because it failed. */
function markUsed(key: StoredKey, now: Date, { store }: Pick<KeyDeps, "store">): void {
  const { tenant, id, lastUsedAt } = key;
  const isRecent =
    lastUsedAt !== undefined && now.getTime() - Date.parse(lastUsedAt) < SEEN_EVERY_MS;
  if (!isRecent) store.keys.used(tenant, id, now.toISOString()).catch(() => undefined);
}
