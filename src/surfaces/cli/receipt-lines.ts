// What became of something that wanted to be remembered, a line each.

import type { Receipt } from "../../model/receipt.ts";
import { paint } from "./paint.ts";
import { oneLine } from "./print.ts";

export function receiptLines(receipt: Receipt): readonly string[] {
  const lines = [
    ...receipt.stored.map((one) => `${paint.green("stored")} ${one.id} ${oneLine(one.text)}`),
    ...receipt.merged.map(
      (one) => `${paint.green("merged")} ${one.id} (${one.how}) ${oneLine(one.text)}`,
    ),
    ...receipt.held.map(
      (one) => `${paint.yellow("held")} ${one.reviewId} ${one.why}; decide with \`mneme review\``,
    ),
    ...receipt.dropped.map((one) => `${paint.red("dropped")} by ${one.stage}: ${one.reason}`),
    ...receipt.reasons.map(
      (one) => `${paint.dim("not kept")} ${one.reason}: ${oneLine(one.clause)}`,
    ),
  ];
  return lines.length > 0 ? lines : [`${receipt.status}: nothing to remember`];
}
