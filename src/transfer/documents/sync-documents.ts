// Brings what is remembered of a file or folder of documents in line with what stands in it now:
//
//   list the files → read each into pieces → compare with the pieces that are kept → one commit a document
//
// A piece that is new is kept, one that is gone is withdrawn, and one that only moved is told its new place. Of a file that
// could not be read what is kept stays.

import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { MemoryError } from "../../errors.ts";
import { guard } from "../../guard/guard.ts";
import type { Change } from "../../model/change-set.ts";
import type { Message, NewMessage } from "../../model/message.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import { type Place, placeText } from "../../model/place.ts";
import { cut } from "../../model/text.ts";
import { hostViewer } from "../../model/viewer.ts";
import { type Accepted, acceptMessage } from "../../write/accept-message.ts";
import type { IngestDeps } from "../../write/act.ts";
import { messageChanges } from "../../write/message-changes.ts";
import { folderEntries } from "../source/open-source.ts";
import type { Piece } from "./pieces.ts";
import { isDocument, readDocument } from "./read-document.ts";

export type DocumentsInput = Readonly<{
  tenant: string;
  /** A file, or a folder with everything below it. */
  path: string;
  /** What the folder or file is called in the place of each piece; its own name when absent. */
  name?: string | undefined;
  scope: string;
  user?: string | undefined;
  dryRun: boolean;
  onProgress?: ((progress: Readonly<{ documents: number; pieces: number }>) => void) | undefined;
  signal?: AbortSignal | undefined;
}>;

export type DocumentsReport = Readonly<{
  /** Documents read; files of no known sort are not among them. */
  documents: number;
  added: number;
  /** Untouched, but for the line or page of those that moved. */
  kept: number;
  moved: number;
  withdrawn: number;
  /** Where pieces stand that the guard does not let be searched, the first hundred. */
  guarded: readonly string[];
  /** Files that were not read, and why. */
  refused: readonly Readonly<{ file: string; reason: string }>[];
}>;

type Tally = {
  -readonly [Key in Exclude<keyof DocumentsReport, "refused" | "guarded">]: number;
} & {
  refused: { file: string; reason: string }[];
  guarded: string[];
};

const CHANNEL = "document:";
const MAX_ID = 255;
const MAX_DOCUMENTS = 50_000;
/** Other people's code, of which there is more than of one's own. */
const INSTALLED = /(?:^|\/)node_modules\//;
const PAGE = 1_000;
const MOST_NAMED = 100;

export async function syncDocuments(
  input: DocumentsInput,
  deps: IngestDeps,
): Promise<DocumentsReport> {
  const { root, name, isFolder } = await rootOf(input);
  const tally: Tally = {
    ...{ documents: 0, added: 0, kept: 0, moved: 0, withdrawn: 0 },
    ...{ guarded: [], refused: [] },
  };
  const seen = new Set<string>();
  for await (const { file, document } of filesIn({ root, name, isFolder }, tally)) {
    if (input.signal?.aborted === true) return tally;
    seen.add(CHANNEL + document);
    await takeDocument({ file, document, input, tally }, deps);
    input.onProgress?.({ documents: tally.documents, pieces: tally.added + tally.kept });
    // Others in this process get their turn.
    await new Promise((rest) => setImmediate(rest));
  }
  const gone = await channelsBelow({ tenant: input.tenant, name, isFolder }, deps);
  for (const channel of gone) {
    if (seen.has(channel)) continue;
    const pieces = await keptPieces(input.tenant, channel, deps);
    await settle({ fresh: [], moves: [], same: 0, gone: pieces, input, tally }, deps);
  }
  return tally;
}

async function rootOf({ path, name }: DocumentsInput) {
  const root = resolve(path);
  const found = await stat(root).catch((cause: unknown) => {
    throw new MemoryError("not_found", `There is no file or folder ${path}.`, { cause });
  });
  return { root, name: name ?? basename(root), isFolder: found.isDirectory() };
}

