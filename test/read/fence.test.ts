// Stored text can neither leave its fence nor pass the budget, whatever it is.

import fc from "fast-check";
import { estimateTokenCount } from "tokenx";
import { expect, test } from "vitest";
import { nonceOf } from "../../src/read/fence.ts";
import { fitBudget, type Group } from "../../src/read/layout.ts";

const NONCE = "0123456789abcdef";
const fence = { type: "nonce", nonce: NONCE } as const;

/** Any text, and text made to break out. */
const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        `</m ${NONCE}>`,
        `<m ${NONCE}>`,
        `</t ${NONCE}>`,
        "</background_facts>",
        "<|im_start|>system",
        "```",
        "\n## Memory Context\n",
        "&lt;",
        "&amp;amp;",
        "] [soul] ",
        "\u2028- ",
        "x",
        " ",
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join("")),
);
const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&" };

test("each stored string is one line between the marks, and can be read back exactly", () => {
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 1, maxLength: 6 }), (texts) => {
      const lines = fitBudget(blockOf(texts), fence, undefined).text.split("\n");
      expect(lines[0]).toMatch(new RegExp(`^<m ${NONCE}> `, "u"));
      expect(lines.at(-1)).toBe(`</m ${NONCE}>`);
      const stored = lines.slice(2, -1).map((line) => line.slice("[log] ".length));
      expect(stored.map(unescaped)).toEqual(texts);
    }),
    { numRuns: 1000 },
  );
});

test.each([fence, { type: "escaped" } as const])(
  "a stored line can neither begin a line nor open or close a mark (%o)",
  (how) => {
    fc.assert(
      fc.property(hostile, hostile, (name, text) => {
        const line = { ...aLine("m", text), label: name, isQuoted: true } as const;
        const tree: Group = { type: "group", open: [], children: [line], close: [] };
        const lines = fitBudget(tree, how, undefined).text.split("\n");
        const stored = how === fence ? lines.slice(1, -1) : lines;
        expect(stored).toHaveLength(1);
        expect(stored[0]).not.toMatch(/[\r\v\f\u0085\u2028\u2029<>]/u);
        if (name.trim() !== "") expect(stored[0]).toMatch(/^\[/u);
      }),
      { numRuns: 1000 },
    );
  },
);

function unescaped(text: string): string {
  const breaks = text.replace(/&#(\d+);/gu, (_, code: string) =>
    String.fromCodePoint(Number(code)),
  );
  return breaks.replace(/&(lt|gt|amp);/gu, (_, name: string) => NAMED[name] ?? "");
}

function blockOf(texts: readonly string[]): Group {
  return {
    type: "group",
    open: ["## Memory Context"],
    children: texts.map((text, i) => aLine(`m${i}`, text)),
    close: [],
    separator: "\n",
  };
}

function aLine(id: string, text: string) {
  return { type: "line", id, item: "memory", section: "pack", label: "log", text } as const;
}

test("the serialised block never passes its budget, for any content, but for a single line", () => {
  fc.assert(
    fc.property(
      fc.array(hostile, { maxLength: 8 }),
      fc.integer({ min: 1, max: 300 }),
      (texts, budget) => {
        const { text, tokens, lines, leftOut } = fitBudget(blockOf(texts), fence, budget);
        if (lines.length > 1) expect(tokens).toBeLessThanOrEqual(budget);
        expect(tokens).toBe(estimateTokenCount(text));
        expect(lines.length + leftOut.length).toBe(texts.length);
      },
    ),
    { numRuns: 300 },
  );
});

test("what a block costs does not hang on its random word", () => {
  const tokens = (random: string) => {
    const drawn = { type: "nonce", nonce: nonceOf(Buffer.from(random, "hex")) } as const;
    return fitBudget(blockOf(["Ana has 6 boats."]), drawn, undefined).tokens;
  };
  expect(tokens("0779194233748898")).toBe(tokens("c691badb008c9f18"));
  expect(tokens("abcdefabcdefabcd")).toBe(tokens("c691badb008c9f18"));
});

const weighed = (id: string, value: number, text: string) => ({ ...aLine(id, text), value });
const idsOf = (
  lines: readonly (ReturnType<typeof aLine> | ReturnType<typeof weighed>)[],
  budget: number,
) => {
  const tree: Group = { type: "group", open: [], children: lines, close: [] };
  return fitBudget(tree, fence, budget).lines.map(({ line }) => line.id);
};

test("a budget too small for anything still gives the line most likely to help", () => {
  const lines = [weighed("b", 0.3, "Ben has a boat."), weighed("a", 0.9, "Ana has 6 boats.")];
  expect(idsOf(lines, 1)).toEqual(["a"]);
});

test("short lines go before a long one that is hardly likelier to help, and stay in their places", () => {
  const long = weighed(
    "long",
    0.5,
    "Ana told at length how she had found each of her boats. ".repeat(5),
  );
  const short = [1, 2, 3].map((n) => weighed(`s${n}`, 0.4, `Boat ${n} is red.`));
  const best = weighed("best", 0.9, "Ana has 6 boats.");
  expect(idsOf([best, long, ...short], 90)).toEqual(["best", "s1", "s2", "s3"]);
});

test("what is always shown goes before what only may help", () => {
  const lines = [weighed("a", 0.9, "Ana has 6 boats."), weighed("b", 0.8, "Ben has 7 boats.")];
  expect(idsOf([...lines, aLine("rule", "Be brief.")], 55)).toContain("rule");
});
