// A second round of templates that were looked at while the judge was tuned: other topics, other turns of phrase.

import { parseTemplates, type Template } from "./template.ts";

export const MORE_TUNING_TEMPLATES: readonly Template[] = parseTemplates(`
hobby
= {name} enjoys {hobby}
= {name}'s hobby is {hobby}
= {name} does {hobby} as a hobby.
= {hobby} is a hobby of {name}
! {name} gave up {hobby}
! {name} dislikes {hobby}
! {name} is thinking about {hobby} as a hobby

illness
= {name} has {illness}
= {name} suffers from {illness}
= {name} was diagnosed with {illness}.
= {name} has been diagnosed with {illness}
! {name} does not have {illness}
! {name} recovered from {illness}
! {name} fears having {illness}

tool
= {name} uses {tool} at work
= At work, {name} uses {tool}
= {name} is using {tool} at work.
= {tool} is used by {name} at work
! {name} stopped using {tool} at work
! {name} refuses to use {tool} at work

repair
= {name} repaired {other}'s {vehicle} in {month}
= {name} fixed {other}'s {vehicle} in {month}
= In {month} {other}'s {vehicle} was repaired by {name}.
= {other}'s {vehicle} was fixed by {name} in {month}
! {other} repaired {name}'s {vehicle} in {month}
! {name} broke {other}'s {vehicle} in {month}
! {name} could not repair {other}'s {vehicle} in {month}

walk
= {name} walks the dog every evening
= Every evening {name} takes the dog for a walk
= {name} goes for a walk with the dog every evening
= {name} takes the dog for a walk each evening.
! {name} never walks the dog in the evening
! {name} walks the dog every morning

decision
= {name} decided to sell the {vehicle}
= {name} made the decision to sell the {vehicle}
= {name} has decided to sell the {vehicle}.
= {name} made up her mind to sell the {vehicle}
! {name} decided to keep the {vehicle}
! {name} decided not to sell the {vehicle}
! {name} decided to buy the {vehicle}

wish
= {name} wants to learn {language}
= {name} would like to learn {language}
= {name} wishes to learn {language}.
= {name} is eager to learn {language}
! {name} learned {language}
! {name} doesn't want to learn {language}
! {name} wants to forget {language}

duty
= {name} has to renew the passport by {month}
= {name} needs to renew the passport by {month}
= {name} must renew the passport by {month}.
= By {month} {name} has to renew the passport
! {name} doesn't have to renew the passport by {month}
! {name} renewed the passport in {month}

friendship
= {name} is a friend of {other}
= {other} is a friend of {name}
= {name} and {other} are friends
= {name} is friends with {other}.
! {name} and {other} are no longer friends
! {name} is {other}'s enemy

cooking
= {name} cooks {food} on {weekday}s
= {name} prepares {food} on {weekday}s
= On {weekday}s, {name} makes {food}.
= Every {weekday} {name} cooks {food}
! {name} doesn't cook {food} on {weekday}s
! {name} avoids {food} on {weekday}s

driving
= {name} drives a {color} {vehicle}
= {name}'s {vehicle} is {color}
= {name} owns a {color} {vehicle}.
= {name} has a {color} {vehicle}
! {name} sold the {color} {vehicle}
! {name} does not own a {color} {vehicle}

flight
= {name}'s flight leaves at {hour} am on {weekday}
= {name}'s flight departs on {weekday} at {hour} am
= On {weekday} at {hour} am {name}'s flight leaves.
= {name}'s plane leaves on {weekday} at {hour} am
! {name}'s flight arrives at {hour} am on {weekday}
! {name}'s flight on {weekday} at {hour} am was cancelled

loan
= {name} lent {other} {amount} euros
= {name} loaned {other} {amount} euros
= {other} was lent {amount} euros by {name}.
= {name} lent {amount} euros to {other}
! {other} lent {name} {amount} euros
! {name} stole {amount} euros from {other}
! {name} owes {other} {amount} euros

team
= {name} leads the design team at {firm}
= {name} is the leader of the design team at {firm}
= {name} heads the design team at {firm}.
= The design team at {firm} is led by {name}
! {name} left the design team at {firm}
! {name} does not lead the design team at {firm}

residence since
= {name} has lived in {city} since {year}
= {name} has been living in {city} since {year}
= Since {year} {name} has lived in {city}.
= {name} moved to {city} in {year}
! {name} lived in {city} until {year}
! {name} left {city} in {year}
! {name} has not lived in {city} since {year}

volunteering
= {name} volunteers at an animal shelter
= {name} works as a volunteer at an animal shelter
= {name} is a volunteer at an animal shelter.
= {name} is volunteering at an animal shelter
! {name} no longer volunteers at an animal shelter
! {name} runs an animal shelter

height
= {name} is taller than {other}
= {other} is not as tall as {name}
= {other} is shorter than {name}.
= {name} is the taller one, compared with {other}
! {other} is taller than {name}
! {name} is shorter than {other}
! {name} is as tall as {other}

preference of the user
= The user prefers {color} themes
= The user likes {color} themes best
= The user has a preference for {color} themes
= The user's preference is {color} themes.
! The user does not want {color} themes
! The user prefers anything but {color} themes

painting
= {name} painted the kitchen {color}
= The kitchen was painted {color} by {name}
= {name} has painted the kitchen {color}.
! {name} plans to paint the kitchen {color}
! {name} painted the bathroom {color}
! {name} did not paint the kitchen {color}

absence of pets
= {name} doesn't have any pets
= {name} has no pets
= {name} does not have pets.
= {name} does not own any pets
! {name} has pets
! {name} owns pets
! {name} wants pets

inability
= {name} can't swim
= {name} cannot swim
= {name} is not able to swim
= {name} is unable to swim.
= {name} does not know how to swim
! {name} can swim
! {name} swims
! {name} is learning to swim

quiet
= {name} is very shy
= {name} is shy
= {name} is a shy person.
= {name} is a timid person
! {name} is not shy
! {name} used to be shy
! {name} is an outgoing person

project
= The project uses {tool} for storage
= The project is using {tool} for storage
= For storage, the project uses {tool}.
= {tool} is used for storage in the project
! The project no longer uses {tool} for storage
! The project does not use {tool} for storage

frequency
= {name} visits {other} every week
= {name} visits {other} once a week
= {name} goes to see {other} every week.
= {name} pays {other} a weekly visit
! {other} visits {name} every week
! {name} visits {other} every year
! {name} never visits {other}
`);
