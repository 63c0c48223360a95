// A bot of discord.js fed by gateway packets: what is kept, changed, taken back, and what /memory answers.

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createMemory, type MemoryEngine } from "../../../src/index.ts";
import {
  attachMemory,
  type DiscordMemory,
  type DiscordOptions,
} from "../../../src/integrations/discord/index.ts";
import { textIn } from "./archive.ts";
import {
  ANA,
  BEN,
  buttons,
  CHANNEL,
  commandData,
  type Gateway,
  GUILD,
  messageData,
  OTHER_GUILD,
  openGateway,
  pressData,
  THREAD,
} from "./gateway.ts";

let gateway: Gateway;
let memory: MemoryEngine;
let bot: DiscordMemory;
const failures: unknown[] = [];

beforeEach(async () => {
  failures.length = 0;
  gateway = await openGateway();
  memory = await createMemory({ path: ":memory:", upkeep: false });
  bot = attach();
});

afterEach(async () => {
  await bot.detach();
  await gateway.close();
  await memory.close();
  expect(failures).toEqual([]);
});

function attach(options: DiscordOptions = { consent: "assumed" }): DiscordMemory {
  return attachMemory(gateway.client, memory, {
    ...options,
    onError: (error) => failures.push(error),
  });
}

async function withConsentAsked(): Promise<void> {
  await bot.detach();
  bot = attach({});
}

async function say(given: Parameters<typeof messageData>[0]): Promise<void> {
  gateway.send("MESSAGE_CREATE", messageData(given));
  await bot.settled();
}

async function ask(
  name: string,
  options: Parameters<typeof commandData>[1] = [],
  asked = {},
): Promise<string> {
  gateway.send("INTERACTION_CREATE", commandData(name, options, asked));
  await bot.settled();
  return lastReply();
}

async function press(customId: string, asked = {}): Promise<string> {
  gateway.send("INTERACTION_CREATE", pressData(customId, asked));
  await bot.settled();
  return lastReply();
}

/** What the person saw: the last edit of the answer that only they see. */
function lastReply(): string {
  const edit = gateway.replies.findLast(({ method }) => method === "PATCH");
  return edit?.body ?? "";
}

async function known(tenant = GUILD, subject = ANA.id): Promise<string[]> {
  await memory.drain();
  const found = await memory.list({ tenant, filter: { subject, kinds: ["fact"] } });
  return found.map(({ text }) => text);
}

const LISBON = { id: "881500000000000001", text: "I moved to Lisbon last week." };

describe("listening", () => {
  test("a person's message becomes a fact that leads back to its snowflake", async () => {
    await say(LISBON);
    expect(await known()).toEqual([expect.stringContaining("Lisbon")]);
    const { hits } = await memory.search({
      tenant: GUILD,
      query: "where does Ana live?",
      over: "memories",
    });
    expect(hits[0]?.sources[0]?.messageId).toBe(LISBON.id);
  });

  test("bots, webhooks and Discord's own notices are not kept", async () => {
    await say({ ...LISBON, id: "881500000000000011", author: { ...BEN, bot: true } });
    await say({ ...LISBON, id: "881500000000000012", extra: { webhook_id: "881900000000000001" } });
    await say({ ...LISBON, id: "881500000000000013", extra: { type: 7 } });
    for (const id of ["881500000000000011", "881500000000000012", "881500000000000013"])
      await expect(memory.admin.message({ tenant: GUILD, id })).rejects.toMatchObject({
        code: "not_found",
      });
  });

  test("a mention is read as a name", async () => {
    const mentions = [{ ...BEN, discriminator: "0", avatar: null }];
    await say({
      ...LISBON,
      text: `I work with <@${BEN.id}> at the harbour office.`,
      extra: { mentions },
    });
    const { message } = await memory.admin.message({ tenant: GUILD, id: LISBON.id });
    expect(message.text).toContain("@Ben");
    expect(message.text).not.toContain(BEN.id);
  });

  test("a thread is a channel of its own, under its parent", async () => {
    await say({ ...LISBON, channel: THREAD });
    const { message } = await memory.admin.message({ tenant: GUILD, id: LISBON.id });
    expect(message).toMatchObject({ channel: CHANNEL, thread: THREAD });
  });

  test("an edit replaces what the old words taught", async () => {
    await say(LISBON);
    gateway.send("MESSAGE_UPDATE", messageData({ ...LISBON, text: "I moved to Porto last week." }));
    await bot.settled();
    const facts = await known();
    expect(facts.join()).toContain("Porto");
    expect(facts.join()).not.toContain("Lisbon");
  });

  test("a deleted message takes its facts with it, one by one and in bulk", async () => {
    const peanuts = { id: "881500000000000002", text: "I'm allergic to peanuts." };
    await say(LISBON);
    await say(peanuts);
    gateway.send("MESSAGE_DELETE", { id: LISBON.id, channel_id: CHANNEL, guild_id: GUILD });
    await bot.settled();
    expect(await known()).toEqual([expect.stringContaining("peanuts")]);
    gateway.send("MESSAGE_DELETE_BULK", {
      ids: [peanuts.id],
      channel_id: CHANNEL,
      guild_id: GUILD,
    });
    await bot.settled();
    expect(await known()).toEqual([]);
  });

  test("a deletion sent right behind its message does not overtake it", async () => {
    gateway.send("MESSAGE_CREATE", messageData(LISBON));
    gateway.send("MESSAGE_DELETE", { id: LISBON.id, channel_id: CHANNEL, guild_id: GUILD });
    await bot.settled();
    expect(await known()).toEqual([]);
  });

  test("what is said in private stays out of the guild, and one guild out of another", async () => {
    await say({ ...LISBON, guild: undefined, channel: "881300000000000077" });
    expect(await known(`dm-${ANA.id}`)).toHaveLength(1);
    expect(await known(GUILD)).toEqual([]);
    expect(await known(OTHER_GUILD)).toEqual([]);
    const { hits } = await memory.search({ tenant: GUILD, query: "Lisbon", over: "both" });
    expect(hits).toEqual([]);
  });

  test("a stretch of speech is heard once, however often it is told", async () => {
    const said = {
      guildId: GUILD,
      channelId: CHANNEL,
      userId: ANA.id,
      name: "Ana",
      startedAt: new Date("2026-05-01T11:00:00Z"),
      text: "I'm allergic to peanuts.",
    };
    await bot.hearVoice(said);
    await bot.hearVoice(said);
    expect(await known()).toEqual([expect.stringContaining("peanuts")]);
  });

  test("a memory that fails is reported and does not stop the bot", async () => {
    await memory.close();
    gateway.send("MESSAGE_CREATE", messageData(LISBON));
    await bot.settled();
    expect(failures.splice(0)).toEqual([expect.objectContaining({ code: expect.any(String) })]);
  });
});

