// Everyday verbs that say the same thing, A to L by the first word of each class.

export const VERBS_A_TO_L = `
accept approve
add append include
admire respect
adopt get
advise counsel
agree accept
agree consent concur
allow permit let
announce declare
annoy irritate bother
answer reply respond
apologize apologise
argue quarrel bicker
arrange schedule plan
arrive reach come
ask inquire enquire request
assist serve
attach fasten
attack assault
attend go
attend join
avoid shun
babysit mind
bake cook
bark woof
beat defeat
beat overcome
begin start commence
belong own
bite nip
blame accuse
boil simmer
book reserve
break smash shatter
bring fetch
build construct
buy purchase acquire
call name
call phone telephone ring
carry transport haul
catch grab
celebrate commemorate
celebrate mark
change adjust
change alter modify
change switch
chase pursue
chat converse talk
cheat deceive
check review
check verify
chew gnaw
choose elect
choose pick select opt
claim assert allege
clean tidy
clean wash
click press
climb scale ascend
close shut
coach mentor
code program
collaborate cooperate
collect amass
collect gather
combine merge
complain grumble moan
connect link
continue keep
contract catch
cook fry
cost price
cover wrap
crash collide
criticize criticise
cross traverse
cry weep sob
cut slice chop
cut trim
cycle bike bicycle
damage ruin wreck
dance perform
decide determine
decide resolve
decrease reduce lower cut
deny dispute
depend rely
describe depict
design create
destroy demolish wreck
develop build
die perish pass
discuss debate
dislike abhor
dislike hate detest loathe despise
divorce separate
donate contribute
download fetch
draw sketch
dream fantasize
drink sip have
drive motor
earn make
eat consume devour dine
eat have
eat munch
empty drain
end expire lapse terminate
end finish conclude complete
enjoy love adore
enjoy savor savour
enter join
expect anticipate
explain clarify
fail flunk
fall drop decline
fall tumble
fear dread
feed nourish
fight battle
fill load
film shoot record
find discover locate
find uncover
finish complete wrap
fire dismiss sack
fix repair mend
focus concentrate
follow trail
forbid ban prohibit
forget overlook
forgive pardon
founded create
founded establish start launch
gather assemble
get acquire
get receive obtain
give donate
give hand present
give provide supply
graduate finish
grill barbecue
grow cultivate
grow expand
grow raise
guide lead
handle manage
happen occur
heal cure
hear listen
help assist aid support
hide conceal
hike trek
hire recruit employ
hit strike
hold grasp grip
hope wish
host hold
host throw
hug embrace cuddle
hurry hasten
hurry rush
hurt injure wound
include contain
increase raise grow
inspect examine
install setup
invite ask
iron press
join enroll enrol
join start
jump leap hop
keep maintain
keep retain store
kick boot
kill murder slay
kiss smooch
knit crochet
know understand
laugh giggle chuckle
launch release
lay lie
lead head manage
lean rest
leave abandon
leave depart exit
leave quit resign
lend loan
lick lap
like appreciate
like enjoy
like relish
live move relocate settle
live reside dwell inhabit
look gaze stare
look seem appear
lose misplace
love cherish
`;
