// A stored time as a number. Most lines of a store were written at few times, and a search compares a hundred of them.

import { kept } from "./kept.ts";
import type { Timestamp } from "./memory.ts";

/** Some ten thousand times. */
const ROOM = { characters: 240_000, longest: 30 };

export const timeOf: (at: Timestamp) => number = kept((at) => Date.parse(at), ROOM);
