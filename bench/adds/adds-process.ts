// What adding costs, measured in a process of its own that runs nothing else, and in the order of this file.

import { givenTo, tell } from "../run/child.ts";
import type { Measured } from "../run/measured.ts";
import { workloadOf } from "../workload/workload.ts";
import { hearMessages, linesNeeded } from "./heard.ts";
import { addMany } from "./many.ts";
import { addSingly } from "./singly.ts";

export type Adding = Readonly<{
  folder: string;
  data: string | undefined;
  rounds: number;
  adds: number;
  messages: number;
  warmAfter: number;
}>;

const adding = givenTo<Adding>();
const { lines, name } = workloadOf(
  adding.data,
  Math.max((adding.rounds + 1) * adding.adds, linesNeeded(adding)),
);
const heard = await hearMessages({ ...adding, lines, name });
const singly = await addSingly({ ...adding, lines });
const many = await addMany({ ...adding, lines }, heard);
const parts: readonly Measured[] = [singly, many, heard.measured];
await tell(parts);
