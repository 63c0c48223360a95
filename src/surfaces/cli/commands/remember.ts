// `mneme remember`: one thing, said in so many words.

import { type Command, Option } from "commander";
import pc from "picocolors";
import { KINDS, type Kind } from "../../../model/kinds.ts";
import type { Receipt } from "../../../model/receipt.ts";
import { oneLine } from "../print.ts";
import { lookingAs, report, type Session, scoped, withMemory } from "../session.ts";

export function addRemember(program: Command): void {
  scoped(program.command("remember"))
    .description("Remember one thing.")
    .argument("<text>", "what to remember")
    .addOption(new Option("--kind <kind>", "what kind of memory").choices(KINDS).default("log"))
    .option("--evidence <text...>", "what it rests on; a rule needs some")
    .action((text: string, options: Session & { kind: Kind; evidence?: string[] }) =>
      withMemory(options, async (memory) => {
        const { kind, evidence = [] } = options;
        const receipt = await memory.remember({ ...lookingAs(options), kind, text, evidence });
        report(options, receipt, () => receiptLines(receipt));
      }),
    );
}

function receiptLines(receipt: Receipt): readonly string[] {
  return [
    ...receipt.stored.map((one) => `${pc.green("stored")} ${one.id} ${oneLine(one.text)}`),
    ...receipt.merged.map(
      (one) => `${pc.green("merged")} ${one.id} (${one.how}) ${oneLine(one.text)}`,
    ),
    ...receipt.held.map((one) => `${pc.yellow("held")} ${one.reviewId} ${one.why}`),
    ...receipt.dropped.map((one) => `${pc.red("dropped")} by ${one.stage}: ${one.reason}`),
  ];
}