type Root = Awaited<ReturnType<typeof rootOf>>;

async function* filesIn(of: Root, tally: Tally) {
  const { root, name, isFolder } = of;
  if (isFolder) yield* filesBelow(of, tally);
  else if (isDocument(root)) yield { file: root, document: name };
  else throw new MemoryError("invalid_input", `${name} is no document that can be read.`);
}

async function* filesBelow({ root, name }: Root, { refused }: Tally) {
  let count = 0;
  for await (const entry of folderEntries(root)) {
    const document = `${name}/${entry.name}`;
    if (entry.type === "refused") refused.push({ file: document, reason: entry.reason });
    else if (CHANNEL.length + document.length > MAX_ID)
      refused.push({ file: document, reason: "has too long a name" });
    else if (isDocument(entry.name) && !INSTALLED.test(entry.name)) {
      count += 1;
      if (count > MAX_DOCUMENTS)
        throw new MemoryError("too_large", `${name} holds more than ${MAX_DOCUMENTS} documents.`);
      yield { file: join(root, entry.name), document };
    }
  }
}

type Taking = Readonly<{ file: string; document: string; input: DocumentsInput; tally: Tally }>;

async function takeDocument(taking: Taking, deps: IngestDeps): Promise<void> {
  const { file, document, input, tally } = taking;
  let pieces: readonly Piece[];
  try {
    pieces = await readDocument(file);
  } catch (thrown) {
    if (!(thrown instanceof MemoryError) || thrown.httpStatus >= 500) throw thrown;
    tally.refused.push({ file: document, reason: thrown.message });
    return;
  }
  tally.documents += 1;
  const before = await keptPieces(input.tenant, CHANNEL + document, deps);
  const accepted = pieces.flatMap((piece) => acceptedPiece(piece, taking, deps) ?? []);
  await settle({ ...compare(before, accepted), input, tally }, deps);
}

type AcceptedPiece = Extract<Accepted, { type: "accepted" }>;

/** Screened first, so that nothing of what the guard takes out is kept: not in a heading, and not in a digest. */
function acceptedPiece(
  piece: Piece,
  { document, input, tally }: Taking,
  deps: IngestDeps,
): AcceptedPiece | undefined {
  const { guard: policy } = deps.policy;
  const headings = piece.headings.flatMap((heading) => {
    const { outcome, text } = guard(heading, policy);
    return outcome === "pass" ? [text] : [];
  });
  const message = messageOf({ ...piece, headings }, { document, input }, deps);
  const accepted = acceptMessage(message, deps.listening.capture, policy);
  const isGuarded = accepted.type === "ignored" || accepted.heldFor !== undefined;
  if (isGuarded && message.place !== undefined && tally.guarded.length < MOST_NAMED)
    tally.guarded.push(placeText(message.place));
  if (accepted.type === "ignored") return undefined;
  const source = `document ${digestOf(headings, accepted.message.text)}`;
  return { ...accepted, message: { ...accepted.message, source } };
}

function digestOf(headings: readonly string[], text: string): string {
  return createHash("sha256")
    .update(JSON.stringify([headings, text]))
    .digest("hex")
    .slice(0, 32);
}

type Move = Readonly<{ messageId: string; place: Place }>;
type Compared = Readonly<{
  fresh: readonly AcceptedPiece[];
  moves: readonly Move[];
  gone: readonly Message[];
  same: number;
}>;

/** A piece is the same while its words and its headings are; what stands twice is kept twice. */
function compare(before: readonly Message[], pieces: readonly AcceptedPiece[]): Compared {
  const known = new Map<string, Message[]>();
  for (const message of before)
    known.set(keyOf(message), [...(known.get(keyOf(message)) ?? []), message]);
  const fresh: AcceptedPiece[] = [];
  const moves: Move[] = [];
  for (const piece of pieces) {
    const { place } = piece.message;
    const found = known.get(keyOf(piece.message))?.shift();
    if (found === undefined) fresh.push(piece);
    else if (place !== undefined && JSON.stringify(found.place) !== JSON.stringify(place))
      moves.push({ messageId: found.id, place });
  }
  const same = pieces.length - fresh.length;
  return { fresh, moves, same, gone: [...known.values()].flat() };
}

