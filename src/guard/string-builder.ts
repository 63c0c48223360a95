// Joins many short strings without holding them all: a hostile text has a piece for each of its characters.

const JOINED_AT_ONCE = 4_096;

export class StringBuilder {
  #joined = "";
  #pieces: string[] = [];

  add(piece: string): void {
    if (piece === "") return;
    this.#pieces.push(piece);
    if (this.#pieces.length === JOINED_AT_ONCE) this.#join();
  }

  toString(): string {
    this.#join();
    return this.#joined;
  }

  #join(): void {
    this.#joined += this.#pieces.join("");
    this.#pieces = [];
  }
}
