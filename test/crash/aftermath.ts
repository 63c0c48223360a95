// What comes after a crash: the store is opened again, nothing acknowledged is missing, what was not acknowledged is
// asked again, and in the end it must be as if nothing had happened.

import { createMemory, type MemoryEngine } from "../../src/index.ts";
import { faultsOf } from "./faults.ts";
import { looking } from "./look.ts";
import { type Meaning, meaningOf } from "./meaning.ts";
import { optionsOf, type Place } from "./place.ts";
import { messageOf, STORIES, type StoryName, TENANT } from "./story.ts";

export type Life = Readonly<{ story: StoryName; number: number; done: readonly number[] }>;

/** Everything that is wrong, in words; none when all is well. `wanted` is what an uncut life would mean. */
export async function complaints(
  place: Place,
  life: Life,
  wanted: Meaning,
): Promise<readonly string[]> {
  const wrong = [...(await afterRestart(place, life)), ...(await faultsOf(place))];
  const meant = await meaningOf(place);
  for (const [part, lines] of Object.entries(wanted)) {
    const found = meant[part] ?? [];
    wrong.push(...difference(lines, found).map((line) => `lost from ${part}: ${line}`));
    wrong.push(...difference(found, lines).map((line) => `new in ${part}: ${line}`));
  }
  return [...wrong, ...(await secondRestart(place, life))];
}

async function afterRestart(place: Place, life: Life): Promise<readonly string[]> {
  const steps = STORIES[life.story];
  return opened(place, life, async (memory) => {
    await memory.drain();
    const lost = await unkept(place, life);
    const next = (life.done.at(-1) ?? -1) + 1;
    for (const step of steps.slice(next)) await step.run(memory);
    await memory.drain();
    return lost;
  });
}

/** Acknowledged messages that are not in the store, unless the story itself took them out. */
async function unkept(place: Place, { story, done }: Life): Promise<readonly string[]> {
  const heard = STORIES[story].flatMap((step, index) => {
    const id = messageOf(step);
    return id !== undefined && done.includes(index) ? [id] : [];
  });
  const isPast = STORIES[story].findIndex(({ name }) => /^(?:withdraw|erase)/.test(name));
  if ((done.at(-1) ?? -1) + 1 >= isPast && isPast >= 0) return [];
  const kept = await looking(place, (look) => look("SELECT id FROM messages"));
  const ids = new Set(kept.map((row) => String(row["id"])));
  return heard.filter((id) => !ids.has(id)).map((id) => `acknowledged and lost: ${id}`);
}

/** Opening once more changes nothing, and the indexes hold what the rows hold. */
async function secondRestart(place: Place, life: Life): Promise<readonly string[]> {
  const before = await opened(place, { ...life, number: life.number + 1 }, async (memory) => {
    const report = await memory.runJob({ name: "verify", tenant: TENANT });
    return { report, hash: await memory.admin.stateHash() };
  });
  const after = await opened(place, { ...life, number: life.number + 2 }, async (memory) => {
    await memory.drain();
    await memory.flush({ tenant: TENANT });
    return memory.admin.stateHash();
  });
  const isWhole = before.report[TENANT]?.["isWhole"] === true;
  return [
    ...(isWhole ? [] : [`index differs from store: ${JSON.stringify(before.report)}`]),
    ...(before.hash === after ? [] : ["a second restart changed the store"]),
  ];
}

async function opened<T>(
  place: Place,
  { number, story }: Life,
  use: (memory: MemoryEngine) => Promise<T>,
): Promise<T> {
  const memory = await createMemory(optionsOf(place, { number, story }));
  try {
    return await use(memory);
  } finally {
    await memory.close();
  }
}

function difference(from: readonly string[], without: readonly string[]): readonly string[] {
  const left = [...without];
  return from.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
