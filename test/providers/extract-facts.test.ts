// What the built-in extractor makes of one message: the author's own clauses, and a reason for each that it leaves.

import { describe, expect, test } from "vitest";
import type { Message } from "../../src/model/message.ts";
import { readQuote } from "../../src/model/quote.ts";
import { extractFacts } from "../../src/models/builtin/extract/extract-facts.ts";
import { builtinExtractor } from "../../src/models/builtin/extractor.ts";
import { workOf } from "../support/work-of.ts";

/** A Friday. */
const AT = "2026-05-01T10:00:00.000Z";

function message(text: string, by = "Ana", changes: Partial<Message> = {}): Message {
  return {
    tenant: "acme",
    id: `m-${by}`,
    channel: "general",
    at: AT,
    author: { id: by.toLowerCase(), name: by, isBot: false },
    text,
    role: "user",
    origin: "user",
    scope: "shared",
    position: 1,
    ...changes,
  };
}

function read(text: string, before: readonly Message[] = []) {
  return extractFacts({ message: message(text), before });
}

function texts(text: string): string[] {
  return read(text).candidates.map((candidate) => candidate.text);
}

function reasons(text: string): string[] {
  return read(text).left.map(({ reason }) => reason);
}

describe("keeps the speaker's own words", () => {
  test.each([
    "I like tea",
    "I love pizza",
    "I have two cats",
    "I really like hiking in the mountains",
    "I'm allergic to peanuts",
    "my sister Eva is a nurse",
    "I don't eat meat",
    "I live in Porto",
    "Never call me before 9am",
    "Always answer me in French",
    "the deploy command is `make ship ENV=prod`",
    "the standup is at 9:30",
    "standup moved from 9:30 to 10",
    "We're both vegetarian",
    "We are both vegetarian",
    "The boiler is serviced in May",
    "Ich mag Tee",
    "Me gusta el té",
    "J'habite à Lyon",
    "Eu tenho dois gatos",
    "Mi piace il caffè",
    "Ik ben allergisch voor noten",
    "Mieszkam w Krakowie",
    "Я живу в Москве",
    "Kahve seviyorum",
    "أحب القهوة",
    "मुझे चाय पसंद है",
    "她住在北京",
    "お茶が好きです",
    "저는 서울에 살아요",
  ])("%s", (said) => {
    expect(texts(said)).toEqual([`Ana: "${said}"`]);
  });

  test("and an order that was to be remembered is a note besides", () => {
    expect(texts("Remember: never deploy on Fridays")).toEqual([
      'Ana: "never deploy on Fridays"',
      'Ana: "Remember: never deploy on Fridays"',
    ]);
  });

  test("a date is worked out beside the words, never in their place", () => {
    expect(texts("I moved to Lisbon last week")).toEqual([
      'Ana: "I moved to Lisbon last week" [week of 20 April 2026]',
    ]);
    expect(texts("The boiler is serviced in May")).toEqual([
      'Ana: "The boiler is serviced in May"',
    ]);
  });

  test("a full stop of any script ends the sentence and is not doubled", () => {
    expect(texts("她住在北京。")).toEqual(['Ana: "她住在北京"']);
  });

  test("of two statements in one sentence each is kept", () => {
    expect(texts("btw I'm allergic to peanuts and I live in Porto").sort()).toEqual([
      'Ana: "I live in Porto"',
      'Ana: "btw I\'m allergic to peanuts"',
    ]);
  });

  test("a sentence that leans on the one before stays with it", () => {
    expect(texts("My sister called. She is a doctor in Madrid.")).toContain(
      'Ana: "My sister called. She is a doctor in Madrid"',
    );
  });

  test.each([
    ["My sister gave me an old piano. I play it every day", true],
    ["I bought a tent last week. I sleep in it every weekend", true],
    ["I play the piano every day and it calms me down", false],
    ["There is a lake behind my house", false],
    ["It is important to me that my kids learn Dutch", false],
    ["I moved here this summer", false],
  ])(
    "what points at nothing outside is kept, what points back stays with it: %s",
    (said, isJoined) => {
      const found = texts(said);
      expect(found.length).toBeGreaterThan(0);
      if (isJoined) expect(found.some((line) => line.includes(said))).toBe(true);
    },
  );

  test.each([
    "金曜日は絶対にデプロイしないこと",
    "ich esse kein Fleisch, weil meine Frau Vegetarierin ist",
    "राहुल नाम से मुझे मत बुलाना, मैं रवि हूँ",
  ])("an end that looks open and is none: %s", (said) => {
    expect(reasons(said)).not.toContain("cut off");
  });

  test("a statement far into a long message is kept", () => {
    const talk =
      "So we talked about the weather and the neighbours for a while, you know how it goes. ";
    expect(texts(`${talk.repeat(8)}I'm allergic to penicillin. See you!`)).toContain(
      'Ana: "I\'m allergic to penicillin"',
    );
  });

  test("remember that … is a note of what follows", () => {
    expect(read("remember that the door code changed").candidates[0]).toMatchObject({
      kind: "log",
      text: 'Ana: "the door code changed"',
    });
  });
});

