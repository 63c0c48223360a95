// Someone called by name at either end of a clause, which is no part of what is said: how many characters it takes.
// No pattern is made of the names: in a talk of many people they are others with every message.

export function calledFirst(text: string, names: readonly string[]): number {
  for (const name of names) {
    const after = text.startsWith(name) ? /^\s*[,!]\s*/.exec(text.slice(name.length)) : null;
    if (after !== null) return name.length + after[0].length;
  }
  return 0;
}

export function calledLast(text: string, names: readonly string[]): number {
  let longest = 0;
  for (const name of names) {
    const head = text.endsWith(name) ? text.slice(0, text.length - name.length) : "";
    const before = /,\s*$/.exec(head);
    if (before !== null) longest = Math.max(longest, text.length - before.index);
  }
  return longest;
}
