// The version in the package's own manifest.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFolder } from "../../config/package-folder.ts";

export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(packageFolder(), "package.json"), "utf8"));
  const version: unknown =
    typeof manifest === "object" && manifest !== null && Reflect.get(manifest, "version");
  return typeof version === "string" ? version : "unknown";
}
