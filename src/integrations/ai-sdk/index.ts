// `mneme/ai-sdk`: memory for models of the AI SDK, around every call or as tools.

export { type MemoryMiddlewareOptions, memoryMiddleware } from "./middleware.ts";
export type { Speaker } from "./speaker.ts";
export { memoryTools } from "./tools.ts";
