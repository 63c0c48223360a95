// Deletes a person's profile: every line of it, in one transaction.

import { again } from "../again.ts";
import { type CurateDeps, commit, type Doing } from "../doing.ts";
import { ending } from "../forget.ts";
import { traitsOf } from "./profile.ts";

export type DeleteProfileInput = Doing & Readonly<{ user: string; purge: boolean }>;

/** How many lines went. */
export async function deleteProfile(
  input: DeleteProfileInput,
  deps: Pick<CurateDeps, "store" | "now">,
): Promise<number> {
  return again(async () => {
    const traits = await traitsOf(input, deps);
    const reason = "the profile was deleted";
    const changes = traits.map((trait) => ending(trait, { purge: input.purge, reason }, deps));
    await commit({ ...input, cause: "delete_profile", changes }, deps);
    return traits.length;
  });
}
