// The keys of a tenant, newest first, with when each was used last.

import type { AccessKey } from "../../model/access-key.ts";
import type { KeyDeps } from "./create-key.ts";
import { shownKey } from "./shown-key.ts";

export async function listKeys(
  tenant: string,
  { store }: Pick<KeyDeps, "store">,
): Promise<readonly AccessKey[]> {
  return (await store.keys.list(tenant)).map(shownKey);
}
