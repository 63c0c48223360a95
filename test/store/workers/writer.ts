// Writes memories until it is killed, and says on standard output which of them were acknowledged.
// `node --import tsx writer.ts <file> <round>`

import { writeSync } from "node:fs";
import { openSqliteStore } from "../../../src/store/open-sqlite.ts";
import { changes, create, embed, keep, revise } from "../../support/store-conformance/samples.ts";

const [path = "", round = "0"] = process.argv.slice(2);
const store = await openSqliteStore({
  path,
  durability: "normal",
  keepsFiles: true,
  now: () => new Date(0),
});

// Written synchronously, so that an acknowledgement that was given is never lost in a buffer of ours.
const acknowledge = (line: string) => writeSync(1, `${line}\n`);

for (let n = 0; ; n++) {
  const id = `r${round}-${n}`;
  const text = `green tea number ${n} of round ${round}`;
  await store.commit(changes(create({ id, text }), embed(id, [1, n]), keep({ id, text })));
  acknowledge(`${id} 1`);
  if (n % 3 !== 0) continue;
  await store.commit(changes(revise({ id, version: 2, text: `black tea ${n}` })));
  acknowledge(`${id} 2`);
}
