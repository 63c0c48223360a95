// The audit trail: every act of an operator is written down before it is done, and the whole can be checked.

import { z } from "zod";
import { type AuditReport, verifyAudit } from "../../curate/verify-audit.ts";
import type { AuditEntry } from "../../model/audit.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import type { AuditQuery } from "../../ports/store.ts";
import type { EngineContext } from "../engine-context.ts";
import { Id } from "../inputs.ts";
import { operation } from "../operation.ts";

const Names = z.array(z.string());

const Count = z.int().min(0);

const AuditEntryOutput = z
  .object({
    seq: Count,
    at: z.string().describe("ISO 8601 in UTC."),
    actor: z.string().describe("Who did it; an alias when that person has been erased since."),
    act: z.string(),
    targets: Names.describe("Ids of memories, reviews and keys."),
    people: Names.describe("People it was about."),
    hash: z.string().describe("Seals this entry and all before it."),
  })
  .meta({ id: "AuditEntry" });

const AuditInput = z.strictObject({
  tenant: Id,
  actor: Id.optional(),
  after: z.coerce.number().int().min(0).default(0).describe("The `seq` of the last one seen."),
  limit: z.int().min(1).max(200).default(50),
  newest: z.boolean().default(false).describe("Newest first instead of in order."),
  act: Id.optional().describe("Only this act, such as `forget`."),
  target: Id.optional().describe("Only what was done to this memory, review, key or import."),
});
export interface AuditInput extends z.input<typeof AuditInput> {}

export const auditOperation = operation({
  name: "audit",
  summary: "Who did what on purpose, in order. No entry holds any content.",
  access: "operate",
  http: { method: "GET", path: "/v1/audit" },
  goesOnBy: "seq",
  input: AuditInput,
  output: z.array(AuditEntryOutput),
  run: ({ tenant, newest, after, limit, act, target }, context) =>
    named(tenant, omitUndefined({ after, limit, isNewestFirst: newest, act, target }), context),
});

/** With the names of people again where they are known. */
export interface NamedAuditEntry extends Omit<AuditEntry, "people"> {
  people: string[];
}

async function named(
  tenant: string,
  query: AuditQuery,
  { store }: EngineContext,
): Promise<NamedAuditEntry[]> {
  const entries = await store.audit.page(tenant, query);
  const aliases = new Set(entries.flatMap(({ actor, people }) => [actor, ...people]));
  const names = await store.audit.names(tenant, [...aliases]);
  const nameOf = (alias: string) => names.get(alias) ?? alias;
  return entries.map((entry) => ({
    ...entry,
    actor: nameOf(entry.actor),
    people: entry.people.map(nameOf),
  }));
}

const VerifyAuditInput = z.strictObject({ tenant: Id, actor: Id.optional() });
export interface VerifyAuditInput extends z.input<typeof VerifyAuditInput> {}

export const verifyAuditOperation = operation({
  name: "verifyAudit",
  summary: "Check the audit trail from its first entry: nothing changed, removed or moved.",
  access: "operate",
  http: { method: "GET", path: "/v1/audit/verify" },
  input: VerifyAuditInput,
  output: z.object({
    isSound: z.boolean(),
    entries: Count,
    head: z.string().describe("Keep it elsewhere to notice if the whole trail is written anew."),
    brokenAt: Count.exactOptional(),
    why: z.string().exactOptional(),
  }),
  run: ({ tenant }, { store }): Promise<AuditReport> => verifyAudit(tenant, store),
});

const About = z.object({
  tenant: z.string(),
  actor: z.string().optional(),
  id: z.string().optional(),
  subject: z.string().optional(),
  // An import names whose words the nameless are, which is not whom it is about.
  person: z.string().optional().catch(undefined),
  dryRun: z.boolean().optional(),
});

type Called = Readonly<{ name: string; access: string }>;

/** Before it is done, so that no act of an operator is without its entry even if the process dies in it. */
export async function auditCall(
  { name, access }: Called,
  input: unknown,
  { store, isReadOnly, writing }: EngineContext,
): Promise<void> {
  // Where nothing can be written nothing can be changed either, and whoever only looks is not turned away.
  if (access !== "operate" || isReadOnly) return;
  const about = About.safeParse(input);
  if (!about.success || about.data.dryRun === true) return;
  const { tenant, actor = "host", id, subject, person } = about.data;
  await store.audit.append({
    ...{ tenant, actor, act: name, at: writing.now().toISOString() },
    targets: [id].filter((one) => one !== undefined),
    people: [subject, person].filter((one) => one !== undefined),
  });
}
