// A key as it may be shown: everything but the hash.

import type { AccessKey, StoredKey } from "../../model/access-key.ts";

export function shownKey({ hash: _hash, ...record }: StoredKey): AccessKey {
  return record;
}
