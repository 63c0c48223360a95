// The texts of the /memory command: what is known of one person, as they may read, take back and carry away.

import { AttachmentBuilder, escapeMarkdown, type InteractionEditReplyOptions } from "discord.js";
import type { MemoryEngine } from "../../operations/engine.ts";
import { type Button, rowOf, shownPart } from "./command.ts";

export type Answer = Readonly<{
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
export function asReply({ text, rows = [], file }: Answer): InteractionEditReplyOptions {
  return {
    content: text.length <= MAX_MESSAGE ? text : `${text.slice(0, MAX_MESSAGE - 2).trimEnd()} …`,
    allowedMentions: { parse: [] },
    components: rows.map(rowOf),
    ...(file === undefined
      ? {}
      : { files: [new AttachmentBuilder(file.content, { name: file.name })] }),
  };
}

export async function showAll({ tenant, user }: Person, memory: MemoryEngine): Promise<Answer> {
  const known = await memory.list({ tenant, filter: { subject: user }, limit: SHOWN_LINES + 1 });
  const waiting = await memory.review({
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

export async function forgetSome(
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
export async function copyOf({ tenant, user }: Person, memory: MemoryEngine): Promise<Answer> {
  const parts: Uint8Array[] = [];
  const request = { tenant, format: "privacy", subject: user } as const;
  for await (const part of memory.transfer.exportZip(request)) parts.push(part);
  return {
    text: "All I have of you.",
    file: { name: "memory.zip", content: Buffer.concat(parts) },
  };
}

export function privacy(isRemembered: boolean): Answer {
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
