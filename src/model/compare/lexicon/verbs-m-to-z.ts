// Everyday verbs that say the same thing, M to Z by the first word of each class.

export const VERBS_M_TO_Z = `
major specialize
make create produce build
make prepare cook
manage administer
marry husband
marry wed
marry wife
meet encounter
mentor guide
mix stir blend combine
move transfer
mow cut
name title
need require
open unlock
order request
organize organise arrange
origin bear
originate come
own possess have
paint colour color
paint decorate
participate join
pass overtake
pay fund finance
pay spend
peel skin
pet stroke
photograph shoot
plan intend aim
plant sow
play perform
please delight
post publish upload
pour fill
practice practise train
praise commend compliment
prefer favor favour
prefer like
prefer want
prepare ready
prescribe recommend
press push
protect guard defend
publish print
pull drag tug
push shove
put lay
put place set
raise rear
read peruse
recommend suggest advise
record tape
recover heal
recover recuperate
reduce shrink
refuse decline reject
register enroll enrol
regret rue
relax chill
release publish issue
remember recall recollect
remove delete
rent hire
rent lease
repair service
replace substitute
rest relax unwind
return come
reveal disclose
review evaluate assess
ride pedal
rinse wash
rise climb increase grow
run jog
run manage operate direct
run sprint race
save preserve
save rescue
say tell state mention
scare frighten
schedule book
scrub wash
search seek hunt
see notice spot
see observe witness
see view watch
sell vend
send forward dispatch
send mail post ship
send transmit
separate divide
serve work
sew stitch
shake tremble
share split
shout yell scream
show demonstrate
show display exhibit
sing perform
sit seat
sleep nap snooze doze
sleep slumber
smile grin beam
smoke puff
snap photograph
speak say
speak talk
specialize specialise focus
steal swipe
stop quit cease halt
study attend
study learn
succeed manage
suffer endure
suffer have
suggest propose
supervise manage oversee
surf browse
surprise astonish amaze
swap exchange trade
swap replace
sweep brush
swim bathe
swing sway
take drink
take grab
take have
teach educate
teach instruct tutor
tell inform notify
test check examine
text message
think believe
think consider
think reckon suppose
throw toss hurl
train coach
train exercise
train prepare
train tutor
translate interpret
travel journey
treat cure
trim prune
trust believe
try attempt
turn rotate spin
undergo have
understand grasp comprehend
use apply
use utilize utilise employ
visit see
visit tour
volunteer help
wait await
wake awaken rise
walk stroll
walk wander
want crave
want wish desire
warn caution alert
water irrigate
wear dress
win triumph
wipe clean
work employ
worry fret
write author pen compose
`;
