// Which models serve, what they cost so far, and whether each answers.

import type { Message } from "../../model/message.ts";
import type { EngineContext } from "../engine-context.ts";

export type ModelCheck = Readonly<{
  role: "extractor" | "narrator" | "embedder";
  name: string;
  isWorking: boolean;
  milliseconds: number;
  detail: string;
}>;

export type ModelReport = Readonly<{
  models: readonly ModelCheck[];
  /** Tokens of one tenant by day, user and model; nothing when only built-in models served. */
  spent: Awaited<ReturnType<EngineContext["store"]["ledger"]["list"]>>;
}>;

const SAMPLE: Message = {
  tenant: "",
  id: "check",
  channel: "check",
  at: "2026-01-01T12:00:00.000Z",
  author: { id: "check", name: "Ana", isBot: false },
  text: "I live in Lisbon and I play the cello.",
  role: "user",
  origin: "user",
  scope: "shared",
  position: 1,
};

/** One real call each; what they cost is on the tenant's ledger like any other. */
export async function checkModels(
  tenant: string,
  { writing, store }: EngineContext,
): Promise<ModelReport> {
  const { extractor, narrator, embedder } = writing;
  const sample = { ...SAMPLE, tenant };
  const models = [
    await timed("extractor", extractor.name, async () => {
      const answer = await extractor.extract({ message: sample, before: [] });
      return answer.type === "ok" ? `found ${answer.candidates.length} facts` : failure(answer);
    }),
    await timed("narrator", narrator.name, async () => {
      const answer = await narrator.episode([sample]);
      return answer.type === "ok" ? `titled it "${answer.title}"` : failure(answer);
    }),
    await timed("embedder", `${embedder.model.id}@${embedder.model.revision}`, async () => {
      const [vector] = await embedder.embed([sample.text], "document", { tenant });
      return `${vector?.length ?? 0} dimensions`;
    }),
  ];
  return { models, spent: await store.ledger.list(tenant) };
}

class ModelFailure extends Error {}

function failure(answer: Readonly<{ type: string; reason: string }>): never {
  throw new ModelFailure(`${answer.type}: ${answer.reason}`);
}

async function timed(
  role: ModelCheck["role"],
  name: string,
  ask: () => Promise<string>,
): Promise<ModelCheck> {
  const started = performance.now();
  const since = () => Math.round(performance.now() - started);
  try {
    const detail = await ask();
    return { role, name, isWorking: true, milliseconds: since(), detail };
  } catch (thrown) {
    const detail = thrown instanceof Error ? thrown.message : String(thrown);
    return { role, name, isWorking: false, milliseconds: since(), detail };
  }
}
