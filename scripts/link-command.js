// Puts the freshly built command where `npx mneme` looks first, so that it runs this very checkout.

import { chmodSync, mkdirSync, rmSync, symlinkSync } from "node:fs";

const BUILT = "dist/surfaces/cli/main.js";
const LINK = "node_modules/.bin/mneme";

chmodSync(BUILT, 0o755);
if (process.platform !== "win32") {
  mkdirSync("node_modules/.bin", { recursive: true });
  rmSync(LINK, { force: true });
  symlinkSync(`../../${BUILT}`, LINK);
}