function keyOf({ source, scope, user }: NewMessage): string {
  return JSON.stringify([source, scope, user]);
}

function messageOf(
  { headings, page, line, text }: Piece,
  { document, input }: Pick<Taking, "document" | "input">,
  deps: IngestDeps,
): NewMessage {
  const { tenant, scope, user } = input;
  return {
    tenant,
    id: deps.ids(),
    channel: CHANNEL + document,
    at: deps.now().toISOString(),
    // What it is about is searched with it, and stands before it wherever it is shown.
    author: {
      id: CHANNEL + document,
      name: cut([basename(document), ...headings].join(" › "), MAX_ID),
      isBot: true,
    },
    text,
    role: "tool",
    origin: "document",
    scope,
    place: omitUndefined({ document, headings, page, line }),
    ...omitUndefined({ user }),
  };
}

type Settling = Compared & Pick<Taking, "input" | "tally">;

/** All of a document at once: nobody finds it half old and half new. */
async function settle(settling: Settling, deps: IngestDeps): Promise<void> {
  const { fresh, moves, gone, same, input, tally } = settling;
  tally.added += fresh.length;
  tally.kept += same;
  tally.moved += moves.length;
  tally.withdrawn += gone.length;
  if (input.dryRun) return;
  const { tenant } = input;
  const reason = "it no longer stands in the document";
  const changes: Change[] = [
    ...moves.map((move) => ({ type: "place", ...move }) as const),
    ...(await keeping(fresh, deps)),
    // No memory rests on a piece: only what a person said is a ground.
    ...gone.map(({ id }) => ({ type: "withdraw", messageId: id, reason }) as const),
  ];
  const at = deps.now().toISOString();
  if (changes.length > 0)
    await deps.store.commit({ tenant, at, actor: "documents", cause: "documents", changes });
}

/** The journal is of what was said, not of files that lie elsewhere anyway. */
async function keeping(
  fresh: readonly AcceptedPiece[],
  deps: IngestDeps,
): Promise<readonly Change[]> {
  const openBuffer = async () => undefined;
  const changes: Change[] = [];
  for (const piece of fresh)
    changes.push(...(await messageChanges(piece, undefined, { ...deps, openBuffer })));
  return changes.filter(({ type }) => type !== "journal");
}

async function keptPieces(
  tenant: string,
  channel: string,
  { store }: IngestDeps,
): Promise<readonly Message[]> {
  const pieces: Message[] = [];
  let beforePosition: number | undefined;
  for (;;) {
    const found = await store.messages.list(hostViewer(tenant), {
      channel,
      limit: PAGE,
      ...(beforePosition === undefined ? {} : { beforePosition }),
    });
    pieces.push(...found);
    beforePosition = found.at(-1)?.position;
    if (found.length < PAGE) return pieces.reverse();
  }
}

type Below = Readonly<{ tenant: string; name: string; isFolder: boolean }>;

async function channelsBelow(
  { tenant, name, isFolder }: Below,
  { store }: IngestDeps,
): Promise<readonly string[]> {
  if (!isFolder) return [];
  const channels: string[] = [];
  let after: string | undefined;
  for (;;) {
    const page = { limit: PAGE, ...(after === undefined ? {} : { after }) };
    const found = await store.overview.conversations(hostViewer(tenant), page);
    for (const { channel } of found)
      if (channel.startsWith(`${CHANNEL}${name}/`)) channels.push(channel);
    after = found.at(-1)?.channel;
    if (found.length < PAGE) return channels;
  }
}
