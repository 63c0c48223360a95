// Templates that were looked at while the judge was tuned.

import type { Template } from "./template.ts";

export const TUNING_TEMPLATES: readonly Template[] = [
  {
    topic: "home",
    says: [
      "{name} lives in {city}.",
      "{name} resides in {city}",
      "{name} is living in {city}",
      "{name}'s home is in {city}.",
      "{name} is based in {city}",
    ],
    denies: [
      "{name} does not live in {city}",
      "{name} no longer lives in {city}",
      "{name} moved away from {city}",
      "{name} used to live in {city}",
    ],
  },
  {
    topic: "employer",
    says: [
      "{name} works at {firm}",
      "{name} is employed by {firm}.",
      "{name} has a job at {firm}",
      "{name} works for {firm}",
      "{firm} employs {name}",
    ],
    denies: [
      "{name} quit {firm}",
      "{name} doesn't work at {firm} anymore",
      "{name} left the job at {firm}",
      "{name} wants to work at {firm}",
    ],
  },
  {
    topic: "profession",
    says: [
      "{name} is a {job}",
      "{name} works as a {job}",
      "{name} is a {job} by profession.",
      "{name}'s job is {job}",
      "{name} is employed as a {job}",
    ],
    denies: ["{name} is not a {job}", "{name} used to be a {job}", "{name} is no longer a {job}"],
  },
  {
    topic: "liking",
    says: [
      "{name} likes {food}",
      "{name} is fond of {food}",
      "{name} enjoys {food}.",
      "{name} is a big fan of {food}",
      "{name} really likes {food}",
    ],
    denies: [
      "{name} doesn't like {food}",
      "{name} hates {food}",
      "{name} can't stand {food}",
      "{name} is not a fan of {food}",
    ],
  },
  {
    topic: "disliking",
    says: [
      "{name} can't stand {food}",
      "{name} hates {food}",
      "{name} detests {food}.",
      "{name} does not like {food}",
      "{name} dislikes {food}",
    ],
    denies: ["{name} loves {food}", "{name} likes {food}", "{name} does not hate {food}"],
  },
  {
    topic: "allergy",
    says: [
      "{name} is allergic to {allergen}",
      "{name} has an allergy to {allergen}",
      "{name} has a {allergen} allergy",
      "{name} suffers from an allergy to {allergen}.",
    ],
    denies: ["{name} is not allergic to {allergen}", "{name} has no allergy to {allergen}"],
  },
  {
    topic: "birthday",
    says: [
      "{name} was born on {month} {day}",
      "{name}'s birthday is {month} {day}",
      "{name}'s birthday is on the {day}th of {month}.",
      "{name} has a birthday on {day} {month}",
    ],
    denies: ["{name} was not born on {month} {day}", "{name}'s birthday isn't {month} {day}"],
  },
  {
    topic: "age",
    says: [
      "{name} is {age} years old",
      "{name} is {age}",
      "{name} is aged {age}.",
      "{name}'s age is {age}",
    ],
    denies: ["{name} is not {age} years old", "{name} is not yet {age}"],
  },
  {
    topic: "pet",
    says: [
      "{name} has a dog named {pet}",
      "{name}'s dog is called {pet}",
      "{name} owns a dog called {pet}.",
      "{pet} is {name}'s dog",
    ],
    denies: ["{name} does not have a dog named {pet}", "{name} has a cat named {pet}"],
  },
  {
    topic: "children",
    says: [
      "{name} has {count} children",
      "{name} has {count} kids",
      "{name} is the parent of {count} children",
      "{name} is raising {count} kids",
    ],
    denies: ["{name} has no children", "{name} doesn't have {count} children"],
  },
  {
    topic: "sibling",
    says: [
      "{other} is {name}'s brother",
      "{name} has a brother named {other}",
      "{name}'s brother is {other}.",
      "{name}'s brother is called {other}",
    ],
    denies: [
      "{other} is not {name}'s brother",
      "{other} is {name}'s sister",
      "{name} is {other}'s brother",
    ],
  },
  {
    topic: "marriage",
    says: [
      "{name} is married to {other}",
      "{name} and {other} are married",
      "{other} is married to {name}",
      "{name} married {other}.",
    ],
    denies: [
      "{name} divorced {other}",
      "{name} is not married to {other}",
      "{name} wants to marry {other}",
    ],
  },
  {
    topic: "favourite color",
    says: [
      "{name}'s favorite color is {color}",
      "{color} is {name}'s favourite colour",
      "The color {name} likes most is {color}.",
      "{name} likes {color} best of all colors",
    ],
    denies: ["{name}'s favorite color is not {color}", "{name}'s least favorite color is {color}"],
  },
  {
    topic: "sport",
    says: [
      "{name} plays {sport} on {weekday}s",
      "On {weekday}s {name} plays {sport}",
      "{name} plays {sport} every {weekday}",
      "Every {weekday}, {name} plays {sport}.",
    ],
    denies: [
      "{name} never plays {sport} on {weekday}s",
      "{name} stopped playing {sport} on {weekday}s",
    ],
  },
  {
    topic: "instrument",
    says: [
      "{name} plays the {instrument}",
      "{name} can play the {instrument}",
      "{name} knows how to play the {instrument}.",
      "{name} is able to play the {instrument}",
    ],
    denies: [
      "{name} can't play the {instrument}",
      "{name} sold the {instrument}",
      "{name} wants to play the {instrument}",
    ],
  },
  {
    topic: "language",
    says: [
      "{name} speaks {language} fluently",
      "{name} is fluent in {language}",
      "{name} speaks fluent {language}.",
      "{name} can speak {language} fluently",
    ],
    denies: ["{name} does not speak {language}", "{name} is not fluent in {language}"],
  },
  {
    topic: "studies",
    says: [
      "{name} studies {subject}",
      "{name} is studying {subject}",
      "{name} is a student of {subject}",
      "{name} is majoring in {subject}.",
    ],
    denies: [
      "{name} quit studying {subject}",
      "{name} teaches {subject}",
      "{name} doesn't study {subject}",
    ],
  },
  {
    topic: "fear",
    says: [
      "{name} is afraid of {animal}",
      "{name} is scared of {animal}",
      "{name} has a fear of {animal}.",
      "{name} fears {animal}",
    ],
    denies: ["{name} is not afraid of {animal}", "{name} loves {animal}"],
  },
  {
    topic: "purchase",
    says: [
      "{name} bought a {vehicle} in {year}",
      "{name} purchased a {vehicle} in {year}",
      "In {year}, {name} bought a {vehicle}.",
      "A {vehicle} was bought by {name} in {year}",
    ],
    denies: ["{name} sold a {vehicle} in {year}", "{name} didn't buy a {vehicle} in {year}"],
  },
  {
    topic: "deadline",
    says: [
      "The deadline for the {thing} is {weekday}",
      "The {thing} is due on {weekday}",
      "The {thing} deadline is on {weekday}.",
      "The {thing} is due {weekday}",
    ],
    denies: ["The {thing} is not due on {weekday}", "The {thing} is due after {weekday}"],
  },
  {
    topic: "appointment",
    says: [
      "{name} has a dentist appointment at {hour} pm",
      "At {hour} pm {name} has an appointment with the dentist",
      "{name} has an appointment at the dentist at {hour}:00 pm.",
      "{name}'s dentist appointment is at {hour} pm",
    ],
    denies: [
      "{name} cancelled the dentist appointment at {hour} pm",
      "{name} has a dentist appointment at {hour} am",
    ],
  },
  {
    topic: "introduction",
    says: [
      "{name} introduced {other} to {pet}",
      "{other} was introduced to {pet} by {name}",
      "{name} has introduced {other} to {pet}.",
    ],
    denies: ["{other} introduced {name} to {pet}", "{name} did not introduce {other} to {pet}"],
  },
  {
    topic: "gift",
    says: [
      "{name} gave {other} a bicycle",
      "{name} gave a bike to {other}",
      "{other} was given a bicycle by {name}",
      "{name} has given {other} a bike.",
    ],
    denies: ["{other} gave {name} a bicycle", "{name} refused to give {other} a bicycle"],
  },
  {
    topic: "diet",
    says: [
      "{name} is a vegetarian",
      "{name} does not eat meat",
      "{name} doesn't eat meat.",
      "{name} is vegetarian",
    ],
    denies: ["{name} eats meat", "{name} is not a vegetarian"],
  },
  {
    topic: "start of work",
    says: [
      "{name} started working at {firm} in {year}",
      "{name} began to work at {firm} in {year}",
      "{name} has worked at {firm} since {year}.",
      "In {year} {name} started to work for {firm}",
    ],
    denies: ["{name} stopped working at {firm} in {year}", "{name} worked at {firm} until {year}"],
  },
  {
    topic: "rent",
    says: [
      "{name}'s rent is {amount} euros a month",
      "{name} pays {amount} euros a month in rent",
      "{name} pays a monthly rent of {amount} euros.",
      "{name}'s monthly rent is {amount} euros",
    ],
    denies: [
      "{name}'s rent is not {amount} euros a month",
      "{name} pays less than {amount} euros a month in rent",
    ],
  },
  {
    topic: "boss",
    says: [
      "{name}'s boss is {other}",
      "{other} is {name}'s manager",
      "{name} reports to {other}.",
      "{other} is the boss of {name}",
    ],
    denies: [
      "{other} reports to {name}",
      "{other} is not {name}'s boss",
      "{name} is {other}'s manager",
    ],
  },
  {
    topic: "waking",
    says: [
      "{name} gets up at {hour} am",
      "{name} wakes up at {hour} in the morning",
      "{name} wakes at {hour} am every day.",
      "{name} gets out of bed at {hour} am",
    ],
    denies: ["{name} goes to bed at {hour} am", "{name} wakes up before {hour} am"],
  },
];
