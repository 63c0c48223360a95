// Answers the /memory command and its buttons. Only the one who asks sees the answer, and only of themselves.

import {
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  type Interaction,
  MessageFlags,
  PermissionFlagsBits,
} from "discord.js";
import { type Answer, asReply, copyOf, forgetSome, privacy, showAll } from "./answers.ts";
import type { Attached } from "./attach.ts";
import { memoryCommand, type Press, pressOf, shownPart } from "./command.ts";
import { tenantOf } from "./place.ts";

type Asked = ChatInputCommandInteraction | ButtonInteraction;

export async function answer(interaction: Interaction, attached: Attached): Promise<void> {
  if (interaction.isChatInputCommand() && interaction.commandName === memoryCommand.name)
    return reply(interaction, () => command(interaction, attached));
  if (!interaction.isButton()) return;
  const press = pressOf(interaction.customId);
  if (press !== undefined) await reply(interaction, () => pressed(interaction, press, attached));
}

/** Discord waits three seconds for a first sign of life, so that comes before any work. */
async function reply(interaction: Asked, work: () => Promise<Answer>): Promise<void> {
  await interaction.deferReply({ flags: MessageFlags.Ephemeral });
  try {
    await interaction.editReply(asReply(await work()));
  } catch (thrown) {
    await interaction.editReply(asReply({ text: "That did not work. Nothing was changed." }));
    throw thrown;
  }
}

async function command(
  interaction: ChatInputCommandInteraction,
  { memory, consent }: Attached,
): Promise<Answer> {
  const user = interaction.user.id;
  const tenant = tenantOf(interaction, user);
  switch (interaction.options.getSubcommand()) {
    case "show":
      return showAll({ tenant, user }, memory);
    case "forget":
      return forgetSome({ tenant, user }, interaction.options.getString("what"), memory);
    case "pause":
      return interaction.options.getBoolean("server") === true
        ? pauseGuild(interaction, tenant, { memory, consent })
        : pause(tenant, user, { memory, consent });
    case "export":
      return copyOf({ tenant, user }, memory);
    case "privacy":
      return privacy(await consent.mayRemember(tenant, user));
    default:
      return { text: "I do not know that command yet. Try again in a minute." };
  }
}

async function pause(tenant: string, user: string, { consent }: Attached): Promise<Answer> {
  const listening = await consent.mayRemember(tenant, user);
  await consent.choose(tenant, user, listening ? "no" : "yes");
  return {
    text: listening
      ? "I have stopped listening to you. What I already know stays until you use `/memory forget`."
      : "I am listening to you again.",
  };
}

async function pauseGuild(
  interaction: ChatInputCommandInteraction,
  tenant: string,
  { consent }: Attached,
): Promise<Answer> {
  if (interaction.memberPermissions?.has(PermissionFlagsBits.ManageGuild) !== true)
    return { text: "Only someone who manages this server can do that." };
  const isOn = await consent.isGuildOn(tenant);
  await consent.switchGuild(tenant, !isOn);
  return {
    text: isOn
      ? "I have stopped listening on this server, and recall nothing here."
      : "I am listening on this server again, to those who agreed.",
  };
}

async function pressed(
  interaction: ButtonInteraction,
  press: Press,
  attached: Attached,
): Promise<Answer> {
  const user = interaction.user.id;
  const tenant = tenantOf(interaction, user);
  switch (press.type) {
    case "consent":
      await attached.consent.choose(tenant, user, press.choice);
      return {
        text:
          press.choice === "yes"
            ? "Thank you. I will remember what you say from now on; `/memory show` tells you what."
            : "I will not remember what you say. `/memory forget` also takes back what I know.",
      };
    case "erase":
      return eraseAll(tenant, user, attached);
    case "review":
      return decide({ tenant, user }, press, attached);
  }
}

/** Erasing also clears the person's choice, so the refusal is written afterwards. */
async function eraseAll(
  tenant: string,
  user: string,
  { memory, consent }: Attached,
): Promise<Answer> {
  const { memories, messages } = await memory.erase({ tenant, subject: user, actor: user });
  await consent.choose(tenant, user, "no");
  return {
    text: `Gone: ${messages} messages and ${memories} memories. I am no longer listening to you here.`,
  };
}

async function decide(
  { tenant, user }: Readonly<{ tenant: string; user: string }>,
  press: Press & { type: "review" },
  { memory }: Attached,
): Promise<Answer> {
  const pending = await memory.review({ tenant, about: user, states: ["pending"] });
  const found = pending.find(({ id }) => id === press.id);
  if (found === undefined || shownPart(found.hash) !== press.shown)
    return { text: "That has been decided or has changed since. `/memory show` has the latest." };
  const { id, hash } = found;
  await memory[press.decision]({ tenant, id, hash, actor: user });
  return { text: press.decision === "approve" ? "I will remember that." : "I will not keep that." };
}
