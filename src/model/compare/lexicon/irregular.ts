// Irregular forms and their base, `base: form form`. Regular forms are the stemmer's work.

export const IRREGULAR_NOUNS = `
child: children
person: persons
man: men
woman: women
foot: feet
tooth: teeth
mouse: mice
goose: geese
wife: wives
knife: knives
half: halves
shelf: shelves
wolf: wolves
loaf: loaves
`;

export const IRREGULAR_VERBS = `
be: am is are was were been being 's 're 'm
have: has had having 've
do: does did done doing
go: goes went gone
get: gets got gotten getting
make: made
take: took taken
give: gave given
come: came
become: became
see: saw seen
know: knew known
think: thought
say: said
tell: told
find: found
leave: left
feel: felt
bring: brought
buy: bought
catch: caught
teach: taught
seek: sought
fight: fought
keep: kept
sleep: slept
weep: wept
sweep: swept
meet: met
lead: led
feed: fed
speak: spoke spoken
break: broke broken
wake: woke woken
choose: chose chosen
write: wrote written
ride: rode ridden
drive: drove driven
rise: rose risen
eat: ate eaten
fall: fell fallen
grow: grew grown
throw: threw thrown
fly: flew flown
draw: drew drawn
show: shown
begin: began begun
drink: drank drunk
sing: sang sung
swim: swam swum
run: ran
ring: rang rung
sit: sat
stand: stood
understand: understood
lie: lay lain lying
lay: laid
pay: paid
sell: sold
hold: held
build: built
send: sent
spend: spent
lend: lent
lose: lost
win: won
shoot: shot
hear: heard
wear: wore worn
bear: born bore borne
tear: tore torn
swear: swore sworn
forget: forgot forgotten
hide: hid hidden
bite: bit bitten
steal: stole stolen
freeze: froze frozen
shake: shook shaken
mistake: mistook mistaken
sink: sank sunk
shrink: shrank shrunk
stick: stuck
swing: swung
hang: hung
dig: dug
strike: struck
light: lit
slide: slid
mean: meant
deal: dealt
dream: dreamt
learn: learnt
burn: burnt
spell: spelt
spill: spilt
die: dying died
tie: tying
marry: married marries marrying
study: studied studies studying
carry: carried carries
undergo: underwent undergone
overcome: overcame
undertake: undertook undertaken
withdraw: withdrew withdrawn
forbid: forbade forbidden
forgive: forgave forgiven
blow: blew blown
beat: beaten
bend: bent
bleed: bled
breed: bred
creep: crept
flee: fled
kneel: knelt
leap: leapt
prove: proven
shine: shone
speed: sped
spin: spun
spring: sprang sprung
sting: stung
sew: sewn
sow: sown
oversleep: overslept
mislead: misled
rebuild: rebuilt
rewrite: rewrote rewritten
undo: undid undone
spoil: spoilt
`;

/** Forms above that are simple past, so that "lived" and "is living" are told apart. */
export const PAST_FORMS = `was were had did went got made took gave came became saw knew thought said told found left felt
brought bought caught taught kept slept met led fed spoke broke woke chose wrote rode drove rose ate fell grew threw flew drew
began drank sang swam ran sat stood paid sold held built sent spent lent lost won shot heard wore forgot
fought sought wept swept rang understood laid tore swore hid bit stole froze shook sank shrank stuck swung hung dug struck lit
slid meant dealt underwent overcame undertook withdrew forbade forgave blew bent bled bred crept fled knelt leapt shone sped
spun sprang stung overslept misled rebuilt rewrote undid learnt burnt spelt spilt`;
