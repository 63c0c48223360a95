// A second round of templates that were looked at while the judge was tuned: other topics, other turns of phrase.

import type { Template } from "./template.ts";

export const MORE_TUNING_TEMPLATES: readonly Template[] = [
  {
    topic: "hobby",
    says: [
      "{name} enjoys {hobby}",
      "{name}'s hobby is {hobby}",
      "{name} does {hobby} as a hobby.",
      "{hobby} is a hobby of {name}",
    ],
    denies: [
      "{name} gave up {hobby}",
      "{name} dislikes {hobby}",
      "{name} is thinking about {hobby} as a hobby",
    ],
  },
  {
    topic: "illness",
    says: [
      "{name} has {illness}",
      "{name} suffers from {illness}",
      "{name} was diagnosed with {illness}.",
      "{name} has been diagnosed with {illness}",
    ],
    denies: [
      "{name} does not have {illness}",
      "{name} recovered from {illness}",
      "{name} fears having {illness}",
    ],
  },
  {
    topic: "tool",
    says: [
      "{name} uses {tool} at work",
      "At work, {name} uses {tool}",
      "{name} is using {tool} at work.",
      "{tool} is used by {name} at work",
    ],
    denies: ["{name} stopped using {tool} at work", "{name} refuses to use {tool} at work"],
  },
  {
    topic: "repair",
    says: [
      "{name} repaired {other}'s {vehicle} in {month}",
      "{name} fixed {other}'s {vehicle} in {month}",
      "In {month} {other}'s {vehicle} was repaired by {name}.",
      "{other}'s {vehicle} was fixed by {name} in {month}",
    ],
    denies: [
      "{other} repaired {name}'s {vehicle} in {month}",
      "{name} broke {other}'s {vehicle} in {month}",
      "{name} could not repair {other}'s {vehicle} in {month}",
    ],
  },
  {
    topic: "walk",
    says: [
      "{name} walks the dog every evening",
      "Every evening {name} takes the dog for a walk",
      "{name} goes for a walk with the dog every evening",
      "{name} takes the dog for a walk each evening.",
    ],
    denies: ["{name} never walks the dog in the evening", "{name} walks the dog every morning"],
  },
  {
    topic: "decision",
    says: [
      "{name} decided to sell the {vehicle}",
      "{name} made the decision to sell the {vehicle}",
      "{name} has decided to sell the {vehicle}.",
      "{name} made up her mind to sell the {vehicle}",
    ],
    denies: [
      "{name} decided to keep the {vehicle}",
      "{name} decided not to sell the {vehicle}",
      "{name} decided to buy the {vehicle}",
    ],
  },
  {
    topic: "wish",
    says: [
      "{name} wants to learn {language}",
      "{name} would like to learn {language}",
      "{name} wishes to learn {language}.",
      "{name} is eager to learn {language}",
    ],
    denies: [
      "{name} learned {language}",
      "{name} doesn't want to learn {language}",
      "{name} wants to forget {language}",
    ],
  },
  {
    topic: "duty",
    says: [
      "{name} has to renew the passport by {month}",
      "{name} needs to renew the passport by {month}",
      "{name} must renew the passport by {month}.",
      "By {month} {name} has to renew the passport",
    ],
    denies: [
      "{name} doesn't have to renew the passport by {month}",
      "{name} renewed the passport in {month}",
    ],
  },
  {
    topic: "friendship",
    says: [
      "{name} is a friend of {other}",
      "{other} is a friend of {name}",
      "{name} and {other} are friends",
      "{name} is friends with {other}.",
    ],
    denies: ["{name} and {other} are no longer friends", "{name} is {other}'s enemy"],
  },
  {
    topic: "cooking",
    says: [
      "{name} cooks {food} on {weekday}s",
      "{name} prepares {food} on {weekday}s",
      "On {weekday}s, {name} makes {food}.",
      "Every {weekday} {name} cooks {food}",
    ],
    denies: ["{name} doesn't cook {food} on {weekday}s", "{name} avoids {food} on {weekday}s"],
  },
  {
    topic: "driving",
    says: [
      "{name} drives a {color} {vehicle}",
      "{name}'s {vehicle} is {color}",
      "{name} owns a {color} {vehicle}.",
      "{name} has a {color} {vehicle}",
    ],
    denies: ["{name} sold the {color} {vehicle}", "{name} does not own a {color} {vehicle}"],
  },
  {
    topic: "flight",
    says: [
      "{name}'s flight leaves at {hour} am on {weekday}",
      "{name}'s flight departs on {weekday} at {hour} am",
      "On {weekday} at {hour} am {name}'s flight leaves.",
      "{name}'s plane leaves on {weekday} at {hour} am",
    ],
    denies: [
      "{name}'s flight arrives at {hour} am on {weekday}",
      "{name}'s flight on {weekday} at {hour} am was cancelled",
    ],
  },
  {
    topic: "loan",
    says: [
      "{name} lent {other} {amount} euros",
      "{name} loaned {other} {amount} euros",
      "{other} was lent {amount} euros by {name}.",
      "{name} lent {amount} euros to {other}",
    ],
    denies: [
      "{other} lent {name} {amount} euros",
      "{name} stole {amount} euros from {other}",
      "{name} owes {other} {amount} euros",
    ],
  },
  {
    topic: "team",
    says: [
      "{name} leads the design team at {firm}",
      "{name} is the leader of the design team at {firm}",
      "{name} heads the design team at {firm}.",
      "The design team at {firm} is led by {name}",
    ],
    denies: [
      "{name} left the design team at {firm}",
      "{name} does not lead the design team at {firm}",
    ],
  },
  {
    topic: "residence since",
    says: [
      "{name} has lived in {city} since {year}",
      "{name} has been living in {city} since {year}",
      "Since {year} {name} has lived in {city}.",
      "{name} moved to {city} in {year}",
    ],
    denies: [
      "{name} lived in {city} until {year}",
      "{name} left {city} in {year}",
      "{name} has not lived in {city} since {year}",
    ],
  },
  {
    topic: "volunteering",
    says: [
      "{name} volunteers at an animal shelter",
      "{name} works as a volunteer at an animal shelter",
      "{name} is a volunteer at an animal shelter.",
      "{name} is volunteering at an animal shelter",
    ],
    denies: ["{name} no longer volunteers at an animal shelter", "{name} runs an animal shelter"],
  },
  {
    topic: "height",
    says: [
      "{name} is taller than {other}",
      "{other} is not as tall as {name}",
      "{other} is shorter than {name}.",
      "{name} is the taller one, compared with {other}",
    ],
    denies: [
      "{other} is taller than {name}",
      "{name} is shorter than {other}",
      "{name} is as tall as {other}",
    ],
  },
  {
    topic: "preference of the user",
    says: [
      "The user prefers {color} themes",
      "The user likes {color} themes best",
      "The user has a preference for {color} themes",
      "The user's preference is {color} themes.",
    ],
    denies: [
      "The user does not want {color} themes",
      "The user prefers anything but {color} themes",
    ],
  },
  {
    topic: "painting",
    says: [
      "{name} painted the kitchen {color}",
      "The kitchen was painted {color} by {name}",
      "{name} has painted the kitchen {color}.",
    ],
    denies: [
      "{name} plans to paint the kitchen {color}",
      "{name} painted the bathroom {color}",
      "{name} did not paint the kitchen {color}",
    ],
  },
  {
    topic: "absence of pets",
    says: [
      "{name} doesn't have any pets",
      "{name} has no pets",
      "{name} does not have pets.",
      "{name} does not own any pets",
    ],
    denies: ["{name} has pets", "{name} owns pets", "{name} wants pets"],
  },
  {
    topic: "inability",
    says: [
      "{name} can't swim",
      "{name} cannot swim",
      "{name} is not able to swim",
      "{name} is unable to swim.",
      "{name} does not know how to swim",
    ],
    denies: ["{name} can swim", "{name} swims", "{name} is learning to swim"],
  },
  {
    topic: "quiet",
    says: [
      "{name} is very shy",
      "{name} is shy",
      "{name} is a shy person.",
      "{name} is a timid person",
    ],
    denies: ["{name} is not shy", "{name} used to be shy", "{name} is an outgoing person"],
  },
  {
    topic: "project",
    says: [
      "The project uses {tool} for storage",
      "The project is using {tool} for storage",
      "For storage, the project uses {tool}.",
      "{tool} is used for storage in the project",
    ],
    denies: [
      "The project no longer uses {tool} for storage",
      "The project does not use {tool} for storage",
    ],
  },
  {
    topic: "frequency",
    says: [
      "{name} visits {other} every week",
      "{name} visits {other} once a week",
      "{name} goes to see {other} every week.",
      "{name} pays {other} a weekly visit",
    ],
    denies: [
      "{other} visits {name} every week",
      "{name} visits {other} every year",
      "{name} never visits {other}",
    ],
  },
];
