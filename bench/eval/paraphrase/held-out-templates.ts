// Templates that are never looked at while the judge is tuned; only their figures are read. Once opened, they move out of here.

import { parseTemplates, type Template } from "./template.ts";

export const HELD_OUT_TEMPLATES: readonly Template[] = parseTemplates(`
choir rehearsal
= {name}'s rehearsal starts at {hour} pm on {weekday}s
= On {weekday}s {name}'s rehearsal begins at {hour} pm
= {name}'s rehearsal begins on {weekday}s at {hour} pm.
= At {hour} pm on {weekday}s, {name}'s rehearsal starts
! {name}'s rehearsal ends at {hour} pm on {weekday}s
! {name}'s rehearsal never starts at {hour} pm on {weekday}s

solar panels
= {name} installed solar panels in {year}
= In {year}, {name} installed solar panels.
= {name} had solar panels installed in {year}
= Solar panels were installed by {name} in {year}
! {name} removed solar panels in {year}
! {name} did not install solar panels in {year}

night reading
= {name} reads a book before bed
= Before bed, {name} reads a book.
= {name} likes to read a book before bed
= {name} always reads a book before bed
! {name} reads a book after bed
! {name} never reads a book before bed

mentor
= {other} mentors {name} at {firm}
= {other} is {name}'s mentor at {firm}
= {name} is mentored by {other} at {firm}.
= At {firm}, {name}'s mentor is {other}
! {name} mentors {other} at {firm}
! {other} was {name}'s mentor at {firm}

spicy food
= {name} cannot handle spicy {food}
= {name} can't tolerate spicy {food}
= {name} can't handle spicy {food}.
= {name} is not able to handle spicy {food}
! {name} can handle spicy {food}
! {name} loves spicy {food}

wallet
= {other} found {name}'s wallet in {city}
= {name}'s wallet was found by {other} in {city}
= In {city}, {other} found {name}'s wallet.
= {other} discovered {name}'s wallet in {city}
! {name} found {other}'s wallet in {city}
! {other} lost {name}'s wallet in {city}

train
= {name} takes the train to {city} on {weekday}s
= {name} goes to {city} by train on {weekday}s
= On {weekday}s {name} takes the train to {city}.
= Every {weekday} {name} travels to {city} by train
! {name} takes the train from {city} on {weekday}s
! {name} drives to {city} on {weekday}s

half brother
= {other} is {name}'s cousin
= {name} and {other} are cousins
= {name} is a cousin of {other}.
= {name} has a cousin called {other}
! {other} is not {name}'s cousin
! {other} is {name}'s uncle

bonus
= {name} received a bonus of {amount} euros in {month}
= {name} got a bonus of {amount} euros in {month}
= In {month} {name} received a {amount} euro bonus.
= {name} was given a bonus of {amount} euros in {month}
! {name} paid a bonus of {amount} euros in {month}
! {name} expects a bonus of {amount} euros in {month}

yoga
= {name} practices yoga {count} times a week
= {name} does yoga {count} times a week
= {count} times a week, {name} practises yoga.
= {name} practices yoga {count} times every week
! {name} practices yoga {count} times a month
! {name} stopped practicing yoga {count} times a week

stage fright
= {name} is nervous before exams
= Before exams {name} is nervous
= {name} gets nervous before exams.
= {name} becomes nervous before exams
! {name} is calm before exams
! {name} is nervous after exams

paint job
= {name} hired {other} to paint the fence
= {other} was hired by {name} to paint the fence
= {name} employed {other} to paint the fence.
= {name} has hired {other} to paint the fence
! {other} hired {name} to paint the fence
! {name} fired {other}

old car
= {name}'s {vehicle} is {count} years old
= {name} has a {count} year old {vehicle}
= {name} owns a {vehicle} that is {count} years old.
= The {vehicle} of {name} is {count} years old
! {name}'s {vehicle} is not {count} years old
! {name}'s {vehicle} is {count} months old

dog walking
= {other} walks {name}'s dog on {weekday}s
= {name}'s dog is walked by {other} on {weekday}s
= Every {weekday} {other} walks {name}'s dog.
= On {weekday}s, {other} takes {name}'s dog for a walk
! {name} walks {other}'s dog on {weekday}s
! {other} feeds {name}'s dog on {weekday}s

newsletter
= {name} unsubscribed from the newsletter in {month}
= In {month}, {name} unsubscribed from the newsletter
= {name} has unsubscribed from the newsletter in {month}.
= {name} cancelled the newsletter subscription in {month}
! {name} subscribed to the newsletter in {month}
! {name} did not unsubscribe from the newsletter in {month}

format
= The user wants replies as bullet points
= The user prefers replies as bullet points
= The user would like replies as bullet points.
= The user likes answers as bullet points
! The user does not want replies as bullet points
! The user hates replies as bullet points

backup
= The {thing} is backed up every {weekday}
= Every {weekday}, the {thing} is backed up.
= The {thing} gets backed up every {weekday}
= A backup of the {thing} is made every {weekday}
! The {thing} is never backed up on {weekday}s
! The {thing} is deleted every {weekday}

tutoring
= {name} tutors {other} in {subject}
= {name} is {other}'s {subject} tutor
= {name} gives {other} {subject} lessons.
= {other} is tutored in {subject} by {name}
! {other} tutors {name} in {subject}
! {name} refuses to tutor {other} in {subject}
`);
