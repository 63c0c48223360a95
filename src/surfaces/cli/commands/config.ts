// `mneme config explain`: every setting, what it is, and who set it.

import type { Command } from "commander";
import type { Setting } from "../../../config/explain.ts";
import { knownOr } from "../did-you-mean.ts";
import { withExamples } from "../examples.ts";
import { paint } from "../paint.ts";
import { type Answering, report, type StoreFlags, stored } from "../session.ts";

type Options = Answering & StoreFlags;

export function addConfig(program: Command): void {
  const config = program.command("config").description("What is set, and who set it.");
  const command = stored(config.command("explain", { isDefault: true }))
    .description("Every setting with its value and where that came from; passwords are masked.")
    .argument("[key]", "only this one, as capture.enabled")
    .action(explain);
  withExamples(command, [
    "mneme config explain",
    "mneme config explain path --path other.db",
    "mneme config explain capture.enabled --json",
  ]);
}

async function explain(key: string | undefined, options: Options): Promise<void> {
  const { layersOf } = await import("../settings.ts");
  const { explainConfig } = await import("../../../config/explain.ts");
  const { layers, file } = await layersOf(options);
  const settings = explainConfig(layers, file);
  if (key === undefined) return report(options, settings, () => settings.map(lineOf));
  const names = settings.map((setting) => setting.key);
  const wanted = knownOr(key, names, "setting");
  const setting = settings.find((one) => one.key === wanted);
  report(options, setting, () =>
    setting === undefined ? [] : [lineOf(setting), paint.dim(`  ${setting.about}`)],
  );
}

function lineOf({ key, value, origin }: Setting): string {
  const shown = value === null ? paint.dim("not set") : JSON.stringify(value);
  return `${paint.cyan(key.padEnd(28))} ${shown} ${paint.dim(`(${originText(origin)})`)}`;
}

function originText(origin: Setting["origin"]): string {
  switch (origin.type) {
    case "flag":
      return "from a flag";
    case "environment":
      return `from ${origin.variable}`;
    case "file":
      return `from ${origin.path}`;
    case "default":
      return "default";
  }
}
