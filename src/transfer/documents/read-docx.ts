// DOCX: made HTML of by what knows Word's styles, then read as that. The archive is checked first, file by file, as what reads
// it would unpack all of it at once.

import mammoth from "mammoth";
import { MemoryError } from "../../errors.ts";
import { zipEntries } from "../source/zip-entries.ts";
import type { Block } from "./pieces.ts";
import { htmlBlocks } from "./read-html.ts";

const MOST_UNPACKED_BYTES = 64 * 1024 ** 2;

export async function docxBlocks(bytes: Uint8Array, path: string): Promise<readonly Block[]> {
  await refuseBomb(path);
  const image = mammoth.images.imgElement(async () => ({ src: "" }));
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: Buffer.from(bytes) },
      { convertImage: image, externalFileAccess: false },
    );
    return htmlBlocks(withHeadRows(value));
  } catch (cause) {
    throw new MemoryError("invalid_input", "cannot be read as a DOCX", { cause });
  }
}

async function refuseBomb(path: string): Promise<void> {
  let unpacked = 0;
  for await (const entry of zipEntries(path)) {
    if (entry.type === "refused")
      throw new MemoryError("invalid_input", `${entry.name} in it ${entry.reason}`);
    for await (const chunk of entry.chunks()) {
      unpacked += chunk.length;
      if (unpacked > MOST_UNPACKED_BYTES)
        throw new MemoryError("too_large", "is larger than 64 MB when unpacked");
    }
  }
}

/** Word seldom says which row names the columns; where it does not, the first one does. */
function withHeadRows(html: string): string {
  return html.replace(/<table><tr>([\s\S]*?)<\/tr>/g, (whole, row: string) =>
    row.includes("<table") ? whole : `<table><tr>${row.replace(/<(\/?)td\b/g, "<$1th")}</tr>`,
  );
}
