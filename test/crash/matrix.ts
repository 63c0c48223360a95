// Kills a story at one crossing after another and holds what is left against a life that was not cut.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { complaints } from "./aftermath.ts";
import type { Death } from "./crossings.ts";
import { type Meaning, meaningOf } from "./meaning.ts";
import type { Place } from "./place.ts";
import { bundle, runTeller } from "./run-teller.ts";
import { everyDeath, isLong, seeded, seedOf, someDeaths } from "./sample.ts";
import type { StoryName } from "./story.ts";

/** A new, empty database, and the end of it. */
export type Ground = Readonly<{ at: string; close: () => Promise<void> }>;
/** `old` is one that the first release of the schema left. */
export type Soil = "new" | "old" | "empty";
export type Grounds = Readonly<{
  database: Place["database"];
  open: (folder: string, soil: Soil, story: StoryName) => Promise<Ground>;
}>;

const LIMITS: Readonly<Record<StoryName, number>> = {
  opening: 4,
  listening: 14,
  keeping: 8,
  ending: 8,
};
const MINUTES = 60_000;
/** One crash in so many is followed by another while the first is being made good. */
const DIES_AGAIN = 4;
const FIRST_CROSSINGS = 120;

export function describeCrashes(name: string, grounds: Grounds): void {
  describe(`a process killed at a crossing, on ${name}`, () => {
    let script = "";
    let folder = "";
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "mneme-crash-"));
      script = await bundle("teller");
    });
    afterAll(() => Promise.all([rm(folder, { recursive: true }), rm(script)]));

    test.each<readonly [StoryName, Soil]>([
      ["opening", "new"],
      ["opening", "old"],
      ["listening", "empty"],
      ["keeping", "empty"],
      ["ending", "empty"],
    ])(
      "while %s in a %s store loses nothing, doubles nothing and leaves nothing half done",
      async (story, soil) => {
        const told = await uncut({ story, script, grounds, folder, soil });
        const seed = seedOf();
        const deaths = isLong()
          ? everyDeath(told.labels)
          : someDeaths(told.labels, { seed, limit: LIMITS[story] });
        const wrong: string[] = [];
        for (const [index, death] of deaths.entries()) {
          const again = index % DIES_AGAIN === 0 ? secondDeath(seed + index) : undefined;
          const found = await cut({ ...told, death, again });
          wrong.push(
            ...found.map(
              (line) => `${death.moment} ${death.at} ${told.labels[death.at - 1]}: ${line}`,
            ),
          );
        }
        expect(wrong, `seed ${seed}`).toEqual([]);
        expect(deaths.length).toBeGreaterThanOrEqual(LIMITS[story]);
      },
      (isLong() ? 240 : 20) * MINUTES,
    );
  });
}

type Telling = Readonly<{
  story: StoryName;
  script: string;
  grounds: Grounds;
  folder: string;
  soil: Soil;
}>;
type Told = Telling & Readonly<{ labels: readonly string[]; wanted: Meaning }>;

async function uncut(telling: Telling): Promise<Told> {
  const { story, script, folder } = telling;
  return somewhere(telling, async (place) => {
    const labels = join(folder, `${story}.json`);
    await runTeller(script, { place, story, life: 0, from: 0, labels });
    return {
      ...telling,
      labels: JSON.parse(await readFile(labels, "utf8")) as string[],
      wanted: await meaningOf(place),
    };
  });
}

type Cut = Told & Readonly<{ death: Death; again: Death | undefined }>;

async function cut({ death, again, wanted, ...telling }: Cut): Promise<readonly string[]> {
  const { story, script } = telling;
  return somewhere(telling, async (place) => {
    const first = await runTeller(script, { place, story, life: 0, from: 0, death });
    let done = first.done;
    if (again !== undefined && first.wasKilled) {
      const from = (done.at(-1) ?? -1) + 1;
      const second = await runTeller(script, { place, story, life: 1, from, death: again });
      done = [...done, ...second.done];
    }
    return complaints(place, { story, number: 2, done }, wanted);
  });
}

function secondDeath(seed: number): Death {
  const random = seeded(seed);
  return { at: 1 + Math.floor(random() * FIRST_CROSSINGS), moment: "after" };
}

async function somewhere<T>(
  { grounds, folder, soil, story }: Telling,
  use: (place: Place) => Promise<T>,
): Promise<T> {
  const home = await mkdtemp(join(folder, "life-"));
  const ground = await grounds.open(home, soil, story);
  try {
    const place = { database: grounds.database, at: ground.at, folder: join(home, "memory") };
    return await use(place);
  } finally {
    await ground.close();
    await rm(home, { recursive: true });
  }
}
