// Which predicates take one value at a time, so that a new value ends the old one. Everything else may hold many values.

/** `predicate: prepositions`; the value is what stands after the preposition. */
export const SINGLE_VALUED_PREDICATES = `
live: in at to
work: at as for
study: at
base: in
marry: to with
engage: to with
date: with
origin: from in
sit: in at
report: to
park: in at
stay: in at
`;

/** Nouns whose owner has one of them: "Ana's age", "the deadline". */
export const SINGLE_VALUED_ATTRIBUTES = `age birthday born bear deadline due address email phone nickname height weight
salary rent price cost budget boss manager husband wife spouse fiance girlfriend boyfriend favorite hometown home nationality
citizenship password username handle role title rank status timezone size version job profession major capital mother father
religion surname pronoun landlord dentist doctor therapist supervisor gender zodiac eye hair goal target limit quota weigh
earn tall pay height pin code plate color blood type occupation employer mentor captain ceo president roommate`;

/** Happenings that are set for one time: a new date or hour replaces the old one. */
export const DATED_EVENTS = `deadline meeting appointment exam wedding party flight interview birthday born bear trip event launch
release surgery concert class conference due start end begin leave arrive open close marry graduate graduation anniversary visit
vacation holiday game match lesson delivery train bus ceremony dinner lunch call demo review presentation wake sleep bed move
happen depart return land expire renew retire`;
