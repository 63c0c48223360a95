// What a client can attach to a conversation by address: one memory, a profile, the context of now.

import {
  type McpServer,
  type ReadResourceResult,
  ResourceTemplate,
  type Variables,
} from "@modelcontextprotocol/server";
import { MemoryError } from "../../errors.ts";
import { SECTIONS } from "../../model/kinds.ts";
import { ownValue } from "../../model/own-value.ts";
import { allow, type McpSession, type OperationName, whoLooks } from "./session.ts";
import { protocolError } from "./tool.ts";
import { asData, memoryView, profileView } from "./views.ts";

const CONTEXT_TOKENS = 1_500;

export function addResources(server: McpServer, session: McpSession): void {
  addContext(server, session);
  addMemory(server, session);
  addProfile(server, session);
}

function addContext(server: McpServer, session: McpSession): void {
  const about = {
    title: "Context from memory",
    description: "The lines that matter now, fenced as data.",
    mimeType: "text/plain",
  };
  server.registerResource("context", "memory://context", about, (uri) =>
    read({ uri, operation: "context", mimeType: about.mimeType, text: contextText }, session),
  );
}

async function contextText({ memory, principal }: McpSession): Promise<string> {
  const asked = { ...whoLooks(principal), budgetTokens: CONTEXT_TOKENS };
  const { text } = await memory.context(asked);
  return text;
}

function addMemory(server: McpServer, session: McpSession): void {
  const complete = { id: (typed: string) => recentIds(typed, session) };
  const template = new ResourceTemplate("memory://memory/{id}", { list: undefined, complete });
  const about = {
    title: "A memory",
    description: "One memory by its id.",
    mimeType: "application/json",
  };
  server.registerResource("memory", template, about, (uri, variables) => {
    const text = (from: McpSession) => memoryText(variables, from);
    return read({ uri, operation: "get", mimeType: about.mimeType, text }, session);
  });
}

async function memoryText(variables: Variables, { memory, principal }: McpSession) {
  const id = variable(variables, "id");
  const found = await memory.get({ ...whoLooks(principal), id });
  if (found === undefined) throw new MemoryError("not_found", `There is no memory ${id}.`);
  return asData(memoryView(found));
}

function addProfile(server: McpServer, session: McpSession): void {
  const complete = { user: (typed: string) => knownPeople(typed, session) };
  const template = new ResourceTemplate("memory://profile/{user}", { list: undefined, complete });
  const about = {
    title: "A profile",
    description: "What is known of a person, by section.",
    mimeType: "application/json",
  };
  server.registerResource("profile", template, about, (uri, variables) => {
    const text = (from: McpSession) => profileText(variables, from);
    return read({ uri, operation: "profile", mimeType: about.mimeType, text }, session);
  });
}

async function profileText(variables: Variables, { memory, principal }: McpSession) {
  const person = variable(variables, "user");
  const profile = profileView(await memory.profile({ ...whoLooks(principal), person }), SECTIONS);
  if (profile.sections.length === 0)
    throw new MemoryError("not_found", `Nothing is known of ${person}.`);
  return asData(profile);
}

/** The part of an address that a template names; an address carries it percent-encoded. */
function variable(variables: Variables, name: string): string {
  const value = ownValue(variables, name);
  try {
    return decodeURIComponent(typeof value === "string" ? value : "");
  } catch (thrown) {
    throw new MemoryError("invalid_input", "The address is not percent-encoded text.", {
      cause: thrown,
    });
  }
}

type Reading = Readonly<{
  uri: URL;
  operation: OperationName;
  mimeType: string;
  text: (session: McpSession) => Promise<string>;
}>;

async function read(
  { uri, operation, mimeType, text }: Reading,
  session: McpSession,
): Promise<ReadResourceResult> {
  try {
    allow(session.principal, operation);
    return { contents: [{ uri: uri.href, mimeType, text: await text(session) }] };
  } catch (thrown) {
    throw protocolError(thrown, uri.href, session.report);
  }
}

// What a client may offer while a user types the address of a resource: only what the connection may see.

const OFFERED = 20;
const LOOKED_AT = 200;

async function recentIds(typed: string, session: McpSession): Promise<string[]> {
  const recent = await listed({}, session);
  return offered(
    typed,
    recent.map(({ id }) => id),
  );
}

async function knownPeople(typed: string, session: McpSession): Promise<string[]> {
  const traits = await listed({ kinds: ["trait"] }, session);
  return offered(
    typed,
    traits.flatMap(({ subject }) => subject ?? []),
  );
}

async function listed(filter: { kinds?: "trait"[] }, { memory, principal }: McpSession) {
  allow(principal, "list");
  return memory.list({ ...whoLooks(principal), filter, limit: LOOKED_AT });
}

function offered(typed: string, values: readonly string[]): string[] {
  return [...new Set(values)].filter((value) => value.startsWith(typed)).slice(0, OFFERED);
}
