// The third set that was held out at first, then opened and tuned on.

import { parseTemplates, type Template } from "./template.ts";

export const LAST_OPENED_TEMPLATES: readonly Template[] = parseTemplates(`
roommate
= {name} shares a flat with {other}
= {name} and {other} share an apartment.
= {name} shares an apartment with {other}
= {other} shares a flat with {name}
! {name} no longer shares a flat with {other}
! {name} owns a flat with {other}

birthplace
= {name} was born in {city} in {year}
= In {year} {name} was born in {city}.
= {name} was born in {year} in {city}
= {name}, who was born in {year}, was born in {city}
! {name} was not born in {city} in {year}
! {name} died in {city} in {year}

vaccination
= {name} got vaccinated in {month}
= {name} was vaccinated in {month}.
= In {month} {name} got a vaccination
= {name} had a vaccination in {month}
! {name} was not vaccinated in {month}
! {name} refused to get vaccinated in {month}

newspaper
= {name} reads the newspaper every {weekday}
= Every {weekday} {name} reads the newspaper.
= {name} reads the paper each {weekday}
= On {weekday}s, {name} reads the newspaper
! {name} never reads the newspaper on {weekday}s
! {name} delivers the newspaper every {weekday}

project lead
= {name} manages the {thing} project
= {name} is in charge of the {thing} project
= {name} is the manager of the {thing} project.
= The {thing} project is managed by {name}
! {name} left the {thing} project
! {name} does not manage the {thing} project

running event
= {name} finished the marathon in {city} in {year}
= {name} completed the marathon in {city} in {year}
= In {year}, {name} finished the {city} marathon.
= The marathon in {city} was completed by {name} in {year}
! {name} watched the marathon in {city} in {year}
! {name} did not finish the marathon in {city} in {year}

coffee break
= {name} has a cup of {drink} at {hour} am
= {name} drinks a cup of {drink} at {hour} am
= At {hour} am, {name} drinks a cup of {drink}.
= {name} enjoys a cup of {drink} at {hour} in the morning
! {name} spilled a cup of {drink} at {hour} am
! {name} never drinks {drink} at {hour} am

support
= {name} supported {other} during the illness
= {name} helped {other} during the illness
= {other} was supported by {name} during the illness.
= During the illness, {name} supported {other}
! {other} supported {name} during the illness
! {name} avoided {other} during the illness

apartment size
= {name}'s apartment has {count} rooms
= {name}'s flat has {count} rooms
= There are {count} rooms in {name}'s apartment.
= {name} lives in an apartment with {count} rooms
! {name}'s apartment does not have {count} rooms
! {name}'s apartment has {count} windows

violin lessons
= {name} takes {instrument} lessons
= {name} is taking {instrument} lessons
= {name} takes lessons in {instrument}.
= {name} has {instrument} lessons
! {name} gives {instrument} lessons
! {name} stopped taking {instrument} lessons

working from home
= {name} works from home on {weekday}s
= On {weekday}s {name} works remotely
= {name} works remotely on {weekday}s.
= Every {weekday}, {name} works from home
! {name} doesn't work from home on {weekday}s
! {name} works in the office on {weekday}s

colour dislike
= {name} hates the color {color}
= {name} can't stand the colour {color}
= {name} strongly dislikes the color {color}.
= {name} detests the color {color}
! {name} loves the color {color}
! {name} doesn't mind the color {color}

daughter
= {name}'s daughter is called {pet}
= {name} has a daughter named {pet}
= {pet} is {name}'s daughter.
= {pet} is the daughter of {name}
! {pet} is not {name}'s daughter
! {name} is the daughter of {pet}

promotion
= {name} was promoted in {month}
= {name} got promoted in {month}
= In {month} {name} got a promotion.
= {name} received a promotion in {month}
! {name} was fired in {month}
! {name} was not promoted in {month}

invitation
= {name} invited {other} to the party
= {other} was invited to the party by {name}
= {name} has invited {other} to the party.
= {other} got an invitation to the party from {name}
! {other} invited {name} to the party
! {name} forgot to invite {other} to the party

phone brand
= {name} uses a Nokia phone for {amount} euros
= {name}'s phone is a Nokia and cost {amount} euros
= {name} bought a Nokia phone for {amount} euros.
= {name} paid {amount} euros for a Nokia phone
! {name} sold a Nokia phone for {amount} euros
! {name} did not pay {amount} euros for a Nokia phone

early arrival
= {name} arrives at the office at {hour} am
= {name} gets to the office at {hour} am
= {name} comes to the office at {hour} am.
= At {hour} am {name} arrives at the office
! {name} leaves the office at {hour} am
! {name} arrives at the office after {hour} am

dark theme
= The user prefers answers in {language}
= The user wants answers in {language}
= The user would like answers in {language}.
= The user likes to get answers in {language}
! The user does not want answers in {language}
! The user dislikes answers in {language}
`);
