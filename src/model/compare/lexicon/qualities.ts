// Everyday adjectives and adverbs that say the same thing. One class a line.

export const QUALITY_CLASSES = `
big large
huge enormous giant massive
small little tiny
small young little
young youthful
old elderly aged
old ancient
new recent
modern contemporary
tall high
short brief
thin slim slender
fat overweight obese
heavy weighty
strong powerful
weak feeble
fast quick rapid swift
fast quickly rapidly swiftly
slow sluggish
slowly gradually
happy glad cheerful joyful
happily cheerfully gladly
sad unhappy
angry mad furious
afraid scared frightened
fear afraid
nervous anxious
worry worried anxious
calm relaxed
tired exhausted weary
sleepy drowsy
sick ill unwell
healthy fit well
hungry starving
rich wealthy
smart clever intelligent bright
stupid dumb foolish
funny humorous amusing
serious earnest
kind nice friendly
rude impolite
shy timid
brave courageous
honest truthful
lazy idle
busy occupied
famous renowned
popular beloved
beautiful pretty lovely gorgeous
handsome attractive
ugly hideous
good great fine
excellent superb outstanding
bad poor
terrible awful horrible dreadful
important significant key crucial
main primary chief principal
favorite favourite
favorite preferred
favourite preferred
weigh weight
special particular
strange odd weird unusual
normal usual ordinary
usually normally generally typically
often frequently regularly
sometimes occasionally
rarely seldom
always constantly
now currently presently
soon shortly
recently lately
suddenly abruptly
easy simple
hard difficult tough
possible feasible
sure certain
correct right
wrong incorrect false
true correct
real actual genuine
whole entire
empty vacant
full packed
dirty filthy
wet soaked damp
dry arid
cold chilly cool
dark dim
bright sunny
loud noisy
quiet silent
quietly silently
soft gentle
rough uneven
sharp pointed
safe secure
dangerous risky hazardous
expensive costly pricey
cheap inexpensive affordable
free complimentary
open available
alone solo
single unmarried
married wed
pregnant expecting
dead deceased
alive living
fluent fluently
native natively
remote remotely
grey gray
blonde blond
bald hairless
foreign overseas abroad
local nearby
near close
far distant
outside outdoors outdoor
inside indoors indoor
together jointly
many numerous
enough sufficient
same identical
similar alike
late tardy
last final
next following
first initial
former previous ex
latest newest
vegetarian meatless
will plan intend
outgoing sociable extroverted
talkative chatty
stubborn headstrong obstinate
messy untidy
tidy neat organized organised
punctual prompt
creative imaginative
curious inquisitive
polite courteous
loyal faithful
jealous envious
humble modest
excited thrilled
grateful thankful
confused puzzled
unemployed jobless
freelance freelancer
delicious tasty yummy
sweet sugary
cosy cozy comfortable comfy
crowded packed
badly poorly
well nicely
beside alongside
annual yearly
abroad overseas
nowadays presently
weekend weekends
completely entirely
barefoot shoeless
`;
