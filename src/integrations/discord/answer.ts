// Answers the /memory command and its buttons. Only the one who asks sees the answer, and only of themselves.

import {
  AttachmentBuilder,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  escapeMarkdown,
  type Interaction,
  type InteractionEditReplyOptions,
  MessageFlags,
  PermissionFlagsBits,
} from "discord.js";
import type { MemoryEngine } from "../../operations/engine.ts";
import type { Attached } from "./attach.ts";
import {
  type Button,
  memoryCommand,
  type Press,
  pressOf,
  rowOf,
  shownPart,
  tenantOf,
} from "./command.ts";

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
  const pending = await memory.review.list({ tenant, about: user, states: ["pending"] });
  const found = pending.find(({ id }) => id === press.id);
  if (found === undefined || shownPart(found.hash) !== press.shown)
    return { text: "That has been decided or has changed since. `/memory show` has the latest." };
  const { id, hash } = found;
  await memory.review[press.decision]({ tenant, id, hash, actor: user });
  return { text: press.decision === "approve" ? "I will remember that." : "I will not keep that." };
}

// The texts of the /memory command: what is known of one person, as they may read, take back and carry away.

type Answer = Readonly<{
  text: string;
  rows?: readonly (readonly Button[])[];
  file?: Readonly<{ name: string; content: Buffer }>;
}>;

type Person = Readonly<{ tenant: string; user: string }>;

const MAX_MESSAGE = 2000;
const SHOWN_LINES = 25;
/** Discord allows five rows under a message. */
const SHOWN_REVIEWS = 5;

/** Stored text is data: it never pings anyone and never formats the answer. */
function asReply({ text, rows = [], file }: Answer): InteractionEditReplyOptions {
  return {
    content: text.length <= MAX_MESSAGE ? text : `${text.slice(0, MAX_MESSAGE - 2).trimEnd()} …`,
    allowedMentions: { parse: [] },
    components: rows.map(rowOf),
    ...(file === undefined
      ? {}
      : { files: [new AttachmentBuilder(file.content, { name: file.name })] }),
  };
}

async function showAll({ tenant, user }: Person, memory: MemoryEngine): Promise<Answer> {
  const known = await memory.list({ tenant, filter: { subject: user }, limit: SHOWN_LINES + 1 });
  const waiting = await memory.review.list({
    tenant,
    about: user,
    states: ["pending"],
    limit: SHOWN_REVIEWS,
  });
  const lines = known
    .slice(0, SHOWN_LINES)
    .map(({ text, createdAt }) => `• ${shown(text)} *(${createdAt.slice(0, 10)})*`);
  const rest = known.length > SHOWN_LINES ? ["…and more; `/memory export` has all of it."] : [];
  const asks = waiting.map(({ act }, index) =>
    act.type === "store" ? `**${index + 1}.** ${shown(act.proposal.text)}` : "",
  );
  return {
    text: [
      known.length === 0 ? "I remember nothing of you." : "What I remember of you:",
      ...lines,
      ...rest,
      ...(asks.length === 0 ? [] : ["May I keep this?", ...asks]),
    ].join("\n"),
    rows: waiting.map(({ id, hash }, index) => {
      const review = { type: "review", id, shown: shownPart(hash) } as const;
      return [
        { label: `Keep ${index + 1}`, press: { ...review, decision: "approve" } },
        { label: `Do not keep ${index + 1}`, press: { ...review, decision: "reject" } },
      ];
    }),
  };
}

async function forgetSome(
  { tenant, user }: Person,
  what: string | null,
  memory: MemoryEngine,
): Promise<Answer> {
  if (what === null || what.trim() === "") return askToEraseAll({ tenant, user }, memory);
  const { hits } = await memory.search({
    tenant,
    query: what,
    over: "memories",
    strict: true,
    limit: 1,
    filters: { subject: user },
  });
  const [hit] = hits;
  if (hit === undefined) return { text: "I find nothing of you that fits those words." };
  await memory.forget({ tenant, id: hit.id, actor: user });
  return { text: `Forgotten: ${shown(hit.text)}` };
}

async function askToEraseAll({ tenant, user }: Person, memory: MemoryEngine): Promise<Answer> {
  const { memories, messages } = await memory.erase({ tenant, subject: user, dryRun: true });
  return {
    text: `This erases ${messages} messages of yours and ${memories} memories that rest on them, for good.`,
    rows: [[{ label: "Erase everything", press: { type: "erase" }, isDanger: true }]],
  };
}

/** Everything held about one person, as one archive. */
async function copyOf({ tenant, user }: Person, memory: MemoryEngine): Promise<Answer> {
  const parts: Uint8Array[] = [];
  const request = { tenant, format: "privacy", subject: user } as const;
  for await (const part of memory.transfer.exportZip(request)) parts.push(part);
  return {
    text: "All I have of you.",
    file: { name: "memory.zip", content: Buffer.concat(parts) },
  };
}

function privacy(isRemembered: boolean): Answer {
  return {
    text: [
      isRemembered
        ? "I remember what you say here, so that I can answer you better."
        : "I do not remember what you say here.",
      "I keep your messages and short facts from them, each with its source. Passwords, card numbers and the like are cut out first. What you edit or delete, I change or forget too.",
      "`/memory show` shows it, `/memory forget` takes it back, `/memory export` gives you a copy, `/memory pause` stops me.",
    ].join("\n"),
    rows: [
      [
        { label: "Remember me", press: { type: "consent", choice: "yes" } },
        { label: "Do not remember me", press: { type: "consent", choice: "no" } },
      ],
    ],
  };
}

function shown(text: string): string {
  return escapeMarkdown(text.replaceAll(/\s+/gu, " "), { maskedLink: true, heading: true });
}
