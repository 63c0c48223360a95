// Embeds before the commit when the model is in this process; a remote one is asked afterwards, from the outbox.

import { asMemoryError } from "../errors.ts";
import { modelKey } from "../model/embedding-text.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { Payer } from "../ports/meter.ts";
import type { Embedded } from "./neighbours.ts";

export type EmbeddedTexts = Readonly<{
  /** One for each text; undefined where the outbox has to do it. */
  vectors: readonly (Embedded | undefined)[];
  /** The code of what went wrong, when something did: nothing is lost for want of a vector. */
  failure: string | undefined;
}>;

export async function embedNow(
  texts: readonly string[],
  payer: Payer,
  embedder: Embedder,
): Promise<EmbeddedTexts> {
  const none = { vectors: texts.map(() => undefined), failure: undefined };
  if (!embedder.inline || texts.every((text) => text === "")) return none;
  try {
    const vectors = await embedder.embed(texts, "document", payer);
    const model = modelKey(embedder.model);
    return { vectors: vectors.map((vector) => ({ model, vector })), failure: undefined };
  } catch (thrown) {
    return { ...none, failure: asMemoryError(thrown).code };
  }
}
