// Keeps what was worked out of a text while there is room: the same short lines are read again and again. Only of one
// that is asked for a second time: in a large store most are not, and what is kept for nothing makes the garbage
// collector let the whole process grow by a quarter.

/** `characters` of all texts together, and of the longest one that is kept at all. */
type Room = Readonly<{ characters: number; longest: number }>;

/** How many texts are known to have been asked for; a power of two. */
const MARKS = 2 ** 14;
const HASH_STEP = 0x0100_0193;

/** The same function, for one whose answer depends on the text alone and is never undefined. */
export function memoize<T>(make: (text: string) => T, room: Room): (text: string) => T {
  const known = new Map<string, T>();
  const isRepeated = repeats();
  let characters = 0;
  let last: Readonly<{ text: string; made: T }> | undefined;
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = last?.text === text ? last.made : make(text);
    if (text.length > room.longest) return made;
    last = { text, made };
    if (!isRepeated(text)) return made;
    characters += text.length;
    if (characters > room.characters) {
      known.clear();
      characters = text.length;
    }
    known.set(text, made);
    return made;
  };
}

/** Whether a text was asked for before, as far as its mark was not written over by another's. */
function repeats(): (text: string) => boolean {
  const marks = new Int32Array(MARKS);
  return (text) => {
    const mark = markOf(text);
    const place = mark & (MARKS - 1);
    if (marks[place] === mark) return true;
    marks[place] = mark;
    return false;
  };
}

function markOf(text: string): number {
  let mark = text.length;
  for (let at = 0; at < text.length; at += 1)
    mark = Math.imul(mark ^ text.charCodeAt(at), HASH_STEP);
  return mark ^ (mark >>> 15);
}
