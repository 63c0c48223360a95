// Everyday nouns that name the same thing. One class a line; siblings and wider words (dog/pet) are kept out on purpose.

export const NOUN_CLASSES = `
man guy gentleman
woman lady
child kid youngster
baby infant newborn
toddler tot
boy lad
girl lass
person individual human
people person
mother mom mum mama mommy
father dad papa daddy
parent folks
grandmother grandma granny nana
grandfather grandpa granddad
brother bro
sister sis
sibling brethren
husband spouse partner
wife spouse partner
girlfriend partner
boyfriend partner
fiance fiancee betrothed
friend pal buddy mate
friend companion
neighbor neighbour
colleague coworker workmate
boss manager supervisor
employer company
company firm business
company corporation
employee worker staff
customer client
owner proprietor
teacher instructor educator
tutor teacher
professor lecturer
student pupil
doctor physician
surgeon doctor
nurse nursing
dentist dentistry
lawyer attorney solicitor
lawyer law
engineer engineering
developer programmer coder
software program
scientist researcher
research science
author writer
musician music
singer vocalist
painter artist
actor actress performer
photographer photography
chef cook
waiter server waitress
police cop policeman
firefighter fireman
soldier trooper
driver motorist
cyclist biker bicyclist
vegetarian vegetarianism
vegan veganism
job position role
job occupation profession career
salary pay wage
money cash
home house
house residence
apartment flat
room chamber
city town
hometown birthplace
village hamlet
country nation
street road
path trail track
shop store
supermarket grocery
restaurant eatery diner
cafe coffeehouse
pub bar
university college uni
class course lesson
exam test
homework assignment
degree diploma
hospital clinic
medicine medication drug
illness disease sickness
pain ache
allergy allergic
asthma asthmatic
diabetes diabetic
car automobile auto
truck lorry
bicycle bike cycle
motorcycle motorbike
plane airplane aircraft aeroplane
ship boat
subway metro underground tube
trip journey travel
vacation holiday
luggage baggage suitcase
ticket pass
hotel inn
dog hound canine
puppy pup
cat feline
kitten kitty
rabbit bunny
pig hog
hen chicken
animal creature beast
rock stone
forest wood woods
sea ocean
shore coast seaside
beach shore
hill mound
field meadow
grass lawn
garden yard
flower blossom
plant crop
sky heavens
rain rainfall shower
snow snowfall
fall autumn
food meal
meal dish
breakfast brunch
dinner supper
lunch luncheon
snack bite
dessert sweet pudding
candy sweets
cookie biscuit
soda pop
fries chips
shrimp prawn
eggplant aubergine
zucchini courgette
cilantro coriander
drink beverage
tea chai
alcohol booze liquor
wine vino
cigarette smoke
phone telephone
cellphone mobile smartphone
computer pc
laptop notebook
television tv telly
movie film
song tune
music tune
band group
photo picture photograph
picture image
camera cam
book novel
newspaper paper
magazine journal
letter mail
email mail
message text
clothes clothing outfit apparel garment
shirt top
sweater jumper pullover
pants trousers
sneaker trainer
jacket coat
glasses spectacles eyeglasses
bag purse handbag
couch sofa
rug carpet
trash garbage rubbish waste
bathroom restroom toilet
elevator lift
sidewalk pavement
gas petrol gasoline
gun pistol firearm
knife blade
box container
bottle flask
cup mug
piece slice
game match
soccer football
team squad
hobby pastime
sport sports
gym fitness
workout exercise
running runner
swimming swimmer
party celebration
wedding marriage
birthday birth
anniversary jubilee
gift present
meeting appointment
meeting session
event occasion
deadline due
goal aim objective target
plan intention
idea thought
problem issue trouble
error mistake
question query
answer reply response
reason cause
result outcome
start beginning
end finish ending
part portion section
area region zone
place location spot
center centre middle
side edge
front fore
amount quantity
price cost
color colour
size dimension
speed pace velocity
type kind sort
group bunch
pair couple
crowd throng
language tongue
word term
story tale
news report
law legislation
rule regulation
war conflict
army military
government administration
vote election ballot
tax levy
bank lender
loan credit
market exchange
share stock
profit gain earnings
attack assault strike
death demise
murder killing
crime offense offence
fire blaze
storm tempest
earthquake quake
flood flooding
accident crash
injury wound
dawn sunrise
dusk sunset
week weekly
day daily
month monthly
year yearly annual annually
hour hourly
flight plane
aunt auntie
roommate flatmate housemate
tenant renter lodger
stepmother stepmom
stepfather stepdad
assistant helper aide
trainee intern apprentice
journalist reporter
accountant bookkeeper
barber hairdresser
carpenter joiner
officer cop
janitor cleaner caretaker
therapist psychotherapist counselor counsellor
veterinarian vet
optician optometrist
pharmacist chemist
office workplace
factory plant
farm ranch
cottage cabin
apartment condo
cellar basement
attic loft
couch settee
fridge refrigerator
stove cooker
vacuum hoover
curtain drape
blanket quilt duvet
coach bus
tram streetcar trolley
trip tour excursion
trip voyage
vacation getaway break
hike trek
concert gig
performance show
theatre theater
exhibition exhibit
party bash
wallet billfold
shoe footwear
umbrella brolly
haircut trim
surgery operation
vaccine vaccination jab
vaccination immunization immunisation
checkup examination
therapy counseling counselling
workout training
tournament competition contest championship
award prize
hobby interest pastime
essay paper
thesis dissertation
diary journal
note memo
conversation chat talk discussion
argument quarrel dispute row
promise vow
advice tip guidance
suggestion proposal
task assignment
chore housework
seminar workshop
lecture talk
grade mark
certificate diploma
scholarship grant
salary income earnings
bill invoice
contract agreement deal
schedule timetable
conference convention
department division
software app application
website site webpage
screen monitor display
document file
folder directory
bug defect
repository repo
documentation docs
tap faucet
flashlight torch
diaper nappy
pram stroller
vegetable veggie veg
potato spud
dad pop
kindergarten preschool
nursery daycare
lodge cabin
quilt comforter
mailman postman
cop officer
neighborhood neighbourhood area
flu influenza
headache migraine
cellphone phone
kid offspring
`;
