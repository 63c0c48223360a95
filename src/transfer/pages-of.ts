// Every record of one part of a tenant, a page at a time.

import type { Store } from "../ports/store.ts";
import type { Part, StoredRecord } from "../ports/transfer-store.ts";

const PAGE = 500;

export async function* pagesOf(
  { transfer }: Pick<Store, "transfer">,
  tenant: string,
  part: Part,
): AsyncGenerator<StoredRecord> {
  let after: string | undefined;
  do {
    const page = await transfer.page(tenant, part, {
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    });
    yield* page.records;
    after = page.next;
  } while (after !== undefined);
}
