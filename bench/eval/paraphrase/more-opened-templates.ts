// The second set that was held out at first, then opened and tuned on.

import { parseTemplates, type Template } from "./template.ts";

export const MORE_OPENED_TEMPLATES: readonly Template[] = parseTemplates(`
insomnia
= {name} has trouble sleeping
= {name} has difficulty sleeping
= {name} finds it hard to sleep
= {name} sleeps badly.
! {name} sleeps well
! {name} has no trouble sleeping

neighbour
= {other} lives next door to {name}
= {name} and {other} are neighbors
= {other} is {name}'s neighbour.
= {name} is a neighbor of {other}
! {other} is not {name}'s neighbor
! {name} and {other} used to be neighbors

gluten
= {name} avoids eating {food}
= {name} doesn't eat {food}
= {name} never eats {food}.
= {name} does not eat {food}
! {name} eats {food}
! {name} often eats {food}
! {name} avoids cooking {food}

exam
= {name} passed the {subject} exam in {month}
= In {month}, {name} passed the exam in {subject}
= {name} passed the {subject} test in {month}.
= The {subject} exam was passed by {name} in {month}
! {name} failed the {subject} exam in {month}
! {name} will take the {subject} exam in {month}

concert
= {name} went to a {genre} concert with {other}
= {name} attended a {genre} concert with {other}
= {name} and {other} went to a {genre} concert.
= {name} went with {other} to a concert of {genre}
! {name} missed a {genre} concert with {other}
! {name} did not go to a {genre} concert with {other}

running
= {name} runs {count} kilometers every day
= Every day {name} runs {count} kilometers
= {name} jogs {count} kilometers a day
= {name} goes running for {count} kilometers daily.
! {name} stopped running {count} kilometers every day
! {name} walks {count} kilometers every day
! {name} wants to run {count} kilometers every day

shop
= {name} owns a bakery in {city}
= {name} is the owner of a bakery in {city}
= {name} has a bakery in {city}
= A bakery in {city} belongs to {name}.
! {name} sold a bakery in {city}
! {name} visited a bakery in {city}
! {name} does not own a bakery in {city}

contract
= {name}'s contract ends in {month} {year}
= {name}'s contract runs out in {month} {year}
= {name}'s contract will end in {month} {year}.
= In {month} {year} {name}'s contract finishes
! {name}'s contract starts in {month} {year}
! {name}'s contract does not end in {month} {year}

photography
= {name} took a photo of {other}
= {name} took a picture of {other}
= {name} photographed {other}
= {other} was photographed by {name}.
! {other} took a photo of {name}
! {name} deleted a photo of {other}

job hunt
= {name} is looking for a job as a {job}
= {name} is searching for a job as a {job}
= {name} is seeking work as a {job}
= {name} looks for a position as a {job}.
! {name} has a job as a {job}
! {name} is not looking for a job as a {job}
! {name} rejected a job as a {job}

siblings count
= {name} has {count} sisters
= {name} has got {count} sisters
= There are {count} sisters in {name}'s family
= {name}'s family includes {count} sisters.
! {name} has no sisters
! {name} has {count} brothers

teaching a person
= {name} taught {other} how to swim
= {name} taught {other} to swim
= {other} was taught to swim by {name}.
= {other} learned to swim from {name}
! {other} taught {name} how to swim
! {name} promised to teach {other} how to swim

late riser
= {name} usually gets home at {hour} pm
= {name} normally comes home at {hour} pm
= {name} generally gets home at {hour} in the evening.
= At {hour} pm {name} usually gets home
! {name} usually leaves home at {hour} pm
! {name} never gets home at {hour} pm

moving house
= {name} moved from Bonn to {city} in {year}
= {name} relocated from Bonn to {city} in {year}
= In {year} {name} moved to {city} from Bonn.
= {name} has moved from Bonn to {city} in {year}
! {name} moved from {city} to Bonn in {year}
! {name} did not move from Bonn to {city} in {year}

tea habit
= {name} takes {drink} without sugar
= {name} drinks {drink} with no sugar
= {name} has {drink} without any sugar.
= {name} doesn't put sugar in {drink}
! {name} takes {drink} with sugar
! {name} likes sugar in {drink}

manager praise
= {other} praised {name} for the {thing}
= {name} was praised by {other} for the {thing}
= {name} got praise from {other} for the {thing}.
= {other} gave {name} praise for the {thing}
! {name} praised {other} for the {thing}
! {other} criticized {name} for the {thing}

engagement
= {name} got engaged to {other} in {month}
= {name} and {other} got engaged in {month}
= In {month} {name} became engaged to {other}.
= {other} and {name} got engaged in {month}
! {name} broke up with {other} in {month}
! {name} is not engaged to {other}

glasses
= {name} wears glasses
= {name} is wearing glasses
= {name} needs to wear glasses
= {name} is someone who wears glasses.
! {name} does not wear glasses
! {name} no longer needs glasses
! {name} lost the glasses
`);
