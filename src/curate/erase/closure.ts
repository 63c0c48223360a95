// Everything that must go with a person or a message: what was derived from it, and what others said of them.

import type { Memory } from "../../model/memory.ts";
import type { Message } from "../../model/message.ts";
import type { Review } from "../../model/review.ts";
import { STATES } from "../../model/state.ts";
import { fold, STOP_WORDS, tidy } from "../../model/text.ts";
import { hostViewer } from "../../model/viewer.ts";
import { type CurateDeps, findAll } from "../actor-context.ts";

export type Erasable =
  | Readonly<{ type: "subject"; subject: string }>
  | Readonly<{ type: "message"; messageId: string }>;

export type Closure = Readonly<{
  messages: readonly Message[];
  memories: readonly Memory[];
  reviews: readonly Review[];
}>;

type Deps = Pick<CurateDeps, "store" | "now">;
/** With `named`, also what other people said of the person. */
type Of = Readonly<{ tenant: string; of: Erasable; named?: KnownAs | undefined }>;

export async function closureOf(what: Of, deps: Deps): Promise<Closure> {
  const mentioned =
    what.named === undefined ? NONE : await mentionsOf(what.tenant, what.named, deps);
  const messages = distinctMessages([...(await messagesOf(what, deps)), ...mentioned.messages]);
  const roots = [
    ...mentioned.memories,
    ...(what.of.type === "subject" ? await aboutSubject(what.tenant, what.of.subject, deps) : []),
    ...(await resting(what.tenant, { item: "message", ids: messages.map(({ id }) => id) }, deps)),
  ];
  const memories = await descendants(what.tenant, roots, deps);
  return { messages, memories, reviews: mentioned.reviews };
}

const NONE = { messages: [], memories: [], reviews: [] } as const;

function distinctMessages(messages: readonly Message[]): readonly Message[] {
  return [...new Map(messages.map((message) => [message.id, message])).values()];
}

async function messagesOf({ tenant, of }: Of, { store }: Deps): Promise<readonly Message[]> {
  const viewer = hostViewer(tenant);
  if (of.type === "message") return store.messages.get(viewer, [of.messageId]);
  const limit = Number.MAX_SAFE_INTEGER;
  const said = await store.messages.list(viewer, { author: of.subject, limit });
  const owned = await store.messages.list(viewer, { user: of.subject, limit });
  return [...said, ...owned];
}

async function aboutSubject(
  tenant: string,
  subject: string,
  deps: Deps,
): Promise<readonly Memory[]> {
  const found: Memory[] = [];
  const viewer = hostViewer(tenant);
  for (const filter of [{ subject }, { user: subject }])
    for await (const memory of findAll(viewer, { filter, states: STATES }, deps))
      found.push(memory);
  return [...found, ...(await deps.store.memories.tellingOf(tenant, subject))];
}

const ASKED_AT_ONCE = 1_000;

export async function resting(
  tenant: string,
  { item, ids }: Readonly<{ item: "message" | "memory"; ids: readonly string[] }>,
  { store }: Pick<Deps, "store">,
): Promise<readonly Memory[]> {
  const found: Memory[] = [];
  for (let from = 0; from < ids.length; from += ASKED_AT_ONCE) {
    const some = ids.slice(from, from + ASKED_AT_ONCE);
    found.push(...(await store.memories.restingOn(tenant, { item, ids: some })));
  }
  return found;
}

/** The given memories and all that was derived from them, at any distance. */
export async function descendants(
  tenant: string,
  roots: readonly Memory[],
  deps: Pick<Deps, "store">,
): Promise<readonly Memory[]> {
  const found = new Map<string, Memory>();
  let frontier = roots;
  while (frontier.length > 0) {
    const fresh = frontier.filter((memory) => !found.has(memory.id));
    for (const memory of fresh) found.set(memory.id, memory);
    frontier = await resting(tenant, { item: "memory", ids: fresh.map(({ id }) => id) }, deps);
  }
  return [...found.values()];
}

// What other people said of a person: by which names they are known, and which messages, memories and reviews hold one.
// Every row of the tenant is read. An index would be faster and could miss a spelling, and then nothing would be proved.

type Person = Readonly<{ tenant: string; subject: string }>;

