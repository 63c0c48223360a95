// Templates that were looked at while the judge was tuned: clubs, loans, shifts, visits and other daily life.

import { parseTemplates, type Template } from "./template.ts";

export const DAILY_LIFE_TEMPLATES: readonly Template[] = parseTemplates(`
gardening
= {name} grows tomatoes in the garden
= {name} is growing tomatoes in the garden
= Tomatoes are grown by {name} in the garden.
= In the garden, {name} grows tomatoes
! {name} stopped growing tomatoes in the garden
! {name} buys tomatoes for the garden

coach
= {other} coaches {name} in {sport}
= {other} is {name}'s {sport} coach
= {name} is coached by {other} in {sport}.
= {name}'s {sport} coach is {other}
! {name} coaches {other} in {sport}
! {other} is no longer {name}'s {sport} coach

wedding date
= {name} and {other} got married in {year}
= {name} married {other} in {year}
= In {year} {name} and {other} married.
= {name} and {other} were married in {year}
! {name} and {other} divorced in {year}
! {name} and {other} plan to marry in {year}

lost item
= {name} lost the keys on {weekday}
= On {weekday}, {name} lost the keys.
= {name} has lost the keys on {weekday}
= {name} misplaced the keys on {weekday}
! {name} found the keys on {weekday}
! {name} did not lose the keys on {weekday}

medication
= {name} takes {amount} mg of ibuprofen a day
= {name} takes {amount} mg of ibuprofen every day
= {name} takes {amount} mg of ibuprofen daily.
= Every day {name} takes {amount} mg of ibuprofen
! {name} takes {amount} mg of ibuprofen a week
! {name} stopped taking {amount} mg of ibuprofen a day

internship
= {name} did an internship at {firm} in {year}
= {name} was an intern at {firm} in {year}
= In {year}, {name} did an internship at {firm}.
= {name} completed an internship at {firm} in {year}
! {name} was rejected for an internship at {firm} in {year}
! {name} will do an internship at {firm} in {year}

choir
= {name} sings in a choir on {weekday}s
= {name} sings in a choir every {weekday}
= On {weekday}s {name} sings in a choir.
= {name} is singing in a choir on {weekday}s
! {name} conducts a choir on {weekday}s
! {name} never sings in a choir on {weekday}s

subscription
= {name} cancelled the gym membership in {month}
= {name} canceled the gym membership in {month}
= In {month} {name} cancelled the gym membership.
= The gym membership was cancelled by {name} in {month}
! {name} renewed the gym membership in {month}
! {name} did not cancel the gym membership in {month}

visitor
= {other} is visiting {name} in {month}
= {other} will visit {name} in {month}
= In {month}, {other} is going to visit {name}.
= {other} is coming to visit {name} in {month}
! {name} will visit {other} in {month}
! {other} cancelled the visit to {name} in {month}

desk
= {name} sits next to {other} at work
= At work {name} sits beside {other}
= {name} sits beside {other} at work.
= At work, {name} is seated next to {other}
! {name} does not sit next to {other} at work
! {name} sits behind {other} at work

breakfast
= {name} eats {food} for breakfast
= {name} has {food} for breakfast
= For breakfast, {name} eats {food}.
= {name} usually eats {food} for breakfast
! {name} never eats {food} for breakfast
! {name} eats {food} for dinner

car sale
= {name} sold the {vehicle} to {other} for {amount} euros
= {other} bought the {vehicle} from {name} for {amount} euros
= The {vehicle} was sold to {other} by {name} for {amount} euros.
= For {amount} euros, {name} sold the {vehicle} to {other}
! {name} bought the {vehicle} from {other} for {amount} euros
! {name} did not sell the {vehicle} to {other} for {amount} euros

broken leg
= {name} broke a leg while skiing in {month}
= In {month} {name} broke a leg while skiing
= {name} broke a leg in {month} while skiing.
= While skiing in {month}, {name} broke a leg
! {name} did not break a leg while skiing in {month}
! {name} broke an arm while skiing in {month}

retirement
= {name} plans to retire in {year}
= {name} intends to retire in {year}
= {name} is planning to retire in {year}.
= In {year} {name} plans to retire
! {name} retired in {year}
! {name} does not plan to retire in {year}

sleep hours
= {name} sleeps {count} hours a night
= {name} gets {count} hours of sleep a night
= {name} sleeps for {count} hours every night.
= Every night {name} sleeps {count} hours
! {name} works {count} hours a night
! {name} does not sleep {count} hours a night

club
= {name} is a member of a chess club
= {name} belongs to a chess club
= {name} joined a chess club.
= {name} is part of a chess club
! {name} left a chess club
! {name} is not a member of a chess club

release
= Version {count} of the {thing} was released in {month}
= In {month}, version {count} of the {thing} was released
= Version {count} of the {thing} came out in {month}.
= Version {count} of the {thing} was published in {month}
! Version {count} of the {thing} was not released in {month}
! Version {count} of the {thing} was delayed in {month}

database
= The team chose {tool} for the {thing}
= The team picked {tool} for the {thing}
= For the {thing}, the team chose {tool}.
= {tool} was chosen by the team for the {thing}
! The team rejected {tool} for the {thing}
! The team did not choose {tool} for the {thing}

reply style
= The user prefers short answers
= The user likes short answers
= The user wants short answers.
= The user prefers brief answers
! The user prefers long answers
! The user does not want short answers

godparent
= {name} is the godmother of {other}
= {name} is {other}'s godmother
= {other}'s godmother is {name}.
= {other} has a godmother named {name}
! {other} is the godmother of {name}
! {name} is not {other}'s godmother

night shift
= {name} works the night shift on {weekday}s
= {name} has the night shift on {weekday}s
= On {weekday}s, {name} works the night shift.
= Every {weekday} {name} works the night shift
! {name} no longer works the night shift on {weekday}s
! {name} works the early shift on {weekday}s

camera
= {name} borrowed a camera from {other}
= {other} lent {name} a camera
= {other} lent a camera to {name}.
= {name} was lent a camera by {other}
! {name} lent {other} a camera
! {name} stole a camera from {other}

hiking
= {name} goes hiking with {other} every {weekday}
= Every {weekday} {name} hikes with {other}
= {name} and {other} go hiking every {weekday}.
= {other} goes hiking with {name} every {weekday}
! {name} stopped hiking with {other} every {weekday}
! {name} goes hiking without {other} every {weekday}

vision
= {name} is nearsighted
= {name} is short-sighted
= {name} can't see well from far away.
= {name} is near sighted
! {name} is not nearsighted
! {name} has perfect eyesight
`);
