// One of several processes that say the same things to one file at the same time.

import { remember } from "../../src/write/remember.ts";
import { actOf, openDesk, proposal } from "../support/write-fixtures.ts";

const [path = "", name = "", startAt = "0"] = process.argv.slice(2);
const desk = await openDesk({ path });
let made = 0;
const deps = { ...desk.deps, ids: () => `${name}-${++made}` };
await new Promise((resolve) => setTimeout(resolve, Number(startAt) - Date.now()));
for (let i = 0; i < 40; i++)
  await remember([proposal({ text: `Ana met Zed${"abcdefghij"[i % 10]}.` })], actOf(), deps);
await desk.store.close();
