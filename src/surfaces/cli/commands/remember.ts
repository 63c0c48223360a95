// `mneme add`, also called `remember`: one thing, said in so many words.

import { type Command, Option } from "commander";
import { KINDS, type Kind } from "../../../model/kinds.ts";
import { withExamples } from "../examples.ts";
import { receiptLines } from "../receipt-lines.ts";
import { lookingAs, report, type Session, scoped, withMemory } from "../session.ts";

type Options = Session & {
  kind: Kind;
  evidence?: string[];
  subject?: string;
  category?: string;
  tag?: string[];
};

export function addRemember(program: Command): void {
  const command = scoped(program.command("add").alias("remember"))
    .description("Remember one thing.")
    .argument("<text>", "what to remember")
    .addOption(new Option("--kind <kind>", "what kind of memory").choices(KINDS).default("log"))
    .option("--subject <id>", "whom or what it is about")
    .option("--category <name>", "which category it belongs to")
    .option("--tag <tag...>", "tags")
    .option("--evidence <text...>", "what it rests on; a rule needs some")
    .action((text: string, options: Options) =>
      withMemory(options, async (memory) => {
        const { kind, evidence = [], subject, category, tag: tags } = options;
        const said = { kind, text, evidence, subject, category, tags };
        const receipt = await memory.remember({ ...lookingAs(options), ...said });
        report(options, receipt, () => receiptLines(receipt));
      }),
    );
  withExamples(command, [
    'mneme add "The office is closed on Fridays"',
    'mneme add "Ana plays the cello" --kind fact --subject ana --tag music',
    'mneme add "Answer in French" --kind rule --evidence "She asked for it twice"',
  ]);
}
