// Memories whose edges to their neighbours are not drawn yet. They are marked on their history line and become one job a
// tenant in the background: a job for each memory would cost more than the memory.

import { z } from "zod";
import type { Gathering } from "../../ports/store.ts";
import { byTenant, type OfTenant } from "../by-tenant.ts";
import { number, text } from "../columns.ts";
import { addJob } from "../commit/work-changes.ts";
import { insertRows, UNWRITTEN, UNWRITTEN_AND_UNLINKED } from "../commit/write-context.ts";
import { all, type Row, type Step, send } from "../database.ts";
import type { Dialect } from "../dialect.ts";

const LinkPayload = z.object({ ids: z.array(z.string()) });

export function addUnlinked(tenant: string, ids: readonly string[], dialect: Dialect): Step<void> {
  return insertRows("untied", { shared: [tenant], own: ids.map((id) => [id]), dialect });
}

/** A job that names what is removed goes with it; the others that it would have tied wait again. */
export function* addOthersUnlinked(dialect: Dialect, tenant: string, id: string): Step<void> {
  const rows = yield* all(
    "SELECT payload FROM jobs WHERE tenant = ? AND name = 'link' AND replace(payload, ?, '') <> payload",
    [tenant, JSON.stringify(id)],
  );
  const named = rows.flatMap((row) => idsIn(text(row, "payload")));
  yield* addUnlinked(
    tenant,
    named.filter((other) => other !== id),
    dialect,
  );
}

/** A job that is damaged goes too, and must not keep anything from being erased. */
function idsIn(payload: string): readonly string[] {
  try {
    return LinkPayload.parse(JSON.parse(payload)).ids;
  } catch {
    return [];
  }
}

/** Before the marks of lines of history, by their numbers, are taken away: into the list go those that are untied. */
export function* listUnlinked(dialect: Dialect, tenant: string, seqs: string): Step<void> {
  yield* send(
    `INSERT INTO untied (tenant, memory_id)
       SELECT tenant, memory_id FROM history
       WHERE tenant = ? AND ${dialect.anyNumberOf("seq")} AND unwritten = ?`,
    [tenant, seqs, UNWRITTEN_AND_UNLINKED],
  );
}

/** Taken out and put into jobs in one transaction, oldest first; what another worker is taking is left to it. */
export function* queueUnlinked(dialect: Dialect, { limit, at, ids }: Gathering): Step<number> {
  const listed = yield* takeListed(dialect, limit);
  const rows = [...listed, ...(yield* takeMarked(dialect, Math.max(0, limit - listed.length)))];
  for (const [tenant, memories] of byTenant(rows.map(waitingMemory))) {
    const id = ids();
    const payload = { ids: [...new Set(memories)].sort() };
    yield* addJob({ id, tenant, name: "link", key: id, payload, runAt: at }, at);
  }
  return rows.length;
}

function waitingMemory(row: Row): OfTenant<string> {
  return { tenant: text(row, "tenant"), item: text(row, "memory_id") };
}

/** Mostly there are none, and nothing is changed: what searches hold of a file stands until something is. */
function* takeListed(dialect: Dialect, limit: number): Step<readonly Row[]> {
  const waiting = yield* all("SELECT tenant, memory_id FROM untied LIMIT ?", [limit]);
  const taken: Row[] = [];
  for (const [tenant, ids] of byTenant(waiting.map(waitingMemory))) {
    const rows = yield* all(
      `WITH taken AS MATERIALIZED
         (SELECT memory_id FROM untied WHERE tenant = ? AND ${dialect.anyOf("memory_id")} ${dialect.skipLocked})
       DELETE FROM untied WHERE tenant = ? AND memory_id IN (SELECT memory_id FROM taken)
       RETURNING tenant, memory_id`,
      [tenant, JSON.stringify(ids), tenant],
    );
    taken.push(...rows);
  }
  return taken;
}

/** Those whose line is not in its file yet, as where nobody can write there: they are not kept waiting for it. */
function* takeMarked(dialect: Dialect, limit: number): Step<readonly Row[]> {
  const waiting = yield* all(
    "SELECT tenant, seq FROM history WHERE unwritten = ? ORDER BY seq LIMIT ?",
    [UNWRITTEN_AND_UNLINKED, limit],
  );
  const marked = waiting.map((row) => ({ tenant: text(row, "tenant"), item: number(row, "seq") }));
  const taken: Row[] = [];
  for (const [tenant, seqs] of byTenant(marked)) {
    const rows = yield* all(
      `WITH taken AS MATERIALIZED (SELECT seq FROM history
         WHERE tenant = ? AND ${dialect.anyNumberOf("seq")} AND unwritten = ? ${dialect.skipLocked})
       UPDATE history SET unwritten = ? WHERE tenant = ? AND seq IN (SELECT seq FROM taken)
       RETURNING tenant, memory_id`,
      [tenant, JSON.stringify(seqs), UNWRITTEN_AND_UNLINKED, UNWRITTEN, tenant],
    );
    taken.push(...rows);
  }
  return taken;
}
