// `mneme/langgraph`: the state and the long-term store of LangGraph graphs.

export { type CheckpointerOptions, MnemeCheckpointer } from "./checkpointer.ts";
export { MnemeStore, type StoreOptions } from "./store.ts";
