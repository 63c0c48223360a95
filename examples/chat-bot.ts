// A bot in a group chat, in the way of Discord: it listens to everyone, answers when it is called, follows edits and
// deletions, and forgets who asks. Run it: `npx tsx examples/chat-bot.ts`
// In your own program the import is `from "mneme"`; for a real Discord client see docs/integrations/discord.md.

import { createMemory } from "../src/index.ts";

const GUILD = "riverside";
const memory = await createMemory({ path: ":memory:" });

type Said = Readonly<{ id: string; who: string; text: string }>;

const TALK: readonly Said[] = [
  { id: "1", who: "Ana", text: "I moved to Lisbon last week." },
  { id: "2", who: "Ben", text: "I'm allergic to peanuts." },
  { id: "3", who: "Clara", text: "We decided to meet on Friday at the harbour." },
  { id: "4", who: "Ana", text: "@bot where does Ana live now?" },
  { id: "5", who: "Ben", text: "@bot what am I allergic to?" },
  { id: "6", who: "Clara", text: "@bot what is Ben allergic to?" },
];

for (const said of TALK) await hear(said);

print("Ben corrects himself: it was hazelnuts.");
await memory.admin.editMessage({ tenant: GUILD, id: "2", text: "I'm allergic to hazelnuts." });
await answer({ id: "7", who: "Ben", text: "@bot what am I allergic to?" });

print("Ana asks to be forgotten.");
const { messages, memories } = await memory.erase({ tenant: GUILD, subject: "ana", actor: "ana" });
print(`  gone: ${messages} messages, ${memories} memories`);
await answer({ id: "8", who: "Clara", text: "@bot where does Ana live now?" });
await memory.close();

async function hear(said: Said): Promise<void> {
  print(`${said.who}: ${said.text}`);
  if (said.text.startsWith("@bot")) return answer(said);
  const author = { id: said.who.toLowerCase(), name: said.who };
  await memory.ingest({ tenant: GUILD, channel: "general", id: said.id, author, text: said.text });
}

/**
 * A real bot would hand `memory.context(…)` to its model; this one reads out the line that fits best. It asks as whoever
 * called it, so what Ben says of his health is told to Ben and not to Clara.
 */
async function answer({ who, text }: Said): Promise<void> {
  const query = text.replace("@bot", "").trim();
  const { hits } = await memory.search({
    tenant: GUILD,
    user: who.toLowerCase(),
    query,
    over: "memories",
    limit: 1,
    strict: true,
  });
  print(`  bot: ${hits[0]?.text ?? "I do not know."}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
