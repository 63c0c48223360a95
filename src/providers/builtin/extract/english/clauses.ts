// How English clauses open and close, what is left unsaid in chat, and what is no statement at all.

import type { Language } from "../language.ts";

const REACTION =
  "wow|oh|ah|aw+|hey|hi|hello|yo|yeah|yep|yup|yes|yea|no|nope|nah|ok|okay|sure|right|true|exactly|well|so|man|haha|lol|hmm+|ugh|phew|whoa|woah|thanks|thank you|cool|nice|great|awesome|amazing|congrats|totally|absolutely|definitely|of course|for sure|no worries|no problem|sounds good|same here|oh no|oh man|oh wow|good question|sorry";
const CONNECTIVE =
  "and|but|so|also|plus|then|anyway|anyways|besides|actually|honestly|seriously|basically|luckily|fortunately|unfortunately|sadly|personally|for real|tbh|fyi|btw|by the way|as for me|for me|in fact|of course|speaking of which|that said|on the other hand|to be honest|in my opinion|imo|lately though|turns out|you know|i mean|well|like|because|cause|or|though|oh|instead|as you know|guess what";

export const CLAUSES: Language["clauses"] = {
  abbreviations:
    /(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|vs|etc|e\.g|i\.e|a\.m|p\.m|approx|No)|\b\p{Lu})$/u,
  openers: [
    new RegExp(`^(?:${REACTION})(?:,? (?!I\\b)\\p{Lu}[\\p{L}-]+)?\\s*[,!.]+\\s*`, "iu"),
    new RegExp(`^(?:${CONNECTIVE})\\s*,\\s*`, "i"),
    /^(?:hey|hi|hello|thanks|wow|yeah|yep)(?: there)?(?: (?!I\b)\p{Lu}[\p{L}-]+)?[,!]\s*/iu,
    /^(?:and|but|so(?! (?:far|much|many)\b)|also|plus|well|or|though|yes|yeah|yep|yup|no(?= (?:i|we)\b)|oh|ok|okay|especially)\s+/i,
    /^since we (?:last )?(?:spoke|talked|chatted|met)(?: last)?,?\s+(?=(?:i|we|my|things)\b)/i,
    /^since (?:we|our) (?:\w+ ){0,3}(?:chat|chats|talk|talked|spoke|spoken|chatted|met|caught up|conversation)\b[^,]*,\s*/i,
    /^(?:on (?:a|another|the) (?:\w+ )?(?:note|hand|side|topic)|speaking of \w+|as for (?:me|us)|not gonna lie|believe it or not|first of all|in the meantime|for me)\s*,\s*/i,
    /^(?:i (?:just )?(?:wanted to|want to|gotta|have to|had to) (?:let you know|tell you|share|say)|(?:just )?wanted to (?:let you know|tell you|share|say)|guess what|the thing is|let me tell you|i (?:have to|must|gotta) (?:say|admit)|i can tell you|i(?:'m| am) (?:so |really |super )*(?:excited|happy|thrilled|pleased) to (?:tell you|share|say|let you know|announce)|fun fact|long story short|quick update|as i said|like i said|i mean|i guess|i told you)(?: that)?\s*[,:]?\s*(?=(?:i|we|my|our|i'm|i've|the)\b)/i,
  ],
  closers: [
    /,\s+so (?:let['’]?s|please|can (?:we|you)|could (?:we|you)|don['’]?t|no(?! (?:one|longer))|maybe)\s.*$/i,
    /,?\s+since (?:we|our) (?:last )?(?:\w+ )?(?:talked|chatted|spoke|spoken|chat|talk)\b[^,]*$/i,
    /[,\s]+(?:lol|haha+|hehe|lmao|too|tbh|as well|though|by the way|btw|xd|or something|and stuff|and all that|and such)$/i,
    /,\s*(?:you know|ya know|i guess|i think|right|man|dude|bro|so yeah|for sure|of course|huh|eh)$/i,
    /\s*[:;]-?[)(dp]$/i,
    /[\s,:*~]+$/,
  ],
  joins: /,? (?:but|and|so) (?=(?:please )?call me\b)/i,
  ellipses: [
    {
      when: /^(?:please |just )*call me (?=\p{L})/iu,
      put: "I like to be called ",
      isReplaced: true,
    },
    {
      when: /^(?:just |recently |finally |already |also |never )*been (?!an? |so long|ages|great|good|forever)/i,
      put: "I have ",
      isReplaced: false,
    },
    {
      when: /^(?:just |recently |finally |also )*(?!\w+ me\b)(?:got|had|took|went|made|found|met|saw|came|bought|won|ran|lost|left|spent|started|finished|tried|joined|visited|moved|decided|signed|passed|began|wrote|ate|built|learned|worked|watched|played|managed|picked|grew|landed|booked|ordered|adopted|applied|quit|attended|enjoyed|received|created|cooked|baked|hiked|painted|organized|switched|graduated|ended up)\s/i,
      put: "I ",
      isReplaced: false,
    },
    {
      when: /^(?:just |recently |finally |also )*[a-z]+ed (?:my|our|an?|the|some|another|two|three|up|out) /i,
      put: "I ",
      isReplaced: false,
    },
    {
      when: /^(?:so |super |really |very |pretty |just |also |definitely )*(?:excited|thrilled|stoked|pumped|exhausted|overwhelmed|honou?red|worried|proud|happy|sad|grateful|thankful|ready|busy|lucky|nervous|tired|obsessed|addicted|allergic|interested|blessed|bummed|disappointed|keen|eager|determined) (?:to|about|for|of|that|with|by|in|from)\b/i,
      put: "I am ",
      isReplaced: false,
    },
    {
      when: /^(?:also |just |still |currently |now |probably |definitely )*(?:gonna (?!be )|going to (?!(?:be|the|my|an?|that|this|these|those) )|planning (?:to|on)|hoping to|looking forward to|thinking (?:about|of))\s?(?!.*\b\w+s (?:me|my|us)\b|.*, (?:i|i'm|we)\b)/i,
      put: "I am ",
      isReplaced: false,
    },
    {
      when: /^(?:also |just |still |currently |now )*(?:going|working on|working at|working as|trying|learning|getting ready|starting|heading|taking|studying|training|preparing|moving|saving|considering|reading|watching|writing|organizing|building|dealing with|living|adding)\s(?!.*\b(?:is|isn't|was|wasn't|are|were|has|have|can|helps?|makes?|keeps?|gives?|brings?|takes?|feels?|sounds?|looks?|seems?|means?|would|will|could)\b|.*, (?:i|i'm|i've|we)\b)/i,
      put: "I am ",
      isReplaced: false,
    },
    { when: /^(?:just |still |also )*gotta /i, put: "I ", isReplaced: false },
    {
      when: /^(?:definitely |really |also |still |just )*(?:can't|cannot|cant) wait\b/i,
      put: "I ",
      isReplaced: false,
    },
    {
      when: /^(?:also |really |still |absolutely |just |always |usually |personally )*(?:love|loved|hate|hated|enjoy|enjoyed|prefer|need|want|miss|feel|felt|used to|plan to|plan on|hoped|dream of)\s(?!(?:it|that|this|those|these|your?|the (?:pic|photo|look|idea|energy|vibe|sound)s?|how|what|when|seeing|hearing|to (?:hear|see))\b)/i,
      put: "I ",
      isReplaced: false,
    },
    {
      when: /^(?:will|would|could|might|should) (?:definitely |also |probably |love )?(?:be|try|go|let|keep|make|have|love|check|do|take|start|need)\b/i,
      put: "I ",
      isReplaced: false,
    },
    {
      when: /^(?:do not|don't|didn't|haven't|never|won't) (?:\w+) /i,
      put: "I ",
      isReplaced: false,
    },
  ],
  remember:
    /^(?:hey |please |pls |ok |can you |could you |also |@?\w+,? (?:please )?)?(?:remember|note|keep in mind|make a note|take a note|write down|jot down|for the record|note to self|don't forget|do not forget)\s*(?:(?:that|this)\b\s*[:,]?|[:,]|(?=(?:the|my|our|i|i'm|we|we're)\b))\s*/i,
};

const YOU_START = "you|your|you're|you've|you'll|you'd|u|ur";

/** First match wins. Tested on the clause after its openers are cut, as it was written. */
export const LEAVE: Language["leave"] = [
  {
    reason: "question",
    when: /^(?:who|what|where|why|how|which|whose)\b(?! (?:i|we) (?:love|like|learned|enjoy|do|did|want|need))/i,
  },
  {
    reason: "question",
    when: /^(?:do|does|did|are|is|was|were|have|has|had|can|could|will|would|should|shall|may|might|isn't|aren't|don't|didn't|haven't|won't|any|anything|got any|ever) (?:you|u|we|they|he|she|it|i|the|that|this|there|your|anyone|anybody|else|new|fun|plans|ideas?|other|been)\b/i,
  },
  { reason: "address", when: new RegExp(`^(?:${YOU_START})\\b`, "i") },
  {
    reason: "small talk",
    when: /^(?:i |we )?(?:haven't|have not) (?:talked|spoken|chatted|seen you|heard from)\b|^(?:it|that)(?:'s| has| is) (?:gotta|got to|gonna)\b|^it(?:'s| has| is) good to talk\b|^it(?:'s| has) been (?:a while|ages|so long|too long|forever)\b|^(?:will do|i will|i do|i did|i am|i have)$|^i(?:'m| am) (?:doing |feeling )?(?:good|fine|well|great|okay|ok|alright|not bad|doing)\b(?! (?:at|with|in|for)\b).{0,20}$|\bhow about you\b|couldn't agree more|^(?:i'll|i will|we'll|we will) (?:see|talk|catch|let you|keep you|text|call|check|do (?:that|it)|definitely (?:check|try|do|let|keep))\b|^can't wait(?: to (?:hear|see|catch|chat|talk))?\b.{0,25}$/i,
  },
  {
    reason: "thanks",
    when: /^(?:thank|thanks|thx|ty|cheers|much appreciated|i(?: really)? appreciate (?:it|you|that|your|the (?:kind|support|offer|help|invite|encouragement))|appreciate)\b/i,
  },
  {
    reason: "greeting",
    when: /^(?:hi|hey|hello|yo|good (?:morning|evening|night|afternoon|luck|to (?:see|hear)|call|point|job|for you)|long time|bye|goodbye|see (?:you|ya)|take care|talk (?:to you|soon|later)|catch (?:you|ya|up)|cya|ttyl|gn|gm|welcome|no (?:worries|problem)|you're welcome|have (?:a|fun)|happy (?:birthday|new year|holidays)|merry|congrat\w*|well done|way to go|nice (?:job|one|work)|great (?:job|work|to hear|seeing|chatting|catching|talking)|good (?:seeing|chatting|catching|talking)|nice (?:seeing|chatting|catching|talking))\b/i,
  },
  {
    reason: "compliment",
    when: /^(?:that|this|it|those|these|they|the (?:pic|photo|picture)s?)(?:'s| is|'re| are| must be| must have been| must feel| sounds?| looks?| seems?| would be|'d be| has to be) (?:so |really |such |super |quite |pretty |very |too |truly |absolutely |definitely )*(?:an? )?(?:\w+ )?(?:cool|great|awesome|amazing|nice|good|sweet|lovely|fantastic|wonderful|incredible|impressive|inspiring|beautiful|gorgeous|stunning|cute|adorable|fun|interesting|exciting|tough|sad|hard|rough|terrible|true|right|fair|kind|thoughtful|neat|delicious|yummy|perfect|tasty|cozy|relaxing|peaceful|hilarious|wild|crazy|huge|brilliant|rad|dope|sick|epic|a (?:blast|lot|shame|pity|bummer|classic))\b(?! (?:to (?!hear|know)|when |how |being |having |knowing |that i ))[^,]*$/i,
  },
  {
    reason: "reaction",
    when: /^(?:sounds?|looks?|seems?|glad|so glad|happy for|so happy for|sorry|so sorry|proud of you|i'm (?:so |really |very |super |truly |just )*(?:glad|happy for|proud of|sorry|jealous|rooting|here for|always here|sure|with) ?(?:you|to hear|to see|that you|it|things|your|about|for)|i am (?:so |really )*(?:glad|happy for|proud of|sorry) (?:you|to hear|for|about)|i(?:'d| would) love to (?:hear|see)|i (?:bet|hope|wish|agree|(?:totally|completely|definitely) agree|get it|get that|hear (?:you|that)|feel you|can imagine|can see|can tell|can't imagine|see (?:what|that|you|why)|understand(?: (?:how|what|that|why|you|completely))?|know (?:what|how you|exactly|right|that feeling|the feeling|you))\b.{0,60}$|must(?:'ve| have| be| feel)|can't (?:believe|imagine)|can only|love (?:it|that|this|those|these|your?|the|how|what)|loved? (?:it|that|your)|hope|wish(?:ing)?|good luck|best of luck|fingers crossed|me too|same|agreed|totally|absolutely|definitely|exactly|no way|not (?:yet|really|sure|bad)|so (?:cool|nice|true|sweet|fun|happy|cute|pretty|inspiring|awesome|proud|excited for you)|what an?|how (?:cool|nice|sweet|fun|exciting|wonderful)|such an?|too bad|oh)\b/i,
  },
  {
    reason: "advice",
    when: /^(?:let's|let us|let me know|let me|keep|don't|do not|never (?:give|forget|stop)|just (?:remember|keep|let|be|take|do|go)|take|check|tell|go for|go (?:ahead|get)|look at|stay|enjoy|try|give|feel free|make sure|hang in|trust|cherish|imagine|be (?:sure|kind|careful|proud)|believe in|remember|have you|follow|focus|think of|think about|show|send|come|call me (?:later|back|when|if|any)|text me|hit me|reach out|share|grab|hold on|wait|listen|relax|see|please(?! call me)|pls|get well|rest|use|maybe you|perhaps you|we should (?:all )?(?:catch|meet|hang|do|go|get|chat|talk|plan|keep|definitely)|we (?:can|could|gotta|must|need to)\b|we(?:'ll| will) (?:have to|talk|chat|catch|see))\b/i,
  },
  {
    reason: "hypothetical",
    when: /\b(?:if (?:i|we) (?:were|was|had|could|won|ever)|i wish|imagine|suppose|what if|would have|could have|should have|would've|could've|should've|hypothetically|let's say|let's pretend|in theory|(?:i|we)(?:'d| would) (?:have|be|do|go|never) .*\bif\b)\b/i,
  },
  {
    reason: "hypothetical",
    when: /^(?:if|unless|maybe|perhaps|i might|i may|might|not sure|i'm not sure|i am not sure|i wonder|i guess|i suppose|who knows)\b/i,
  },
  {
    reason: "half a sentence",
    when: /^(?:even though|although|though|because|while|unless|whereas)\b[^,]*$/i,
  },
  {
    reason: "showing",
    when: /^(?:here(?:'s| is| are| you go)|this is (?:the|a|my|me|one|what|our|how)|that's (?:the|a|my|me|one|what|our|why)|look|check|take a look|see|these are|those are|below|above|attached)\b/i,
  },
];

export const INSTRUCTIONS =
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|prompts?|rules|guidelines|previous|prior|above|everything)\b|\b(?:system|developer) (?:prompt|message|mode)\b|\byou are now\b|\bfrom now on,? (?:you|respond|reply|answer|act)\b|\bact as (?:an?|if|my)\b|\bpretend (?:to be|you|that you)\b|\b(?:reveal|print|repeat|show|output)\b.{0,30}\b(?:prompt|instructions|password|secret)\b|\bjailbreak\b|\bdo anything now\b|<\/?(?:system|instructions?|memory|user|assistant)>|\[(?:INST|SYSTEM)\]|^(?:system|assistant)\s*:/im;

export const JOKES = /\b(?:jk|j\/k|(?:just |only |was |i'm )(?:kidding|joking)|kidding)\b|\s\/s\b/i;

export const QUOTED_SPEECH =
  /"[^"]*\b(?:i|i'm|i've|i'll|my|me|we|our|you|your)\b[^"]*"|\b(?:he|she|they|said|says|told me|goes|was like|is like|asked|yelled|wrote)[,:]? "/i;
