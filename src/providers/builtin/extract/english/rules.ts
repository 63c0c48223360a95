// What English says of a person that is worth keeping. Tested on the clause with contractions written out.
// The strongest match names the category; the others only add tags.

import type { Rule } from "../language.ts";
import { KIN } from "./kin.ts";

const I =
  "\\bi(?: \\w+ly| also| just| really| still| never| always| have| had| currently| now| recently| finally)*";
const I_AM =
  "\\bi (?:am|was|have been|used to be)(?: \\w+ly| also| just| really| so| still| very| not| currently| now| an?)*";
const MY = "\\b(?:my|our)(?: \\w+)?";
const PET =
  "dogs?|cats?|pupp(?:y|ies)|kittens?|pets?|parrot|hamster|rabbit|bunny|horse|turtles?|guinea pigs?|snake|fish";

const rule = (tag: string, when: string, rest: Omit<Rule, "tag" | "when">): Rule => ({
  tag,
  when: new RegExp(when, "i"),
  ...rest,
});

export const RULES: readonly Rule[] = [
  rule(
    "kin",
    `\\b(?:${KIN})\\b.*\\. (?:he|she|they) (?:is|are|works?|lives?|has|have) |${MY} (?:${KIN}|${PET})(?: [A-Z]\\w+)? (?:is|was|are|were|works?|lives?|has|have|studies|plays|died|passed|turned) (?!so |very |really |such |always |there )`,
    { category: "relationship", section: "relationships", importance: 3, weight: 2 },
  ),
  rule(
    "household",
    `\\b(?:i|we) (?:am|are|got|have been|was|am getting|are getting) (?:not )?(?:married|engaged|divorced|single|dating|separated|widowed)\\b|\\b(?:i|we) (?:do not )?have (?:an?|two|three|four|five|six|\\d+|no|any|twin) (?:\\w+ )?(?:${KIN})\\b`,
    { category: "relationship", section: "relationships", importance: 4, weight: 2.2 },
  ),
  rule(
    "ended",
    "\\b(?:i|we) (?:no longer|do not \\w+ .*any ?more|used to (?!it\\b|that\\b|this\\b))",
    { category: "profile", section: "bio", importance: 3, weight: 2 },
  ),
  rule(
    "illness",
    "\\b(?:i|we) have (?:had )?(?:an? )?(?:\\w+ )?(?:diabetes|asthma|adhd|epilepsy|arthritis|migraines?|cancer|anxiety|depression|eczema|insomnia|celiac|disability|allerg(?:y|ies)|heart condition)\\b",
    { category: "profile", section: "bio", importance: 5, weight: 3, isSensitive: true },
  ),
  rule(
    "calling",
    "\\bi am (?:not )?an? (?!bit|lot|little|huge|big|long|late|former)(?:\\w+ )?\\w+(?:er|ist|ian|eer|or|ant)\\b(?! (?:fan|than|of))",
    { category: "profile", section: "bio", importance: 4, weight: 2 },
  ),
  rule(
    "fear",
    "\\b(?:i|we) (?:am|have always been|was always)(?: \\w+ly| so| really| very)* (?:afraid|scared|terrified|frightened) of\\b",
    { category: "profile", section: "bio", importance: 3, weight: 2 },
  ),
  rule(
    "abstains",
    "\\b(?:i|we)(?: \\w+ly)? (?:do not|never|cannot) (?:eat|drink|smoke|drive|swim|cook|celebrate|play|speak|use|take|fly)\\b",
    { category: "preference", section: "interests", importance: 3, weight: 2 },
  ),
  rule(
    "favourite",
    "\\b(?:my|our)(?: \\w+)? favou?rite(?: \\w+){1,4} (?:is|are|was)\\b|\\bi(?: \\w+ly)? prefer\\b",
    { category: "preference", section: "interests", importance: 3, weight: 2.2 },
  ),
  rule("name", "\\b(?:my name is|call me|i like to be called|i go by|my nickname is) [A-Za-z]", {
    category: "profile",
    section: "bio",
    importance: 4,
    weight: 4,
    field: "preferred_name",
  }),
  rule("pronouns", "\\bmy pronouns are\\b|\\bi use (?:she|he|they)(?:/| )", {
    category: "profile",
    section: "bio",
    importance: 4,
    weight: 4,
    isSensitive: true,
    field: "pronouns",
  }),
  rule(
    "health",
    `${I_AM} (?:allergic|diabetic|celiac|coeliac|asthmatic|lactose|gluten|pregnant|depressed|autistic|dyslexic|deaf|blind|sober|vegan|vegetarian|pescatarian|intolerant)\\b|\\b(?:diagnosed with|suffer from|in remission|in recovery|surgery|chemo|therapy for|my (?:anxiety|depression|diabetes|asthma|adhd|migraines?|allerg(?:y|ies)|blood pressure|meds|medication|therapist|doctor))\\b|\\b(?:allergic to|broke my|injured my|sprained my|hurt my)\\b`,
    { category: "profile", section: "bio", importance: 5, weight: 3, isSensitive: true },
  ),
  rule(
    "identity",
    `${I_AM} (?:gay|lesbian|bisexual|bi|queer|trans|transgender|nonbinary|non-binary|christian|muslim|jewish|hindu|buddhist|atheist|catholic)\\b`,
    { category: "profile", section: "bio", importance: 4, weight: 3, isSensitive: true },
  ),
  rule(
    "city",
    `${I} (?:live|lived|moved|relocated|settled|reside|am based|am living|am moving|am relocating)(?: back)? (?:in|to|near|at)\\b|\\bi (?:am|have been) (?:based|living) in\\b`,
    { category: "profile", section: "bio", importance: 4, weight: 2.6, field: "city" },
  ),
  rule(
    "origin",
    `${I_AM} (?:originally )?from [A-Z]|\\bi (?:was born|grew up|was raised) (?:in|on|near)\\b|\\bmy (?:home ?town|home country|birthday|roots)\\b`,
    { category: "profile", section: "bio", importance: 4, weight: 2 },
  ),
  rule(
    "age",
    `\\bi (?:am|just turned|turned|will be|will turn) (?:\\d{1,2}|twenty|thirty|forty|fifty|sixty)\\b|\\b\\d{1,2} years old\\b`,
    { category: "profile", section: "bio", importance: 3, weight: 2 },
  ),
  rule(
    "language",
    `${I} (?:speak|am fluent in|am learning) (?:[A-Z]\\w+ish|French|German|Portuguese|Japanese|Chinese|Mandarin|Italian|Arabic|Hindi|Korean|Russian|Dutch|Greek)\\b|\\bmy (?:native|first|mother) (?:language|tongue)\\b`,
    { category: "profile", section: "skills", importance: 4, weight: 3, field: "language" },
  ),
  rule(
    "tone",
    "\\bi (?:prefer|like|want) (?:short|brief|concise|detailed|long|direct|casual|formal|simple) (?:answers|replies|responses|explanations|messages)\\b|\\b(?:answers|replies|responses) (?:short|brief|concise)\\b",
    { category: "preference", section: "other", importance: 4, weight: 3, field: "tone" },
  ),
  rule(
    "goal",
    `\\b(?:my|our)(?: \\w+){0,3} (?:goals?|dream|ambition|resolution|aim)\\b(?: \\w+)? (?:is|are|was|has)\\b|${I} (?:aim|am aiming|dream of|want to become|want to be)\\b`,
    { category: "project", section: "other", importance: 4, weight: 1.8, field: "goals" },
  ),
  rule(
    "work",
    `\\bi (?:work|worked|am working|have been working|used to work) (?:as|at|for|in|on|with)\\b|${I} (?:got|started|landed|left|quit|lost|found|accepted|switched|applied|was offered|was fired|got fired|was laid off|retired|got promoted|was promoted)\\b.*\\b(?:jobs?|work|position|role|career|company|internship|promotion|offer|business|gig|firm)\\b|\\bmy (?:\\w+ )?(?:job|career|boss|company|business|startup|store|shop|studio|employer|office|profession)\\b|${I_AM} (?:\\w+ )?(?:nurse|teacher|engineer|developer|designer|doctor|lawyer|student|writer|artist|chef|manager|accountant|programmer|musician|photographer|scientist|researcher|electrician|plumber|freelancer|actor|dancer|athlete|pilot|baker|consultant|mechanic|veteran|founder)\\b|\\bmy own (?:business|company|store|shop|studio)\\b`,
    { category: "profile", section: "bio", importance: 4, weight: 2 },
  ),
  rule(
    "study",
    "\\b(?:i|i have) (?:study|studied|am studying|graduated|major(?:ed)? in|enrolled|passed|failed|got into|got accepted|finished (?:school|college|university))\\b|\\bmy (?:degree|studies|thesis|exams?|major|course|class|university|college|school|education)\\b",
    { category: "profile", section: "bio", importance: 3, weight: 1.6 },
  ),
  rule(
    "relation",
    `${MY} (?:${KIN})\\b|\\b(?:i|we) (?:am|are|got|have been) (?:married|engaged|divorced|single|dating|separated|widowed)\\b|\\bi have (?:an?|two|three|four|five|\\d+|no|some) (?:\\w+ )?(?:${KIN})\\b|\\b(?:broke up|got engaged|got married|passed away|is pregnant|was born)\\b`,
    { category: "relationship", section: "relationships", importance: 3, weight: 1.6 },
  ),
  rule(
    "pet",
    `${MY} (?:${PET})\\b|\\b(?:i|we) (?:\\w+ )?(?:have|got|own|adopted|rescued|bought) (?:an?|two|three|four|\\d+|some|another|the)? ?(?:\\w+ ){0,2}(?:${PET})\\b`,
    { category: "relationship", section: "relationships", importance: 3, weight: 1.8 },
  ),
  rule(
    "decision",
    "\\b(?:we|i|the team|our team)(?: have| all| both| just| finally)* (?:decided|agreed|chose|settled on|committed|resolved|voted|are (?:shipping|launching|releasing)|will (?:ship|launch|release))\\b",
    { category: "project", section: "other", importance: 4, weight: 2.4 },
  ),
  rule(
    "project",
    `\\b(?:i|we) (?:am|are|have been|has been|started|began|just started|finished|launched|built|created|made|wrote|opened|set up|published|released|designed|organized|organised) .*\\b(?:project|app|website|site|blog|book|novel|script|album|song|painting|campaign|event|fundraiser|channel|store|shop|business|game|course|class|program|garden|video|portfolio|team|club|group)\\b|\\b(?:my|our) (?:\\w+ )?(?:project|app|website|blog|novel|book|campaign|channel|game)\\b`,
    { category: "project", section: "other", importance: 3, weight: 1.4 },
  ),
  rule(
    "dislike",
    "\\b(?:i|we)(?: \\w+ly| also| just| still)* (?:hate|dislike|loathe|detest|despise|cannot stand|do not (?:really )?(?:like|enjoy|eat|drink|want|care for)|am not (?:a (?:big |huge )?fan|into|fond)|never liked|avoid|have never liked)\\b",
    { category: "preference", section: "opinions", importance: 3, weight: 2.4 },
  ),
  rule(
    "preference",
    `\\b(?:my|our) (?:\\w+ )?(?:favou?rites?|go-to|hobby|hobbies|passion)\\b|\\b(?:i|we)(?: \\w+ly| also| just| still| always| have always| really)* (?:love|like|enjoy|prefer|adore|am into|am fond of|am (?:a (?:big |huge )?)?fan of|am passionate about|am obsessed with|am addicted to|am crazy about|am interested in|am more of|am keen on)\\b|\\bfavou?rite\\b.*\\b(?:mine|for me)\\b`,
    { category: "preference", section: "interests", importance: 3, weight: 1.6 },
  ),
  rule(
    "skill",
    "\\b(?:i|we)(?: \\w+ly| also| just)* (?:can (?:play|speak|cook|code|draw|sing|dance|swim|ski|drive|sew|bake|program)|know how to|am (?:good|great|bad|terrible|skilled|experienced|certified) (?:at|in|with)|learned (?:how )?to|taught myself|have been (?:learning|practicing|practising|playing|training)|am (?:learning|practicing|practising|training)|play the|play (?:guitar|piano|violin|drums|bass|chess|tennis|soccer|football|basketball))\\b",
    { category: "profile", section: "skills", importance: 3, weight: 2 },
  ),
  rule(
    "habit",
    "\\b(?:i|we)(?: \\w+ly| also| just)* (?:usually|always|often|never|sometimes|tend to|try to|used to|go|run|walk|meditate|drink|eat|wake|do)\\b.*\\b(?:every|each|daily|weekly|usually|mornings?|evenings?|weekends?|nights?|times? a (?:day|week|month|year)|often|\\w+days)\\b|\\bi (?:do not|never) (?:eat|drink|smoke|drive|use|own|watch|cook)\\b",
    { category: "preference", section: "interests", importance: 3, weight: 1.6 },
  ),
  rule(
    "plan",
    "\\b(?:i|we)(?: \\w+ly| also| just)* (?:(?:am|are) (?:\\w+ly )?(?:going to|planning|hoping|thinking (?:about|of)|looking (?:forward|to)|getting ready|considering|saving|preparing|moving|starting|trying|about to|heading|off to|visiting|flying|taking|excited to|ready to)|plan to|plan on|hope to|intend to|will|want to|would (?:love|like) to|cannot wait to|need to|have to)\\b",
    { category: "project", section: "other", importance: 3, weight: 0.6 },
  ),
  rule(
    "possession",
    "\\b(?:i|we)(?: \\w+ly| also| just| have| finally)* (?:have|own|bought|got|purchased|built|inherited|rent|drive) (?:an?|the|two|three|some|my|our|\\d+|another|this)\\b",
    { category: "profile", section: "other", importance: 2, weight: 0.6 },
  ),
  rule(
    "change",
    "\\b(?:i|we)(?: \\w+ly| also| just| have| finally)* (?:quit|stopped|started|gave up|switched|changed|became|joined|left|began|moved|ended|finished|retired|gave birth|lost|sold)\\b",
    { category: "profile", section: "bio", importance: 3, weight: 1.4 },
  ),
  rule(
    "event",
    "\\b(?:i|we)(?: \\w+ly| also| just| have| even)* (?:went|visited|attended|met|saw|took|had|won|participated|volunteered|celebrated|traveled|travelled|hosted|watched|tried|made|found|received|performed|competed|ran|came|got|did|spent|played|helped|learned|been to|gave)\\b",
    { category: "other", section: "other", importance: 2, weight: 0.8 },
  ),
  rule(
    "opinion",
    "\\b(?:i|we)(?: \\w+ly| also| just)* (?:think|believe|feel like|find|consider|value|appreciate|care about|feel that)\\b|\\b(?:means? (?:a lot|so much|the world|everything) to me|important to me|matters to me|special to me)\\b",
    { category: "preference", section: "opinions", importance: 2, weight: 0.6 },
  ),
  rule(
    "feeling",
    `${I_AM} (?:excited|happy|sad|nervous|worried|proud|stressed|overwhelmed|grateful|thankful|tired|lonely|scared|afraid|anxious|thrilled|upset|frustrated|heartbroken|inspired|motivated|determined|amazed|lucky|swamped|busy|struggling)\\b|\\bi (?:feel|felt|have been feeling)\\b|\\bmakes? me\\b|\\bmade me\\b`,
    { category: "other", section: "other", importance: 2, weight: 0.3 },
  ),
];
