// The version in the package's own manifest.

import { readFileSync } from "node:fs";

export function packageVersion(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL("../../../package.json", import.meta.url), "utf8"),
  );
  const version: unknown =
    typeof manifest === "object" && manifest !== null && Reflect.get(manifest, "version");
  return typeof version === "string" ? version : "unknown";
}
