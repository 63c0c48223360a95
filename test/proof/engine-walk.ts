// Walks a list of commands through the engine and the model at once, and gives the trace of what the engine said.

import { createHash } from "node:crypto";
import { expect } from "vitest";
import { MemoryError } from "../../src/index.ts";
import type { Memory } from "../../src/model/memory.ts";
import type { SearchResult } from "../../src/read/hit.ts";
import { active, type Command, changed, emptyModel, type Note, PEOPLE } from "./engine-model.ts";
import type { OpenWay, Way } from "./engine-ways.ts";

const TENANTS = ["acme", "acme-corp", "acme_corp"] as const;

type Walk = Readonly<{
  way: Way;
  model: ReturnType<typeof emptyModel>;
  step: number;
  tenant: string;
  notes: Note[];
  command: Command;
}>;

/** The hash of everything that was answered. */
export async function walk(commands: readonly Command[], open: OpenWay): Promise<string> {
  let seconds = 0;
  let made = 0;
  const way = await open({
    now: () => new Date(Date.UTC(2026, 4, 1) + seconds * 1_000),
    ids: () => `00000000-0000-7000-8000-${String(++made).padStart(12, "0")}`,
    tenants: TENANTS,
  });
  const model = emptyModel(TENANTS);
  const trace = createHash("sha256");
  // Keys and jobs take ids of their own, so a note is known by when it was made.
  const names = new Map<string, string>();
  try {
    for (const [step, command] of commands.entries()) {
      seconds += 1;
      const [tenant, notes] = model[command.tenant % model.length] ?? ["", []];
      const said = await take({ way, model, step, tenant, notes, command });
      for (const note of notes) if (!names.has(note.id)) names.set(note.id, `note-${names.size}`);
      trace.update(JSON.stringify(said ?? null, (_, value) => names.get(value) ?? value));
    }
    return trace.digest("hex");
  } finally {
    await way.close();
  }
}

function take(walked: Walk): Promise<unknown> {
  switch (walked.command.type) {
    case "remember":
      return remember(walked);
    case "edit":
    case "forget":
    case "restore":
    case "pin":
      return change(walked);
    case "erase":
      return erase(walked);
    case "list":
      return list(walked);
    case "get":
      return get(walked);
    case "foreign":
      return foreign(walked);
    case "search":
      return search(walked);
    case "restart":
      return walked.way.restart().then(() => list(walked));
  }
}

function textOf({ command, step }: Walk): string {
  return `The ${command.word} stands at place number ${step} of the yard.`;
}

async function remember(walked: Walk): Promise<unknown> {
  const { way, tenant, notes, command } = walked;
  const text = textOf(walked);
  const subject = PEOPLE[command.person] ?? "ana";
  const given = { kind: "log", text, subject };
  const receipt = (await way.call(tenant, "remember", given)) as { stored: { id: string }[] };
  const [stored] = receipt.stored;
  expect(stored, text).toBeDefined();
  const id = stored?.id ?? "";
  notes.unshift({ id, text, subject, pinned: false, isForgotten: false, version: 1 });
  return receipt.stored.length;
}

async function change(walked: Walk): Promise<unknown> {
  const { way, tenant, notes, command } = walked;
  const index = notes.length === 0 ? -1 : command.nth % notes.length;
  const note = notes[index];
  const text = textOf(walked);
  const expected = changed(note, command, text);
  const id = note?.id ?? "00000000-0000-7000-8000-999999999999";
  const more = command.type === "edit" ? { set: { text } } : {};
  const said = await answer(way.call(tenant, command.type, { id, ...more }));
  if (expected === "refused") expect(said).toMatchObject({ code: expect.any(String) });
  else {
    expect(said).not.toHaveProperty("code");
    notes[index] = expected;
  }
  return "code" in said ? said.code : (notes[index]?.version ?? 0);
}

type Said = Readonly<{ value: unknown } | { code: string }>;

async function answer(asked: Promise<unknown>): Promise<Said> {
  try {
    return { value: await asked };
  } catch (thrown) {
    if (!(thrown instanceof MemoryError)) throw thrown;
    return { code: thrown.code };
  }
}

async function erase({ way, tenant, notes, command }: Walk): Promise<unknown> {
  const subject = PEOPLE[command.person] ?? "ana";
  const left = notes.filter((note) => note.subject !== subject);
  const erased = (await way.call(tenant, "erase", { subject, actor: "op" })) as {
    memories: number;
  };
  expect(erased.memories).toBe(notes.length - left.length);
  notes.splice(0, notes.length, ...left);
  return erased.memories;
}

async function list({ way, model }: Walk): Promise<unknown> {
  const said: unknown[] = [];
  for (const [tenant, notes] of model) {
    const found = (await way.call(tenant, "list", { limit: 200 })) as readonly Memory[];
    expect(found.map(seen)).toEqual(active(notes).map(expectedOf));
    said.push(found.map(seen));
  }
  return said;
}

function seen({ id, text, pinned, version }: Memory) {
  return { id, text, pinned, version };
}

function expectedOf({ id, text, pinned, version }: Note) {
  return { id, text, pinned, version };
}

async function get({ way, tenant, notes, command }: Walk): Promise<unknown> {
  const note = notes[command.nth % Math.max(1, notes.length)];
  if (note === undefined) return undefined;
  const found = await found404(way.call(tenant, "get", { id: note.id }));
  if (note.isForgotten) expect(found).toBeUndefined();
  else expect(found).toMatchObject(expectedOf(note));
  return found === undefined ? undefined : seen(found as Memory);
}

/** The library says nothing where HTTP says 404. */
async function found404(asked: Promise<unknown>): Promise<unknown> {
  const said = await answer(asked);
  if ("value" in said) return said.value ?? undefined;
  expect(said.code).toBe("not_found");
  return undefined;
}

async function foreign({ way, model, tenant, command }: Walk): Promise<unknown> {
  const others = model.filter(([name]) => name !== tenant).flatMap(([, notes]) => notes);
  const note = others[command.nth % Math.max(1, others.length)];
  if (note === undefined) return undefined;
  expect(await found404(way.call(tenant, "get", { id: note.id }))).toBeUndefined();
  for (const act of ["forget", "pin", "restore"])
    expect(await answer(way.call(tenant, act, { id: note.id }))).toEqual({ code: "not_found" });
  return "not_found";
}

async function search({ way, tenant, notes, command }: Walk): Promise<unknown> {
  const { word } = command;
  const holding = active(notes).filter(({ text }) => text.includes(word));
  const filter = { contains: word };
  const exact = (await way.call(tenant, "list", { filter, limit: 200 })) as readonly Memory[];
  expect(exact.map(seen)).toEqual(holding.map(expectedOf));
  const { hits } = (await way.call(tenant, "search", { query: word, limit: 24 })) as SearchResult;
  const known = new Set(active(notes).map(({ text }) => text));
  expect(hits.every(({ text }) => known.has(text))).toBe(true);
  expect(hits.some(({ text }) => text.includes(word))).toBe(holding.length > 0);
  return exact.map(seen);
}
