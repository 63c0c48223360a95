// The power of the size that each figure of an engine grows with. Sizes are those that were reached.

import type { Sized } from "../peers.ts";
import type { Table } from "../run/measured.ts";
import { growth } from "../run/timing.ts";
import { ENGINES, titleOf } from "./engines.ts";

const FIGURES: Readonly<Record<string, (one: Sized) => number>> = {
  "search p50": ({ told }) => told.all.p50,
  "one user p50": ({ told }) => told.oneUser.p50,
  disk: ({ bytes }) => bytes,
  "open to first answer": ({ firstAnswerMs }) => firstAnswerMs,
};

/** Of engines that were measured at more than one size; no table where there is none. */
export function growthTables(sized: readonly Sized[]): readonly Table[] {
  const rows = Object.keys(ENGINES)
    .map((engine) => sized.filter((one) => one.engine === engine))
    .flatMap((own) => {
      const [first] = own;
      return first === undefined || own.length < 2
        ? []
        : [[titleOf(first.engine), ...Object.values(FIGURES).map((of) => power(own, of))]];
    });
  if (rows.length === 0) return [];
  return [
    {
      title: "Growth: the power of the size",
      columns: ["engine", ...Object.keys(FIGURES)],
      rows,
      notes: ["0: not at all; 1: as fast as the size; –: nothing is kept there."],
    },
  ];
}

function power(own: readonly Sized[], of: (one: Sized) => number): number {
  return growth(own.map((one) => ({ size: one.told.reached, time: of(one) })));
}
