// The first look at a message: is it for us to keep, and what of it may be kept.

import { type GuardPolicy, guard, type Verdict } from "../guard/guard.ts";
import { LORE_SUBJECT } from "../model/kinds.ts";
import type { NewMessage } from "../model/message.ts";
import { screenedMetadata } from "../model/metadata.ts";

export type CapturePolicy = Readonly<{
  /** Shorter messages are kept, and not read for facts. */
  minCharacters: number;
  enabled: boolean;
  blockedUsers: readonly string[];
  blockedChannels: readonly string[];
  /** When set, no other tenant is remembered. */
  onlyTenant: string | undefined;
}>;

export type Accepted =
  | Readonly<{ type: "ignored"; reason: string }>
  | Readonly<{
      type: "accepted";
      message: NewMessage;
      /** A person's words, to be gathered into conversations. */
      isPerson: boolean;
      /** Long enough to be read for facts. */
      isMined: boolean;
      /** Set when the guard found text that speaks to the model. */
      heldFor: string | undefined;
    }>;

export function acceptMessage(
  message: NewMessage,
  capture: CapturePolicy,
  policy: GuardPolicy,
): Accepted {
  const reason = ignoredReason(message, capture);
  if (reason !== undefined) return { type: "ignored", reason };
  const verdict = guard(message.text, policy);
  const { metadata, verdicts } = screened(message, policy);
  if ([verdict, ...verdicts].some(({ outcome }) => outcome === "drop"))
    return { type: "ignored", reason: "guard" };
  const text = verdict.text.trim();
  if (text === "") return { type: "ignored", reason: "empty" };
  const isPerson =
    message.role === "user" && !message.author.isBot && message.author.id !== LORE_SUBJECT;
  return {
    type: "accepted",
    message: { ...message, text, ...(metadata === undefined ? {} : { metadata }) },
    isPerson,
    isMined: isPerson && text.length >= capture.minCharacters,
    heldFor: [verdict, ...verdicts].flatMap((one) => heldFor(one, policy) ?? [])[0],
  };
}

function screened({ metadata }: NewMessage, policy: GuardPolicy) {
  const verdicts: Verdict[] = [];
  if (metadata === undefined) return { metadata, verdicts };
  const screen = (text: string) => {
    const verdict = guard(text, policy);
    verdicts.push(verdict);
    return verdict.text;
  };
  return { metadata: screenedMetadata(metadata, screen), verdicts };
}

/** Why a screened text waits for a person, when it does. */
export function heldFor({ outcome, findings }: Verdict, policy: GuardPolicy): string | undefined {
  if (outcome !== "hold") return undefined;
  const held = findings.filter((found) => policy[found.class] === "hold");
  return `guard: ${[...new Set(held.map((found) => found.class))].join(", ")}`;
}

function ignoredReason(message: NewMessage, capture: CapturePolicy): string | undefined {
  if (!capture.enabled) return "disabled";
  if (capture.onlyTenant !== undefined && capture.onlyTenant !== message.tenant)
    return "other_tenant";
  if (capture.blockedUsers.includes(message.author.id)) return "blocked_user";
  const channels = [message.channel, message.thread].filter((name) => name !== undefined);
  return channels.some((channel) => capture.blockedChannels.includes(channel))
    ? "blocked_channel"
    : undefined;
}
