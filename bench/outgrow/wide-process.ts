// Opens a store of wide vectors in a process of its own, asks, and says how long it took and what it holds in memory.

import { createMemory } from "../../src/index.ts";
import { NOW, TENANT } from "../recall-speed/fill-store.ts";
import { madeText } from "../recall-speed/made-text.ts";
import { givenTo, tell } from "../run/child.ts";
import { footprint } from "../run/footprint.ts";
import { type Percentiles, percentiles, timesOf } from "../run/timing.ts";
import { wideEmbedder } from "./wide-embedder.ts";

export type Asking = Readonly<{
  place: Readonly<{ url: string }> | Readonly<{ path: string; folder: null }>;
  dims: number;
  questions: number;
}>;
export type Told = Percentiles & Readonly<{ firstMs: number; rssMb: number }>;

const SEED = 11;
const WARM_UP = 50;

const { place, dims, questions } = givenTo<Asking>();
const memory = await createMemory({
  ...{ ...place, upkeep: false, now: () => NOW },
  models: { embedder: wideEmbedder(dims) },
});
const made = madeText(SEED);
const ask = () => memory.search({ tenant: TENANT, query: made.question(), limit: 10 });
const [firstMs = Number.NaN] = await timesOf(1, ask);
await timesOf(WARM_UP, ask);
const times = await timesOf(questions, ask);
const { rssMb } = footprint();
await memory.close();
const told: Told = { ...percentiles(times), firstMs, rssMb };
await tell(told);
