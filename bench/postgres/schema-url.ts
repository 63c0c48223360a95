// The URL by which a program works in one schema: all its tables are made and found there. Loads no driver, so that a
// process that is measured holds none but its own.

const SEARCH_PATH = /search_path=(\w+),/;

/** With settings of its own for each connection, as `name=value`. */
export function schemaUrl(
  server: string,
  schema: string,
  settings: readonly string[] = [],
): string {
  const url = new URL(server);
  const given = [`search_path=${schema},public`, ...settings].map((setting) => `-c ${setting}`);
  url.searchParams.set("options", given.join(" "));
  return url.href;
}

/** For a program that is told its schema by name. */
export function schemaOf(url: string): string {
  const [, schema] = SEARCH_PATH.exec(new URL(url).searchParams.get("options") ?? "") ?? [];
  if (schema === undefined) throw new Error("The URL names no schema.");
  return schema;
}
