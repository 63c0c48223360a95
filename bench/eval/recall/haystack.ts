// What a recall evaluation runs on: messages to listen to, and questions with the messages that answer them.

export type Said = Readonly<{
  id: string;
  session: string;
  channel: string;
  at: Date;
  author: Readonly<{ id: string; name: string; isBot: boolean }>;
  role: "user" | "assistant";
  text: string;
}>;

export type Asked = Readonly<{
  text: string;
  category: string;
  at: Date;
  goldTurns: readonly string[];
  goldSessions: readonly string[];
}>;

export type Haystack = Readonly<{
  name: string;
  messages: readonly Said[];
  questions: readonly Asked[];
}>;

/** All of them in one store, each message under an id that says whose it was. */
export function pooled(haystacks: readonly Haystack[]): Haystack {
  const messages = new Map<string, Said>();
  for (const haystack of haystacks)
    for (const message of haystack.messages) messages.set(message.id, message);
  return {
    name: "pooled",
    messages: [...messages.values()].sort((a, b) => a.at.getTime() - b.at.getTime()),
    questions: haystacks.flatMap(({ questions }) => questions),
  };
}
