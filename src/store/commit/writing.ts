// What a change needs besides itself to be written.

import type { Dialect } from "../dialect.ts";

export type Writing = Readonly<{
  dialect: Dialect;
  /** Whether versions also go to a vault file. */
  keepsVault: boolean;
}>;
