// The fifth set that was held out at first, then opened and tuned on.

import { parseTemplates, type Template } from "./template.ts";

export const LATEST_OPENED_TEMPLATES: readonly Template[] = parseTemplates(`
balcony plants
= {name} waters the plants on {weekday}s
= On {weekday}s, {name} waters the plants.
= {name} waters the plants every {weekday}
= The plants are watered by {name} on {weekday}s
! {name} forgets to water the plants on {weekday}s
! {name} sells the plants on {weekday}s

driving licence
= {name} got a driving licence in {year}
= {name} received a driving licence in {year}
= In {year} {name} obtained a driving licence.
= {name} has had a driving licence since {year}
! {name} lost a driving licence in {year}
! {name} has no driving licence

surgery
= {name} had knee surgery in {month}
= In {month}, {name} had surgery on the knee.
= {name} underwent knee surgery in {month}
= {name} had a knee operation in {month}
! {name} will have knee surgery in {month}
! {name} had eye surgery in {month}

landlord
= {other} is {name}'s landlord
= {name}'s landlord is {other}
= {name} rents an apartment from {other}.
= {other} is the landlord of {name}
! {name} is {other}'s landlord
! {other} is no longer {name}'s landlord

lunch
= {name} has lunch with {other} on {weekday}s
= On {weekday}s {name} and {other} have lunch together
= {name} eats lunch with {other} every {weekday}.
= {other} has lunch with {name} on {weekday}s
! {name} never has lunch with {other} on {weekday}s
! {name} has dinner with {other} on {weekday}s

podcast
= {name} hosts a podcast about {subject}
= {name} is the host of a podcast about {subject}
= {name} runs a podcast on {subject}.
= A podcast about {subject} is hosted by {name}
! {name} listens to a podcast about {subject}
! {name} stopped hosting a podcast about {subject}

exam result
= {name} failed the driving test in {month}
= In {month} {name} failed the driving test.
= {name} did not pass the driving test in {month}
= {name} has failed the driving test in {month}
! {name} passed the driving test in {month}
! {name} did not fail the driving test in {month}

snoring
= {name} snores
= {name} is a snorer
= {name} snores at night.
= {name} snores when sleeping
! {name} does not snore
! {name} stopped snoring

dinner invitation
= {other} invited {name} for dinner on {weekday}
= {name} was invited for dinner on {weekday} by {other}
= {other} has invited {name} to dinner on {weekday}.
= On {weekday}, {other} invited {name} for dinner
! {name} invited {other} for dinner on {weekday}
! {other} cancelled dinner with {name} on {weekday}

second language
= {name} learned {language} in school
= {name} learnt {language} at school
= At school, {name} learned {language}.
= {name} was taught {language} in school
! {name} did not learn {language} in school
! {name} wants to learn {language} in school

charity
= {name} donates {amount} euros to charity every year
= Every year, {name} gives {amount} euros to charity
= {name} donates {amount} euros a year to charity.
= {name} gives {amount} euros to charity each year
! {name} stopped donating {amount} euros to charity every year
! {name} donates {amount} euros to charity every month

favourite dish
= {name}'s favorite food is {food}
= {food} is {name}'s favourite food
= {name} likes {food} most of all foods.
= The food {name} likes best is {food}
! {name}'s least favorite food is {food}
! {name}'s favorite food is not {food}

morning person
= {name} is an early riser
= {name} gets up early
= {name} wakes up early.
= {name} rises early
! {name} gets up late
! {name} is not an early riser

parking
= {name} parks the {vehicle} behind the house
= The {vehicle} is parked behind the house by {name}
= {name} keeps the {vehicle} behind the house.
= Behind the house, {name} parks the {vehicle}
! {name} parks the {vehicle} in front of the house
! {name} sold the {vehicle} behind the house

team size
= {name}'s team has {count} people
= There are {count} people in {name}'s team
= {name}'s team consists of {count} people.
= {name} has a team of {count} people
! {name}'s team does not have {count} people
! {name}'s team has {count} laptops

meeting room
= {name} booked the meeting room for {weekday}
= {name} reserved the meeting room for {weekday}
= The meeting room was booked by {name} for {weekday}.
= For {weekday}, {name} has booked the meeting room
! {name} cancelled the meeting room for {weekday}
! {name} did not book the meeting room for {weekday}

hospital
= {name} visited {other} in the hospital in {month}
= In {month}, {name} visited {other} in hospital
= {name} went to see {other} in the hospital in {month}.
= {other} was visited by {name} in the hospital in {month}
! {other} visited {name} in the hospital in {month}
! {name} could not visit {other} in the hospital in {month}

bank
= {name} opened a bank account in {city}
= {name} has opened a bank account in {city}
= A bank account was opened by {name} in {city}.
= In {city}, {name} opened a bank account
! {name} closed a bank account in {city}
! {name} tried to open a bank account in {city}

film
= {name} watched a movie with {other} on {weekday}
= {name} and {other} watched a film on {weekday}
= On {weekday}, {name} saw a movie with {other}.
= {other} watched a movie with {name} on {weekday}
! {name} made a movie with {other} on {weekday}
! {name} did not watch a movie with {other} on {weekday}

theme
= The user uses dark mode in the editor
= In the editor, the user uses dark mode
= The user has dark mode on in the editor.
= Dark mode is used by the user in the editor
! The user uses light mode in the editor
! The user turned off dark mode in the editor

deployment
= The {thing} is deployed every {weekday}
= Every {weekday} the {thing} is deployed.
= The {thing} gets deployed on {weekday}s
= The {thing} is deployed on {weekday}s
! The {thing} is never deployed on {weekday}s
! The {thing} is tested every {weekday}

neighbour's dog
= {other}'s dog bit {name} in {month}
= {name} was bitten by {other}'s dog in {month}
= In {month} {other}'s dog bit {name}.
= In {month}, {name} was bitten by the dog of {other}
! {name}'s dog bit {other} in {month}
! {other}'s dog did not bite {name} in {month}

weight
= {name} weighs {amount} grams
= {name}'s weight is {amount} grams
= The weight of {name} is {amount} grams.
= {name} has a weight of {amount} grams
! {name} weighs more than {amount} grams
! {name} does not weigh {amount} grams

aunt
= {name} is staying with {other} until {month}
= Until {month}, {name} is staying with {other}
= {name} stays with {other} until {month}.
= {name} is living with {other} until {month}
! {name} is staying with {other} after {month}
! {name} moved out of {other}'s home in {month}
`);
