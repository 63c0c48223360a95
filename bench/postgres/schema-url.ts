// The URL by which a program works in one schema: all its tables are made and found there. Loads no driver, so that a
// process that is measured holds none but its own.

const SEARCH_PATH = /search_path=(\w+),/;

export function schemaUrl(server: string, schema: string): string {
  const url = new URL(server);
  url.searchParams.set("options", `-c search_path=${schema},public`);
  return url.href;
}

/** For a program that is told its schema by name. */
export function schemaOf(url: string): string {
  const [, schema] = SEARCH_PATH.exec(new URL(url).searchParams.get("options") ?? "") ?? [];
  if (schema === undefined) throw new Error("The URL names no schema.");
  return schema;
}
