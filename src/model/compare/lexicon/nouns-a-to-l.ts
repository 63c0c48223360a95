// Everyday nouns that name the same thing, A to L by the first word of each class.

export const NOUNS_A_TO_L = `
accident crash
accountant bookkeeper
actor actress performer
advice tip guidance
alcohol booze liquor
allergy allergic
amount quantity
animal creature beast
anniversary jubilee
answer reply response
apartment condo
apartment flat
area region zone
argument quarrel dispute row
army military
assistant helper aide
asthma asthmatic
attack assault strike
attic loft
aunt auntie
author writer
award prize
baby infant newborn
bag purse handbag
band group
bank lender
barber hairdresser
bathroom restroom toilet
beach shore
bicycle bike cycle
bill invoice
birthday birth
blanket quilt duvet
book novel
boss manager supervisor
bottle flask
box container
boy lad
boyfriend partner
breakfast brunch
brother bro
bug defect
cafe coffeehouse
camera cam
candy sweets
car automobile auto
carpenter joiner
cat feline
cellar basement
cellphone mobile smartphone
cellphone phone
center centre middle
certificate diploma
checkup examination
chef cook
child kid youngster
chore housework
cigarette smoke
cilantro coriander
city town
class course lesson
clothes clothing outfit apparel garment
coach bus
colleague coworker workmate
color colour
company corporation
company firm business
computer pc
concert gig
conference convention
contract agreement deal
conversation chat talk discussion
cookie biscuit
cop officer
cottage cabin
couch settee
couch sofa
country nation
crime offense offence
crowd throng
cup mug
curtain drape
customer client
cyclist biker bicyclist
dad pop
dawn sunrise
day daily
deadline due
death demise
degree diploma
dentist dentistry
department division
dessert sweet pudding
developer programmer coder
diabetes diabetic
diaper nappy
diary journal
dinner supper
doctor physician
document file
documentation docs
dog hound canine
drink beverage
driver motorist
dusk sunset
earthquake quake
eggplant aubergine
elevator lift
email mail
employee worker staff
employer company
end finish ending
engineer engineering
error mistake
essay paper
event occasion
exam test
exhibition exhibit
factory plant
fall autumn
farm ranch
father dad papa daddy
fiance fiancee betrothed
field meadow
fire blaze
firefighter fireman
flashlight torch
flight plane
flood flooding
flower blossom
flu influenza
folder directory
food meal
forest wood woods
fridge refrigerator
friend companion
friend pal buddy mate
fries chips
front fore
game match
garden yard
gas petrol gasoline
gift present
girl lass
girlfriend partner
glasses spectacles eyeglasses
goal aim objective target
government administration
grade mark
grandfather grandpa granddad
grandmother grandma granny nana
grass lawn
group bunch
gun pistol firearm
gym fitness
haircut trim
headache migraine
hen chicken
hike trek
hill mound
hobby interest pastime
hobby pastime
home house
hometown birthplace
homework assignment
hospital clinic
hotel inn
hour hourly
house residence
husband spouse partner
idea thought
illness disease sickness
injury wound
jacket coat
janitor cleaner caretaker
job occupation profession career
job position role
journalist reporter
kid offspring
kindergarten preschool
kitten kitty
knife blade
language tongue
laptop notebook
law legislation
lawyer attorney solicitor
lawyer law
lecture talk
letter mail
loan credit
lodge cabin
luggage baggage suitcase
lunch luncheon
`;
