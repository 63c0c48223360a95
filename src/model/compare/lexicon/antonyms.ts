// Pairs of words that cannot both be said of one thing, or that end what the other began. One pair a line, left against each on the right.

export const OPPOSITES = `
like dislike
love dislike
enjoy dislike
prefer dislike avoid
start stop end
begin stop end finish
continue stop
open close
buy sell
own sell
have sell lose lack
lose find keep win
win fail
work quit resign retire fire unemployed
join leave quit
employ fire
live leave
arrive leave
come go leave
enter leave
stay leave
marry divorce
married single divorced widowed separated engaged
single engaged dating
date break
accept refuse
agree disagree refuse
allow forbid
approve reject oppose
support oppose
remember forget
pass fail
succeed fail
rise fall decrease
increase decrease fall
raise lower drop
grow shrink
add remove
attach remove
mix separate
connect disconnect
gain lose
save spend
lend borrow
give take
send receive
push pull
throw catch
lock unlock
arm disarm
fill empty
build destroy
create destroy
break repair
live die
alive dead
love hate
trust distrust
admit deny
confirm deny cancel
plan cancel
schedule cancel postpone
book cancel
teach learn
wake sleep
sit stand
stand lie
stand run walk
sit run walk
walk run
laugh cry
smile frown
hire fire
follow unfollow
subscribe unsubscribe
before after
since until
early late
first last
more less fewer
most least
many few
all none
always never rarely sometimes
often rarely
everyone nobody
everything nothing
big small
tall short
high low
long short
young old
new old
fast slow
quickly slowly
heavy light
strong weak
thick thin
wide narrow
deep shallow
hot cold
warm cold
wet dry
dry damp
clean dirty
dark light bright
black white
loud quiet
noisy quiet
happy sad
calm angry
calm nervous
brave afraid
good bad
best worst
better worse
right wrong
right left
true false
correct wrong
easy hard
simple complex
rich poor
cheap expensive
safe dangerous
healthy sick
full empty
hungry full
busy free
awake asleep
public private
guilty innocent
male female
man woman
boy girl
mother father
brother sister
son daughter
husband wife
girlfriend boyfriend
uncle aunt
king queen
introvert extrovert
vegetarian carnivore meat
vegan meat
morning evening afternoon night
day night
today tomorrow yesterday
summer winter
spring fall
north south
east west
up down
in out
on off
inside outside
indoors outdoors
upstairs downstairs
above below
over under
front behind back
with without
to from
for against
left right
top bottom
forward backward
forwards backwards
beginning end
parent child
teacher student
employer employee
morning night
full part
permanent temporary
local remote
onsite remote
domestic foreign
natural artificial
able unable
possible impossible
likely unlikely
legal illegal
visible invisible
dressed naked
sober drunk
remain leave change
`;
