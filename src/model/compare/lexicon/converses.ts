// Verbs that tell one event from the end of whom it happened to. `verb: prepositions before the doer = what the doer does`.

export const CONVERSES = `
learn: from = teach
borrow: from = lend
rent: from = rent
buy: from = sell
get: from = give
receive: from = give
inherit: from = leave
hear: from = tell
work: at for = employ
study: under with = teach
train: under with = train
earn: at from = pay
`;
