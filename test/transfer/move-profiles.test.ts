// A chat bot's profiles and interaction notes move in, field by field: a thousand notes, forty people, three guilds.

import { join } from "node:path";
import { expect, test } from "vitest";
import { createMemory } from "../../src/index.ts";
import { testEngine } from "../support/engine.ts";
import { countingEmbedder, nightsOf, rowsLeft, told } from "./moved-in.ts";
import {
  bufferRows,
  discordId,
  flatRows,
  GUILDS,
  guildOf,
  interactionRows,
  isSecret,
  PROFILE_SCHEMA,
  profileRows,
  SECRET_SIGNS,
  storeOf,
  userRows,
} from "./old-stores.ts";
import { importOf, scratch, TENANT } from "./support.ts";

const NOTES = interactionRows(1_000);
const PROFILES = profileRows();
const FLAT = flatRows(80);
const EVERYWHERE = { everyTenant: true } as const;
const SECTIONS = ["bio", "interests", "skills", "opinions", "relationships", "other"] as const;

function oldStore(more: Parameters<typeof storeOf>[2] = {}): Promise<string> {
  return storeOf("bot.db", PROFILE_SCHEMA, {
    users: userRows(),
    user_profiles: PROFILES,
    interaction_notes: NOTES,
    facts: FLAT,
    ...more,
  });
}

test("notes and clusters are episodes and topics of their guild, with all they had", async () => {
  const { memory } = await testEngine({ upkeep: false });
  const report = await memory.transfer.import(importOf(await oldStore(), EVERYWHERE));
  expect(report).toMatchObject({ format: "profiles", state: "done" });
  // 1,000 notes, 40 names, 240 lines of profiles, 80 flat facts; one list of participants is broken.
  expect(report.counts).toMatchObject({ restored: 1_360, bad: 0, odd: 1 });
  for (const guild of GUILDS) {
    const { memories } = await told(memory, guild);
    const rows = NOTES.filter((row) => row["guild_id"] === guild);
    const found = [...memories.values()].filter(
      ({ kind }) => kind === "episode" || kind === "topic",
    );
    expect(found).toHaveLength(rows.length);
    for (const row of rows) sameNote(memories.get(`interaction_notes:${row["id"]}`), row);
  }
});

function sameNote(
  found: Readonly<Record<string, unknown>> | undefined,
  row: (typeof NOTES)[number],
): void {
  const isCluster = row["note_type"] === "topic_cluster";
  const listed = (name: string): unknown[] => JSON.parse(String(row[name] ?? "[]"));
  expect(found).toMatchObject({
    kind: isCluster ? "topic" : "episode",
    title: row["title"],
    channel: row["channel_id"],
    validFrom: `${row["note_date"]}T00:00:00.000Z`,
    createdAt: `${String(row["created_at"]).replace(" ", "T")}.000Z`,
    participants: row["participants"] === "broken" ? [] : listed("participants"),
    derivedFrom: listed("source_note_ids").map((id) => `interaction_notes:${id}`),
  });
  for (const sign of SECRET_SIGNS) expect(found?.["text"]).not.toContain(sign);
  if (!isSecret(String(row["summary"]))) expect(found?.["text"]).toBe(row["summary"]);
}

test("every profile is there, each line with its note, and reaches the prompt under the person's name", async () => {
  const { memory } = await testEngine({ upkeep: false });
  await memory.transfer.import(importOf(await oldStore(), EVERYWHERE));
  for (const row of PROFILES) {
    const n = Number(row["user_id"]);
    const { sections } = await memory.profile({ tenant: guildOf(n), person: discordId(n) });
    for (const section of SECTIONS) {
      expect(sections[section].map(({ text }) => text)).toEqual([`Has ${section} number ${n}`]);
      expect(sections[section][0]?.updatedAt).toBe(row["updated_at"]);
      expect(sections[section][0]?.sources[0]).toMatchObject({
        id: `interaction_notes:${n}`,
        title: `Talk ${n - 1}`,
      });
    }
  }
  const { text } = await memory.context({
    tenant: guildOf(1),
    style: "background",
    participants: [discordId(1)],
    query: "boat 0",
  });
  expect(text).toContain('<user name="Zoë 🍣">');
  expect(text).toMatch(/- Has bio number 1 {2}\[Talk 0, Jan 1\]/);
});

