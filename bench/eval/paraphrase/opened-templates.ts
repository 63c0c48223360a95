// Templates that were held out at first, then opened and tuned on like the others.

import type { Template } from "./template.ts";

export const OPENED_TEMPLATES: readonly Template[] = [
  {
    topic: "music",
    says: [
      "{name} loves listening to {genre}",
      "{name} loves to listen to {genre}",
      "{name} adores listening to {genre} music",
      "{name} enjoys listening to {genre}.",
    ],
    denies: [
      "{name} hates listening to {genre}",
      "{name} doesn't listen to {genre}",
      "{name} used to love listening to {genre}",
    ],
  },
  {
    topic: "origin",
    says: [
      "{name} is from {city}",
      "{name} comes from {city}",
      "{name} is originally from {city}.",
      "{name} hails from {city}",
    ],
    denies: ["{name} is not from {city}", "{name} moved to {city}", "{name} came back from {city}"],
  },
  {
    topic: "commute",
    says: [
      "{name} goes to work by bicycle",
      "{name} cycles to work",
      "{name} rides a bike to work",
      "{name} bikes to work.",
    ],
    denies: [
      "{name} doesn't cycle to work",
      "{name} drives to work",
      "{name} stopped cycling to work",
    ],
  },
  {
    topic: "house",
    says: [
      "{name} bought a house in {city} in {year}",
      "{name} purchased a home in {city} in {year}",
      "In {year} {name} bought a house in {city}",
      "A house in {city} was purchased by {name} in {year}.",
    ],
    denies: [
      "{name} sold a house in {city} in {year}",
      "{name} rented a house in {city} in {year}",
      "{name} did not buy a house in {city} in {year}",
    ],
  },
  {
    topic: "teaching",
    says: [
      "{name} teaches {subject} in {city}",
      "{name} is a {subject} teacher in {city}",
      "{name} is teaching {subject} in {city}.",
      "{subject} is taught by {name} in {city}",
    ],
    denies: [
      "{name} studies {subject} in {city}",
      "{name} never taught {subject} in {city}",
      "{name} no longer teaches {subject} in {city}",
    ],
  },
  {
    topic: "drink",
    says: [
      "{name} drinks {drink} every morning",
      "Every morning {name} drinks {drink}",
      "{name} has {drink} every morning",
      "{name} drinks {drink} each morning.",
    ],
    denies: [
      "{name} never drinks {drink} in the morning",
      "{name} stopped drinking {drink} every morning",
      "{name} drinks {drink} every evening",
    ],
  },
  {
    topic: "meeting people",
    says: [
      "{name} met {other} in {city} in {year}",
      "{name} first met {other} in {city} in {year}",
      "In {year}, {name} and {other} met in {city}",
      "{other} met {name} in {city} in {year}.",
    ],
    denies: [
      "{name} did not meet {other} in {city} in {year}",
      "{name} left {other} in {city} in {year}",
    ],
  },
  {
    topic: "preference",
    says: [
      "{name} prefers {drink} to wine",
      "{name} likes {drink} better than wine",
      "{name} likes {drink} more than wine.",
      "{name} would rather have {drink} than wine",
    ],
    denies: [
      "{name} prefers wine to {drink}",
      "{name} does not prefer {drink} to wine",
      "{name} likes {drink} less than wine",
    ],
  },
  {
    topic: "call",
    says: [
      "{name} phoned {other} on {weekday}",
      "{name} called {other} on {weekday}",
      "{other} was called by {name} on {weekday}.",
      "On {weekday}, {name} gave {other} a call",
    ],
    denies: [
      "{other} called {name} on {weekday}",
      "{name} forgot to call {other} on {weekday}",
      "{name} didn't call {other} on {weekday}",
    ],
  },
  {
    topic: "graduation",
    says: [
      "{name} graduated in {subject} in {year}",
      "{name} got a degree in {subject} in {year}",
      "In {year} {name} earned a degree in {subject}.",
      "{name} finished a degree in {subject} in {year}",
    ],
    denies: [
      "{name} failed to graduate in {subject} in {year}",
      "{name} dropped {subject} in {year}",
    ],
  },
  {
    topic: "meeting time",
    says: [
      "The meeting with {other} is on {weekday} at {hour} pm",
      "The meeting with {other} takes place on {weekday} at {hour} pm",
      "On {weekday} at {hour} pm there is a meeting with {other}.",
      "The meeting with {other} will be on {weekday} at {hour} pm",
    ],
    denies: [
      "The meeting with {other} is not on {weekday} at {hour} pm",
      "The meeting with {other} on {weekday} at {hour} pm was cancelled",
    ],
  },
  {
    topic: "help",
    says: [
      "{name} helped {other} repair the roof",
      "{name} helped {other} fix the roof",
      "{name} assisted {other} in repairing the roof.",
      "{other} was helped by {name} to repair the roof",
    ],
    denies: [
      "{other} helped {name} repair the roof",
      "{name} refused to help {other} repair the roof",
    ],
  },
  {
    topic: "smoking",
    says: [
      "{name} quit smoking in {year}",
      "{name} stopped smoking in {year}",
      "{name} gave up smoking in {year}.",
      "In {year}, {name} stopped smoking",
    ],
    denies: ["{name} started smoking in {year}", "{name} did not quit smoking in {year}"],
  },
  {
    topic: "trip",
    says: [
      "{name} is going to travel to {city} in {month}",
      "{name} will travel to {city} in {month}",
      "{name} is planning a trip to {city} in {month}",
      "In {month} {name} will take a trip to {city}.",
    ],
    denies: [
      "{name} cancelled the trip to {city} in {month}",
      "{name} will not travel to {city} in {month}",
      "{name} traveled from {city} in {month}",
    ],
  },
  {
    topic: "cat",
    says: [
      "{name} adopted a kitten named {pet}",
      "{name} has adopted a kitten called {pet}",
      "A kitten called {pet} was adopted by {name}.",
      "{name} adopted {pet}, a kitten",
    ],
    denies: ["{name} gave away a kitten named {pet}", "{name} adopted a puppy named {pet}"],
  },
  {
    topic: "writing",
    says: [
      "{name} wrote a book about {subject}",
      "{name} is the author of a book about {subject}",
      "A book about {subject} was written by {name}.",
      "{name} has written a book on {subject}",
    ],
    denies: ["{name} read a book about {subject}", "{name} never wrote a book about {subject}"],
  },
];
