// Which repository a folder belongs to, read from its files: to start git for it would take longer than to answer.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

export type Repository = Readonly<{ name: string; tenant: string }>;

/** Two clones of one remote are one repository; a folder without git is one by itself. */
export function repositoryOf(folder: string): Repository {
  const root = rootOf(resolve(folder));
  const remote = root === undefined ? undefined : remoteOf(join(root, ".git"));
  const identity = remote ?? root ?? resolve(folder);
  const name = nameIn(identity);
  const hash = createHash("sha256").update(identity).digest("hex").slice(0, 8);
  return { name, tenant: `repo-${name}-${hash}` };
}

function rootOf(folder: string): string | undefined {
  if (existsSync(join(folder, ".git"))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : rootOf(parent);
}

/** Of `git@host:owner/name.git` and `https://user:key@host/owner/name` alike `host/owner/name`; never with a password. */
function remoteOf(git: string): string | undefined {
  const config = join(gitFolder(git), "config");
  if (!existsSync(config)) return undefined;
  const text = readFileSync(config, "utf8");
  const url = /^\[remote "origin"\][^[]*?^\s*url\s*=\s*(\S+)/m.exec(text)?.[1];
  return url
    ?.replace(/^[a-z+]+:\/\//, "")
    .replace(/^[^@/]*@/, "")
    .replace(":", "/")
    .replace(/\.git\/?$/, "")
    .toLowerCase();
}

/** In a worktree `.git` is a file that leads below the repository's own folder. */
function gitFolder(git: string): string {
  if (statSync(git).isDirectory()) return git;
  const to = /^gitdir:\s*(.+)$/m.exec(readFileSync(git, "utf8"))?.[1] ?? "";
  const folder = resolve(dirname(git), to);
  const common = join(folder, "commondir");
  return existsSync(common) ? resolve(folder, readFileSync(common, "utf8").trim()) : folder;
}

function nameIn(identity: string): string {
  const name = basename(identity)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-");
  return name.slice(0, 60) || "folder";
}