test("flat facts are their person's, with the message they are from", async () => {
  const { memory } = await testEngine({ upkeep: false });
  await memory.transfer.import(importOf(await oldStore(), EVERYWHERE));
  const all = new Map<string, Readonly<Record<string, unknown>>>();
  for (const guild of GUILDS)
    for (const [id, one] of (await told(memory, guild)).memories) all.set(id, one);
  for (const row of FLAT) {
    const user = Number(row["user_id"]);
    expect(all.get(`facts:${row["id"]}`)).toMatchObject({
      tenant: guildOf(user),
      kind: "fact",
      text: row["fact_text"],
      subject: discordId(user),
      createdAt: row["created_at"],
      state: row["is_active"] === 0 ? "archived" : "active",
      evidence: [{ type: "span", messageId: row["original_message_id"] }],
    });
  }
});

test("an open conversation goes on: it is flushed when it is quiet, and becomes a note", async () => {
  const { memory, clock } = await testEngine({ upkeep: false });
  const path = await oldStore({
    channel_buffers: bufferRows(),
    memory_job_log: [{ id: 1, last_run: "2026-04-30 23:59:00" }],
  });
  const report = await memory.transfer.import(importOf(path, EVERYWHERE));
  expect(report.counts).toMatchObject({ messages: 6 });
  const { messages } = await told(memory, guildOf(1));
  expect(messages.get("m1-2")).toMatchObject({
    channel: "open1",
    text: "I keep 2 bees on boat 1.",
    at: "2025-12-01T10:10:00.000Z",
    author: { id: discordId(1), name: "Person 1", isBot: false },
  });
  const episodes = async () =>
    (await memory.list({ tenant: guildOf(1), filter: { kinds: ["episode"], channel: "open1" } }))
      .length;
  expect(await episodes()).toBe(0);
  clock.now = new Date(clock.now.getTime() + 60 * 60_000);
  await expect.poll(episodes, { timeout: 30_000 }).toBe(1);
});

test("a second run finds what is there; taken back, nothing is left in any tenant", async () => {
  const path = await oldStore({
    channel_buffers: bufferRows(),
    memory_job_log: [{ id: 1, last_run: "2026-04-30 23:59:00" }],
  });
  const own = join(await scratch(), "memory.db");
  const memory = await createMemory({ path: own, upkeep: false });
  const first = await memory.transfer.import(importOf(path, EVERYWHERE));
  const again = await memory.transfer.import(importOf(path, EVERYWHERE));
  expect(again.counts).toMatchObject({ restored: 0, messages: 0, known: first.counts.read });
  const undo = { tenant: TENANT, id: first.importId ?? "", actor: "op", confirm: true };
  await memory.transfer.undo({ ...undo, everyTenant: true, dryRun: false });
  await memory.close();
  expect(rowsLeft(own)).toEqual({});
  expect(nightsOf(own)).toBe(0);
});

test("vectors of a named model are taken over", async () => {
  const vectors = Array.from({ length: 10 }, (_, n) => ({
    note_id: n + 1,
    embedding: new Uint8Array(Float32Array.from([n + 1, 1, 0, 0]).buffer),
  }));
  const path = await storeOf("bot.db", PROFILE_SCHEMA, {
    interaction_notes: interactionRows(10),
    vec_notes: vectors,
  });
  const embedder = countingEmbedder("small", 4);
  const { memory } = await testEngine({ upkeep: false, models: { embedder } });
  const options = { ...importOf(path).options, vectorsOf: "small" };
  const { counts } = await memory.transfer.import(importOf(path, { ...EVERYWHERE, options }));
  expect(counts.vectors).toBe(10);
  expect(embedder.asked).toEqual([]);
});

test("what dangles or is broken is told, and the rest comes", async () => {
  const path = await storeOf("bot.db", PROFILE_SCHEMA, {
    user_profiles: [
      {
        user_id: 7,
        bio: '[{"text":"Sails a red boat","note_id":404},"Repairs old radios",{"note_id":1},null]',
        interests: "broken",
        updated_at: "2025-03-01 10:00:00",
      },
    ],
    users: [{ id: 1, discord_id: discordId(1), username: "ana", display_name: "" }],
    channel_buffers: [
      { channel_id: "c", guild_id: "g", messages: "broken", started_at: "x", updated_at: "y" },
    ],
    memory_job_log: [{ id: 1, last_run: "never" }],
  });
  const { memory } = await testEngine({ upkeep: false });
  const report = await memory.transfer.import(importOf(path, EVERYWHERE));
  expect(report.counts).toMatchObject({ bad: 1, odd: 3 });
  expect(report.problems.map(({ where }) => where)).toEqual([
    "user_profiles 7",
    "user_profiles 7",
    "memory_job_log 1",
    "channel_buffers c",
  ]);
});
