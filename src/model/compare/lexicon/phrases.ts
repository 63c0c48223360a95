// Several words that stand for one plain word. `plain words: phrase | phrase`; articles and possessives inside are skipped when matching.

export const PHRASES = `
like: fond of | keen on | fan of | partial to | big on | have liking for | have soft spot for | take pleasure in | get kick out of | be into
love: crazy about | mad about | passionate about | have passion for | nuts about | love for | can not get enough of
enjoy: find enjoyable | have fun
interest: interested in | have interest in
dislike: not like | not enjoy | not fan of | not fond of | not keen on | not care for | not into | not love | not big on | have aversion to | averse to | not much of fan of
dislike: can not stand | can not bear | not able to stand | not stand | not bear | unable to stand | could not stand | sick of
prefer: would rather have | rather have | would rather
favorite: like most | like best | like more than any other | love most
hope: look forward to | can not wait
want: would like | would love | keen to | eager to
plan: going to plan | have plan | make plan | be planning
be: will be | shall be | would be
will: going to | gonna | about to | shall
live in: home be in | base in | based in | base out of | make home in | be resident of | resident of | resident in | call home
leave: move away from | move out of | move away | move out
origin: come from | hail from | originally from | native of | be from | originate from | originate in | native to
work at: work for | work with company | have job at | have job with | have position at | have job in company | hold position at | hold job at | on staff at | employ by | employ at | employ with | be employee of | employee of | employee at | be employ at | job be at | employer be | work out of
work as: job be | profession be | occupation be | employ as | have job as | make living as | earn living as | work be | by profession | by trade | for living
work: have job | go to work | hold job
not work at: quit job at | leave job at | resign from | no longer with | leave position at | step down from | quit job with | lay off from | fire from | let go from | quit at
not work: quit job | leave job | out of work | between jobs
not: no longer | not any longer | not any more | not anymore | never again | give up | stop use | refuse to | fail to | unable to | incapable of | in no way | by no means | lack ability to
have: suffer from | be diagnose with | diagnose with | afflict with
formerly: used to | in past | at one time | once upon time
manage: in charge of | responsible for
have boss: report to | work under | answer to
can: able to | know how to | capable of
own: have own | be owner of | owner of | in possession of
be of: belong to | be member of | be part of | be in club
have: have got
marry: get marry | tie knot | be husband of | be wife of | be marry to | be marry with | get hitch | walk down aisle | marry to
engage: get engage | engaged to | engage to | propose to
divorce: split from | get divorce | separate from | end marriage
date: go out with | in relationship with | see romantically | be together with
break: break up with | split up with | break up
age: year old | year of age | be age | yr old | y o | aged
bear: be bear | come into world | birthday be | birthday fall | date of birth be | date of birth | have birthday | celebrate birthday | born | birthday | birth date
child: son or daughter
mother: be mom to | be mother to | be mum to
father: be dad to | be father to
name: call | go by name of | go by | by name of | with name | have name
allergy: allergic to | have allergy to | suffer from allergy to | have allergic reaction to | be allergic | react to | have reaction to
intolerant: not tolerate | intolerance to | can not have | can not tolerate | can not digest
vegetarian: not eat meat | avoid meat | no meat | meat free | eat no meat
vegan: not eat animal product | plant base diet | plant base
teetotal: not drink alcohol | avoid alcohol | drink no alcohol
fear: afraid of | scare of | frighten of | terrify of | have fear of | have phobia of | fear of
speak: be fluent in | fluent in | have good command of | be able to speak | know how to speak | talk in | converse in | speak in
fluent: with fluency
good: skilled at | talented at | proficient at | good at | adept at
cook: make food | prepare food | prepare meal | make meal
play: take part in | participate in | compete in
study: enroll in | enrol in | enroll at | enrol at | major in | student of | student at | be student at | go to school at | attend school at
study: pursue degree in | work toward degree in | do degree in | be student of
learn: pick up | get hang of | find out
graduate: get degree | earn degree | receive degree | graduate from | finish degree | hold degree
exercise: work out | go to gym | hit gym | go gym
run: go run | go for run | go jog | go for jog
walk: go for walk | take walk | go walk | take for walk
hike: go hike | go on hike | take hike
swim: go swim | go for swim | take swim
bike: ride bike | go cycle | ride bicycle | go for bike ride | by bicycle | by bike | go bike
drive: go by car | by car | get around by car | travel by car | take car
fly: go by plane | by plane | travel by plane
train: by train | take train
bus: by bus | take bus
fish: go fish
ski: go ski | hit slope
camp: go camp | go on camp trip
shop: go shop | do shopping
travel: go on trip | take trip | go on vacation | take vacation | make trip | go on holiday | pay visit
visit: pay visit to | drop by | stop by | go to see | call on | drop in on | go to visit
arrive: get to | show up | turn up | get in
return: come back | go back | get back | be back
return home: get home | come home | arrive home | go home | get back home
leave: set off | set out | take off | head out | go away | depart for
wake: get up | wake up | get out of bed | be up
sleep: go to bed | fall asleep | go to sleep | take nap | hit sack
raise: bring up
start: take up | set up | kick off | get start
happen: take place | come about
happen on: be hold on
happen at: be hold at
happen in: be hold in
postpone: put off | push back
cancel: call off
find: come across | look for and find
search: look for | in search of | hunt for | on lookout for
care: look after | take care of | care for | tend to
meet: get together with | run into | catch up with | meet up with | meet with
call: give call | give ring | make call
reply: get back to | write back
tolerate: put up with
explode: blow up | go off
wear: dress in | have on | put on | clothe in | be dress in
remove: take off | get rid of | throw out
throw: throw away
difficulty: have trouble | have difficulty | have hard time | find hard to | find difficult to | find it hard to | find it difficult to | struggle to | have problem
decide: make decision | make up mind
choose: make choice
use: make use of
try: give try | make attempt | have go
think: be of opinion | have opinion | in opinion of
promise: give word
mother: be pregnant with
pregnant: expect baby | expect child | with child
deadline: due date | due on | due by | due | cutoff date | have to be finish by | must be finish by | be due | need to be do by
must: have to | need to | ought to | got to | be require to | have got to
may: might | could | maybe | perhaps | possibly
every: each | all
daily: every day | each day | per day | once day | a day | day in day out | day after day
weekly: every week | each week | per week | once week | a week
monthly: every month | each month | per month | once month | a month
nightly: every night | each night | per night | once night | a night
yearly: every year | each year | per year | once year | a year | annually
front: in front of | ahead of
behind: in back of | at back of
next: next to | beside | alongside | adjacent to
outside: out of doors | in open air | in open
near: close to | not far from | nearby | in vicinity of | near to
because: due to | owing to | on account of | thanks to
also: as well
about: regarding | concerning
during: in course of
2 time: twice | two times | couple of times
2: couple of | pair of
12: dozen
half: 50 percent
group: lot of
television: tv set
swimsuit: swim suit | bathing suit
moderately: kind of | sort of
early bird: morning person | early riser | wake early | get up early | rise early | wake up early | be up early
night owl: night person
breakfast: morning meal
lunch: midday meal
dinner: evening meal
remotely: from home | at home office
company: place of work
united states: usa | us of a | u s | united states of america
united kingdom: u k
new york: nyc | new york city | big apple
now: at moment | right now | these day | at present | for time being | at this time | as of now
usually: tend to | in habit of | have habit of | have tendency to | as rule | most of time | as usual
end: run out | come to end | be over | come to close
neighbor of: live next door to | live next to | live beside
have: parent of | be blessed with | come with
happen on: be schedule for | schedule for | be slate for | be set for | be plan for
refuse: turn down | say no to
discuss: talk about | talk over | chat about
live with: live together with | share home with | share house with | share place with
love: in love with | head over heels for
admire: look up to
register: sign up | sign up for
start: get go | start up
manage: run business of | in command of | at head of | be head of | head up | be in charge of
return: come home from | get back from
postpone: put on hold | push to later
continue: carry on | go on with | keep on
finish: be do with | wrap up | get do with
increase: go up
decrease: go down
hire: take on
fire: lay off | let go of
native language: mother tongue | first language
self employ: be own boss | work for himself | work for herself | work for themselves
chief executive: ceo | chief executive officer
sick: under weather | feel ill | feel sick | feel unwell
repair: get fix | do up
pay: fork out | cough up
save money: put money aside | set money aside | put money by
inherit: come into
resemble: look like | take after | be similar to
exercise: do workout | do exercise | keep fit
barbecue: bbq
lose weight: slim down | shed weight | shed pound
pregnant: in family way | have bun in oven
retire: go into retirement | be in retirement
own: be in ownership of
learn: teach himself | teach herself | teach themselves
dine: eat out | go out for dinner | go out to eat
release in: come out in
release on: come out on
see doctor: go to doctor | visit doctor | go to see doctor
see dentist: go to dentist | visit dentist | go to see dentist
drink cup of: enjoy cup of | have cup of | take cup of
drink glass of: enjoy glass of | have glass of | take glass of
want: like to get | like to have | like to receive
difficulty sleep: sleep badly | sleep poorly | not sleep well
look after: take care of
weekend: on saturdays and sundays
recently: not long ago | short while ago
have: consist of | make up of | be make up of | comprise of
moderately: a bit | a little | little bit
fail: not pass | not succeed in
forget: not remember | fail to remember
disagree: not agree
distrust: not trust
asleep: not awake
false: not true
single: not married
empty: not full
closed: not open
have: family include | in family | family have
have apartment: live in apartment | live in flat
have house: live in house
night: when asleep | when sleep | while sleep | while asleep | in sleep
`;
