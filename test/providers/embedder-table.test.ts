// What the loader of the embedder's files refuses and how it reads them.

import { expect, test } from "vitest";
import { embedText } from "../../src/models/builtin/embedder/pooling.ts";
import { parseTable } from "../../src/models/builtin/embedder/table.ts";
import { parseVocabulary } from "../../src/models/builtin/embedder/vocabulary.ts";

const WORDS = ["[UNK]", "tea", "pot", "##pot", "teapot", "green tea"];
const ROWS = [
  [0, 0, 0, 127],
  [127, 0, 0, 0],
  [0, 127, 0, 0],
  [0, 0, 127, 0],
  [0, 127, 0, 127],
  [127, 0, 0, 0],
];
const SIGNED = [[-120, 60, -1, 1], [1, -1, 60, -120], ...ROWS.slice(2)];

function weightFile(
  change: Partial<{ version: number; flags: number; dims: number; rows: number[][] }> = {},
): Buffer {
  const { version = 1, flags = 0, dims = 4, rows = ROWS } = change;
  const header = Uint32Array.from([version, 4, 2, dims, flags]);
  const scales = new Float32Array(ROWS.length).fill(0.01);
  const cells = Int8Array.from(rows.flat());
  return Buffer.concat([
    Buffer.from("SEMB"),
    ...[header, scales, cells].map((part) => Buffer.from(part.buffer)),
  ]);
}

function embed(text: string, file: Uint8Array = weightFile()): number[] {
  const table = parseTable(file);
  const vocabulary = parseVocabulary(`${WORDS.join("\n")}\n`, table.pieceCount, new Map());
  const foreign = () => {
    throw new Error("No text here is in another language.");
  };
  return [...embedText(text, { table, vocabulary, foreign })].map((value) =>
    Number(value.toFixed(3)),
  );
}

test("a word's pieces and its whole-word row are added up", () => {
  expect(embed("teapot")).toEqual([0.5, 0.5, 0.5, 0.5]);
});

test("a pair of neighbours adds its row, and a comma between them prevents it", () => {
  expect(embed("green tea")).toEqual([0.894, 0, 0, 0.447]);
  expect(embed("green, tea")).toEqual([0.447, 0, 0, 0.894]);
});

test("a repeated word counts each time", () => {
  expect(embed("tea tea pot")).toEqual([0.894, 0.447, 0, 0]);
});

test("as many words as there are count, whatever their case", () => {
  expect(embed("tea Tea TEA tea pot")).toEqual([0.97, 0.243, 0, 0]);
  expect(embed("Green TEA")).toEqual(embed("green tea"));
});

test("rows are added with their signs", () => {
  const file = weightFile({ rows: SIGNED });
  expect(embed("tea", file)).toEqual([0.007, -0.007, 0.447, -0.894]);
  expect(embed("cup", file)).toEqual([-0.894, 0.447, -0.007, 0.007]);
  expect(embed("cup tea", file)).toEqual([-0.634, 0.314, 0.314, -0.634]);
});

test.each([1, 2, 3])("a table is read from any place in memory, %i bytes off", (offset) => {
  const file = weightFile({ rows: SIGNED });
  const moved = new Uint8Array(file.length + offset).subarray(offset);
  moved.set(file);
  expect(embed("tea tea pot cup teapot", moved)).toEqual(embed("tea tea pot cup teapot", file));
});

test.each([
  ["a foreign file", Buffer.from("not a table, and long enough to be one")],
  ["an empty file", Buffer.alloc(0)],
  ["another version", weightFile({ version: 2 })],
  ["separate query weights", weightFile({ flags: 1 })],
  ["a width that is no multiple of four", weightFile({ dims: 3 })],
  ["a file cut short", weightFile().subarray(0, -1)],
])("%s is refused", (_case, bytes) => {
  expect(() => parseTable(bytes)).toThrow(/table/i);
});

test("a vocabulary that names no unknown token is refused", () => {
  expect(() => parseVocabulary("tea\npot\n", 2, new Map())).toThrow("[UNK]");
});
