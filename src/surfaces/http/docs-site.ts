// The documentation, where it was built (`npm run docs`): files of one folder, found when the server starts and read
// when they are asked for. It needs no key; nothing of any memory is in it.

import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { FastifyInstance } from "fastify";
import { packageFolder } from "../../config/package-folder.ts";
import { MemoryError } from "../../errors.ts";
import { sendFile, typeOf } from "./static-file.ts";

/** Its pages name each other by this path, so it cannot be changed when the server starts. */
const PATH = "/docs";
const START = "index.html";
const HASHED = /^assets\/.*\.[\w-]{8,}\.\w+$/;

type DocsSite = Readonly<{ folder: string; names: ReadonlySet<string> }>;

/** Nothing where none was built. */
export async function findDocs(
  folder = join(packageFolder(), "dist", "docs"),
): Promise<DocsSite | undefined> {
  if (!existsSync(join(folder, START))) return undefined;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((name) => typeOf(name) !== undefined);
  return { folder, names: new Set(names) };
}

export function registerDocs(app: FastifyInstance, { folder, names }: DocsSite): void {
  const config = { access: "open" } as const;
  app.get(PATH, { config }, (_request, reply) => reply.redirect(`${PATH}/`, 303));
  app.get<{ Params: { "*": string } }>(`${PATH}/*`, { config }, async (request, reply) => {
    const asked = request.params["*"];
    const tried = asked === "" ? [START] : [asked, `${asked}.html`];
    const name = tried.find((one) => names.has(one));
    const type = name === undefined ? undefined : typeOf(name);
    if (name === undefined || type === undefined)
      throw new MemoryError("not_found", `There is no page "${PATH}/${asked}". See ${PATH}/.`);
    const bytes = await readFile(join(folder, name));
    return sendFile({ bytes, type, isForever: HASHED.test(name) }, reply);
  });
}
