// One story that uses every operation at least once, in an order in which each has something to do.

import type { OPERATIONS } from "../../src/operations/operations.ts";

export type Name = keyof typeof OPERATIONS;
/** What came of the steps so far, by their labels. */
type Before = Readonly<Record<string, unknown>>;
export type Step = Readonly<{
  label: string;
  name: Name;
  input: (before: Before) => Record<string, unknown>;
}>;

/** The value at a path such as `note.stored.0.id`. */
function at(before: Before, path: string): unknown {
  return path.split(".").reduce<unknown>((value, key) => Reflect.get(Object(value), key), before);
}

function step(label: string, input: Step["input"] | Record<string, unknown> = {}): Step {
  const [name = ""] = label.split(" ");
  return { label, name: name as Name, input: typeof input === "function" ? input : () => input };
}

const note = (text: string) => ({ kind: "log", text, category: "general" });
const trait = { kind: "trait", section: "bio", subject: "u1", user: "u1" };

/** The last ones are refused. */
export const STORY: readonly Step[] = [
  step("ingest", {
    ...{ id: "m-told", channel: "harbour", at: "2026-05-01T09:00:00.000Z" },
    ...{ author: { id: "ana", name: "Ana" }, text: "Good morning!" },
  }),
  step("remember", note("The harbour closes at nine.")),
  step("remember two", note("The ferry to the island costs four euros.")),
  step("remember soul", {
    kind: "soul",
    agent: "orion",
    text: "Orion is patient and brief.",
    origin: "user",
  }),
  step("rememberLine", { line: "The crew calls the old boat Marigold." }),
  step("rememberMany", { lines: [{ kind: "log", text: "The old pier is closed." }] }),
  step("updateByTopic", { topicId: "weather", text: "The forecast for the bay is calm." }),
  step("remember trait", { ...trait, text: "Ana repairs old radios.", section: "interests" }),
  step("remember city", { ...trait, text: "Ana lives in Porto.", field: "city" }),
  step("remember name", {
    ...trait,
    text: "Ana prefers to be called Annie.",
    field: "preferred_name",
  }),
  step("get", (before) => ({ id: at(before, "remember.stored.0.id") })),
  step("list", { limit: 5, filter: { kinds: ["log", "lore"] }, states: ["active"] }),
  step("list as of", { asOf: "2026-05-01T10:00:00.000Z", limit: 2 }),
  step("history", (before) => ({ id: at(before, "remember.stored.0.id") })),
  step("retrieval", (before) => ({ id: at(before, "remember.stored.0.id") })),
  step("delta", { thread: "t1", since: 0, limit: 3 }),
  step("search", { query: "when does the harbour close?", over: "both", explain: true }),
  step("query", { query: "ferry", return: "full", filters: { category: "general" } }),
  step("query bullets", { query: "ferry", top_k: 2 }),
  step("context", { query: "the ferry", fence: false, budgetTokens: 200 }),
  step("overview", { days: 7 }),
  step("facets", { filter: { kinds: ["log", "trait"], contains: "the" }, states: ["active"] }),
  step("list containing", { filter: { contains: "harbour closes" } }),
  step("graph", (before) => ({ ids: [at(before, "remember.stored.0.id")] })),
  step("graph of all", { limit: 10 }),
  step("conversations"),
  step("messages", { channel: "general", limit: 2 }),
  step("taught", { messageId: "m1" }),
  step("people", { q: "an" }),
  step("usage", { days: 2 }),
  step("agents"),
  step("settings"),
  step("schedule"),
  step("message", { id: "m1", radius: 2 }),
  step("editMessage", { id: "m1", text: "I moved to Braga last week" }),
  step("withdrawMessage", { id: "m2" }),
  step("quarantine", { author: "u9", since: "2026-01-01T00:00:00.000Z" }),
  step("release", { author: "u9", since: "2026-01-01T00:00:00.000Z" }),
  step("edit", (before) => ({
    id: at(before, "remember.stored.0.id"),
    set: { importance: 4, tags: ["port"] },
    ifVersion: 1,
  })),
  step("pin", (before) => ({ id: at(before, "remember.stored.0.id") })),
  step("forget", (before) => ({ id: at(before, "remember two.stored.0.id"), reason: "sold out" })),
  step("restore", (before) => ({ id: at(before, "remember two.stored.0.id") })),
  step("merge", (before) => ({
    ids: ["remember", "remember two"].map((label) => at(before, `${label}.stored.0.id`)),
  })),
  step("unmerge", (before) => ({ id: at(before, "merge.id") })),
  step("promote", (before) => ({ id: at(before, "updateByTopic.stored.0.id") })),
  step("vaultSearch", { query: "forecast for the bay" }),
  step("vaultCandidates", { floor: 0.1 }),
  step("vaultDeletions"),
  step("vaultStats"),
  step("compactVault"),
  step("profile", { person: "u1" }),
  step("correctProfile", (before) => ({
    person: "u1",
    traitId: at(before, "remember trait.stored.0.id"),
    text: "Ana repairs old clocks.",
    actor: "u1",
  })),
  step("review", { limit: 10 }),
  step("approve", (before) => ({
    id: at(before, "review.0.id"),
    hash: at(before, "review.0.hash"),
    actor: "boss",
  })),
  step("reject", (before) => ({
    id: at(before, "review.1.id"),
    hash: at(before, "review.1.hash"),
    actor: "boss",
  })),
  step("forgetMany", (before) => ({ ids: [at(before, "rememberLine.stored.0.id"), "none"] })),
  step("deleteProfile", { person: "u1" }),
  step("feedback", (before) => ({
    id: at(before, "remember two.stored.0.id"),
    verdict: "wrong",
  })),
  step("answer", { question: "Who is allergic to peanuts?" }),
  step("webhooks"),
  step("testWebhook", { webhook: "none" }),
  step("snapshot"),
  step("refreshSnapshot"),
  step("jobs", { states: ["dead"] }),
  step("upkeep", { name: "forget", dryRun: true }),
  step("import", { data: '[{"id":"x1","memory":"Eva repairs clocks.","user_id":"u7"}]' }),
  step("imports"),
  step("importUndo", (before) => ({ id: at(before, "import.importId"), confirm: true })),
  step("export", { format: "csv" }),
  step("audit", { after: 9999 }),
  step("audit of one act", { newest: true, act: "forget", limit: 1 }),
  step("verifyAudit"),
  step("createKey", {
    role: "agent",
    agent: "orion",
    name: "orion's",
    expiresAt: "2027-01-01T00:00:00Z",
  }),
  step("rotateKey", (before) => ({ id: at(before, "createKey.record.id"), overlapSeconds: 60 })),
  step("revokeKey", (before) => ({ id: at(before, "createKey.record.id") })),
  step("listKeys"),
  step("stats"),
  step("reportError", { op: "bot_error", code: "send_failed" }),
  step("events", { limit: 5 }),
  step("erase", { subject: "u1", dryRun: true, actor: "boss" }),
  step("erase for good", { subject: "u1", actor: "boss" }),
  step("get nothing", { id: "none" }),
  step("retryJob", { id: "none" }),
  step("edit nothing", { id: "none", set: { importance: 1 } }),
  step("edit stale", (before) => ({
    id: at(before, "remember.stored.0.id"),
    set: { importance: 1 },
    ifVersion: 1,
  })),
  step("remember badly", { kind: "rule", text: "A rule without any evidence.", confidence: 0.1 }),
  step("list badly", { limit: 0 }),
];

export const MESSAGES = [
  {
    channel: "general",
    id: "m1",
    author: { id: "u1", name: "Ana" },
    text: "I moved to Lisbon last week",
  },
  {
    channel: "general",
    id: "m2",
    author: { id: "u2", name: "Ben" },
    text: "I am allergic to peanuts",
  },
  {
    channel: "general",
    id: "m3",
    author: { id: "u9", name: "Mo" },
    text: "I collect stamps from Peru",
  },
];
