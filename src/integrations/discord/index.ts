// `mneme/discord`: memory for bots written with discord.js 14.

export type { Transcript } from "./attach.ts";
export {
  attachMemory,
  type DiscordMemory,
  type DiscordOptions,
} from "./attach.ts";
export { memoryCommand } from "./command.ts";
