// The built-in embedder: its figures, its edges and its weights.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { builtinEmbedder } from "../../src/models/builtin/embedder.ts";

const WEIGHTS = new URL("../../assets/embedder/model.bin", import.meta.url);
const FOREIGN_WEIGHTS = new URL("../../assets/embedder/foreign.bin", import.meta.url);
const PET = "Ada: I adopted a grey kitten last week!";
const QUESTION = "Which pet does Ada have?";
const INVOICE = "The invoice is due on Friday.";
const ACCENTED = "Café Zoë — naïve?";

async function vectorOf(text: string): Promise<Float32Array> {
  const [vector] = await builtinEmbedder().embed([text], "document", { tenant: "acme" });
  return vector ?? new Float32Array();
}

async function cosine(one: string, other: string): Promise<number> {
  const right = await vectorOf(other);
  return (await vectorOf(one)).reduce((sum, value, dim) => sum + value * (right[dim] ?? 0), 0);
}

test("the revision is the start of both weight files' hashes", () => {
  const startOf = (file: URL) =>
    createHash("sha256").update(readFileSync(file)).digest("hex").slice(0, 12);
  const { revision } = builtinEmbedder().model;
  expect(revision).toBe(`${startOf(WEIGHTS)}-${startOf(FOREIGN_WEIGHTS)}`);
});

test.each([
  [PET, [-0.237585, -0.043102, 0.041411, -0.049553, -0.002719, -0.071787]],
  [QUESTION, [0.055444, -0.23955, 0.008002, -0.193217, -0.010777, -0.054066]],
  [INVOICE, [-0.050951, -0.15591, 0.051778, 0.050804, 0.240645, 0.001223]],
  [ACCENTED, [-0.118221, 0.096691, 0.140566, -0.139195, 0.018463, 0.099017]],
])("%s has the vector the weights were published with", async (text, start) => {
  const vector = await vectorOf(text);
  for (const [dim, value] of start.entries()) expect(vector[dim]).toBeCloseTo(value, 5);
});

test.each([
  [PET, QUESTION, 0.47583],
  [PET, INVOICE, 0.1171],
  [QUESTION, INVOICE, 0.13136],
  [INVOICE, ACCENTED, 0.00919],
])("%s and %s are as alike as the weights say", async (one, other, likeness) => {
  expect(await cosine(one, other)).toBeCloseTo(likeness, 4);
});

test("gives one unit vector a text, in order", async () => {
  const { embed, model } = builtinEmbedder();
  const vectors = await embed([PET, INVOICE], "document", { tenant: "acme" });
  expect(vectors.map((vector) => vector.length)).toEqual([model.dims, model.dims]);
  expect(vectors[1]).toEqual(await vectorOf(INVOICE));
  for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
});

test.each(["", "   ", "\n\t\u0000", "\u0301"])(
  "a text with no token (%j) gives the zero vector",
  async (text) => {
    expect(await vectorOf(text)).toEqual(new Float32Array(128));
  },
);

test("nothing after the first 512 rows changes the vector", async () => {
  const full = "tea. ".repeat(600);
  expect(await vectorOf(`${full} but coffee`)).toEqual(await vectorOf(full));
  expect(await vectorOf(`${full} ça et là`)).toEqual(await vectorOf(full));
});

test("case, accents and kind of white space make no difference", async () => {
  expect(await vectorOf("CAFÉ\u00a0in  Zürich")).toEqual(await vectorOf("cafe in zurich"));
});

test("a token over 100 characters and one that fits no piece are the same unknown", async () => {
  const unknown = await vectorOf("\u{10ffff}");
  expect(Math.hypot(...unknown)).toBeCloseTo(1, 5);
  expect(await vectorOf("a".repeat(101))).toEqual(unknown);
  expect(await vectorOf("a".repeat(100))).not.toEqual(unknown);
});

test("half a character breaks nothing", async () => {
  expect(await vectorOf("tea \ud83d")).toEqual(await vectorOf("tea \u{10ffff}"));
});
