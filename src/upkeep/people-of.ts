// Who stands behind some user ids, as they were last heard.

import type { Author } from "../model/message.ts";
import { hostViewer } from "../model/viewer.ts";
import type { Store } from "../ports/store.ts";

/** An id that never spoke is left out. */
export async function peopleOf(
  tenant: string,
  ids: Iterable<string>,
  store: Pick<Store, "messages">,
): Promise<readonly Author[]> {
  const people: Author[] = [];
  for (const author of new Set(ids)) {
    const [message] = await store.messages.list(hostViewer(tenant), { author, limit: 1 });
    if (message !== undefined && !message.author.isBot) people.push(message.author);
  }
  return people;
}
