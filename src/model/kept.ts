// Keeps what was worked out of a text while there is room: the same short lines are read again and again.

/** `characters` of all texts together, and of the longest one that is kept at all. */
type Room = Readonly<{ characters: number; longest: number }>;

/** The same function, for one whose answer depends on the text alone and is never undefined. */
export function kept<T>(make: (text: string) => T, room: Room): (text: string) => T {
  const known = new Map<string, T>();
  let characters = 0;
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = make(text);
    if (text.length > room.longest) return made;
    characters += text.length;
    if (characters > room.characters) {
      known.clear();
      characters = text.length;
    }
    known.set(text, made);
    return made;
  };
}
