// Joins a discord.js client to a memory: what people say, change and take back, and the /memory command.

import {
  type Client,
  type ClientEvents,
  Events,
  type Message,
  type PartialMessage,
} from "discord.js";
import type { MemoryError } from "../../errors.ts";
import type { MemoryEngine } from "../../operations/engine.ts";
import { answer } from "./answer.ts";
import { type Consent, type ConsentBook, openConsentBook } from "./consent.ts";
import { change, hear, hearVoice, type Transcript, withdraw } from "./hear.ts";
import { type Line, openLine } from "./line.ts";
import { tenantOf } from "./place.ts";

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
