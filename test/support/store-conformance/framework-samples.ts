// Something in every table that a framework's integration writes to.

import type { Store } from "../../../src/ports/store.ts";
import { at, TENANT } from "./samples.ts";

export const FRAMEWORK_PLACES = [
  "documents",
  "document_versions",
  "document_folders",
  "session_items",
] as const;

export async function plantInFrameworks(store: Store, text: string, user: string): Promise<void> {
  const { graphs, documents, sessions } = store.frameworks;
  const data = { encoding: "json", bytes: new TextEncoder().encode(JSON.stringify({ text })) };
  const place = { tenant: TENANT, thread: `thread of ${text}`, namespace: "", id: "c1" };
  const checkpoint = { ...place, user, checkpoint: data, metadata: data, changed: ["said"] };
  const values = [{ channel: "said", data }];
  await graphs.save({ ...checkpoint, versions: { said: "1" }, values }, at(0));
  await graphs.saveWrites(place, [{ task: "t", index: 0, channel: "said", data }]);
  const named = { folder: ["people", user, text], name: text };
  const vectors = [{ model: "m", vector: Float32Array.of(1, 0) }];
  const put = (id: string, where: typeof named) =>
    ({ type: "put", at: where, id, text, vectors }) as const;
  const ended = { folder: ["people", user], name: "ended" };
  const shelf = { tenant: TENANT, name: "langgraph", owner: "" } as const;
  await documents.commit(shelf, {
    actor: user,
    at: at(0),
    changes: [put(`d-${text}`, named), put(`e-${text}`, ended), { type: "remove", at: ended }],
  });
  const own = { ...shelf, name: "claude-memory", owner: user } as const;
  const file = { folder: ["notes"], name: text };
  await documents.commit(own, { actor: user, at: at(0), changes: [put(`f-${text}`, file)] });
  const key = { tenant: TENANT, session: `session of ${text}` };
  const operation = { id: `operation of ${text}`, digest: "d" };
  await sessions.rewrite(key, { change: () => [{ text }], at: at(0), user, operation });
}
