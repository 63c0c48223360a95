// A person's profile as MCP clients see it. Sources are named by id only: their words may not be this viewer's to read.

import { z } from "zod";
import { SECTIONS, type Section } from "../../model/kinds.ts";
import type { MemoryEngine } from "../../operations/engine.ts";

export const ProfileView = z.object({
  person: z.string(),
  sections: z.array(
    z.object({
      section: z.enum(SECTIONS),
      lines: z.array(
        z.object({
          id: z.string(),
          text: z.string(),
          confidence: z.number(),
          freshness: z.number(),
          updated_at: z.string(),
          is_corrected: z.boolean(),
          sources: z.array(z.object({ type: z.string(), id: z.string(), date: z.string() })),
        }),
      ),
    }),
  ),
});

type Profile = Awaited<ReturnType<MemoryEngine["profile"]>>;

export function profileView(
  profile: Profile,
  sections: readonly Section[],
): z.input<typeof ProfileView> {
  return {
    person: profile.user,
    sections: sections
      .filter((section) => profile.sections[section].length > 0)
      .map((section) => ({ section, lines: profile.sections[section].map(lineView) })),
  };
}

function lineView(line: Profile["sections"][Section][number]) {
  return {
    id: line.id,
    text: line.text,
    confidence: line.confidence,
    freshness: line.freshness,
    updated_at: line.updatedAt,
    is_corrected: line.isCorrected,
    sources: line.sources.map(({ type, id, date }) => ({ type, id, date })),
  };
}
