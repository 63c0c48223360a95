// How this memory is set up: which agents may read what, and the settings in force.

import { z } from "zod";
import { withoutSecrets } from "../../config/without-secrets.ts";
import { Config } from "../../config.ts";
import { type EngineContext, looking, refuseAgent } from "../engine-context.ts";
import { Id, Looking } from "../inputs.ts";
import { operation } from "../operation.ts";
import { type AgentRights, AgentsOutput, type Setting, SettingsOutput } from "./outputs.ts";

export const agentsOperation = operation({
  name: "agents",
  summary: "The categories there are, and which of them each agent may read.",
  access: "read",
  http: { method: "GET", path: "/v1/agents" },
  input: Looking,
  output: AgentsOutput,
  run: async (given, context) => {
    refuseAgent(given);
    const { categories, allowlists } = context.config;
    const wrote = await context.store.overview.agents(looking(given, context));
    const keys = await context.store.keys.list(given.tenant);
    const held = keys.flatMap(({ agent }) => (agent === undefined ? [] : [agent]));
    const names = [...new Set([...Object.keys(allowlists), ...wrote, ...held])].sort();
    return { categories, agents: names.map((agent) => allowedTo(agent, context)) };
  },
});

function allowedTo(agent: string, { config: { allowlists } }: EngineContext): AgentRights {
  if (Object.keys(allowlists).length === 0) return { agent, allowed: "all", mode: "open" };
  const listed = Object.hasOwn(allowlists, agent) ? allowlists[agent] : undefined;
  return listed === undefined
    ? { agent, allowed: [], mode: "closed" }
    : { agent, allowed: listed, mode: "listed" };
}

const SettingsInput = z.strictObject({ tenant: Id });
export interface SettingsInput extends z.input<typeof SettingsInput> {}

export const settingsOperation = operation({
  name: "settings",
  summary: "The settings in force, with what each is for; passwords are masked.",
  access: "operate",
  http: { method: "GET", path: "/v1/settings" },
  input: SettingsInput,
  output: SettingsOutput,
  run: async (_input, { config, writing: { extractor, narrator, embedder } }) => {
    const schema = z.toJSONSchema(Config, { io: "input", unrepresentable: "any" });
    const models = {
      "models.extractor": extractor.name,
      "models.narrator": narrator.name,
      "models.embedder": `${embedder.model.id}@${embedder.model.revision}`,
    };
    const set = Object.entries({ ...flat(withoutSecrets(config)), ...models });
    return set.map(([name, value]): Setting => {
      const about = aboutOf(name, schema);
      return { name, value, ...(about === undefined ? {} : { about }) };
    });
  },
});

/** Groups of settings are opened; lists and tables by name are values. */
const GROUPS: readonly string[] = ["capture", "conversation", "models", "limits"];

function flat(settings: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const opened = Object.entries(settings).flatMap(([name, value]) =>
    GROUPS.includes(name)
      ? Object.entries(Object(value)).map(([inner, of]) => [`${name}.${inner}`, of])
      : [[name, value]],
  );
  return Object.fromEntries(opened.filter(([, value]) => value !== undefined));
}

function aboutOf(name: string, schema: unknown): string | undefined {
  let at: unknown = schema;
  for (const step of name.split(".")) at = Object(Object(at)["properties"])[step];
  const about: unknown = Object(at)["description"];
  return typeof about === "string" ? about : undefined;
}
