// The built-in embedder in other languages: its table, which texts are read with it, and what it finds.

import { expect, test } from "vitest";
import { parseForeignTable, rowAt } from "../../src/models/builtin/embedder/foreign-table.ts";
import { foreignTokens } from "../../src/models/builtin/embedder/foreign-words.ts";
import { parseLeanings } from "../../src/models/builtin/embedder/leaning.ts";
import { builtinEmbedder } from "../../src/models/builtin/embedder.ts";

const QUESTION = "Where did I park the bicycle?";
const PARKED: readonly (readonly [string, string])[] = [
  ["German", "Ich habe das Fahrrad hinter dem Haus abgestellt."],
  ["Spanish", "Dejé la bicicleta detrás de la casa."],
  ["French", "J'ai laissé le vélo derrière la maison."],
  ["Portuguese", "Deixei a bicicleta atrás da casa."],
  ["Italian", "Ho lasciato la bicicletta dietro la casa."],
  ["Dutch", "Ik heb de fiets achter het huis gezet."],
  ["Polish", "Zostawiłem rower za domem."],
  ["Russian", "Я оставил велосипед за домом."],
  ["Turkish", "Bisikleti evin arkasına bıraktım."],
  ["Arabic", "تركت الدراجة خلف البيت."],
  ["Hindi", "मैंने साइकिल घर के पीछे छोड़ दी।"],
  ["Chinese", "我把自行车停在房子后面。"],
  ["Japanese", "自転車を家の裏に置きました。"],
  ["Korean", "자전거를 집 뒤에 두었어요."],
];

async function vectorsOf(texts: readonly string[]): Promise<readonly Float32Array[]> {
  return builtinEmbedder().embed(texts, "document", { tenant: "acme" });
}

async function likeness(one: string, other: string): Promise<number> {
  const [a, b] = await vectorsOf([one, other]);
  return (a ?? new Float32Array()).reduce((sum, value, dim) => sum + value * (b?.[dim] ?? 0), 0);
}

test.each(PARKED)(
  "an English question is nearest to the %s line that answers it",
  async (_name, line) => {
    const others = [
      "I like tea with lemon.",
      "Das Wetter ist heute schön.",
      "会議は木曜日です。",
      "Мой отец — врач.",
    ];
    const right = await likeness(QUESTION, line);
    for (const other of others) expect(right).toBeGreaterThan(await likeness(QUESTION, other));
    expect(right).toBeGreaterThan(0.3);
  },
);

test.each(PARKED)("a speaker's name counts before %s", async (_name, line) => {
  expect(await likeness("Anna", `Anna: ${line}`)).toBeGreaterThan(await likeness("Anna", line));
});

test("an English name for a thing counts in another script", async () => {
  expect(await likeness("Docker", "Я запускаю Docker на сервере")).toBeGreaterThan(
    await likeness("Docker", "Я запускаю его на сервере"),
  );
});

test("gives unit vectors, and the same whether or not the word was met before", async () => {
  const texts = PARKED.map(([, line]) => line);
  const vectors = await vectorsOf(texts);
  for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
  expect(await vectorsOf(texts)).toEqual(vectors);
});

test("width, accents and Arabic vowels make no difference", async () => {
  const [plain, marked] = await vectorsOf(["كتب الولد", "كَتَبَ الوَلَد"]);
  expect(marked).toEqual(plain);
});

test("an endless run without spaces is read in bounded time", async () => {
  const [vector] = await vectorsOf(["自転車を家の裏に置きました".repeat(20_000)]);
  expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 5);
});

test("letters of a script without rows are read as before", () => {
  const scripts = foreignTokens("Ελλάδα מים", 10).map(({ script }) => script);
  expect(new Set(scripts)).toEqual(new Set(["other"]));
});

function file(
  change: Partial<{ magic: string; version: number; bits: number; dims: number }> = {},
): Buffer {
  const { magic = "SEMM", version = 1, bits = 4, dims = 2 } = change;
  const header = Uint32Array.from([version, 2, dims, bits]);
  const parts = [header, Float32Array.of(1), Uint32Array.of(7, 9), Uint16Array.of(1, 2)];
  const cells = Uint8Array.of(0x1f, 0x22);
  return Buffer.concat([
    Buffer.from(magic),
    ...parts.map((part) => Buffer.from(part.buffer)),
    Buffer.from(cells),
  ]);
}

test("a row is found by its fingerprint, and an unknown one is not", () => {
  const table = parseForeignTable(file());
  expect([7, 9, 8, 0, 10].map((print) => rowAt(print, table))).toEqual([0, 1, -1, -1, -1]);
});

test.each([
  ["an empty file", Buffer.alloc(0)],
  ["another file", file({ magic: "SEMB" })],
  ["a later version", file({ version: 2 })],
  ["other cells", file({ bits: 8 })],
  ["an odd width", file({ dims: 3 })],
  ["no width", file({ dims: 0 })],
  ["a file cut short", file().subarray(0, -1)],
])("%s is refused", (_case, bytes) => {
  expect(() => parseForeignTable(bytes)).toThrow(/table/i);
});

test.each(["word", "word x", " 3"])("a list with the line %j is refused", (line) => {
  expect(() => parseLeanings(line)).toThrow(/line/);
});

test.each([
  "Oliver, Luna, Bailey",
  "2023/05/30 (Tue) 22:42",
  "Zoë met André at the café in Zürich",
  "He said “naïve” — twice… 😀",
  "32 die in Bangladesh protest",
])("%s is read as English: no other table is loaded for it", async (text) => {
  const words = text.normalize("NFD").replace(/\p{Mn}/gu, "");
  expect(await vectorsOf([text])).toEqual(await vectorsOf([words]));
});
