// What someone reads to judge a day: the snapshot, a few profiles, a few episodes.

import type { MemoryEngine } from "../../../src/index.ts";
import { TENANT } from "./day.ts";

const PEOPLE = ["u3", "u17", "u42"] as const;
const EPISODES = 5;
const SNAPSHOT_LINES = 80;

export async function readings(memory: MemoryEngine): Promise<string> {
  const snapshot = await memory.admin.refreshSnapshot({ tenant: TENANT });
  const lines = String(snapshot.text).split("\n");
  const profiles = [];
  for (const person of PEOPLE) profiles.push(await profileText(memory, person));
  const episodes = await memory.list({
    tenant: TENANT,
    filter: { kinds: ["episode"] },
    limit: 200,
  });
  const step = Math.max(1, Math.floor(episodes.length / EPISODES));
  const some = episodes.filter((_, index) => index % step === 0).slice(0, EPISODES);
  return [
    ...lines.slice(0, SNAPSHOT_LINES),
    `… ${Math.max(0, lines.length - SNAPSHOT_LINES)} more lines`,
    "",
    ...profiles,
    ...some.map(({ title, text }) => `episode: ${title}\n  ${text}`),
  ].join("\n");
}

async function profileText(memory: MemoryEngine, person: string): Promise<string> {
  const { sections } = await memory.profile({ tenant: TENANT, person });
  const told = Object.entries(sections).flatMap(([name, lines]) =>
    lines.map((line) => `  ${name}: ${line.text}`),
  );
  return [`profile of ${person}`, ...told].join("\n");
}
