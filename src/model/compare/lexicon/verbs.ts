// Everyday verbs that say the same thing. One class a line; a word may stand in several, classes are never chained.
// Only near-equals belong here: a wider word (move, run) in a class would merge two different facts.

export const VERB_CLASSES = `
live reside dwell inhabit
live move relocate settle
origin bear
marry husband
marry wife
work employ
buy purchase acquire
own possess have
get receive obtain
get acquire
undergo have
like enjoy
enjoy love adore
like appreciate
dislike hate detest loathe despise
prefer favor favour
want wish desire
hope wish
need require
plan intend aim
begin start commence
join start
end finish conclude complete
finish complete wrap
stop quit cease halt
continue keep
help assist aid support
make create produce build
make prepare cook
bake cook
build construct
fix repair mend
speak talk
speak say
say tell state mention
tell inform notify
ask inquire enquire request
answer reply respond
call phone telephone ring
call name
text message
write author pen compose
read peruse
study learn
study attend
attend go
take drink
take have
teach instruct tutor
teach educate
train exercise
train coach
think believe
think consider
know understand
understand grasp comprehend
remember recall recollect
forget overlook
see notice spot
see view watch
look gaze stare
look seem appear
hear listen
meet encounter
marry wed
divorce separate
raise rear
give donate
give hand present
send mail post ship
send transmit
bring fetch
take grab
carry transport haul
hold grasp grip
keep retain store
throw toss hurl
catch grab
hit strike
push shove
pull drag tug
cut slice chop
cut trim
break smash shatter
open unlock
close shut
cover wrap
clean wash
clean tidy
sweep brush
cook fry
eat consume devour dine
drink sip have
smoke puff
sleep nap snooze doze
wake awaken rise
rest relax unwind
walk stroll
hike trek
run jog
run sprint race
run manage operate direct
lead head manage
supervise manage oversee
travel journey
ride pedal
cycle bike bicycle
leave depart exit
leave quit resign
arrive reach come
return come
enter join
climb scale ascend
jump leap hop
fall drop decline
fall tumble
rise climb increase grow
increase raise grow
decrease reduce lower cut
reduce shrink
swim bathe
dance perform
sing perform
play perform
draw sketch
paint colour color
laugh giggle chuckle
smile grin beam
cry weep sob
shout yell scream
fight battle
kill murder slay
die perish pass
hurt injure wound
attack assault
protect guard defend
save rescue
save preserve
win triumph
lose misplace
beat defeat
choose pick select opt
decide resolve
accept approve
agree consent concur
refuse decline reject
allow permit let
forbid ban prohibit
try attempt
succeed manage
fail flunk
test check examine
check verify
inspect examine
search seek hunt
find discover locate
hire recruit employ
fire dismiss sack
pay spend
pay fund finance
earn make
cost price
sell vend
lend loan
rent lease
rent hire
share split
collect gather
gather assemble
collect amass
grow cultivate
grow raise
plant sow
feed nourish
adopt get
name title
describe depict
explain clarify
show display exhibit
show demonstrate
announce declare
reveal disclose
hide conceal
claim assert allege
deny dispute
worry fret
fear dread
scare frighten
annoy irritate bother
please delight
surprise astonish amaze
celebrate mark
organize organise arrange
arrange schedule plan
schedule book
book reserve
host hold
invite ask
visit see
wait await
expect anticipate
happen occur
change alter modify
change switch
replace substitute
remove delete
add append include
include contain
connect link
attach fasten
separate divide
mix stir blend combine
pour fill
put place set
put lay
lay lie
sit seat
lean rest
wear dress
practice practise train
volunteer help
serve work
specialize specialise focus
major specialize
graduate finish
suffer have
contract catch
recover heal
treat cure
prescribe recommend
recommend suggest advise
suggest propose
use utilize utilise employ
use apply
handle manage
code program
develop build
design create
launch release
release publish issue
publish print
record tape
film shoot record
photograph shoot
snap photograph
post publish upload
download fetch
click press
press push
turn rotate spin
swing sway
shake tremble
kiss smooch
hug embrace cuddle
pet stroke
bark woof
chase pursue
follow trail
cross traverse
pass overtake
kick boot
bite nip
chew gnaw
lick lap
peel skin
boil simmer
grill barbecue
fill load
empty drain
wipe clean
scrub wash
rinse wash
iron press
crash collide
belong own
depend rely
trust believe
dream fantasize
originate come
avoid shun
end expire lapse terminate
dislike abhor
like relish
love cherish
prefer want
prefer like
want crave
founded establish start launch
founded create
train prepare
think reckon suppose
see observe witness
give provide supply
send forward dispatch
steal swipe
damage ruin wreck
destroy demolish wreck
eat munch
eat have
sleep slumber
relax chill
walk wander
hurry rush
visit tour
leave abandon
move transfer
grow expand
host throw
beat overcome
choose elect
decide determine
agree accept
check review
review evaluate assess
find uncover
donate contribute
celebrate commemorate
change adjust
swap exchange trade
swap replace
combine merge
recover recuperate
heal cure
advise counsel
warn caution alert
install setup
translate interpret
coach mentor
mentor guide
guide lead
manage administer
keep maintain
babysit mind
admire respect
regret rue
forgive pardon
apologize apologise
praise commend compliment
criticize criticise
blame accuse
complain grumble moan
argue quarrel bicker
discuss debate
chat converse talk
cheat deceive
collaborate cooperate
participate join
register enroll enrol
join enroll enrol
focus concentrate
suffer endure
enjoy savor savour
paint decorate
sew stitch
knit crochet
repair service
hurry hasten
drive motor
surf browse
trim prune
water irrigate
assist serve
prepare ready
attend join
train tutor
order request
mow cut
`;
