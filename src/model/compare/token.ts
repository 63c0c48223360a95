// The shapes a statement is read into.

export type Token = Readonly<{
  word: string;
  key: string;
  kind: "word" | "name" | "number" | "date";
  /** Place among all words, grammar included: two tokens are neighbours when these are. */
  at: number;
  /** The preposition before it, `be` after a copula, empty when it stands bare. */
  marker: string;
  isVerb: boolean;
  tense: "past" | "perfect" | "other";
  /** Light words may stand on one side only. */
  isLight: boolean;
  /** Followed by a possessive `'s`. */
  isOwner: boolean;
  /** Follows "and" or "or". */
  isJoined: boolean;
  afterStop: boolean;
  /** Follows "a", "an" or "one". */
  isSingular: boolean;
}>;

export type Statement = Readonly<{
  tokens: readonly Token[];
  /** For each negation the indexes of the tokens it may speak of. */
  negations: readonly (readonly number[])[];
  /** Indexes of the tokens that say whom or what the statement is about. */
  subject: readonly number[];
  pronoun: string | undefined;
  isPassive: boolean;
  /** Some of its grammar is in the past: "was", "did". */
  isPast: boolean;
  /** Says what somebody or something was: "was a nurse", not "was painted". */
  wasOnce: boolean;
  /** Enough grammar was recognised to trust the word lists. */
  isReadable: boolean;
}>;

/**
 * The same with some of it changed. Written out, and in the order of the type, so that all tokens have one shape: the engine
 * compiles every reader of tokens anew for each shape it meets, and a spread makes a shape of its own.
 */
export function changedToken(token: Token, to: Partial<Token>): Token {
  return {
    word: to.word ?? token.word,
    key: to.key ?? token.key,
    kind: to.kind ?? token.kind,
    at: to.at ?? token.at,
    marker: to.marker ?? token.marker,
    isVerb: to.isVerb ?? token.isVerb,
    tense: to.tense ?? token.tense,
    isLight: to.isLight ?? token.isLight,
    isOwner: to.isOwner ?? token.isOwner,
    isJoined: to.isJoined ?? token.isJoined,
    afterStop: to.afterStop ?? token.afterStop,
    isSingular: to.isSingular ?? token.isSingular,
  };
}

/** The same told in other words, or of someone else; one shape for the same reason. */
export function retold(
  statement: Statement,
  to: Readonly<{ tokens: readonly Token[]; subject?: readonly number[]; isPassive?: boolean }>,
): Statement {
  return {
    tokens: to.tokens,
    negations: statement.negations,
    subject: to.subject ?? statement.subject,
    pronoun: statement.pronoun,
    isPassive: to.isPassive ?? statement.isPassive,
    isPast: statement.isPast,
    wasOnce: statement.wasOnce,
    isReadable: statement.isReadable,
  };
}

/** Two statements and which of their words are the same. */
export type Sides = Readonly<{ older: Statement; newer: Statement; alignment: Alignment }>;

export type Alignment = Readonly<{
  /** Index in the older statement to index in the newer one. */
  pairs: ReadonlyMap<number, number>;
  olderOnly: readonly Token[];
  newerOnly: readonly Token[];
}>;
