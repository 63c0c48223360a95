// Writes a file whole, and keeps what it replaces.

import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

/** Gives the name of the copy of what stood there, if anything did. */
export function writeKeeping(file: string, text: string, now: Date): string | undefined {
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) {
    writeFileSync(file, text, { mode: 0o600 });
    return undefined;
  }
  // Settings are often links into a folder of settings; the link must stay one.
  const real = realpathSync(file);
  const copy = `${real}.${now.toISOString().slice(0, 19).replace(/[-:]/g, "")}.bak`;
  copyFileSync(real, copy);
  const draft = `${real}.mneme-${process.pid}`;
  writeFileSync(draft, text);
  chmodSync(draft, statSync(real).mode & 0o777);
  renameSync(draft, real);
  return copy;
}