describe("reads a sentence in its parts", () => {
  test.each([
    [
      "I'm vegan and my wife hates mushrooms, so can you suggest a dinner?",
      "my wife hates mushrooms",
    ],
    [
      "I'm planning a trip to Oslo in June, which museums are worth it?",
      "I'm planning a trip to Oslo in June",
    ],
    [
      "Ich bin allergisch gegen Nüsse, kannst du einen Kuchen empfehlen?",
      "Ich bin allergisch gegen Nüsse",
    ],
    ["Soy celíaca desde niña, ¿qué puedo comer en Roma?", "Soy celíaca desde niña"],
    ["Je pars à Lyon en mai, est-ce que tu connais un hôtel?", "Je pars à Lyon en mai"],
    ["我对花生过敏，你能推荐一家餐厅吗？", "我对花生过敏"],
    ["卵アレルギーがあるのですが、おすすめのケーキはありますか？", "卵アレルギーがあるのですが"],
  ])("%s: what is told before the question", (said, told) => {
    expect(texts(said)).toContain(`Ana: "${told}"`);
    expect(texts(said).join()).not.toMatch(/[?？]|suggest|empfehlen|museums/);
  });

  test.each([
    "If I go to Oslo in June, what should I see?",
    "When I travel for work, what should I pack?",
    "Wenn ich nach Oslo fahre, was soll ich mir ansehen?",
    "如果我去北京，我应该看什么？",
    "I like tea, do you?",
    "Do you like tea, or is coffee better for you?",
  ])("%s: its condition tells nothing", (said) => {
    expect(texts(said)).toEqual([]);
  });

  test("a half without an object of its own stays with the half that names it", () => {
    expect(texts("I used to smoke but I quit two years ago.")).toEqual([
      'Ana: "I used to smoke but I quit two years ago" [2024]',
    ]);
    expect(reasons("I used to smoke but I quit two years ago.")).toEqual([]);
    expect(texts("I like coffee but I love tea").toSorted()).toEqual([
      'Ana: "I like coffee"',
      'Ana: "I love tea"',
    ]);
  });

  test("a name in quotation marks at the end makes no quotation of a statement", () => {
    const said = 'The staging credentials are in 1Password under "acme-staging"';
    expect(texts(said)).toEqual([`Ana: "${said}"`]);
  });

  test("an order behind other words is not joined with what stands before it", () => {
    expect(
      texts(
        "I'll make the curry on Tuesday. One thing: please use grams instead of cups from now on.",
      ),
    ).toContain('Ana: "One thing: please use grams instead of cups from now on"');
  });
});

describe("leaves, and says why", () => {
  test.each([
    ["question", "Do you like tea?"],
    ["hypothetical", "If I won the lottery I'd buy a boat"],
    ["platitude", "working on cars must be really rewarding"],
    ["cut off", "Kim's main goal is"],
    ["joke", "I'm moving to Mars, just kidding"],
    ["quoted", 'my mom said "I will never fly"'],
    ["chatter", "haha nice one"],
    ["reply", "That sounds amazing, I'm so happy for you!"],
    ["request", "write me a story about a whale in which I live on the moon"],
    ["redacted", "my email is [redacted email] and my phone is [redacted phone]"],
    ["link", "https://example.org/a"],
    ["too short", "ok"],
    ["language not supported", "Μένω στην Αθήνα"],
    ["quoted", "I will wait for you by the river 🎶"],
    ["dangling", "I got them a new one"],
    ["dangling", "Wow, thanks Eva! I'm obsessed with those"],
    ["dangling", "I love escaping to that world"],
    ["reply", "Don't give up on your dreams"],
    ["reply", "Your support means a lot to me, Eva"],
    ["platitude", "Family support is so important"],
    ["status", "I'm feeling hopeful and optimistic"],
    ["sarcasm", "I have a black belt in procrastination 😂"],
    ["code", "const answer = await fetch(url, { method: 'POST' });"],
    [
      "document",
      "Fwd: Your order\n\nDear Mr Hill,\nwe have shipped your parcel today.\nKind regards\nThe shop",
    ],
    ["document", "Chapter one. My name was Ada Crane, and I had sailed the sea for ten years."],
    ["document", "Once upon a time I was a dragon. I lived in a cave and I loved gold."],
  ])("%s: %s", (reason, said) => {
    expect(texts(said)).toEqual([]);
    expect(reasons(said)).toContain(reason);
  });

  test.each(["```\nI live in Rome\n```", "> I hate mornings and I live in Rome"])(
    "what is not the author's own words: %s",
    (said) => {
      expect(texts(said)).toEqual([]);
    },
  );

  test("reported speech is cut off from what the speaker says", () => {
    const said = "My boss said 'I will retire in 2028', and I told him I prefer remote work.";
    expect(texts(said)).toEqual(['Ana: "I told him I prefer remote work"']);
    expect(reasons(said)).toEqual(["quoted"]);
  });

  test("every clause has an end: kept, or left with its words", () => {
    const { candidates, left } = read("Hi all! I like tea. How are you?");
    expect(candidates).toHaveLength(1);
    expect(left.map(({ clause }) => clause)).toEqual(["Hi all", "How are you"]);
  });
});

