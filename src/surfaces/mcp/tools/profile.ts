// `memory_profile`: what is known of a person.

import { z } from "zod";
import { MemoryError } from "../../../errors.ts";
import { SECTIONS } from "../../../model/kinds.ts";
import { Id } from "../../../operations/inputs.ts";
import { whoLooks } from "../principal.ts";
import { ProfileView, profileView } from "../profile-view.ts";
import { tool } from "../tool.ts";

export const profileTool = tool({
  name: "memory_profile",
  title: "Profile of a person",
  description:
    "What is known of one person, by section (bio, interests, skills, opinions, relationships, other). " +
    "Use it to adapt to whom you talk with, or when someone asks what is known of them. " +
    "Do not use it for a single fact (memory_query), and do not recite it unasked.",
  operation: "profile",
  isDestructive: false,
  isIdempotent: true,
  input: z.strictObject({
    person: Id.optional().describe("A user id; without it, the user this connection serves."),
    sections: z.array(z.enum(SECTIONS)).min(1).max(SECTIONS.length).optional(),
  }),
  output: ProfileView,
  run: async ({ person, sections }, { memory, principal }) => {
    const whose = person ?? principal.user;
    if (whose === undefined)
      throw new MemoryError(
        "invalid_input",
        "`person` is missing, and this connection has no user.",
      );
    const profile = await memory.profile({ ...whoLooks(principal), person: whose });
    return profileView(profile, sections ?? SECTIONS);
  },
});
