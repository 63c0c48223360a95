// Sets the register of a topic: made when there is none, updated in place when there is one. The write path judges
// the text like any other.

import type { Proposal } from "../model/candidate.ts";
import { POLICIES } from "../model/kinds.ts";
import { type Origin, provenanceOf } from "../model/origin.ts";
import type { Outcome } from "../model/receipt.ts";
import type { Doing } from "./doing.ts";

/** The write path, with everything it needs already given to it. */
export type Remember = (
  proposals: readonly Proposal[],
  act: Readonly<{ tenant: string; actor: string; cause: string }>,
) => Promise<readonly Outcome[]>;

export type TopicInput = Doing &
  Readonly<{
    topicId: string;
    text: string;
    scope: string;
    user?: string;
    category: string;
    tags?: readonly string[];
    origin: Origin;
  }>;

export async function updateByTopic(
  input: TopicInput,
  { remember }: Readonly<{ remember: Remember }>,
): Promise<readonly Outcome[]> {
  const { viewer, actor } = input;
  return remember([registerOf(input)], { tenant: viewer.tenant, actor, cause: "update_by_topic" });
}

function registerOf(input: TopicInput): Proposal {
  const { viewer, actor, topicId, text, scope, user, category, tags, origin } = input;
  const { stability, defaultImportance: importance } = POLICIES.register;
  return {
    kind: "register",
    tenant: viewer.tenant,
    topicId,
    text,
    scope,
    category,
    confidence: 1,
    importance,
    stability,
    evidence: [],
    participants: [],
    derivedFrom: [],
    pinned: false,
    provenance: provenanceOf(origin),
    writer: viewer.as.type === "agent" ? { agent: viewer.as.agent, actor } : { actor },
    ...(user === undefined ? {} : { user }),
    ...(tags === undefined ? {} : { tags }),
  };
}
