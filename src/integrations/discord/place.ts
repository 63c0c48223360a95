// Where a Discord message belongs: a guild is a tenant, a thread is a channel of its own, and a private talk is a
// tenant that no guild can look into.

import type { Message } from "discord.js";
import type { MemoryEngine } from "../../operations/engine.ts";

type Heard = Parameters<MemoryEngine["ingest"]>[0];
type Placed = Readonly<{ guildId: string | null }>;

/** The wall: what is said in private never shows in a guild, nor the other way round. */
export function tenantOf({ guildId }: Placed, userId: string): string {
  return guildId ?? `dm-${userId}`;
}

/** People only: no bots, no webhooks, none of Discord's own notices, nothing without words. */
export function isFromPerson(message: Message): boolean {
  return (
    !message.author.bot &&
    message.webhookId === null &&
    !message.system &&
    message.cleanContent.trim() !== ""
  );
}

/** Mentions are read as names. Attachments and links are never fetched. */
export function messageInput(message: Message): Heard {
  return {
    tenant: tenantOf(message, message.author.id),
    ...channelOf(message),
    id: message.id,
    at: message.createdAt.toISOString(),
    author: {
      id: message.author.id,
      name: message.member?.displayName ?? message.author.displayName,
    },
    text: message.cleanContent,
    ...(message.guildId === null ? { scope: "user", user: message.author.id } : {}),
  };
}

function channelOf({ channel }: Message): Pick<Heard, "channel" | "thread"> {
  return channel.isThread()
    ? { channel: channel.parentId ?? channel.id, thread: channel.id }
    : { channel: channel.id };
}
