// The /memory command as Discord is told of it, and the buttons under its answers.

import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  InteractionContextType,
  type Message,
  SlashCommandBuilder,
} from "discord.js";
import type { MemoryEngine } from "../../operations/engine.ts";

/** Register it with Discord by `client.application.commands.set([memoryCommand])`, or per guild. */
export const memoryCommand = new SlashCommandBuilder()
  .setName("memory")
  .setDescription("See, correct and take back what I remember of you.")
  .setContexts(InteractionContextType.Guild, InteractionContextType.BotDM)
  .addSubcommand((show) =>
    show.setName("show").setDescription("What I remember of you, and where I have it from."),
  )
  .addSubcommand((forget) =>
    forget
      .setName("forget")
      .setDescription("Forget one thing, or everything.")
      .addStringOption((what) =>
        what
          .setName("what")
          .setDescription("Some words of it. Empty: everything.")
          .setMaxLength(200),
      ),
  )
  .addSubcommand((pause) =>
    pause
      .setName("pause")
      .setDescription("Stop listening, or listen again.")
      .addBooleanOption((whole) =>
        whole.setName("server").setDescription("For the whole server (who manages it only)."),
      ),
  )
  .addSubcommand((copy) =>
    copy.setName("export").setDescription("All I have of you, as a file only you can see."),
  )
  .addSubcommand((privacy) =>
    privacy.setName("privacy").setDescription("What I keep, and whether I may."),
  )
  .toJSON();

/** What a button does, packed into its id; Discord allows 100 characters. */
export type Press =
  | Readonly<{ type: "consent"; choice: "yes" | "no" }>
  | Readonly<{ type: "erase" }>
  | Readonly<{ type: "review"; id: string; shown: string; decision: "approve" | "reject" }>;

const PREFIX = "mneme";
/** Enough of a review's hash to tell that it still says what was shown. */
const SHOWN_CHARACTERS = 32;

export function shownPart(hash: string): string {
  return hash.slice(0, SHOWN_CHARACTERS);
}

function idOf(press: Press): string {
  switch (press.type) {
    case "consent":
      return `${PREFIX}|consent|${press.choice}`;
    case "erase":
      return `${PREFIX}|erase`;
    case "review":
      return `${PREFIX}|${press.decision}|${press.id}|${press.shown}`;
  }
}

/** What a pressed button asks for; undefined when it is not one of ours. */
export function pressOf(customId: string): Press | undefined {
  const [prefix, act, first, second] = customId.split("|");
  if (prefix !== PREFIX) return undefined;
  if (act === "erase") return { type: "erase" };
  if (act === "consent" && (first === "yes" || first === "no"))
    return { type: "consent", choice: first };
  if ((act === "approve" || act === "reject") && first !== undefined && second !== undefined)
    return { type: "review", id: first, shown: second, decision: act };
  return undefined;
}

export type Button = Readonly<{ label: string; press: Press; isDanger?: boolean }>;

export function rowOf(buttons: readonly Button[]): ActionRowBuilder<ButtonBuilder> {
  return new ActionRowBuilder<ButtonBuilder>().addComponents(
    buttons.map(({ label, press, isDanger = false }) =>
      new ButtonBuilder()
        .setCustomId(idOf(press))
        .setLabel(label)
        .setStyle(isDanger ? ButtonStyle.Danger : ButtonStyle.Secondary),
    ),
  );
}

// Where a Discord message belongs: a guild is a tenant, a thread is a channel of its own, and a private talk is a
// tenant that no guild can look into.

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
