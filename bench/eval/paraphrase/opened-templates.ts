// Templates that were held out at first, then opened and tuned on like the others.

import { parseTemplates, type Template } from "./template.ts";

export const OPENED_TEMPLATES: readonly Template[] = parseTemplates(`
music
= {name} loves listening to {genre}
= {name} loves to listen to {genre}
= {name} adores listening to {genre} music
= {name} enjoys listening to {genre}.
! {name} hates listening to {genre}
! {name} doesn't listen to {genre}
! {name} used to love listening to {genre}

origin
= {name} is from {city}
= {name} comes from {city}
= {name} is originally from {city}.
= {name} hails from {city}
! {name} is not from {city}
! {name} moved to {city}
! {name} came back from {city}

commute
= {name} goes to work by bicycle
= {name} cycles to work
= {name} rides a bike to work
= {name} bikes to work.
! {name} doesn't cycle to work
! {name} drives to work
! {name} stopped cycling to work

house
= {name} bought a house in {city} in {year}
= {name} purchased a home in {city} in {year}
= In {year} {name} bought a house in {city}
= A house in {city} was purchased by {name} in {year}.
! {name} sold a house in {city} in {year}
! {name} rented a house in {city} in {year}
! {name} did not buy a house in {city} in {year}

teaching
= {name} teaches {subject} in {city}
= {name} is a {subject} teacher in {city}
= {name} is teaching {subject} in {city}.
= {subject} is taught by {name} in {city}
! {name} studies {subject} in {city}
! {name} never taught {subject} in {city}
! {name} no longer teaches {subject} in {city}

drink
= {name} drinks {drink} every morning
= Every morning {name} drinks {drink}
= {name} has {drink} every morning
= {name} drinks {drink} each morning.
! {name} never drinks {drink} in the morning
! {name} stopped drinking {drink} every morning
! {name} drinks {drink} every evening

meeting people
= {name} met {other} in {city} in {year}
= {name} first met {other} in {city} in {year}
= In {year}, {name} and {other} met in {city}
= {other} met {name} in {city} in {year}.
! {name} did not meet {other} in {city} in {year}
! {name} left {other} in {city} in {year}

preference
= {name} prefers {drink} to wine
= {name} likes {drink} better than wine
= {name} likes {drink} more than wine.
= {name} would rather have {drink} than wine
! {name} prefers wine to {drink}
! {name} does not prefer {drink} to wine
! {name} likes {drink} less than wine

call
= {name} phoned {other} on {weekday}
= {name} called {other} on {weekday}
= {other} was called by {name} on {weekday}.
= On {weekday}, {name} gave {other} a call
! {other} called {name} on {weekday}
! {name} forgot to call {other} on {weekday}
! {name} didn't call {other} on {weekday}

graduation
= {name} graduated in {subject} in {year}
= {name} got a degree in {subject} in {year}
= In {year} {name} earned a degree in {subject}.
= {name} finished a degree in {subject} in {year}
! {name} failed to graduate in {subject} in {year}
! {name} dropped {subject} in {year}

meeting time
= The meeting with {other} is on {weekday} at {hour} pm
= The meeting with {other} takes place on {weekday} at {hour} pm
= On {weekday} at {hour} pm there is a meeting with {other}.
= The meeting with {other} will be on {weekday} at {hour} pm
! The meeting with {other} is not on {weekday} at {hour} pm
! The meeting with {other} on {weekday} at {hour} pm was cancelled

help
= {name} helped {other} repair the roof
= {name} helped {other} fix the roof
= {name} assisted {other} in repairing the roof.
= {other} was helped by {name} to repair the roof
! {other} helped {name} repair the roof
! {name} refused to help {other} repair the roof

smoking
= {name} quit smoking in {year}
= {name} stopped smoking in {year}
= {name} gave up smoking in {year}.
= In {year}, {name} stopped smoking
! {name} started smoking in {year}
! {name} did not quit smoking in {year}

trip
= {name} is going to travel to {city} in {month}
= {name} will travel to {city} in {month}
= {name} is planning a trip to {city} in {month}
= In {month} {name} will take a trip to {city}.
! {name} cancelled the trip to {city} in {month}
! {name} will not travel to {city} in {month}
! {name} traveled from {city} in {month}

cat
= {name} adopted a kitten named {pet}
= {name} has adopted a kitten called {pet}
= A kitten called {pet} was adopted by {name}.
= {name} adopted {pet}, a kitten
! {name} gave away a kitten named {pet}
! {name} adopted a puppy named {pet}

writing
= {name} wrote a book about {subject}
= {name} is the author of a book about {subject}
= A book about {subject} was written by {name}.
= {name} has written a book on {subject}
! {name} read a book about {subject}
! {name} never wrote a book about {subject}
`);
