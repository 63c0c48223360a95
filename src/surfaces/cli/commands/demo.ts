// `mneme demo`: a short tour on a scratch store.

import type { Command } from "commander";
import { withExamples } from "../examples.ts";
import { printJson } from "../print.ts";
import { type Answering, answering } from "../session.ts";

export function addDemo(program: Command): void {
  const command = answering(program.command("demo"))
    .description("A two-minute tour on a scratch store: talk, recall, explain, forget.")
    .action(async (options: Answering) => {
      const { demo } = await import("../demo.ts");
      const lines: string[] = [];
      await demo((line) => {
        if (options.json === true) lines.push(line.trim());
        else console.log(line);
      });
      if (options.json === true) printJson({ lines });
    });
  withExamples(command, ["mneme demo"]);
}
