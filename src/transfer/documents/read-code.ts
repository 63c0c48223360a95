// Source code and plain text: blocks between empty lines, each with its line; of code, under the declaration it stands in.

import type { Block } from "./pieces.ts";

/** A declaration at the beginning of a line, in the languages people write most. */
const DECLARATION =
  /^(?:(?:export|default|public|private|protected|internal|static|final|abstract|async|pub(?:\([\w:]+\))?|open|sealed|data|unsafe|extern)\s+)*(?:function\*?|class|interface|type|enum|struct|trait|impl|def|fn|func|fun|module|namespace|object|record|const|let|var|val)\s+(?:\([^)]*\)\s*)?([\p{L}_$][\p{L}\p{N}_$]*)/u;

export function codeBlocks(text: string): readonly Block[] {
  let name: string | undefined;
  return paragraphs(text).map(({ text: block, line }) => {
    const declared = block
      .split("\n")
      .map((one) => DECLARATION.exec(one)?.[1])
      .find((found) => found !== undefined);
    // What begins at the margin begins something of its own.
    if (declared !== undefined || /^\S/.test(block)) name = declared;
    return { text: block, line, headings: name === undefined ? [] : [name] };
  });
}

export function textBlocks(text: string): readonly Block[] {
  return paragraphs(text).map((block) => ({ ...block, headings: [] }));
}

function paragraphs(text: string): { text: string; line: number }[] {
  const blocks: { text: string; line: number }[] = [];
  let lines: string[] = [];
  const end = (next: number) => {
    if (lines.length > 0) blocks.push({ text: lines.join("\n"), line: next - lines.length });
    lines = [];
  };
  const all = text.split(/\r?\n/);
  for (const [at, one] of all.entries()) {
    if (one.trim() === "") end(at + 1);
    else lines.push(one.trimEnd());
  }
  end(all.length + 1);
  return blocks;
}
