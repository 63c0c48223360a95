// Reads what was said out of the AI SDK's prompts and answers.

import type { LanguageModelV3Content, LanguageModelV3Prompt } from "@ai-sdk/provider";

/** What the person said last, wherever in the prompt it stands. */
export function lastUserText(prompt: LanguageModelV3Prompt): string {
  const last = prompt.findLast(({ role }) => role === "user");
  return last?.role === "user" ? textOf(last.content) : "";
}

/** What the person says with this call. The steps that follow a tool's result repeat it, and it was heard already. */
export function newUserText(prompt: LanguageModelV3Prompt): string {
  return prompt.at(-1)?.role === "user" ? lastUserText(prompt) : "";
}

export function answeredText(content: readonly LanguageModelV3Content[]): string {
  return textOf(content);
}

function textOf(parts: readonly { type: string }[]): string {
  return parts
    .flatMap((part) => ("text" in part && part.type === "text" ? [String(part.text)] : []))
    .join("\n");
}

/** Before what is said, after what the host has to say to the model. */
export function withContext(prompt: LanguageModelV3Prompt, context: string): LanguageModelV3Prompt {
  const place = prompt.findIndex(({ role }) => role !== "system");
  const at = place === -1 ? prompt.length : place;
  return [...prompt.slice(0, at), { role: "system", content: context }, ...prompt.slice(at)];
}
