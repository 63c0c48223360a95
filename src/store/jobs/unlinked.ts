// Memories whose edges to their neighbours are not drawn yet. They are marked on their history line and become one job a
// tenant in the background: a job for each memory would cost more than the memory.

import { z } from "zod";
import type { Gathering } from "../../ports/store.ts";
import { text } from "../columns.ts";
import { addJob } from "../commit/work-changes.ts";
import { insertRows, UNWRITTEN, UNWRITTEN_AND_UNLINKED } from "../commit/write-context.ts";
import { all, first, type Row, type Step, send } from "../database.ts";
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
export function* listUnlinked(dialect: Dialect, seqs: string): Step<void> {
  yield* send(
    `INSERT INTO untied (tenant, memory_id)
       SELECT tenant, memory_id FROM history WHERE ${dialect.anyNumberOf("seq")} AND unwritten = ?`,
    [seqs, UNWRITTEN_AND_UNLINKED],
  );
}

/** Taken out and put into jobs in one transaction, oldest first; what another worker is taking is left to it. */
export function* queueUnlinked(dialect: Dialect, { limit, at, ids }: Gathering): Step<number> {
  const listed = yield* takeListed(dialect, limit);
  const rows = [...listed, ...(yield* takeMarked(dialect, limit - listed.length))];
  const byTenant = new Map<string, Set<string>>();
  for (const row of rows) {
    const known = byTenant.get(text(row, "tenant"));
    if (known === undefined) byTenant.set(text(row, "tenant"), new Set([text(row, "memory_id")]));
    else known.add(text(row, "memory_id"));
  }
  for (const [tenant, memories] of byTenant) {
    const id = ids();
    const payload = { ids: [...memories].sort() };
    yield* addJob({ id, tenant, name: "link", key: id, payload, runAt: at }, at);
  }
  return rows.length;
}

/** Mostly there are none, and nothing is changed: what searches hold of a file stands until something is. */
function* takeListed(dialect: Dialect, limit: number): Step<readonly Row[]> {
  const waiting = yield* first("SELECT memory_id FROM untied LIMIT 1", []);
  if (waiting === undefined) return [];
  return yield* all(
    `DELETE FROM untied WHERE (tenant, memory_id) IN
       (SELECT tenant, memory_id FROM untied LIMIT ? ${dialect.skipLocked}) RETURNING tenant, memory_id`,
    [limit],
  );
}

/** Those whose line is not in its file yet, as where nobody can write there: they are not kept waiting for it. */
function* takeMarked(dialect: Dialect, limit: number): Step<readonly Row[]> {
  const marked = "SELECT seq FROM history WHERE unwritten = ? ORDER BY seq LIMIT ?";
  const waiting = yield* first(marked, [UNWRITTEN_AND_UNLINKED, Math.min(limit, 1)]);
  if (waiting === undefined) return [];
  return yield* all(
    `UPDATE history SET unwritten = ? WHERE seq IN (${marked} ${dialect.skipLocked}) RETURNING tenant, memory_id`,
    [UNWRITTEN, UNWRITTEN_AND_UNLINKED, limit],
  );
}