describe("consent", () => {
  test("nobody is remembered before they agree, and their agreement outlives the bot", async () => {
    await withConsentAsked();
    await say(LISBON);
    expect(await known()).toEqual([]);
    const asked = await ask("privacy");
    expect(asked).toContain("I do not remember what you say here");
    await press(buttons(asked)[0] ?? "");
    await withConsentAsked();
    await say({ ...LISBON, id: "881500000000000003" });
    expect(await known()).toHaveLength(1);
    await say({ id: "881500000000000004", author: BEN, text: "I moved to Faro last week." });
    expect(await known(GUILD, BEN.id)).toEqual([]);
  });

  test("pausing stops the listening for one person, and pausing again resumes it", async () => {
    await ask("pause");
    await say(LISBON);
    expect(await known()).toEqual([]);
    await ask("pause");
    await say({ ...LISBON, id: "881500000000000003" });
    expect(await known()).toHaveLength(1);
  });

  test("only who manages the server can pause all of it", async () => {
    const whole = [{ name: "server", type: 5, value: true }];
    expect(await ask("pause", whole)).toContain("Only someone who manages");
    await say(LISBON);
    expect(await known()).toHaveLength(1);
    const manageGuild = String(1 << 5);
    expect(await ask("pause", whole, { user: BEN, permissions: manageGuild })).toContain("stopped");
    await say({ id: "881500000000000005", text: "I'm allergic to peanuts." });
    expect(await known()).toHaveLength(1);
  });
});

describe("/memory", () => {
  test("every answer is for the one who asks alone, and pings nobody", async () => {
    await say({ ...LISBON, text: "I live in **Lisbon** with @everyone." });
    const shown = await ask("show");
    const deferred = gateway.replies.find(({ path }) => path.includes("/callback"));
    expect(JSON.parse(deferred?.body ?? "{}")).toMatchObject({ data: { flags: 64 } });
    expect(JSON.parse(shown)).toMatchObject({ allowed_mentions: { parse: [] } });
    expect(shown).toContain("Lisbon");
    expect(shown).not.toContain("**Lisbon**");
    expect(await ask("show", [], { user: BEN })).toContain("I remember nothing of you");
  });

  test("forgetting by words takes back what fits, of the one who asks only", async () => {
    await say(LISBON);
    const what = [{ name: "what", type: 3, value: "Lisbon" }];
    expect(await ask("forget", what, { user: BEN })).toContain("nothing of you");
    expect(await ask("forget", what)).toContain("Forgotten");
    expect(await known()).toEqual([]);
  });

  test("forgetting everything shows the count first, and is done by the button", async () => {
    await say(LISBON);
    const asked = await ask("forget");
    expect(asked).toContain("erases 1 messages");
    expect(await known()).toHaveLength(1);
    expect(await press(buttons(asked)[0] ?? "")).toContain("Gone: 1 messages");
    expect(await known()).toEqual([]);
    await say({ ...LISBON, id: "881500000000000003" });
    expect(await known()).toEqual([]);
  });

  test("an export is a file with what is known and with nobody else's", async () => {
    await say(LISBON);
    await say({ id: "881500000000000004", author: BEN, text: "I'm allergic to peanuts." });
    const sent = await ask("export");
    expect(sent).toContain("memory.zip");
    const held = await textIn(sent);
    expect(held).toContain("Lisbon");
    expect(held).not.toContain("peanuts");
  });

  test("a held line is kept when its button says so, and only as it was shown", async () => {
    await memory.remember({
      tenant: GUILD,
      kind: "trait",
      section: "bio",
      field: "city",
      subject: ANA.id,
      user: ANA.id,
      text: "Ana lives in Lisbon.",
      origin: "user",
    });
    const shown = await ask("show");
    expect(shown).toContain("May I keep this?");
    const [keep = ""] = buttons(shown);
    expect(await press(keep.replace(/.$/, "0x"))).toContain("has changed since");
    expect(await press(keep, { user: BEN })).toContain("has changed since");
    expect(await press(keep)).toContain("I will remember that");
  });

  test("recall hands back what matters for a message, fenced", async () => {
    await say(LISBON);
    await memory.drain();
    const message = gateway.client.channels.cache.get(CHANNEL);
    const asked = message?.isTextBased() ? message.messages.cache.get(LISBON.id) : undefined;
    if (asked === undefined) throw new Error("the client forgot the message");
    expect(await bot.recall(asked)).toContain("Lisbon");
  });
});
