import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MemoryError } from "../../src/errors.ts";
import { search } from "../../src/read/recall.ts";
import {
  aMemory,
  aMessage,
  brokenEmbedder,
  daysAgo,
  host,
  openScene,
  type Scene,
} from "./scene.ts";

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene.close());

const ids = (result: { hits: readonly { id: string }[] }) => result.hits.map((hit) => hit.id);

describe("the score", () => {
  test("is the weighted sum of F12 over the parts that each hit shows", async () => {
    await scene.remember(
      aMemory("m1", "Ana drinks green tea", {
        confidence: 0.6,
        updatedAt: daysAgo(45),
        channel: "tea",
      }),
    );
    const { hits } = await search(
      { viewer: host, query: "green tea", channel: "tea", over: "memories", explain: true },
      scene.deps,
    );
    const [hit] = hits;
    expect(hit?.parts).toMatchObject({ confidence: 0.6, channel: 1, lexical: 1, semantic: 1 });
    expect(hit?.parts.recency).toBeCloseTo(0.5, 5);
    const { sum = 0, lifted = 0, total } = hit?.ranking ?? {};
    expect(sum).toBeCloseTo(0.5 + 0.28 + 0.1 * 0.6 + 0.07 * 0.5 + 0.05, 5);
    expect(total).toBeCloseTo(sum + lifted, 5);
  });

  test("without meaning gives words three quarters, and says that meaning was missing", async () => {
    await scene.remember(aMemory("m1", "Ana drinks green tea", { updatedAt: daysAgo(0) }));
    const down = new MemoryError("provider_unavailable", "down");
    const { hits, semantic } = await search(
      { viewer: host, query: "green tea", over: "memories", explain: true },
      { ...scene.deps, embedder: brokenEmbedder(down) },
    );
    expect(semantic).toBe("missing");
    expect(hits[0]?.ranking?.sum).toBeCloseTo(0.75 + 0.1 + 0.1 + 0.05 * 0.25, 5);
  });

  test("takes a line of another channel below the same line of this one", async () => {
    await scene.remember(
      aMemory("there", "The release is on Friday", { channel: "random", subject: "a" }),
      aMemory("here", "The release is on Friday", { channel: "dev", subject: "b" }),
    );
    const result = await search(
      { viewer: host, query: "When is the release?", channel: "dev" },
      scene.deps,
    );
    expect(ids(result)).toEqual(["here", "there"]);
  });

  test("halves nothing but lowers an insight below a fact with the same words", async () => {
    await scene.remember(
      aMemory("guess", "Ana trusts the team more after the launch", {
        kind: "insight",
        subject: "x",
      }),
      aMemory("fact", "Ana trusts the team more after the launch", { subject: "ana" }),
    );
    const result = await search({ viewer: host, query: "Does Ana trust the team?" }, scene.deps);
    expect(ids(result)).toEqual(["fact", "guess"]);
  });
});

