// The built-in extractor and narrator, loaded when they are first needed: a program that only asks never is.

import { lazy } from "../model/lazy.ts";
import type { Extractor } from "../ports/extractor.ts";
import type { Narrator } from "../ports/narrator.ts";

export function lateExtractor(): Extractor {
  const loaded = lazy(async () => (await import("./builtin/extractor.ts")).builtinExtractor());
  return {
    name: "builtin",
    inline: true,
    extract: async (input) => (await loaded()).extract(input),
  };
}

export function lateNarrator(): Narrator {
  const loaded = lazy(async () => (await import("./builtin/narrator.ts")).builtinNarrator());
  return {
    name: "builtin",
    episode: async (messages) => (await loaded()).episode(messages),
    topics: async (input) => (await loaded()).topics(input),
    profile: async (input) => (await loaded()).profile(input),
    consolidate: async (input) => (await loaded()).consolidate(input),
    insights: async (input) => (await loaded()).insights(input),
  };
}
