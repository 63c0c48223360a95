// Labels sentences with a trained model, so that one that is trained on from it does not forget what it knew:
// `npx tsx tools/worth/label.ts FOLDER` reads FOLDER/english.txt and writes FOLDER/labels.u8, 30 bytes a line.
// What the model takes for talk about a moment is left open: that is what the new sentences are to teach.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { embedNow } from "../../src/models/builtin/embedder.ts";
import { featuresOf } from "../../src/models/builtin/extract/worth-features.ts";
import { KEPT_LABELS, LABELS, parseNetwork } from "../../src/models/builtin/extract/worth-model.ts";
import { splitEnding } from "./examples.ts";
import { createTrainer } from "./trainer.ts";

const [folder = ".", model = "assets/worth/model.bin"] = process.argv.slice(2);
const OPEN: ReadonlySet<string> = new Set(["event", "feeling", "opinion", "goal", "plan"]);
const { predict } = createTrainer(parseNetwork(readFileSync(model)));
const lines = readFileSync(join(folder, "english.txt"), "utf8").split("\n");
const bytes = Buffer.alloc(lines.length * LABELS.length);
for (const [row, line] of lines.entries()) {
  const [words, ending] = splitEnding(line);
  const { shares } = predict({ features: featuresOf(words, ending), vector: embedNow(words) });
  const best = shares.indexOf(Math.max(...shares));
  const isOpen = best < KEPT_LABELS.length && OPEN.has(LABELS[best] ?? "");
  if (!isOpen)
    for (const [at, share] of shares.entries())
      bytes[row * LABELS.length + at] = Math.round(share * 255);
}
writeFileSync(join(folder, "labels.u8"), bytes);
