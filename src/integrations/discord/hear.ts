// What is said, changed and taken back on Discord, brought to the memory.

import type { Message, PartialMessage } from "discord.js";
import { MemoryError } from "../../errors.ts";
import type { Attached } from "./attach.ts";
import { isFromPerson, messageInput, tenantOf } from "./place.ts";

/** A stretch of speech that a transcriber made into text. */
export type Transcript = Readonly<{
  guildId: string;
  channelId: string;
  userId: string;
  name: string;
  startedAt: Date;
  text: string;
}>;

export async function hear({ memory, consent }: Attached, message: Message): Promise<void> {
  if (!isFromPerson(message)) return;
  const input = messageInput(message);
  if (!(await consent.mayRemember(input.tenant, message.author.id))) return;
  await memory.ingest(input);
}

/** Discord also says "updated" when it adds a preview of a link; only other words matter. */
export async function change(attached: Attached, given: Message | PartialMessage): Promise<void> {
  const message = given.partial ? await given.fetch() : given;
  if (!isFromPerson(message)) return;
  const { tenant, text } = messageInput(message);
  if (!(await attached.consent.mayRemember(tenant, message.author.id))) return;
  const known = await ifThere(attached.memory.message({ tenant, id: message.id, radius: 0 }));
  if (known === undefined) return hear(attached, message);
  await attached.memory.editMessage({ tenant, id: message.id, text, actor: message.author.id });
}

/** Honoured whether or not the author still agrees to be remembered. */
export async function withdraw(
  { memory }: Attached,
  message: Message | PartialMessage,
): Promise<void> {
  const author = message.author?.id ?? dmPartner(message);
  if (message.guildId === null && author === undefined) return;
  const tenant = tenantOf(message, author ?? "");
  await ifThere(memory.withdrawMessage({ tenant, id: message.id, purge: true, actor: "discord" }));
}

/** The same stretch told twice has the same id, so it is heard once. */
export async function hearVoice({ memory, consent }: Attached, said: Transcript): Promise<void> {
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