describe("describes what it found", () => {
  test.each([
    ["I'm allergic to peanuts", { section: "bio", sensitivity: "sensitive", importance: 5 }],
    ["my sister Eva is a nurse", { category: "relationship", section: "relationships" }],
    ["I live in Porto", { category: "profile", field: "city", subject: "ana" }],
    ["My pronouns are she/her", { field: "pronouns", sensitivity: "sensitive" }],
    ["Please call me Sam", { field: "preferred_name" }],
    ["I moved to Lisbon last week", { kind: "fact", validFrom: "2026-04-20T00:00:00.000Z" }],
    ["I like tea", { category: "preference", validFrom: AT }],
    ["the standup is at 9:30", { subject: "__lore__" }],
  ])("%s", (said, expected) => {
    expect(read(said).candidates[0]).toMatchObject(expected);
  });

  test("what is said in private stays with its speaker", () => {
    const alone = message("the standup is at 9:30", "Ana", { scope: "user", user: "ana" });
    expect(extractFacts({ message: alone, before: [] }).candidates[0]?.subject).toBe("ana");
  });
});

describe("evidence and limits", () => {
  test("every quotation is the stretch of the message it points at", () => {
    const said =
      "Hey Ben! I moved to Lisbon last week - I hate mornings. How are you? My sister’s a nurse…";
    const { candidates } = read(said);
    expect(candidates.length).toBeGreaterThan(1);
    for (const { evidence, text } of candidates) {
      const [piece] = evidence;
      if (piece?.type !== "span") throw new Error("no span");
      expect(said.slice(piece.start, piece.end)).toBe(piece.quote);
      expect(piece.quote).toContain(readQuote(text)?.said);
    }
  });

  test("one message gives four facts at most, and the weakest are named among the reasons", () => {
    const said =
      "I live in Rome. I don't like loud music. I work as a nurse. I love pizza. I can play the piano. I'm allergic to nuts.";
    const found = texts(said);
    expect(found).toHaveLength(4);
    expect(found).toContain('Ana: "I\'m allergic to nuts"');
    expect(reasons(said)).toEqual(["not among the strongest", "not among the strongest"]);
  });

  test("a clause too long to be quoted whole is left", () => {
    expect(reasons(`I have visited ${"a small town and ".repeat(30)}a city`)).toContain("too long");
  });

  test.each([
    ["one endless clause", "i really ".repeat(3000)],
    ["endless adverbs", `I ${"also just ".repeat(2000)}love it`],
    ["endless short sentences", "I am a. ".repeat(3000)],
    ["no spaces", "a".repeat(30_000)],
    ["no spaces in Chinese", "我喜欢".repeat(10_000)],
    ["open quotations", 'he said "I '.repeat(2000)],
    ["endless joints", `I run${" and I run".repeat(3000)}`],
  ])("%s is read in bounded time", async (_what, said) => {
    expect(await workOf(() => read(said))).toBeLessThan(2000);
  });

  test("the port answers ok, and why, when there is nothing to remember", async () => {
    expect(await builtinExtractor().extract({ message: message("ok"), before: [] })).toEqual({
      type: "ok",
      candidates: [],
      left: [{ clause: "ok", reason: "too short" }],
    });
  });
});
