// The fourth set that was held out at first, then opened and tuned on.

import { parseTemplates, type Template } from "./template.ts";

export const LATER_OPENED_TEMPLATES: readonly Template[] = parseTemplates(`
library card
= {name} borrows books from the library every {weekday}
= Every {weekday}, {name} borrows books from the library.
= {name} gets books from the library on {weekday}s
= On {weekday}s {name} borrows library books
! {name} returns books to the library every {weekday}
! {name} never borrows books from the library on {weekday}s

first job
= {name}'s first job was at {firm}
= {name} had a first job at {firm}
= The first job of {name} was at {firm}.
= At {firm}, {name} had the first job
! {name}'s last job was at {firm}
! {name}'s first job was not at {firm}

moving plans
= {name} plans to move to {city} in {year}
= {name} is planning to move to {city} in {year}
= {name} intends to move to {city} in {year}.
= In {year}, {name} plans to move to {city}
! {name} moved to {city} in {year}
! {name} decided not to move to {city} in {year}

bicycle repair
= {other} fixed {name}'s bicycle
= {other} repaired {name}'s bike
= {name}'s bicycle was repaired by {other}.
= {other} has fixed {name}'s bike
! {name} fixed {other}'s bicycle
! {other} stole {name}'s bicycle

dance class
= {name} attends a dance class on {weekday}s
= {name} goes to a dance class every {weekday}
= On {weekday}s, {name} attends a dance class.
= Every {weekday} {name} takes a dance class
! {name} teaches a dance class on {weekday}s
! {name} skipped a dance class on {weekday}

grandmother
= {name}'s grandmother lives in {city}
= {name}'s grandma lives in {city}
= The grandmother of {name} resides in {city}.
= {name} has a grandmother in {city}
! {name}'s grandmother moved away from {city}
! {name}'s grandfather lives in {city}

recipe
= {other} gave {name} a recipe for {food}
= {name} got a recipe for {food} from {other}
= {other} gave a recipe for {food} to {name}.
= {name} received a recipe for {food} from {other}
! {name} gave {other} a recipe for {food}
! {other} refused to give {name} a recipe for {food}

marathon training
= {name} is training for a marathon in {month}
= {name} trains for a marathon in {month}
= {name} is preparing for a marathon in {month}.
= In {month} {name} is training for a marathon
! {name} ran a marathon in {month}
! {name} is not training for a marathon in {month}

headaches
= {name} often gets headaches
= {name} frequently has headaches
= {name} often has headaches.
= {name} suffers from frequent headaches
! {name} never gets headaches
! {name} rarely has headaches

company founding
= {name} founded a company in {city} in {year}
= {name} started a company in {city} in {year}
= In {year}, {name} founded a firm in {city}.
= A company was founded by {name} in {city} in {year}
! {name} closed a company in {city} in {year}
! {name} did not found a company in {city} in {year}

window seat
= {name} prefers a window seat on flights
= On flights, {name} prefers a window seat.
= {name} likes a window seat on flights
= {name} would rather have a window seat on flights
! {name} prefers an aisle seat on flights
! {name} doesn't want a window seat on flights

guitar gift
= {name} got a guitar for the birthday from {other}
= {other} gave {name} a guitar for the birthday
= {name} received a guitar from {other} for the birthday.
= For the birthday, {other} gave a guitar to {name}
! {name} gave {other} a guitar for the birthday
! {other} sold {name} a guitar for the birthday

remote colleague
= {name} works with {other} at {firm}
= {name} and {other} work together at {firm}
= {other} works with {name} at {firm}.
= {name} and {other} are colleagues at {firm}
! {name} used to work with {other} at {firm}
! {name} refuses to work with {other} at {firm}

swimming
= {name} swims {count} laps every morning
= Every morning {name} swims {count} laps
= {name} swims {count} laps each morning.
= {name} goes swimming for {count} laps every morning
! {name} swims {count} laps every evening
! {name} gave up swimming {count} laps every morning

doctor visit
= {name} saw a doctor on {weekday}
= {name} went to see a doctor on {weekday}
= On {weekday}, {name} visited a doctor.
= {name} went to the doctor on {weekday}
! {name} did not see a doctor on {weekday}
! {name} will see a doctor on {weekday}

house size
= {name}'s house has {count} bedrooms
= There are {count} bedrooms in {name}'s house
= {name} has a house with {count} bedrooms.
= {name} owns a house with {count} bedrooms
! {name}'s house does not have {count} bedrooms
! {name}'s house has {count} bathrooms

scarf
= {name} knitted a {color} scarf for {other}
= {name} has knitted a {color} scarf for {other}
= A {color} scarf was knitted by {name} for {other}.
= {name} knitted {other} a {color} scarf
! {other} knitted a {color} scarf for {name}
! {name} never knitted a {color} scarf for {other}

time zone
= The user is in the {city} time zone
= The user's time zone is {city}
= The time zone of the user is {city}.
= The user lives in the {city} time zone
! The user is not in the {city} time zone
! The user left the {city} time zone

code review
= {name} reviews the code of the {thing} on {weekday}s
= On {weekday}s {name} reviews the {thing} code.
= {name} reviews the code for the {thing} every {weekday}
= The code of the {thing} is reviewed by {name} on {weekday}s
! {name} writes the code of the {thing} on {weekday}s
! {name} no longer reviews the code of the {thing} on {weekday}s

budget
= The budget of the {thing} is {amount} euros
= The {thing} has a budget of {amount} euros
= The budget for the {thing} is {amount} euros.
= The {thing} budget is {amount} euros
! The budget of the {thing} is less than {amount} euros
! The budget of the {thing} is not {amount} euros

bedtime
= {name} goes to bed at {hour} pm
= {name} goes to sleep at {hour} in the evening
= At {hour} pm {name} goes to bed.
= {name} usually goes to bed at {hour} pm
! {name} gets up at {hour} pm
! {name} never goes to bed at {hour} pm

sunburn
= {name} gets sunburned easily
= {name} sunburns easily
= {name} easily gets a sunburn.
= {name} gets sunburnt easily
! {name} never gets sunburned
! {name} doesn't get sunburned easily

citizenship
= {name} became a citizen of Portugal in {year}
= In {year}, {name} became a Portuguese citizen
= {name} got Portuguese citizenship in {year}.
= {name} became a citizen of Portugal in the year {year}
! {name} lost Portuguese citizenship in {year}
! {name} applied for Portuguese citizenship in {year}

tall building
= {name}'s office is on floor {count}
= {name} works on floor {count}
= {name} has an office on floor {count}.
= The office of {name} is on floor {count}
! {name}'s office is not on floor {count}
! {name}'s office is above floor {count}
`);