describe("what is found", () => {
  test("a message that answers the question before it, though it shares no word with what is asked", async () => {
    await scene.say(
      aMessage("m1", "The weather is nice today", {
        author: { id: "bo", name: "Bo", isBot: false },
      }),
      aMessage("m2", "Which instrument are you learning these days?", {
        author: { id: "bo", name: "Bo", isBot: false },
      }),
      aMessage("m3", "The cello, every evening"),
      aMessage("m4", "Lunch was late again"),
    );
    const result = await search(
      { viewer: host, query: "Which instrument is Ana learning?", over: "messages", limit: 2 },
      scene.deps,
    );
    expect(ids(result)).toContain("m3");
  });

  test("what was said at the time that the question names", async () => {
    await scene.say(
      aMessage("march", "We went hiking with the club", { at: "2026-03-14T10:00:00.000Z" }),
      aMessage("may", "We went hiking with the club again", { at: "2026-05-20T10:00:00.000Z" }),
    );
    const ask = (query: string) => search({ viewer: host, query, limit: 1 }, scene.deps);
    expect(ids(await ask("When did we go hiking in March 2026?"))).toEqual(["march"]);
    expect(ids(await ask("When did we go hiking in May 2026?"))).toEqual(["may"]);
  });

  test("every hit leads back to what was said", async () => {
    const span = { type: "span", messageId: "m1", start: 0, end: 5, quote: "I moved" } as const;
    await scene.remember(
      aMemory("fact", "Ana moved to Lisbon", { evidence: [span] }),
      aMemory("trait", "Lives in Lisbon", { kind: "trait", derivedFrom: ["fact"], section: "bio" }),
    );
    await scene.say(aMessage("m2", "Lisbon is sunny"));
    const { hits } = await search({ viewer: host, query: "Lisbon" }, scene.deps);
    const sources = Object.fromEntries(
      hits.map((hit) => [hit.id, hit.sources.map((source) => source.messageId)]),
    );
    expect(sources).toEqual({ fact: ["m1"], trait: ["m1"], m2: ["m2"] });
  });

  test("of a fact and the message it was learnt from, one is handed out", async () => {
    const said = "I moved to Lisbon last week";
    await scene.say(aMessage("m1", said));
    const span = {
      type: "span",
      messageId: "m1",
      start: 0,
      end: said.length,
      quote: said,
    } as const;
    await scene.remember(
      aMemory("fact", "Ana moved to Lisbon", { evidence: [span], subject: "ana" }),
    );
    const { hits } = await search({ viewer: host, query: "Where did Ana move?" }, scene.deps);
    expect(hits.map((hit) => hit.sources[0]?.messageId)).toEqual(["m1"]);
  });

  test("a line that repeats a better one of the same person is left out, one of another person is not", async () => {
    await scene.remember(
      aMemory("a", "Likes long walks by the sea", { subject: "ana" }),
      aMemory("b", "Likes long walks by the sea.", { subject: "ana", kind: "log" }),
      aMemory("c", "Likes long walks by the sea", { subject: "bo" }),
    );
    const { hits, filtered } = await search(
      { viewer: host, query: "walks by the sea", explain: true },
      scene.deps,
    );
    expect(hits.map((hit) => hit.item === "memory" && hit.memory.subject).sort()).toEqual([
      "ana",
      "bo",
    ]);
    expect(filtered?.same_line).toBe(1);
  });

  test("a procedure only when its category is asked for", async () => {
    await scene.remember(
      aMemory("p", "1. Pull the branch. 2. Run the deploy script.", {
        kind: "procedure",
        category: "procedural",
      }),
    );
    const query = "How do I deploy the branch?";
    expect(ids(await search({ viewer: host, query }, scene.deps))).toEqual([]);
    const asked = { viewer: host, query, filter: { categories: ["procedural"] } };
    expect(ids(await search(asked, scene.deps))).toEqual(["p"]);
  });

  test("a linked memory is lifted, or told of beside the hits", async () => {
    await scene.remember(
      aMemory("tea", "Ana orders green tea from Uji"),
      aMemory("pot", "The blue pot was a present from grandmother"),
    );
    await scene.commit([
      {
        type: "link",
        relation: {
          from: "tea",
          to: "pot",
          type: "related_to",
          strength: 0.9,
          createdAt: daysAgo(0),
        },
      },
    ]);
    const result = await search(
      { viewer: host, query: "green tea from Uji", limit: 1 },
      scene.deps,
    );
    expect(ids(result)).toEqual(["tea"]);
    expect(result.related).toMatchObject([{ id: "pot", to: "tea", strength: 0.9 }]);
  });
});

describe("the relevance gate", () => {
  test("returns nothing when nothing passes; with strict: false, the best there is", async () => {
    await scene.remember(aMemory("m1", "The printer on the third floor is out of toner"));
    const ask = { viewer: host, query: "favourite opera singer of Marguerite" };
    const strict = await search(ask, scene.deps);
    expect(strict).toMatchObject({ hits: [], confidence: 0, unsure: true });
    const plain = await search({ ...ask, strict: false }, scene.deps);
    expect(plain.hits.map((hit) => hit.gate)).toEqual(["none"]);
  });

  test("a threshold takes out what scores less, and explain counts it", async () => {
    await scene.remember(aMemory("m1", "Ana drinks green tea"));
    const ask = { viewer: host, query: "green tea", threshold: 5, explain: true };
    const result = await search(ask, scene.deps);
    expect(result).toMatchObject({ hits: [], filtered: { threshold: 1 } });
  });

  test("a question that is answered well needs no second look", async () => {
    await scene.remember(aMemory("m1", "Ana drinks green tea in the morning"));
    const result = await search({ viewer: host, query: "Ana drinks green tea" }, scene.deps);
    expect(result.unsure).toBe(false);
    expect(result.confidence).toBeGreaterThan(0.9);
  });
});
