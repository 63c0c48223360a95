// Before any test runs: a browser for those that drive one. Installed here and not by a test, so that no two of them
// install it at once and none runs out of time over it.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

export const CHROMIUM = "/usr/bin/chromium";

export function setup(): void {
  if (existsSync(CHROMIUM) || !drivesBrowser(process.argv.slice(2))) return;
  const options = {
    stdio: "inherit" as const,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  };
  try {
    execFileSync("apt-get", ["update", "-q"], options);
    execFileSync(
      "apt-get",
      ["install", "-q", "-y", "--no-install-recommends", "chromium"],
      options,
    );
  } catch (thrown) {
    // The tests that need it will fail and say so; the others need not wait for it.
    process.stderr.write(`Chromium could not be installed: ${String(thrown)}\n`);
  }
}

/** All tests, or a choice of them that names the dashboard's. */
function drivesBrowser(given: readonly string[]): boolean {
  const chosen = given.filter((word) => word.includes("test/"));
  return chosen.length === 0 || chosen.some((word) => word.includes("dashboard"));
}
