// Everyday nouns that name the same thing, M to Z by the first word of each class.

export const NOUNS_M_TO_Z = `
magazine journal
mailman postman
man guy gentleman
market exchange
meal dish
medicine medication drug
meeting appointment
meeting session
message text
money cash
month monthly
mother mom mum mama mommy
motorcycle motorbike
movie film
murder killing
music tune
musician music
neighbor neighbour
neighborhood neighbourhood area
news report
newspaper paper
note memo
nurse nursing
nursery daycare
office workplace
officer cop
optician optometrist
owner proprietor
pain ache
painter artist
pair couple
pants trousers
parent folks
part portion section
party bash
party celebration
path trail track
people person
performance show
person individual human
pharmacist chemist
phone telephone
photo picture photograph
photographer photography
picture image
piece slice
pig hog
place location spot
plan intention
plane airplane aircraft aeroplane
plant crop
police cop policeman
potato spud
pram stroller
price cost
problem issue trouble
professor lecturer
profit gain earnings
promise vow
pub bar
puppy pup
question query
quilt comforter
rabbit bunny
rain rainfall shower
reason cause
repository repo
research science
restaurant eatery diner
result outcome
rock stone
room chamber
roommate flatmate housemate
rug carpet
rule regulation
running runner
salary income earnings
salary pay wage
schedule timetable
scholarship grant
scientist researcher
screen monitor display
sea ocean
seminar workshop
share stock
ship boat
shirt top
shoe footwear
shop store
shore coast seaside
shrimp prawn
sibling brethren
side edge
sidewalk pavement
singer vocalist
sister sis
size dimension
sky heavens
snack bite
sneaker trainer
snow snowfall
soccer football
soda pop
software app application
software program
soldier trooper
song tune
speed pace velocity
sport sports
start beginning
stepfather stepdad
stepmother stepmom
storm tempest
story tale
stove cooker
street road
student pupil
subway metro underground tube
suggestion proposal
supermarket grocery
surgeon doctor
surgery operation
sweater jumper pullover
swimming swimmer
tap faucet
task assignment
tax levy
tea chai
teacher instructor educator
team squad
television tv telly
tenant renter lodger
theatre theater
therapist psychotherapist counselor counsellor
therapy counseling counselling
thesis dissertation
ticket pass
toddler tot
tournament competition contest championship
trainee intern apprentice
tram streetcar trolley
trash garbage rubbish waste
trip journey travel
trip tour excursion
trip voyage
truck lorry
tutor teacher
type kind sort
umbrella brolly
university college uni
vacation getaway break
vacation holiday
vaccination immunization immunisation
vaccine vaccination jab
vacuum hoover
vegan veganism
vegetable veggie veg
vegetarian vegetarianism
veterinarian vet
village hamlet
vote election ballot
waiter server waitress
wallet billfold
war conflict
website site webpage
wedding marriage
week weekly
wife spouse partner
wine vino
woman lady
word term
workout exercise
workout training
year yearly annual annually
zucchini courgette
`;
