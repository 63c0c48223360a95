// What one look over a folded text tells all detectors: its signs and its words. Made once a text, since each detector
// would else read it again to find nothing.

import { type Said, saidIn } from "./injection/words.ts";
import { type Signs, signsOf } from "./signs.ts";

export type TextFeatures = Readonly<{ signs: Signs; said: Said }>;

export function textFeatures(text: string): TextFeatures {
  const signs = signsOf(text);
  return { signs, said: saidIn(text, signs) };
}
