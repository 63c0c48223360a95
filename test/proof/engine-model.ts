// What the engine should do, in a few lines and in memory: notes of tenants, by id. The property test holds the real
// engine against it after every command.

export type Note = {
  id: string;
  text: string;
  subject: string;
  pinned: boolean;
  isForgotten: boolean;
  version: number;
};

export type Command = Readonly<{ tenant: number; nth: number; word: string; person: number }> &
  Readonly<{
    type:
      | "remember"
      | "edit"
      | "forget"
      | "restore"
      | "pin"
      | "erase"
      | "list"
      | "get"
      | "foreign"
      | "search"
      | "restart";
  }>;

/** Newest first. */
export type Model = readonly (readonly [tenant: string, notes: Note[]])[];

export const WORDS = ["copper", "lantern", "harbour", "violet", "thunder"] as const;
export const PEOPLE = ["ana", "ben"] as const;

export function emptyModel(tenants: readonly string[]): Model {
  return tenants.map((tenant) => [tenant, []] as const);
}

export function active(notes: readonly Note[]): readonly Note[] {
  return notes.filter((note) => !note.isForgotten);
}

/** What the note becomes, or the refusal. A note that is not in the model is not there. */
export function changed(note: Note | undefined, command: Command, text: string): Note | "refused" {
  if (note === undefined) return "refused";
  const next = { ...note, version: note.version + 1 };
  switch (command.type) {
    case "edit":
      return note.isForgotten ? "refused" : { ...next, text };
    case "forget":
      return { ...next, isForgotten: true };
    case "restore":
      return note.isForgotten ? { ...next, isForgotten: false } : note;
    case "pin":
      return note.pinned ? note : { ...next, pinned: true };
    default:
      return note;
  }
}
