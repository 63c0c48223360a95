// `mneme/claude-memory`: the handlers of Claude's memory tool, on rows with history instead of files.

import type { MemoryToolHandlers } from "@anthropic-ai/sdk/helpers/beta/memory";
import type { DocumentVersion } from "../../model/document.ts";
import type { MemoryEngine } from "../../operations/engine.ts";
import { create, insert, remove, rename, replace, view } from "./commands.ts";
import { type FolderOptions, fileHistory, folderOf, namesOf } from "./files.ts";

export type { FolderOptions } from "./files.ts";

/** For `betaMemoryTool(…)` of Anthropic's SDK. */
export function claudeMemory(
  memory: Pick<MemoryEngine, "admin">,
  options: FolderOptions,
): MemoryToolHandlers {
  const folder = folderOf(memory, options);
  return {
    view: async ({ path, view_range }) => view(folder, path, view_range),
    create: async ({ path, file_text }) => create(folder, path, file_text),
    str_replace: async ({ path, old_str, new_str }) =>
      replace(folder, path, { from: old_str, to: new_str }),
    insert: async ({ path, insert_line, insert_text }) =>
      insert(folder, path, { line: insert_line, text: insert_text }),
    delete: async ({ path }) => remove(folder, path),
    rename: async ({ old_path, new_path }) => rename(folder, old_path, new_path),
  };
}

/** Every version of a file, oldest first, also of one that was deleted lately. */
export async function claudeMemoryHistory(
  memory: Pick<MemoryEngine, "admin">,
  options: FolderOptions & Readonly<{ path: string }>,
): Promise<readonly DocumentVersion[]> {
  return fileHistory(folderOf(memory, options), namesOf(options.path));
}
