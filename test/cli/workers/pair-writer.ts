// Writes memories two at a time, in one change set, until it is killed. Says when the first pair is there.

import { hostViewer } from "../../../src/model/viewer.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open-sqlite.ts";
import { create } from "../../support/store-conformance/samples.ts";

const [, , path = ""] = process.argv;
const store = await openSqliteStore({
  ...{ path, durability: "normal", keepsFiles: false },
  now: () => new Date(),
});
const { tenant } = hostViewer("acme");
for (let n = 1; ; n++) {
  const at = new Date().toISOString();
  const half = (side: string) =>
    create({ tenant, id: `${side}${n}`, kind: "log", text: `pair ${n} ${side} half of it` });
  await store.commit({
    ...{ tenant, at, actor: "test", cause: "test" },
    changes: [half("left"), half("right")],
  });
  if (n === 1) process.stdout.write("writing\n");
}
