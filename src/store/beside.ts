// The turns just before and after some messages, each in its own channel.

import type { Message } from "../model/message.ts";
import type { BesideHits, QueryMeaning } from "../ports/store.ts";
import { maybeNumber, text } from "./columns.ts";
import { cosinesById } from "./cosines.ts";
import { all, type Step } from "./database.ts";
import { readRows, type Sight } from "./searched.ts";

const BESIDE = `SELECT m.id,
    (SELECT max(p.seq) FROM messages p WHERE p.tenant = m.tenant AND p.channel = m.channel AND p.seq < m.seq) AS before_seq,
    (SELECT min(n.seq) FROM messages n WHERE n.tenant = m.tenant AND n.channel = m.channel AND n.seq > m.seq) AS after_seq
  FROM `;

type Positions = Readonly<{ positions: readonly number[]; meaning?: QueryMeaning }>;

/** A neighbour that the viewer may not see is left out; the one beyond it does not take its place. */
export function* beside(
  sight: Sight<Message>,
  { positions, meaning }: Positions,
): Step<BesideHits> {
  const { searched } = sight;
  const { dialect } = searched;
  const condition = searched.condition();
  const rows = yield* all(`${BESIDE}${dialect.numbered.message} WHERE ${condition.sql}`, [
    JSON.stringify(positions),
    ...condition.values,
  ]);
  const sides = rows.flatMap((row) =>
    (["before", "after"] as const).flatMap((side) => {
      const seq = maybeNumber(row, `${side}_seq`);
      return seq === undefined ? [] : [{ id: text(row, "id"), side, seq }];
    }),
  );
  const found = yield* readRows(sight, [...new Set(sides.map(({ seq }) => seq))]);
  const pairs = sides.flatMap(({ id, side, seq }) => {
    const message = found.get(seq);
    return message === undefined ? [] : [{ id, side, message }];
  });
  return { pairs, cosines: yield* cosinesById(sight, found, meaning) };
}
