// Search by words: what is found, in which order, in which script, and that no query is ever syntax.

import { describe, expect, test } from "vitest";
import { terms } from "../../../src/model/text.ts";
import type { Store } from "../../../src/ports/store.ts";
import type { Cases } from "./describe-store.ts";
import { commit, create, host, ids, keep, NOW, revise, TENANT } from "./samples.ts";

async function find(store: Store, wanted: readonly string[], limit = 50): Promise<string[]> {
  const query = { terms: wanted, filter: {}, look: NOW, limit };
  return ids((await store.search.memoryWords(host, query)).items);
}

const SCRIPTS: readonly (readonly [string, string, string])[] = [
  [
    "accents that the question lacks",
    "Un caf\u00e9 cr\u00e8me \u00e0 Orl\u00e9ans",
    "orleans creme",
  ],
  ["accents that only the question has", "a naive idea", "na\u00efve"],
  ["decomposed letters", "cafe\u0301 in Sa\u0303o Paulo", "s\u00e3o"],
  ["German capitals", "Gro\u00dfe STRASSE in K\u00f6ln", "k\u00d6LN"],
  ["Japanese", "\u6771\u4eac\u306b\u4f4f\u3093\u3067\u3044\u307e\u3059", "\u6771\u4eac"],
  ["Chinese", "\u6211\u559c\u6b22\u7eff\u8336", "\u7eff\u8336"],
  ["Korean", "\uc11c\uc6b8\uc5d0 \uc0b0\ub2e4", "\uc11c\uc6b8\uc5d0"],
  [
    "Russian",
    "\u0410\u043d\u043d\u0430 \u0436\u0438\u0432\u0451\u0442 \u0432 \u041c\u043e\u0441\u043a\u0432\u0435",
    "\u043c\u043e\u0441\u043a\u0432\u0435",
  ],
  [
    "Greek with a final sigma",
    "\u039f \u039d\u03af\u03ba\u03bf\u03c2 \u03bc\u03ad\u03bd\u03b5\u03b9",
    "\u03bd\u03af\u03ba\u03bf\u03c2",
  ],
  [
    "Arabic",
    "\u0623\u062d\u0628 \u0627\u0644\u0634\u0627\u064a \u0627\u0644\u0623\u062e\u0636\u0631",
    "\u0627\u0644\u0634\u0627\u064a",
  ],
  [
    "Hindi",
    "\u092e\u0941\u091d\u0947 \u091a\u093e\u092f \u092a\u0938\u0902\u0926 \u0939\u0948",
    "\u091a\u093e\u092f",
  ],
  [
    "Thai",
    "\u0e09\u0e31\u0e19\u0e0a\u0e2d\u0e1a\u0e0a\u0e32\u0e40\u0e02\u0e35\u0e22\u0e27",
    "\u0e0a\u0e32",
  ],
  [
    "letters beyond the basic plane",
    "\ud801\udc37\ud801\udc32 deseret",
    "\ud801\udc0f\ud801\udc32",
  ],
  [
    "a script younger than most tables",
    "\ud803\udd00\ud803\udd01 rohingya",
    "\ud803\udd00\ud803\udd01",
  ],
  ["full width letters", "\uff34\uff25\uff21 time", "tea"],
  ["digits", "flight 4711 at 06:30", "4711"],
  ["an apostrophe", "Ana\u2019s brother's bike", "brother"],
];

const HOSTILE: readonly (readonly [string, readonly string[]])[] = [
  ["a quote", ['"']],
  ["two quotes", ['""']],
  ["a star", ["*"]],
  ["a prefix star", ["te*"]],
  ["an open NEAR", ["NEAR("]],
  ["a NEAR group", ["NEAR(green tea, 5)"]],
  ["a column", ["body:tea"]],
  ["a column of the tenant", [`tenant : "x" OR body : "tea"`]],
  ["operators", ["AND", "OR", "NOT"]],
  ["a caret", ["^tea"]],
  ["a percent sign", ["%"]],
  ["an underscore", ["_"]],
  ["a backslash", ["\\"]],
  ["a tsquery operator", ["tea & !green | coffee"]],
  ["a tsquery weight", ["tea:*A"]],
  ["a quote that ends a lexeme", ["tea' | 'coffee"]],
  ["a question mark", ["?", "$1"]],
  ["nothing", [""]],
  ["white space", [" ", "\n", "\t"]],
  ["a lone surrogate", ["\ud800"]],
  ["a nul", ["\u0000", "te\u0000a"]],
  [
    "punctuation of all kinds",
    ["-", "+", "(", ")", "{", "}", "[", "]", ",", ";", "--", "/*", "<->"],
  ],
];

