// Twenty channels of one community and what is talked about in each: questions, answers, reports and plans.

export type Place = Readonly<{
  channel: string;
  /** Things this channel is about. */
  things: readonly string[];
  /** People talk about them so; `{x}` is a thing, `{n}` another person, `{d}` a day. */
  lines: readonly string[];
}>;

const PROJECT = [
  "the {x} is almost done, I only need a review",
  "Who can look at the {x} before {d}?",
  "I pushed a fix for the {x} this morning",
  "The {x} failed again last night, same error as before",
  "{n}, could you take over the {x} on {d}?",
  "We decided to postpone the {x} until {d}",
  "I rewrote half of the {x} and it is twice as fast",
  "Do we still need the {x}? It costs us a lot",
  "The customer asked about the {x} again",
  "I will write the notes for the {x} tonight",
] as const;
const HOBBY = [
  "Has anyone tried the {x} yet?",
  "The {x} turned out great, photos tonight",
  "I finally finished the {x} after three weeks",
  "{n} showed me a better way to do the {x}",
  "The {x} is harder than it looks",
  "Let's do the {x} together on {d}",
  "I ruined the {x} again, too much heat",
  "Where did you buy the {x}?",
  "The {x} on {d} was the best one this year",
] as const;
const EVENT = [
  "The {x} starts at six on {d}, bring a chair",
  "I booked the hall for the {x}",
  "{n} and I are bringing food to the {x}",
  "We are eleven people for the {x} so far",
  "Can someone lend us a projector for the {x}?",
  "The {x} moved to {d} because of the rain",
  "How was the {x}?",
  "The {x} was packed, we ran out of cups",
] as const;

function place(channel: string, things: readonly string[], lines: readonly string[]): Place {
  return { channel, things, lines };
}

export const PLACES: readonly Place[] = [
  place("backend", ["login service", "payment queue", "search index", "nightly import"], PROJECT),
  place("frontend", ["settings page", "dark theme", "sign-up form", "date picker"], PROJECT),
  place("releases", ["May release", "hotfix", "changelog", "rollback plan"], PROJECT),
  place("support", ["refund request", "export bug", "password reset", "billing question"], PROJECT),
  place("design", ["new icon set", "poster draft", "colour palette", "landing page"], PROJECT),
  place("garden", ["tomato bed", "compost heap", "rain barrel", "greenhouse door"], HOBBY),
  place("kitchen", ["sourdough loaf", "lentil stew", "plum cake", "pickled cabbage"], HOBBY),
  place("climbing", ["north wall", "red route", "harbour boulder", "Saturday course"], HOBBY),
  place("music", ["string quartet", "second movement", "drum recording", "spring concert"], HOBBY),
  place("photos", ["night walk", "old lens", "macro set", "harbour series"], HOBBY),
  place("reading", ["Le Guin novel", "crime series", "poetry evening", "atlas of birds"], HOBBY),
  place("boardgames", ["railway game", "trick-taking game", "tournament", "expansion box"], HOBBY),
  place("running", ["ten-kilometre loop", "hill repeats", "spring marathon", "relay team"], HOBBY),
  place("films", ["Tuesday screening", "silent film", "director's cut", "short film night"], EVENT),
  place(
    "meetups",
    ["repair cafe", "language table", "newcomers' dinner", "lightning talks"],
    EVENT,
  ),
  place("picnic", ["lake picnic", "barbecue", "potluck", "kite afternoon"], EVENT),
  place("festival", ["lantern walk", "main stage", "children's tent", "volunteer shift"], EVENT),
  place("travel", ["Oslo trip", "night train", "cycling tour", "mountain hut"], EVENT),
  place("general", ["new server rules", "member survey", "winter fund", "welcome guide"], EVENT),
  place("help", ["printer", "bicycle brake", "tax form", "water boiler"], PROJECT),
];

export const SMALL_TALK = [
  "good morning",
  "morning all!",
  "haha",
  "lol same",
  "thanks!",
  "thank you so much",
  "ok",
  "sounds good",
  "+1",
  "nice one",
  "brb",
  "see you later",
  "oh no",
  "congrats!!",
  "who is around?",
  "good night everyone",
  "hm, not sure",
  "yes please",
  "no idea tbh",
  "wow",
  "exactly",
  "what do you mean?",
  "same here",
] as const;

export const NOTES = [
  "Remember that {n} needs the keys on {d}",
  "Remember: the hall is closed on {d}",
  "Don't forget that the fees are due on {d}",
] as const;
