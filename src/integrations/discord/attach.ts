// Joins a discord.js client to a memory: what people say, change and take back, and the /memory command.

import {
  type Client,
  type ClientEvents,
  Events,
  type Message,
  type PartialMessage,
} from "discord.js";
import { z } from "zod";
import { asMemoryError, MemoryError } from "../../errors.ts";
import type { MemoryEngine } from "../../operations/engine.ts";
import { answer } from "./answer.ts";
import { isFromPerson, messageInput, tenantOf } from "./command.ts";

export type DiscordOptions = Readonly<{
  /** `required` (the default): nobody is remembered before they agree. `assumed`: everyone is, until they refuse. */
  consent?: Consent;
  /** Told of every failure of memory. The bot itself goes on. */
  onError?: (error: MemoryError) => void;
}>;

export type DiscordMemory = Readonly<{
  /** What is worth knowing before an answer to this message, fenced as data. */
  recall(message: Message, budgetTokens?: number): Promise<string>;
  hearVoice(transcript: Transcript): Promise<void>;
  /** Resolves when everything heard so far has been dealt with. */
  settled(): Promise<void>;
  /** Stops listening; the client and the memory stay open. */
  detach(): Promise<void>;
}>;

export type Attached = Readonly<{ memory: MemoryEngine; consent: ConsentBook }>;

export function attachMemory(
  client: Client,
  memory: MemoryEngine,
  options: DiscordOptions = {},
): DiscordMemory {
  const consent = openConsentBook(memory, options.consent ?? "required");
  const line = openLine(options.onError ?? warn);
  const attached: Attached = { memory, consent };
  const stops = subscribe(client, attached, line);
  return {
    recall: (message, budgetTokens) => recall(attached, message, budgetTokens),
    hearVoice: (said) => line.next(said.channelId, () => hearVoice(attached, said)),
    settled: () => line.settled(),
    detach: async () => {
      for (const stop of stops) stop();
      await line.settled();
    },
  };
}

function subscribe(client: Client, attached: Attached, line: Line): readonly (() => void)[] {
  const on = <Event extends keyof ClientEvents>(
    event: Event,
    listener: (...given: ClientEvents[Event]) => void,
  ) => {
    client.on(event, listener);
    return () => void client.off(event, listener);
  };
  const takeBack = (message: Message | PartialMessage) =>
    void line.next(message.channelId, () => withdraw(attached, message));
  return [
    on(
      Events.MessageCreate,
      (message) => void line.next(message.channelId, () => hear(attached, message)),
    ),
    on(
      Events.MessageUpdate,
      (_before, message) => void line.next(message.channelId, () => change(attached, message)),
    ),
    on(Events.MessageDelete, takeBack),
    on(Events.MessageBulkDelete, (messages) => {
      for (const message of messages.values()) takeBack(message);
    }),
    on(
      Events.InteractionCreate,
      (interaction) => void line.next(interaction.id, () => answer(interaction, attached)),
    ),
  ];
}

async function recall(
  { memory, consent }: Attached,
  message: Message,
  budgetTokens?: number,
): Promise<string> {
  const tenant = tenantOf(message, message.author.id);
  if (!(await consent.isGuildOn(tenant))) return "";
  const { text } = await memory.context({
    tenant,
    user: message.author.id,
    query: message.cleanContent,
    ...(budgetTokens === undefined ? {} : { budgetTokens }),
  });
  return text;
}

function warn(error: MemoryError): void {
  process.emitWarning(`${error.message} (${error.code})`, { type: "MnemeWarning" });
}

// What is said, changed and taken back on Discord, brought to the memory.

/** A stretch of speech that a transcriber made into text. */
export type Transcript = Readonly<{
  guildId: string;
  channelId: string;
  userId: string;
  name: string;
  startedAt: Date;
  text: string;
}>;

async function hear({ memory, consent }: Attached, message: Message): Promise<void> {
  if (!isFromPerson(message)) return;
  const input = messageInput(message);
  if (!(await consent.mayRemember(input.tenant, message.author.id))) return;
  await memory.ingest(input);
}

/** Discord also says "updated" when it adds a preview of a link; only other words matter. */
async function change(attached: Attached, given: Message | PartialMessage): Promise<void> {
  const message = given.partial ? await given.fetch() : given;
  if (!isFromPerson(message)) return;
  const { tenant, text } = messageInput(message);
  if (!(await attached.consent.mayRemember(tenant, message.author.id))) return;
  const known = await ifThere(attached.memory.admin.message({ tenant, id: message.id, radius: 0 }));
  if (known === undefined) return hear(attached, message);
  await attached.memory.admin.editMessage({
    tenant,
    id: message.id,
    text,
    actor: message.author.id,
  });
}