export const wordCases: Cases = (store) => {
  test.each(SCRIPTS)("finds %s", async (_what, text, question) => {
    await commit(store(), create({ id: "hit", text }), create({ id: "miss", text: "unrelated" }));
    const wanted = terms(question);
    expect(wanted.length).toBeGreaterThan(0);
    expect(await find(store(), wanted)).toEqual(["hit"]);
  });

  test.each(HOSTILE)("a query of %s finds nothing and breaks nothing", async (_what, wanted) => {
    await commit(store(), create({ text: "green tea or coffee, near x and not body" }));
    expect(await find(store(), wanted)).toEqual([]);
    expect(await find(store(), ["tea"])).toEqual(["m1"]);
    const query = { terms: wanted, filter: {}, look: NOW, limit: 9 };
    expect((await store().search.messageWords(host, query)).items).toEqual([]);
  });

  test("a hostile word beside a good one does not spoil it", async () => {
    await commit(store(), create());
    for (const [, wanted] of HOSTILE)
      expect(await find(store(), [...wanted, "tea"])).toEqual(["m1"]);
  });

  test("ten thousand words are answered within five seconds", async () => {
    await commit(store(), create());
    const many = Array.from({ length: 10_000 }, (_, n) => `word${n}`);
    const started = performance.now();
    expect(await find(store(), ["tea", ...many])).toEqual(["m1"]);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test.each([300, 5_000, 100_000])(
    "a word of %i letters can be stored and found",
    async (length) => {
      const word = "x".repeat(length);
      await commit(store(), create({ text: `the ${word} word` }), keep({ text: word }));
      expect(await find(store(), terms(word))).toEqual(["m1"]);
      const query = { terms: terms(word), filter: {}, look: NOW, limit: 9 };
      expect(ids((await store().search.messageWords(host, query)).items)).toEqual(["g1"]);
    },
  );

  test("a message of a megabyte can be stored and found by its first words", async () => {
    const text = Array.from({ length: 150_000 }, (_, n) => `w${n.toString(36)}`).join(" ");
    await commit(store(), keep({ text }));
    const query = { terms: ["w5"], filter: {}, look: NOW, limit: 9 };
    expect(ids((await store().search.messageWords(host, query)).items)).toEqual(["g1"]);
  });

  describe("order", () => {
    test("rare words count more than common ones, and more words more than one", async () => {
      await commit(
        store(),
        create({ id: "common", text: "tea today" }),
        create({ id: "rare", text: "oolong today" }),
        create({ id: "both", text: "oolong tea today" }),
        ...Array.from({ length: 6 }, (_, n) => create({ id: `c${n}`, text: `tea ${n}` })),
      );
      expect((await find(store(), ["tea", "oolong"])).slice(0, 2)).toEqual(["both", "rare"]);
    });

    test("own words count more than title, tags and category", async () => {
      await commit(
        store(),
        create({ id: "tagged", text: "a drink", tags: ["tea"] }),
        create({ id: "titled", text: "another drink", title: "Tea" }),
        create({ id: "twice", text: "tea is what we like", title: "Tea" }),
        create({ id: "said", text: "tea is a drink" }),
      );
      const found = await find(store(), ["tea"]);
      expect(found.slice(0, 2)).toEqual(["twice", "said"]);
      expect(found.slice(2).sort()).toEqual(["tagged", "titled"]);
    });

    test("between equals the newer comes first, and the limit holds", async () => {
      for (const id of ["a", "b", "c"]) await commit(store(), create({ id }));
      expect(await find(store(), ["tea"])).toEqual(["c", "b", "a"]);
      expect(await find(store(), ["tea"], 2)).toEqual(["c", "b"]);
    });
  });

  test.each([{ user: "ann" }, { subject: "ann" }])(
    "of %o alone those that may be seen are found, as they would be among all",
    async (person) => {
      const made = Array.from({ length: 60 }, (_, n) =>
        create({
          ...{ id: `m${n}`, text: `tea number ${n}`, category: n % 2 === 0 ? "people" : "work" },
          ...(n % 10 < 2 ? person : {}),
        }),
      );
      await commit(store(), ...made);
      const filter = { ...person, categories: ["work"] };
      const query = { terms: ["tea"], filter, look: NOW, limit: 4 };
      const found = await store().search.memoryWords(host, query);
      expect(ids(found.items)).toEqual(["m51", "m41", "m31", "m21"]);
      expect(found.frequency.get("tea")).toBe(60);
    },
  );

  test("frequencies count the tenant's items, each word once an item", async () => {
    await commit(
      store(),
      create({ id: "a", text: "tea tea tea" }),
      create({ id: "b", text: "tea and cake" }),
      create({ id: "c", text: "cake" }),
    );
    const query = { terms: ["tea", "cake", "none"], filter: {}, look: NOW, limit: 9 };
    const { frequency, total } = await store().search.memoryWords(host, query);
    expect([...frequency]).toEqual([
      ["tea", 2],
      ["cake", 2],
      ["none", 0],
    ]);
    expect(total).toBe(3);
  });

  test("a revised text is found by its new words and not by its old ones", async () => {
    await commit(store(), create({ text: "Ana drinks tea" }));
    await commit(store(), revise({ version: 2, text: "Ana drinks coffee" }));
    expect(await find(store(), ["tea"])).toEqual([]);
    expect(await find(store(), terms("coffee"))).toEqual(["m1"]);
  });

  describe("what one commit both writes and takes back", () => {
    test("is found by its last words alone", async () => {
      await commit(
        store(),
        create({ text: "Ana drinks tea" }),
        create({ id: "m2", text: "Ben drinks tea" }),
        revise({ version: 2, text: "Ana drinks coffee" }),
      );
      expect(await find(store(), ["tea"])).toEqual(["m2"]);
      expect(await find(store(), terms("coffee"))).toEqual(["m1"]);
    });

    test("is found by nothing when it was purged", async () => {
      await commit(
        store(),
        create({ text: "Ana drinks tea" }),
        { type: "purge", id: "m1", expect: 1, reason: "" },
        create({ id: "m2", text: "Ben drinks tea" }),
      );
      expect(await find(store(), ["tea"])).toEqual(["m2"]);
    });

    test("leaves no word of itself, nor in what answered it, when it was withdrawn", async () => {
      await commit(
        store(),
        keep({ id: "g1", text: "oolong please" }),
        keep({ id: "g2", text: "gladly" }, "Bob asked: oolong please"),
        { type: "withdraw", messageId: "g1", reason: "unsaid" },
      );
      const asked = (wanted: string) =>
        store().search.messageWords(host, { terms: [wanted], filter: {}, look: NOW, limit: 9 });
      expect((await asked("oolong")).items).toEqual([]);
      expect(ids((await asked("gladli")).items)).toEqual(["g2"]);
    });
  });

  test("messages are found by their words and by what surrounds them", async () => {
    await commit(store(), keep({ text: "Yes, gladly" }, "Bob asked: shall we get oolong?"));
    const query = { terms: ["oolong"], filter: {}, look: NOW, limit: 9 };
    expect(ids((await store().search.messageWords(host, query)).items)).toEqual(["g1"]);
    await commit(store(), { type: "withdraw", messageId: "g1", reason: "unsaid" });
    expect((await store().search.messageWords(host, query)).items).toEqual([]);
    expect(await store().messages.minedOutcome(TENANT, "g1")).toBeUndefined();
  });
};
