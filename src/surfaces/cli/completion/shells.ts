// The shells that can be completed in.

export const SHELLS = ["bash", "zsh", "fish", "pwsh"] as const;
export type Shell = (typeof SHELLS)[number];
