// Runs a story from one of its steps on, says after each that it is done, and may be made to die at one crossing.

import { writeFileSync, writeSync } from "node:fs";
import { createMemory } from "../../../src/index.ts";
import { countDisk } from "../counted-disk.ts";
import { countSqlite } from "../counted-sqlite.ts";
import { countCrossings, type Death } from "../crossings.ts";
import { optionsOf, type Place } from "../place.ts";
import { STORIES, type StoryName } from "../story.ts";

export type Task = Readonly<{
  place: Place;
  story: StoryName;
  life: number;
  from: number;
  death?: Death;
  /** Where to write what was crossed. */
  labels?: string;
}>;

const task = JSON.parse(process.argv[2] ?? "") as Task;
const write = writeFileSync;
const crossings = countCrossings(task.death);
await countDisk(crossings);
countSqlite(crossings);
const memory = await createMemory(
  optionsOf(task.place, { number: task.life, story: task.story, crossings }),
);
// Written synchronously, so that an acknowledgement that was given is never lost in a buffer of ours.
for (const [index, step] of STORIES[task.story].entries()) {
  if (index < task.from) continue;
  await step.run(memory);
  writeSync(1, `${index}\n`);
}
await memory.close();
if (task.labels !== undefined) write(task.labels, JSON.stringify(crossings.labels));