/** How a person is recognised in what others said. */
export type KnownAs = Readonly<{
  person: string;
  /** Names they spoke under, the first word of each, and those that the caller gave. */
  names: readonly string[];
  /** First words that another author's name begins with too: they prove nothing and are not looked for. */
  shared: readonly string[];
}>;

type Mentions = Readonly<{
  messages: readonly Message[];
  memories: readonly Memory[];
  reviews: readonly Review[];
}>;

const PAGE = 500;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const REVIEW_STATES = ["pending", "approved", "rejected", "lapsed"] as const;

export async function knownAs(
  { tenant, subject }: Person,
  given: readonly string[],
  deps: Deps,
): Promise<KnownAs> {
  const own = new Map<string, string>();
  const others = new Set<string>();
  for await (const { author } of everyMessage(tenant, deps)) {
    const name = tidy(author.name);
    if (author.id !== subject) for (const part of [name, firstWord(name)]) others.add(fold(part));
    else if (name !== subject) own.set(fold(name), name);
  }
  const asked = given.map(tidy).filter((name) => name !== "");
  const isAsked = (name: string) => asked.some((other) => fold(other) === fold(name));
  const candidates = distinctNames([...own.values(), ...[...own.values()].map(firstWord)]);
  const isShared = (name: string) => others.has(fold(name)) && !isAsked(name);
  const isWord = (name: string) => STOP_WORDS.has(fold(name)) && !isAsked(name);
  return {
    person: subject,
    names: distinctNames([...candidates.filter((n) => !isShared(n) && !isWord(n)), ...asked]),
    shared: candidates.filter(isShared),
  };
}

/** What other people's rows say of the person. Whatever a memory said in an earlier version counts. */
export async function mentionsOf(tenant: string, known: KnownAs, deps: Deps): Promise<Mentions> {
  const isNamed = naming(known);
  const messages: Message[] = [];
  for await (const message of everyMessage(tenant, deps))
    if (message.author.id !== known.person && isNamed(message.text)) messages.push(message);
  const memories: Memory[] = [];
  const viewer = hostViewer(tenant);
  for await (const memory of findAll(viewer, { filter: {}, states: STATES }, deps)) {
    const versions =
      memory.version > 1 ? await deps.store.memories.versions(viewer, memory.id) : [memory];
    if ([memory, ...versions].some((one) => textsOf(one).some(isNamed))) memories.push(memory);
  }
  const limit = Number.MAX_SAFE_INTEGER;
  const reviews = await deps.store.reviews.list(tenant, { states: REVIEW_STATES, limit });
  return {
    messages,
    memories,
    reviews: reviews.filter(({ act, why }) => [why, ...strings(act)].some(isNamed)),
  };
}

function textsOf({ text, title, tags, evidence, section, topicId }: Memory): readonly string[] {
  return strings([text, title, tags, evidence, section, topicId]);
}

function strings(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(strings);
}

/** Whole names and words only, whatever the case and accents; in scripts without spaces the characters themselves. */
function naming({ person, names }: KnownAs): (text: string) => boolean {
  const id = escaped(fold(person));
  const forms = names.map((name) => {
    const form = escaped(fold(name));
    return UNSPACED.test(name) ? form : `(?<![\\p{L}\\p{N}_])${form}(?![\\p{L}\\p{N}_])`;
  });
  const any = new RegExp([`<@!?${id}>`, `@${id}(?![\\p{L}\\p{N}_])`, ...forms].join("|"), "u");
  return (text) => any.test(fold(tidy(text)));
}

async function* everyMessage(tenant: string, { store }: Deps): AsyncGenerator<Message> {
  let beforePosition: number | undefined;
  while (true) {
    const from = beforePosition === undefined ? {} : { beforePosition };
    const page = await store.messages.list(hostViewer(tenant), { ...from, limit: PAGE });
    yield* page;
    beforePosition = page.at(-1)?.position;
    if (page.length < PAGE || beforePosition === undefined) return;
  }
}

function firstWord(name: string): string {
  return name.split(/[\s.,_]/u)[0] ?? name;
}

/** Two letters say too little in scripts with spaces; ids made of digits are no names. */
function distinctNames(names: readonly string[]): readonly string[] {
  const usable = names.filter(
    (name) => /\p{L}/u.test(name) && (name.length > 2 || (name.length > 1 && UNSPACED.test(name))),
  );
  return [...new Map(usable.map((name) => [fold(name), name])).values()];
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
