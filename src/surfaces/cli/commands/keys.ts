// The commands about who may come in and who did what: keys, audit.

import { type Command, Option } from "commander";
import { MemoryError } from "../../../errors.ts";
import { ROLES, type Role } from "../../../model/access-key.ts";
import type { MemoryEngine } from "../../../operations/engine.ts";
import { mayGoOn } from "../confirm.ts";
import { withExamples } from "../examples.ts";
import { idOr } from "../newest.ts";
import { note, oneLine, paint } from "../print.ts";
import { lookingAs, report, type Session, scoped, stored, whole, withMemory } from "../session.ts";

type OfTenant = Omit<Session, "user" | "agent">;
type Creating = OfTenant & { name: string; role: Role; agent?: string; expires?: string };
type Created = Awaited<ReturnType<MemoryEngine["keys"]["create"]>>;
type Key = Awaited<ReturnType<MemoryEngine["keys"]["list"]>>[number];

export function addKeys(program: Command): void {
  const keys = program.command("keys").description("Access keys: make, list, rotate, revoke.");
  addCreate(keys);
  addList(keys);
  addRotate(keys);
  addRevoke(keys);
}

function ofTenant(command: Command): Command {
  return stored(command).option("--tenant <id>", "whose memory", "default");
}

function addCreate(keys: Command): void {
  const command = ofTenant(keys.command("create"))
    .description("Make a key. It is shown this once.")
    .requiredOption("--name <name>", "what it is for")
    .addOption(new Option("--role <role>", "what it may do").choices(ROLES).default("write"))
    .option("--agent <name>", "the agent it acts for; the role `agent` needs one")
    .option("--expires <time>", "when it ends, as 2027-01-31")
    .action((options: Creating) =>
      withMemory(options, async (memory) => {
        const { tenant, name, role, agent, expires: expiresAt } = options;
        showCreated(options, await memory.keys.create({ tenant, name, role, agent, expiresAt }));
      }),
    );
  withExamples(command, [
    'mneme keys create --name "our bot"',
    "mneme keys create --name support --role agent --agent support --expires 2099-01-31 --json",
  ]);
}

function addList(keys: Command): void {
  const command = ofTenant(keys.command("list", { isDefault: true }))
    .description("The keys, newest first; never the secrets.")
    .action((options: OfTenant) =>
      withMemory(
        options,
        async (memory) => {
          const found = await memory.keys.list({ tenant: options.tenant });
          report(options, found, () => found.map(lineOf));
          if (found.length === 0) note(options, "No key yet: mneme keys create --name me");
        },
        { mustExist: true },
      ),
    );
  withExamples(command, ["mneme keys", "mneme keys list --json"]);
}

function addRotate(keys: Command): void {
  const command = ofTenant(keys.command("rotate"))
    .description("Make a new key of the same rights; the old one works on for a day.")
    .argument("<id>", "which key; `last` for the newest")
    .option("--overlap <seconds>", "how long the old one still works", whole)
    .action((given: string, options: OfTenant & { overlap?: number }) =>
      withMemory(
        options,
        async (memory) => {
          const { tenant, overlap: overlapSeconds } = options;
          const id = await keyId(given, tenant, memory);
          showCreated(
            options,
            await memory.keys.rotate({
              tenant,
              id,
              ...(overlapSeconds === undefined ? {} : { overlapSeconds }),
            }),
          );
        },
        { mustExist: true },
      ),
    );
  withExamples(command, ["mneme keys rotate last --overlap 3600"]);
}

function addRevoke(keys: Command): void {
  const command = ofTenant(keys.command("revoke"))
    .description("End a key at once.")
    .argument("<id>", "which key; `last` for the newest")
    .option("--yes", "do not ask")
    .action((given: string, options: OfTenant & { yes?: boolean }) =>
      withMemory(
        options,
        async (memory) => {
          const { tenant } = options;
          const id = await keyId(given, tenant, memory);
          if (!(await mayGoOn(`End key ${id} at once?`, options)))
            return note(options, "Nothing was changed.");
          const revoked = await memory.keys.revoke({ tenant, id });
          report(options, revoked, () => [`${revoked.id} ended at ${revoked.revokedAt}`]);
        },
        { mustExist: true },
      ),
    );
  withExamples(command, ["mneme keys revoke last --yes"]);
}

function keyId(given: string, tenant: string, memory: MemoryEngine): Promise<string> {
  return idOr(given, async () =>
    (await memory.keys.list({ tenant })).find(({ revokedAt }) => revokedAt === undefined),
  );
}

function showCreated(options: OfTenant, created: Created): void {
  report(options, created, () => [created.key]);
  const { id, role, tenant } = created.record;
  note(options, `Key ${id}, role ${role}, tenant ${tenant}. Keep it safe: it is not shown again.`);
}

function lineOf({ id, role, agent, name, lastUsedAt, expiresAt, revokedAt }: Key): string {
  const end =
    revokedAt !== undefined
      ? paint.red("revoked")
      : expiresAt === undefined
        ? "no end"
        : `ends ${expiresAt}`;
  const used = lastUsedAt === undefined ? "never used" : `used ${lastUsedAt}`;
  return `${paint.dim(id)} ${role}${agent === undefined ? "" : `/${agent}`} ${oneLine(name)}: ${used}, ${end}`;
}

// `mneme audit`: who did what on purpose, and whether the trail is as it was written.

type Listing = Session & { limit: number; after: number };
type Entry = Awaited<ReturnType<MemoryEngine["admin"]["audit"]>>[number];

export function addAudit(program: Command): void {
  const audit = program
    .command("audit")
    .description("Who did what on purpose: list the trail, or check that nobody changed it.");
  addAuditList(audit);
  addVerify(audit);
}

function addAuditList(audit: Command): void {
  const command = scoped(audit.command("list", { isDefault: true }))
    .description("The trail, in order.")
    .option("--limit <n>", "at most this many (1 to 200)", whole, 50)
    .option("--after <seq>", "go on after this entry", whole, 0)
    .action((options: Listing) =>
      withMemory(
        options,
        async (memory) => {
          const { tenant } = lookingAs(options);
          const { limit, after } = options;
          const entries = await memory.admin.audit({ tenant, limit, after });
          report(options, entries, () => entries.map(auditLine));
          if (entries.length === 0) note(options, "Nobody has done anything yet.");
        },
        { mustExist: true },
      ),
    );
  withExamples(command, ["mneme audit --limit 10", "mneme audit list --after 2 --json"]);
}

function addVerify(audit: Command): void {
  const command = scoped(audit.command("verify"))
    .description("Check the trail from its first entry; fails where one was changed or removed.")
    .action((options: Session) =>
      withMemory(options, (memory) => verify(options, memory), { mustExist: true }),
    );
  withExamples(command, ["mneme audit verify", "mneme audit verify --json"]);
}

async function verify(options: Session, memory: MemoryEngine): Promise<void> {
  const found = await memory.admin.verifyAudit({ tenant: lookingAs(options).tenant });
  if (!found.isSound)
    throw new MemoryError("corrupt_store", `The audit trail is broken: ${found.why}.`, {
      details: found,
    });
  report(options, found, () => [
    `${paint.green("✓")} ${found.entries} entries, none changed, removed or moved`,
    paint.dim(`keep this elsewhere: ${found.head}`),
  ]);
}

function auditLine({ seq, at, actor, act, targets, people }: Entry): string {
  const about = [...people, ...targets].join(" ");
  return `${String(seq).padStart(5)} ${paint.dim(at)} ${oneLine(actor)} ${paint.bold(act)} ${oneLine(about)}`;
}
