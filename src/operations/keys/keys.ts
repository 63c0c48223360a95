// Access keys: who may come in over HTTP or MCP, for which tenant, in what role.

import { randomBytes } from "node:crypto";
import { z } from "zod";
import { createKey, type KeyDeps, listKeys, revokeKey, rotateKey } from "../../curate/keys.ts";
import { ROLES } from "../../model/access-key.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import type { EngineContext } from "../engine-context.ts";
import { Id, Time } from "../inputs.ts";
import { operation } from "../operation.ts";

const DAY_SECONDS = 86_400;

const MAX_OVERLAP_SECONDS = 30 * DAY_SECONDS;

const AccessKeyOutput = z
  .object({
    tenant: z.string(),
    id: z.string(),
    role: z.enum(ROLES),
    agent: z.string().exactOptional(),
    name: z.string(),
    createdAt: z.string(),
    expiresAt: z.string().exactOptional(),
    revokedAt: z.string().exactOptional(),
    lastUsedAt: z.string().exactOptional(),
  })
  .meta({ id: "AccessKey" });

const CreatedKeyOutput = z.object({
  key: z.string().describe("The key itself, shown this once."),
  record: AccessKeyOutput,
});

const ofTenant = { tenant: Id, actor: Id.optional() };

const CreateKeyInput = z.strictObject({
  ...ofTenant,
  role: z.enum(ROLES),
  name: Id.describe("What it is for, to tell it from others."),
  agent: Id.optional().describe("The agent it acts for; a key of the role `agent` needs one."),
  expiresAt: Time.optional(),
});
export interface CreateKeyInput extends z.input<typeof CreateKeyInput> {}

export const createKeyOperation = operation({
  name: "createKey",
  summary: "Make a key; its text is in the answer and can never be read again.",
  access: "operate",
  http: { method: "POST", path: "/v1/keys" },
  input: CreateKeyInput,
  output: CreatedKeyOutput,
  run: (input, context) => createKey(omitUndefined(input), keyDeps(context)),
});

const ListKeysInput = z.strictObject(ofTenant);
export interface ListKeysInput extends z.input<typeof ListKeysInput> {}

export const listKeysOperation = operation({
  name: "listKeys",
  summary: "The keys of the tenant, newest first, with when each was used last; never the secrets.",
  access: "operate",
  http: { method: "GET", path: "/v1/keys" },
  input: ListKeysInput,
  output: z.array(AccessKeyOutput),
  run: ({ tenant }, context) => listKeys(tenant, context.curating),
});

const RevokeKeyInput = z.strictObject({ ...ofTenant, id: Id });
export interface RevokeKeyInput extends z.input<typeof RevokeKeyInput> {}

export const revokeKeyOperation = operation({
  name: "revokeKey",
  summary: "End a key at once.",
  access: "operate",
  http: { method: "DELETE", path: "/v1/keys/{id}" },
  input: RevokeKeyInput,
  output: z.object({ id: z.string(), revokedAt: z.string() }),
  run: (input, context) => revokeKey(input, keyDeps(context)),
});

const RotateKeyInput = z.strictObject({
  ...ofTenant,
  id: Id,
  overlapSeconds: z.int().min(0).max(MAX_OVERLAP_SECONDS).default(DAY_SECONDS),
  expiresAt: Time.optional(),
});
export interface RotateKeyInput extends z.input<typeof RotateKeyInput> {}

export const rotateKeyOperation = operation({
  name: "rotateKey",
  summary: "Make a new key of the same rights; the old one still works for a while.",
  access: "operate",
  http: { method: "POST", path: "/v1/keys/{id}/rotate" },
  input: RotateKeyInput,
  output: CreatedKeyOutput,
  run: (input, context) => rotateKey(omitUndefined(input), keyDeps(context)),
});

function keyDeps({ curating }: EngineContext): KeyDeps {
  return { ...curating, random: randomBytes };
}
