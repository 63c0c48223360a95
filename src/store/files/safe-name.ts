// Any text as one name of a folder or file: never a way out of the parent, never the same name for two texts, also
// where the disk folds case.

import { createHash } from "node:crypto";

const MAX_LENGTH = 100;
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

export function safeName(text: string): string {
  const name = Array.from(Buffer.from(text, "utf8"), encoded).join("");
  if (name !== "" && name.length <= MAX_LENGTH && !DEVICE.test(name)) return name;
  // No encoded name holds a tilde, so a hash is never taken for one.
  return `~${createHash("sha256").update(text).digest("hex")}`;
}

function encoded(byte: number): string {
  const letter = String.fromCharCode(byte);
  return /[a-z0-9_-]/.test(letter) ? letter : `%${byte.toString(16).padStart(2, "0")}`;
}
