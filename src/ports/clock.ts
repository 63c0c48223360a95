// Time and ids come from outside, so that a test or a simulation can give its own.

export type Clock = () => Date;

/** Ids that sort by the time they were made. */
export type Ids = () => string;
