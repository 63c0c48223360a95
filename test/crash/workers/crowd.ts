// One of several writers on one store: hears messages until it is killed, and says which of them were acknowledged.

import { once } from "node:events";
import { writeSync } from "node:fs";
import { createMemory } from "../../../src/index.ts";
import { optionsOf, type Place } from "../place.ts";
import { TENANT } from "../story.ts";

export type Writer = Readonly<{ place: Place; life: number; writer: number }>;

const { place, life, writer } = JSON.parse(process.argv[2] ?? "") as Writer;
const memory = await createMemory(optionsOf(place, { number: life, story: "listening", writer }));
const THINGS = ["chess", "rowing", "jazz", "falafel", "climbing", "orchids"] as const;
writeSync(1, "ready\n");
await once(process.stdin, "data");
for (let n = 0; ; n++) {
  const id = `w${life}-${writer}-${n}`;
  const author = { id: `u${writer}`, name: `Writer${writer}` };
  const text = `I like ${THINGS[n % THINGS.length]} number ${life * 1000 + n}.`;
  await memory.ingest({ tenant: TENANT, id, author, channel: `c${n % 2}`, text });
  writeSync(1, `${id}\n`);
  if (n % 5 === 4) await memory.flush({ tenant: TENANT });
}
