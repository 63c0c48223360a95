// Categories that the engine itself files memories under. They exist whatever list is configured: a list says what
// people may add, and must not make the engine's own memories disappear.

export const BUILT_IN_CATEGORIES: readonly string[] = [
  "preference",
  "profile",
  "relationship",
  "relationship_dynamic",
  "project",
  "event",
  "upkeep",
  "other",
];
