// What is embedded of a memory or a message: who speaks and what of, together with what was said.

import type { Memory } from "./memory.ts";
import type { NewMessage } from "./message.ts";

export function memoryEmbeddingText(
  memory: Pick<Memory, "category" | "text" | "title" | "evidence">,
): string {
  const quotes = memory.evidence.map((piece) => (piece.type === "span" ? piece.quote : piece.text));
  return [memory.category, memory.title ?? "", memory.text, ...quotes.slice(0, 1)].join(" ");
}

export function messageEmbeddingText(message: Pick<NewMessage, "author" | "text">): string {
  return `${message.author.name}: ${message.text}`;
}

/** Under what a vector is stored; vectors of two models, or of two revisions of one, never meet. */
export function modelKey(model: Readonly<{ id: string; revision: string }>): string {
  return `${model.id}@${model.revision}`;
}
