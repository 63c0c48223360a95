// Checks what callers pass to the store of checkpoints. Refusals name the field.

import { z } from "zod";
import type { CheckpointStore } from "../../ports/store.ts";
import { Id, OfTenant, parseInput, Time } from "../inputs.ts";

/** A checkpoint is its own key. */
const CheckpointKey = z.object({ tenant: Id, user: Id, thread: Id });

const Page = z.strictObject({ after: CheckpointKey.optional(), limit: z.int().min(1) });

export function checkedCheckpoints(checkpoints: CheckpointStore): CheckpointStore {
  return {
    save: async (key, data, at) => {
      parseInput(CheckpointKey, key);
      parseInput(z.strictObject({ at: Time }), { at });
      return checkpoints.save(key, data, at);
    },
    load: async (key) => checkpoints.load(parseInput(CheckpointKey, key)),
    list: async (tenant, user) => {
      parseInput(OfTenant.extend({ user: Id }), { tenant, user });
      return checkpoints.list(tenant, user);
    },
    page: async (query) => {
      parseInput(Page, query);
      return checkpoints.page(query);
    },
    delete: async (key) => checkpoints.delete(parseInput(CheckpointKey, key)),
  };
}
