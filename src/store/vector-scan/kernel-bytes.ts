// `kernel.wat` assembled, so that building the package needs no WebAssembly tool.

/** Of the text the bytes were made from: a test fails when one changes without the other. */
export const KERNEL_SOURCE_SHA256 =
  "22e349bec444100c608aab53b71807d35459a01cec4c83b674b63a3ef89bb190";

const ASSEMBLED = [
  "AGFzbQEAAAABCgFgBn9/f39/fQACEAEEaG9zdAZtZW1vcnkCAAEDAgEABwgBBHNjYW4AAArfAQHcAQICfwN7AkAg",
  "A0UNAANAIAAhByABIAJqIQb9DAAAAAAAAAAAAAAAAAAAAAAhCf0MAAAAAAAAAAAAAAAAAAAAACEKA0AgAf0ABAAh",
  "CCAJIAj9hwEgB/0ABAD9ugH9rgEhCSAKIAj9iAEgB/0ABBD9ugH9rgEhCiAHQSBqIQcgAUEQaiEBIAEgBkkNAAsg",
  "CSAK/a4BIQkgBCABKgIEIAEqAgAgBSAJ/RsAIAn9GwFqIAn9GwIgCf0bA2pqspSUkjgCACAEQQRqIQQgAUEQaiEB",
  "IANBAWshAyADDQALCws=",
].join("");

export const KERNEL_BYTES: Uint8Array = Buffer.from(ASSEMBLED, "base64");
