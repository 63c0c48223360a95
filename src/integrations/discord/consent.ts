// Who may be remembered: a person's own yes or no, and a guild's switch. Kept with the memory, so it survives a restart.

import { z } from "zod";
import type { MemoryEngine } from "../../operations/engine.ts";

export type Consent = "required" | "assumed";
export type Choice = "yes" | "no" | "unasked";

/** Not an id that Discord gives to anyone. */
const GUILD = "guild";
const THREAD = "discord-consent";

const Kept = z.object({ choice: z.enum(["yes", "no"]) });

export type ConsentBook = Readonly<{
  choiceOf(tenant: string, userId: string): Promise<Choice>;
  choose(tenant: string, userId: string, choice: "yes" | "no"): Promise<void>;
  isGuildOn(tenant: string): Promise<boolean>;
  switchGuild(tenant: string, on: boolean): Promise<void>;
  mayRemember(tenant: string, userId: string): Promise<boolean>;
}>;

export function openConsentBook(memory: MemoryEngine, consent: Consent): ConsentBook {
  const { checkpoints } = memory;
  const read = async (tenant: string, user: string): Promise<Choice> => {
    const found = await checkpoints.load({ tenant, user, thread: THREAD });
    const kept = Kept.safeParse(found?.data);
    return kept.success ? kept.data.choice : "unasked";
  };
  const write = (tenant: string, user: string, choice: "yes" | "no") =>
    checkpoints.save({ tenant, user, thread: THREAD }, { choice }, new Date().toISOString());
  const isGuildOn = async (tenant: string) => (await read(tenant, GUILD)) !== "no";
  return {
    choiceOf: read,
    choose: write,
    isGuildOn,
    switchGuild: (tenant, on) => write(tenant, GUILD, on ? "yes" : "no"),
    mayRemember: async (tenant, userId) => {
      if (!(await isGuildOn(tenant))) return false;
      const choice = await read(tenant, userId);
      return choice === "yes" || (choice === "unasked" && consent === "assumed");
    },
  };
}