/** Honoured whether or not the author still agrees to be remembered. */
async function withdraw({ memory }: Attached, message: Message | PartialMessage): Promise<void> {
  const author = message.author?.id ?? dmPartner(message);
  if (message.guildId === null && author === undefined) return;
  const tenant = tenantOf(message, author ?? "");
  await ifThere(
    memory.admin.withdrawMessage({ tenant, id: message.id, purge: true, actor: "discord" }),
  );
}

/** The same stretch told twice has the same id, so it is heard once. */
async function hearVoice({ memory, consent }: Attached, said: Transcript): Promise<void> {
  const { guildId: tenant, channelId: channel, userId, startedAt, name, text } = said;
  if (text.trim() === "" || !(await consent.mayRemember(tenant, userId))) return;
  const at = startedAt.toISOString();
  await memory.ingest({
    tenant,
    channel,
    id: `voice:${channel}:${userId}:${at}`,
    at,
    author: { id: userId, name },
    text,
  });
}

/** A deleted private message that was no longer in the client's cache says only where it was. */
function dmPartner({ channel }: Message | PartialMessage): string | undefined {
  return channel.isDMBased() && "recipientId" in channel ? channel.recipientId : undefined;
}

/** Nothing for what the memory never knew. */
async function ifThere<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (thrown) {
    if (thrown instanceof MemoryError && thrown.code === "not_found") return undefined;
    throw thrown;
  }
}

// Who may be remembered: a person's own yes or no, and a guild's switch. Kept with the memory, so it survives a restart.

type Consent = "required" | "assumed";
type Choice = "yes" | "no" | "unasked";

/** Not an id that Discord gives to anyone. */
const GUILD = "guild";
const THREAD = "discord-consent";

const Kept = z.object({ choice: z.enum(["yes", "no"]) });

type ConsentBook = Readonly<{
  choiceOf(tenant: string, userId: string): Promise<Choice>;
  choose(tenant: string, userId: string, choice: "yes" | "no"): Promise<void>;
  isGuildOn(tenant: string): Promise<boolean>;
  switchGuild(tenant: string, on: boolean): Promise<void>;
  mayRemember(tenant: string, userId: string): Promise<boolean>;
}>;

function openConsentBook(memory: MemoryEngine, consent: Consent): ConsentBook {
  const {
    admin: { checkpoints },
  } = memory;
  const read = async (tenant: string, user: string): Promise<Choice> => {
    const found = await checkpoints.load({ tenant, user, thread: THREAD });
    const kept = Kept.safeParse(found?.data);
    return kept.success ? kept.data.choice : "unasked";
  };
  const write = (tenant: string, user: string, choice: "yes" | "no") =>
    checkpoints.save({ tenant, user, thread: THREAD }, { choice }, new Date().toISOString());
  const isGuildOn = async (tenant: string) => (await read(tenant, GUILD)) !== "no";
  return {
    choiceOf: read,
    choose: write,
    isGuildOn,
    switchGuild: (tenant, on) => write(tenant, GUILD, on ? "yes" : "no"),
    mayRemember: async (tenant, userId) => {
      if (!(await isGuildOn(tenant))) return false;
      const choice = await read(tenant, userId);
      return choice === "yes" || (choice === "unasked" && consent === "assumed");
    },
  };
}

// One act after another for each key, side by side for different ones, so that an edit or a deletion never overtakes
// the message it is about and a slow channel holds up no other.

type Line = Readonly<{
  /** Resolves when the act is over. A failure is told to the one who listens for it and goes no further. */
  next(key: string, act: () => Promise<void>): Promise<void>;
  /** Resolves when everything that waits now is over. */
  settled(): Promise<void>;
}>;

function openLine(onError: (error: MemoryError) => void): Line {
  const tails = new Map<string, Promise<void>>();
  const next: Line["next"] = async (key, act) => {
    const before = tails.get(key) ?? Promise.resolve();
    const mine = before.then(act).catch((thrown: unknown) => onError(asMemoryError(thrown)));
    tails.set(key, mine);
    await mine;
    if (tails.get(key) === mine) tails.delete(key);
  };
  return { next, settled: async () => void (await Promise.all(tails.values())) };
}
