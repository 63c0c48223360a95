// One Markdown note for each memory in use: properties that Obsidian shows, the text so that nothing in it comes alive,
// and links to the notes it is related to.

import { stringify } from "yaml";
import { findAll } from "../../curate/actor-context.ts";
import type { Memory } from "../../model/memory.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import { hostViewer } from "../../model/viewer.ts";
import { escapeMarkdown } from "../markdown/escape.ts";
import { fileNameOf } from "../markdown/file-name.ts";
import { pagesOf } from "../pages-of.ts";
import { type Exporter, textFile } from "./export-file.ts";

const TITLE_CHARACTERS = 60;

export const toMarkdown: Exporter = async function* ({ tenant }, deps) {
  const names = new Map<string, string>();
  for await (const memory of inUse(tenant, deps)) names.set(memory.id, nameOf(memory));
  const links = await linksOf(tenant, names, deps);
  for await (const memory of inUse(tenant, deps)) {
    const related = links.get(memory.id) ?? [];
    yield textFile(`${memory.kind}/${nameOf(memory)}`, noteOf(memory, related));
  }
};

type Deps = Parameters<Exporter>[1];

function inUse(tenant: string, deps: Deps): AsyncGenerator<Memory> {
  return findAll(hostViewer(tenant), { filter: {}, states: ["active"] }, deps);
}

function nameOf({ title, text, id }: Memory): string {
  return fileNameOf((title ?? text).slice(0, TITLE_CHARACTERS), id);
}

async function linksOf(
  tenant: string,
  names: ReadonlyMap<string, string>,
  { store }: Deps,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const links = new Map<string, string[]>();
  for await (const record of pagesOf(store, tenant, "relation")) {
    if (record.type !== "relation") continue;
    const target = names.get(record.relation.to);
    if (target === undefined) continue;
    const { from } = record.relation;
    links.set(from, [...(links.get(from) ?? []), `[[${target.replace(/\.md$/, "")}]]`]);
  }
  return links;
}

export function noteOf(memory: Memory, related: readonly string[]): string {
  const properties = {
    mneme: 1,
    id: memory.id,
    kind: memory.kind,
    category: memory.category,
    scope: memory.scope,
    tags: memory.tags,
    created: memory.createdAt,
    updated: memory.updatedAt,
    origins: memory.origins,
    trust: memory.trust,
    confidence: memory.confidence,
    ...omitUndefined({
      title: memory.title,
      subject: memory.subject,
      section: memory.section,
      valid_from: memory.validFrom,
      related: related.length === 0 ? undefined : related,
    }),
  };
  return `---\n${stringify(properties, QUOTED)}---\n\n${escapeMarkdown(memory.text)}\n`;
}

/** Every text in quotes and on one line: nothing in it can be taken for a property, a list or an end. */
const QUOTED = {
  defaultStringType: "QUOTE_DOUBLE",
  defaultKeyType: "PLAIN",
  lineWidth: 0,
} as const;
