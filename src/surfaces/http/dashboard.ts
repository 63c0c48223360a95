// The dashboard: files read once when the server starts, and handed out as they are. It has no way to the memory but
// the one every other caller has, so its pages need no key; what they ask for does.

import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import type { FastifyInstance } from "fastify";
import { packageFolder } from "../../config/package-folder.ts";
import { MemoryError } from "../../errors.ts";
import { type StaticFile, sendFile, typeOf } from "./static-file.ts";

/** `path` is where the pages are found, as `/dashboard`. */
export type DashboardPlace = Readonly<{ folder?: string; path?: string }>;

export type Dashboard = Readonly<{ path: string; files: ReadonlyMap<string, StaticFile> }>;

const BUILT = join("dist", "dashboard");
const PATH = /^(?:\/[\w-]+)+$/;
const START = "index.html";
/** A name that changes with the content never has to be asked for again. */
const HASHED = /^assets\/.*-[\w-]{8,}\.\w+$/;
/** Nothing where none was built. */
export async function readDashboard(place: DashboardPlace = {}): Promise<Dashboard | undefined> {
  const { folder = join(packageFolder(), BUILT), path = "/dashboard" } = place;
  if (!PATH.test(path))
    throw new MemoryError("invalid_input", `The dashboard cannot be at "${path}".`);
  if (!existsSync(join(folder, START))) return undefined;
  const files = new Map<string, StaticFile>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const name = relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/");
    const type = typeOf(name);
    if (!entry.isFile() || type === undefined) continue;
    const bytes = await readFile(join(folder, name));
    files.set(name, {
      bytes: name === START ? withPath(bytes, path) : bytes,
      type,
      isForever: HASHED.test(name),
    });
  }
  return { path, files };
}

/** So that the page can tell its own path from what a proxy puts before it; its addresses are all relative. */
function withPath(page: Buffer, path: string): Buffer {
  const told = `$&<meta name="mneme-path" content="${path}/">`;
  return Buffer.from(page.toString().replace(/<head[^>]*>/, told));
}

export function registerDashboard(app: FastifyInstance, { path, files }: Dashboard): void {
  const config = { access: "open" } as const;
  for (const url of ["/", path])
    app.get(url, { config }, (_request, reply) => reply.redirect(`${path}/`, 303));
  app.get<{ Params: { "*": string } }>(`${path}/*`, { config }, (request, reply) => {
    const file = fileAt(files, request.params["*"]);
    if (file === undefined) throw new MemoryError("not_found", "There is no such file.");
    return sendFile(file, reply);
  });
}

/** The paths of the page itself are none of ours: whatever has no ending gets the page. */
function fileAt(files: Dashboard["files"], name: string): StaticFile | undefined {
  return files.get(name) ?? (extname(name) === "" ? files.get(START) : undefined);
}
