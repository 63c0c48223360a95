// Templates that were looked at while the judge was tuned.

import { parseTemplates, type Template } from "./template.ts";

export const TUNING_TEMPLATES: readonly Template[] = parseTemplates(`
home
= {name} lives in {city}.
= {name} resides in {city}
= {name} is living in {city}
= {name}'s home is in {city}.
= {name} is based in {city}
! {name} does not live in {city}
! {name} no longer lives in {city}
! {name} moved away from {city}
! {name} used to live in {city}

employer
= {name} works at {firm}
= {name} is employed by {firm}.
= {name} has a job at {firm}
= {name} works for {firm}
= {firm} employs {name}
! {name} quit {firm}
! {name} doesn't work at {firm} anymore
! {name} left the job at {firm}
! {name} wants to work at {firm}

profession
= {name} is a {job}
= {name} works as a {job}
= {name} is a {job} by profession.
= {name}'s job is {job}
= {name} is employed as a {job}
! {name} is not a {job}
! {name} used to be a {job}
! {name} is no longer a {job}

liking
= {name} likes {food}
= {name} is fond of {food}
= {name} enjoys {food}.
= {name} is a big fan of {food}
= {name} really likes {food}
! {name} doesn't like {food}
! {name} hates {food}
! {name} can't stand {food}
! {name} is not a fan of {food}

disliking
= {name} can't stand {food}
= {name} hates {food}
= {name} detests {food}.
= {name} does not like {food}
= {name} dislikes {food}
! {name} loves {food}
! {name} likes {food}
! {name} does not hate {food}

allergy
= {name} is allergic to {allergen}
= {name} has an allergy to {allergen}
= {name} has a {allergen} allergy
= {name} suffers from an allergy to {allergen}.
! {name} is not allergic to {allergen}
! {name} has no allergy to {allergen}

birthday
= {name} was born on {month} {day}
= {name}'s birthday is {month} {day}
= {name}'s birthday is on the {day}th of {month}.
= {name} has a birthday on {day} {month}
! {name} was not born on {month} {day}
! {name}'s birthday isn't {month} {day}

age
= {name} is {age} years old
= {name} is {age}
= {name} is aged {age}.
= {name}'s age is {age}
! {name} is not {age} years old
! {name} is not yet {age}

pet
= {name} has a dog named {pet}
= {name}'s dog is called {pet}
= {name} owns a dog called {pet}.
= {pet} is {name}'s dog
! {name} does not have a dog named {pet}
! {name} has a cat named {pet}

children
= {name} has {count} children
= {name} has {count} kids
= {name} is the parent of {count} children
= {name} is raising {count} kids
! {name} has no children
! {name} doesn't have {count} children

sibling
= {other} is {name}'s brother
= {name} has a brother named {other}
= {name}'s brother is {other}.
= {name}'s brother is called {other}
! {other} is not {name}'s brother
! {other} is {name}'s sister
! {name} is {other}'s brother

marriage
= {name} is married to {other}
= {name} and {other} are married
= {other} is married to {name}
= {name} married {other}.
! {name} divorced {other}
! {name} is not married to {other}
! {name} wants to marry {other}

favourite color
= {name}'s favorite color is {color}
= {color} is {name}'s favourite colour
= The color {name} likes most is {color}.
= {name} likes {color} best of all colors
! {name}'s favorite color is not {color}
! {name}'s least favorite color is {color}

sport
= {name} plays {sport} on {weekday}s
= On {weekday}s {name} plays {sport}
= {name} plays {sport} every {weekday}
= Every {weekday}, {name} plays {sport}.
! {name} never plays {sport} on {weekday}s
! {name} stopped playing {sport} on {weekday}s

instrument
= {name} plays the {instrument}
= {name} can play the {instrument}
= {name} knows how to play the {instrument}.
= {name} is able to play the {instrument}
! {name} can't play the {instrument}
! {name} sold the {instrument}
! {name} wants to play the {instrument}

language
= {name} speaks {language} fluently
= {name} is fluent in {language}
= {name} speaks fluent {language}.
= {name} can speak {language} fluently
! {name} does not speak {language}
! {name} is not fluent in {language}

studies
= {name} studies {subject}
= {name} is studying {subject}
= {name} is a student of {subject}
= {name} is majoring in {subject}.
! {name} quit studying {subject}
! {name} teaches {subject}
! {name} doesn't study {subject}

fear
= {name} is afraid of {animal}
= {name} is scared of {animal}
= {name} has a fear of {animal}.
= {name} fears {animal}
! {name} is not afraid of {animal}
! {name} loves {animal}

purchase
= {name} bought a {vehicle} in {year}
= {name} purchased a {vehicle} in {year}
= In {year}, {name} bought a {vehicle}.
= A {vehicle} was bought by {name} in {year}
! {name} sold a {vehicle} in {year}
! {name} didn't buy a {vehicle} in {year}

deadline
= The deadline for the {thing} is {weekday}
= The {thing} is due on {weekday}
= The {thing} deadline is on {weekday}.
= The {thing} is due {weekday}
! The {thing} is not due on {weekday}
! The {thing} is due after {weekday}

appointment
= {name} has a dentist appointment at {hour} pm
= At {hour} pm {name} has an appointment with the dentist
= {name} has an appointment at the dentist at {hour}:00 pm.
= {name}'s dentist appointment is at {hour} pm
! {name} cancelled the dentist appointment at {hour} pm
! {name} has a dentist appointment at {hour} am

introduction
= {name} introduced {other} to {pet}
= {other} was introduced to {pet} by {name}
= {name} has introduced {other} to {pet}.
! {other} introduced {name} to {pet}
! {name} did not introduce {other} to {pet}

gift
= {name} gave {other} a bicycle
= {name} gave a bike to {other}
= {other} was given a bicycle by {name}
= {name} has given {other} a bike.
! {other} gave {name} a bicycle
! {name} refused to give {other} a bicycle

diet
= {name} is a vegetarian
= {name} does not eat meat
= {name} doesn't eat meat.
= {name} is vegetarian
! {name} eats meat
! {name} is not a vegetarian

start of work
= {name} started working at {firm} in {year}
= {name} began to work at {firm} in {year}
= {name} has worked at {firm} since {year}.
= In {year} {name} started to work for {firm}
! {name} stopped working at {firm} in {year}
! {name} worked at {firm} until {year}

rent
= {name}'s rent is {amount} euros a month
= {name} pays {amount} euros a month in rent
= {name} pays a monthly rent of {amount} euros.
= {name}'s monthly rent is {amount} euros
! {name}'s rent is not {amount} euros a month
! {name} pays less than {amount} euros a month in rent

boss
= {name}'s boss is {other}
= {other} is {name}'s manager
= {name} reports to {other}.
= {other} is the boss of {name}
! {other} reports to {name}
! {other} is not {name}'s boss
! {name} is {other}'s manager

waking
= {name} gets up at {hour} am
= {name} wakes up at {hour} in the morning
= {name} wakes at {hour} am every day.
= {name} gets out of bed at {hour} am
! {name} goes to bed at {hour} am
! {name} wakes up before {hour} am
`);
