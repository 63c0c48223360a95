// Sets a line of a profile right. The person's own words take its place and stay through every consolidation.

import { MemoryError } from "../../errors.ts";
import type { Memory } from "../../model/memory.ts";
import { type Origin, provenanceOf, TRUST_OF } from "../../model/origin.ts";
import { CORRECTED_TAG } from "../../ports/narrator.ts";
import { again } from "../again.ts";
import { type CurateDeps, commit, type Doing } from "../doing.ts";
import { embed } from "../embed.ts";
import { find } from "../find.ts";
import { revise } from "../revise.ts";
import { screenedText } from "../wording.ts";

export type CorrectProfileInput = Doing &
  Readonly<{
    user: string;
    traitId: string;
    text: string;
    origin: Extract<Origin, "user" | "operator">;
  }>;

export async function correctProfile(
  input: CorrectProfileInput,
  deps: CurateDeps,
): Promise<Memory> {
  return again(async () => {
    const wrong = await find(input.viewer, input.traitId, deps);
    refuseOther(wrong, input);
    const right = corrected(wrong, input, deps);
    const ended = revise(
      wrong,
      { state: "superseded", supersededBy: right.id, validTo: right.createdAt },
      { at: right.createdAt, event: "UPDATE", reason: "corrected" },
    );
    const reason = `corrected by ${input.actor}`;
    const changes = [
      ended,
      { type: "create", memory: right, reason } as const,
      await embed(right, deps),
    ];
    await commit({ ...input, cause: "correct_profile", changes }, deps);
    return right;
  });
}

function refuseOther(wrong: Memory, { user, origin }: CorrectProfileInput): void {
  const isTheirs = wrong.kind === "trait" && wrong.subject === user && wrong.state === "active";
  if (!isTheirs)
    throw new MemoryError("not_found", `There is no line ${wrong.id} in the profile of ${user}.`);
  if (TRUST_OF[origin] < wrong.trust)
    throw new MemoryError("forbidden", "That line was set by whoever runs the engine.");
}

/** A statement of its own: it no longer rests on what was misunderstood. */
function corrected(wrong: Memory, input: CorrectProfileInput, deps: CurateDeps): Memory {
  const { validTo: _validTo, purgeAt: _purgeAt, expiresAt: _expiresAt, ...line } = wrong;
  const at = deps.now().toISOString();
  const text = screenedText(input.text, "trait", deps.screen);
  return {
    ...line,
    ...provenanceOf(input.origin),
    id: deps.ids(),
    text,
    tags: [...new Set([...wrong.tags, CORRECTED_TAG])],
    confidence: 1,
    evidence: [{ type: "statement", text }],
    derivedFrom: [],
    version: 1,
    createdAt: at,
    updatedAt: at,
    validFrom: at,
    writer: { actor: input.actor },
  };
}
