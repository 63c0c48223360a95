// The closed word classes that the rules look at, for every language we read. Data only: a language is one more row.
// Phrases are separated by "|"; `…` stands for up to three words between two parts.

export const LANGUAGES = [
  "en",
  "de",
  "es",
  "fr",
  "pt",
  "it",
  "nl",
  "pl",
  "ru",
  "tr",
  "ar",
  "hi",
  "zh",
  "ja",
  "ko",
] as const;
export type Language = (typeof LANGUAGES)[number];

export type WordClass =
  /** So common that a few of them tell the language of a Latin-script text. */
  | "common"
  | "negation"
  /** Says that something known has changed. */
  | "correction"
  | "firstPerson"
  /** Those of `firstPerson` that mean several. */
  | "we"
  /** Words after which something must follow. */
  | "openEnd"
  /** Orders to write, and what is written: together they ask for a text, whatever it tells of "me". */
  | "write"
  | "writing"
  /** Points at something said before; a clause that begins with one cannot stand alone. */
  | "pointer"
  /** "He", "she", "they": whoever was named before. */
  | "person"
  /** "Remember that …", "note: …", at the start of a clause. */
  | "remember"
  /** Verbs of saying. */
  | "saying"
  | "home"
  | "job"
  | "name"
  | "pronouns"
  | "speaks"
  | "answerStyle";

export const LEXICON: Readonly<Record<Language, Readonly<Record<WordClass, string>>>> = {
  en: {
    common:
      "i|the|a|is|are|my|to|of|and|in|it|you|we|have|that|for|was|on|with|me|this|be|do|i'm|at|don't|not|but|so|just|like|our|your|will|am|been|from|an|has|can|never|always|please|love|hate|he|she|they|his|her|who|what|now|no|by|moved|call|called|use|or|as|if",
    negation:
      "not|n't|never|no|cannot|without|nobody|nothing|none|neither|nor|no longer|dont|doesnt|didnt|cant|wont|isnt|arent|wasnt|stopped|quit|gave up",
    correction:
      "now|sold|no longer|not anymore|anymore|any more|moved|changed|correction|i meant|meant to say|no wait|typo|wrong|these days|actually|instead|rather than|new|switched|turns out|scratch that|update|from now on|rescheduled|postponed|as of|used to",
    firstPerson:
      "i|me|my|mine|myself|we|us|our|ours|i'm|i've|i'll|i'd|we're|we've|we'll|im|ive|ourselves",
    we: "we|us|our|ours|we're|we've|we'll|ourselves",
    openEnd:
      "is|are|was|were|am|the|a|an|my|our|your|their|and|or|but|of|for|with|because|than|if|i|very|i'm|that|which|to be|means that|is that|about the|at the|in the|on the",
    write:
      "write|pen|compose|draft|make up|invent|tell me|generate|create|come up with|rewrite|continue",
    writing:
      "story|stories|poem|tale|song|lyrics|haiku|limerick|script|essay|fairy tale|monologue|dialogue|letter|mail|email|scene|fanfic|novel|joke|rap",
    pointer: "it|it's|its|that|that's|this|those|these|there|which|both|one|them",
    person: "he|she|they|his|her|their|him|he's|she's|they're",
    remember:
      "remember that|remember|please remember that|please remember|note that|please note that|note to self|keep in mind that|keep in mind|don't forget that|make a note that|reminder|for the record|fyi|note",
    saying:
      "said|says|say|told|tells|asked|asks|claims|claimed|thinks|according to|heard that|replied|wrote|writes|mentioned|quote|goes like",
    home: "live in|lives in|living in|live at|moved to|move to|relocated to|based in|home is|settled in",
    job: "work at|works at|work for|works for|working at|working for|employed at|job at|work as|works as|working as",
    name: "my name is|call me|i go by|name's|preferred name|known as",
    pronouns: "my pronouns|pronouns are",
    speaks:
      "i speak|we speak|native language|mother tongue|first language|speak to me in|answer in|reply in|write to me in",
    answerStyle:
      "short answers|shorter answers|concise|brief|bullet points|formal|informal|detailed answers|long answers|emojis|plain words|to the point",
  },
  de: {
    common:
      "ich|der|die|das|ist|und|nicht|ein|eine|mein|meine|wir|zu|mit|auf|für|mir|mich|am|im|habe|hat|sind|von|den|dem|es|du|bin|war|aber|auch|noch|mag|sehr|wie|kein|keine|bitte|immer|nie|jetzt|oder|um|bei|uns|unser|unsere|werden|wird|er|sie|man|aus|nach|seit|heute|gern|gerne|einen|einem|zum|zur|mehr",
    negation:
      "nicht|kein|keine|keinen|keinem|keiner|keines|nie|niemals|nichts|niemand|ohne|weder|nimmer|aufgehört",
    correction:
      "jetzt|nun|nicht mehr|keine … mehr|kein … mehr|korrektur|eigentlich|stattdessen|verschoben|verlegt|neue|neuer|neues|neuen|ab sofort|inzwischen|mittlerweile|sondern|umgezogen|geändert|doch",
    firstPerson:
      "ich|mich|mir|mein|meine|meinen|meinem|meiner|wir|uns|unser|unsere|unseren|unserem|bin",
    we: "wir|uns|unser|unsere|unseren|unserem",
    openEnd:
      "ist|sind|war|der|die|das|den|dem|ein|eine|einen|mein|meine|und|oder|aber|mit|von|für|weil|dass|wenn|ich|zu den|ist dass",
    write:
      "schreib|schreibe|schreibt|verfasse|dichte|erfinde|erzähl|erzähle|denk dir|erstelle|generiere",
    writing:
      "geschichte|gedicht|märchen|lied|songtext|aufsatz|erzählung|drehbuch|brief|mail|szene|witz|roman|dialog",
    pointer: "es|das|dies|dieses|davon|beide|beides|dort|dafür|damit|darauf",
    person: "er|sie|sein|seine|ihr|ihre|ihn|ihm|deren|dessen",
    remember:
      "merk dir dass|merk dir|merke dir|merkt euch|denk daran dass|denk dran|notiz|notiere dass|notiere|nicht vergessen|zur erinnerung|erinnere dich|bitte merken|hinweis",
    saying:
      "sagt|sagte|gesagt|meint|meinte|erzählt|erzählte|behauptet|behauptete|fragt|fragte|laut|schrieb|schreibt|zitat",
    home: "wohne in|wohnt in|wohnen in|lebe in|lebt in|leben in|gezogen nach|nach … gezogen|ziehe nach|umgezogen nach|zuhause in|wohne jetzt in|lebe jetzt in",
    job: "arbeite bei|arbeitet bei|arbeite als|arbeitet als|arbeite für|angestellt bei|arbeite jetzt bei",
    name: "ich heiße|ich heisse|mein name ist|nenn mich|nennt mich|nennen sie mich",
    pronouns: "meine pronomen|pronomen sind",
    speaks: "ich spreche|wir sprechen|muttersprache|antworte auf|antworte mir auf|schreib mir auf",
    answerStyle:
      "kurze antworten|knapp|kurz und|stichpunkte|förmlich|ausführlich|duze mich|sieze mich|emojis",
  },
  es: {
    common:
      "el|la|los|las|de|que|y|en|un|una|es|mi|mis|me|con|por|para|no|yo|soy|estoy|tengo|se|su|lo|más|pero|como|nos|nosotros|del|al|muy|te|tu|hay|era|fue|está|son|le|gusta|gustan|vivo|siempre|nunca|ahora|ya|hoy|sin|a|o|todos|tenemos|somos|he|ha|hemos|favor",
    negation:
      "no|nunca|jamás|jamas|nada|nadie|ningún|ninguna|ninguno|tampoco|sin|ni|dejé de|dejé|dejó de",
    correction:
      "ahora|ya no|corrección|correccion|en realidad|en lugar de|en vez de|se movió|se cambió|cambió|cambio|nuevo|nueva|a partir de|sino|pasó|pasa|me mudé|mudamos|trasladó|aplazó",
    firstPerson:
      "yo|me|mi|mis|mío|mía|conmigo|nosotros|nosotras|nos|nuestro|nuestra|soy|estoy|tengo|somos|vivo|trabajo|prefiero|odio|tenemos|he|hemos|creo|quiero",
    we: "nosotros|nosotras|nos|nuestro|nuestra|somos|tenemos|hemos",
    openEnd:
      "es|son|era|el|la|los|las|un|una|mi|mis|y|o|pero|de|del|con|para|porque|que|si|es que|es de",
    write:
      "escribe|escríbeme|escribeme|redacta|inventa|invéntate|cuéntame|cuenta|crea|genera|compón|haz",
    writing:
      "cuento|historia|poema|canción|relato|guion|carta|correo|escena|chiste|novela|diálogo|ensayo|haiku",
    pointer: "eso|esto|esa|ese|aquello|allí|ahí|ambos",
    person: "él|ella|ellos|ellas",
    remember:
      "recuerda que|recuerda|recordad que|acuérdate de que|acuérdate|ten en cuenta que|nota|apunta que|apunta|anota que|anota|no olvides que|no olvides|recordatorio",
    saying:
      "dijo|dice|dicen|contó|cuenta que|me dijo|según|preguntó|pregunta|afirma|afirmó|escribió|cita|cree que",
    home: "vivo en|vive en|vivimos en|viven en|me mudé a|se mudó a|nos mudamos a|me mudo a|resido en|vivo ahora en",
    job: "trabajo en|trabaja en|trabajo como|trabaja como|trabajo para|trabajo de",
    name: "me llamo|mi nombre es|llámame|llamame|dime",
    pronouns: "mis pronombres|pronombres son",
    speaks:
      "hablo|hablamos|lengua materna|idioma materno|respóndeme en|responde en|contéstame en|escríbeme en",
    answerStyle:
      "respuestas cortas|breve|concisas|conciso|formal|tutéame|detalladas|emojis|al grano",
  },
  fr: {
    common:
      "je|j'ai|le|la|les|de|des|un|une|et|est|mon|ma|mes|à|en|que|qui|pour|pas|ne|nous|suis|avec|sur|dans|du|au|c'est|il|elle|on|plus|mais|très|me|moi|tu|vous|ce|j'aime|n'ai|ai|avons|sont|était|notre|toujours|jamais|maintenant|d'un|d'une|aux|se|chez|tous|toutes|ça|j'habite|j'utilise|s'il|lundi|mardi",
    negation: "ne|pas|jamais|rien|personne|aucun|aucune|sans|ni|arrêté de|arrêté",
    correction:
      "maintenant|désormais|ne … plus|n'habite plus|plus de|correction|en fait|finalement|à la place|au lieu|déplacé|déplacée|reporté|reportée|décalé|décalée|changé|nouveau|nouvelle|passe|passée|passé|dorénavant|déménagé",
    firstPerson:
      "je|j'ai|j'aime|j'habite|j'utilise|j'adore|j'étais|j'avais|j'en|j'y|moi|me|m'appelle|m'a|mon|ma|mes|nous|notre|nos|mien|mienne|suis",
    we: "nous|notre|nos",
    openEnd:
      "est|sont|était|le|la|les|un|une|mon|ma|mes|et|ou|mais|de|des|du|avec|pour|parce que|que|si|est de|est que|c'est",
    write:
      "écris|ecris|écris-moi|rédige|redige|invente|raconte|raconte-moi|compose|crée|imagine|génère",
    writing:
      "histoire|conte|poème|poeme|chanson|récit|scénario|lettre|mail|scène|blague|roman|dialogue|haïku",
    pointer: "ça|cela|c'est|c'était|celui-ci|celle-ci|là",
    person: "il|elle|ils|elles|lui",
    remember:
      "rappelle-toi que|rappelle-toi|souviens-toi que|souviens-toi|retiens que|retiens|note que|note bien|note|n'oublie pas que|n'oublie pas|pour rappel|rappel|notez que|notez",
    saying:
      "dit|a dit|disait|disent|raconte|a raconté|selon|demande|a demandé|affirme|prétend|écrit|citation|d'après|pense que",
    home: "habite à|habite en|habite au|habite|vis à|vis en|vis au|vit à|vit en|déménagé à|déménagé en|emménagé à|installé à|installée à",
    job: "travaille chez|travaille à|travaille comme|travaille pour|bosse chez|bosse pour|travaille en tant",
    name: "je m'appelle|mon nom est|mon prénom est|appelle-moi|appelez-moi",
    pronouns: "mes pronoms|pronoms sont",
    speaks:
      "je parle|nous parlons|langue maternelle|réponds-moi en|réponds en|répondez en|écris-moi en",
    answerStyle:
      "réponses courtes|bref|concis|concises|formel|détaillées|tutoie-moi|vouvoie-moi|emojis",
  },
  pt: {
    common:
      "eu|o|a|os|as|de|que|e|do|da|em|um|uma|é|meu|minha|meus|minhas|não|nao|com|para|pra|por|no|na|me|se|mais|mas|como|tenho|sou|estou|foi|nós|nosso|nossa|você|muito|ao|gosto|moro|sempre|nunca|agora|já|hoje|tem|são|ele|ela|dos|das|nos|nas|sem|à|às|também|favor|vou|fui|temos|somos",
    negation: "não|nao|nunca|jamais|nada|ninguém|nenhum|nenhuma|sem|nem|parei de|deixei de",
    correction:
      "agora|já não|não … mais|correção|correcção|correcao|na verdade|em vez de|mudou|mudei|passou|passa|novo|nova|a partir de|adiado|adiada|transferido|transferida",
    firstPerson:
      "eu|me|mim|meu|minha|meus|minhas|comigo|nós|nosso|nossa|a gente|sou|estou|tenho|moro|trabalho|gosto|adoro|odeio|prefiro|uso|somos|temos|vou|fui",
    we: "nós|nosso|nossa|a gente|somos|temos",
    openEnd:
      "é|são|era|o|a|os|as|um|uma|meu|minha|e|ou|mas|de|do|da|com|para|porque|que|se|é que|é de",
    write:
      "escreve|escreva|escreve-me|redija|redige|inventa|invente|conta|conte|cria|crie|gera|gere|faz|faça",
    writing:
      "história|historia|conto|poema|canção|música|roteiro|carta|email|cena|piada|romance|diálogo|haicai",
    pointer: "isso|isto|aquilo|lá|ali|aí|ambos",
    person: "ele|ela|eles|elas|dele|dela",
    remember:
      "lembra que|lembra-te que|lembre-se de que|lembre que|lembre-se|lembra|lembre|anota que|anota|anote que|anote|nota|não esqueças que|não esqueça que|não esqueça|tem em conta que|lembrete",
    saying:
      "disse|diz|dizem|contou|falou|segundo|perguntou|pergunta|afirma|afirmou|escreveu|citação|acha que",
    home: "moro em|moro no|moro na|mora em|mora no|mora na|moramos em|vivo em|vivo no|vive em|mudei para|me mudei para|mudei-me para|mudei pra",
    job: "trabalho na|trabalho no|trabalho em|trabalha na|trabalha no|trabalho como|trabalha como|trabalho para",
    name: "me chamo|chamo-me|meu nome é|o meu nome é|me chama de|me chame de|chama-me|chame-me",
    pronouns: "meus pronomes|pronomes são",
    speaks:
      "eu falo|falo|falamos|língua materna|responde em|responda em|responde-me em|me responda em",
    answerStyle:
      "respostas curtas|curto|breve|conciso|concisas|formal|detalhadas|emojis|direto ao ponto",
  },
  it: {
    common:
      "io|il|lo|la|i|gli|le|di|che|e|è|un|una|mio|mia|miei|mie|non|con|per|del|della|al|alla|nel|nella|mi|ho|sono|ma|come|anche|più|noi|nostro|nostra|abbiamo|siamo|si|da|in|a|ha|c'è|piace|piacciono|vivo|abito|sempre|mai|adesso|ora|oggi|tutti|molto|questo|questa|dal|dalla|sul|sulla|lavoro|dei|delle|alle|favore|ci",
    negation: "non|mai|niente|nulla|nessuno|nessuna|nessun|senza|né|smesso di|smesso",
    correction:
      "adesso|ora|non … più|correzione|in realtà|invece|invece di|spostato|spostata|spostati|cambiato|cambiata|nuovo|nuova|d'ora in poi|rinviato|rinviata|trasferito|trasferita|bensì|passa",
    firstPerson:
      "io|mi|me|mio|mia|miei|mie|noi|ci|nostro|nostra|nostri|ho|sono|abbiamo|siamo|vivo|abito|lavoro|preferisco|odio|adoro|uso|voglio|credo",
    we: "noi|ci|nostro|nostra|nostri|abbiamo|siamo",
    openEnd:
      "è|sono|era|il|lo|la|i|gli|le|un|una|mio|mia|e|o|ma|di|del|della|con|per|perché|che|se|è di|è che",
    write: "scrivi|scrivimi|componi|inventa|raccontami|racconta|crea|genera|immagina",
    writing:
      "storia|racconto|poesia|canzone|fiaba|favola|lettera|mail|scena|barzelletta|romanzo|dialogo|copione|haiku",
    pointer: "ciò|quello|quella|questo qui|lì|là|entrambi",
    person: "lui|lei|loro|essi",
    remember:
      "ricorda che|ricordati che|ricordati|ricorda|ricordatevi|nota che|nota|annota che|annota|tieni presente che|tieni a mente che|non dimenticare che|promemoria|segnati che|segna che",
    saying:
      "ha detto|dice|diceva|dicono|disse|racconta|ha raccontato|secondo|chiede|ha chiesto|afferma|sostiene|ha scritto|citazione|pensa che",
    home: "vivo a|vivo in|vive a|vive in|abito a|abito in|abita a|viviamo a|mi sono trasferito|mi sono trasferita|trasferito a|trasferita a|ci siamo trasferiti",
    job: "lavoro per|lavoro alla|lavoro in|lavoro presso|lavoro da|lavora per|lavora alla|lavoro come|lavora come|faccio il|faccio la",
    name: "mi chiamo|il mio nome è|chiamami|chiamatemi",
    pronouns: "i miei pronomi|pronomi sono",
    speaks: "parlo|parliamo|lingua madre|madrelingua|rispondimi in|rispondi in|scrivimi in",
    answerStyle: "risposte brevi|breve|conciso|concise|formale|dettagliate|dammi del|emoji",
  },
  nl: {
    common:
      "ik|de|het|een|en|is|van|mijn|we|wij|niet|met|op|voor|in|te|dat|heb|hebben|ben|zijn|was|maar|ook|je|jij|er|aan|bij|naar|om|nog|wel|hou|geen|altijd|nooit|nu|ons|onze|heeft|uit|als|wat|die|dit|zo|graag|vind|kan|woon|werk|al|tot|door|over|gaan|ga|wil|alsjeblieft|hij|zij",
    negation: "niet|geen|nooit|niks|niets|niemand|zonder|noch|gestopt met|gestopt",
    correction:
      "nu|niet meer|geen … meer|correctie|eigenlijk|in plaats|verplaatst|verzet|verschoven|veranderd|gewijzigd|nieuw|nieuwe|voortaan|inmiddels|verhuisd|maar",
    firstPerson: "ik|mij|me|mijn|wij|we|ons|onze|ikzelf|m'n",
    we: "wij|we|ons|onze",
    openEnd:
      "is|zijn|was|de|het|een|mijn|en|of|maar|van|met|voor|omdat|dat|als|ik|is om|is dat|doel is om",
    write: "schrijf|verzin|bedenk|vertel|maak|dicht|genereer",
    writing: "verhaal|gedicht|sprookje|liedje|lied|brief|mail|scène|mop|roman|dialoog|opstel|haiku",
    pointer: "dat|dit|daar|beide|daarvan|ermee",
    person: "hij|zij|ze|haar|hun",
    remember:
      "onthoud dat|onthoud|onthou dat|onthou|vergeet niet dat|vergeet niet|noteer dat|noteer|let op|ter herinnering|herinnering|denk eraan dat|denk eraan|bedenk dat",
    saying:
      "zei|zegt|zeggen|vertelde|vertelt|volgens|vroeg|vraagt|beweert|schreef|schrijft|citaat|vindt dat|denkt dat",
    home: "woon in|woont in|wonen in|woon nu in|verhuisd naar|verhuis naar|woonachtig in",
    job: "werk bij|werkt bij|werk als|werkt als|werk voor|werk nu bij",
    name: "ik heet|mijn naam is|noem me|noem mij",
    pronouns: "mijn voornaamwoorden|voornaamwoorden zijn",
    speaks: "ik spreek|wij spreken|we spreken|moedertaal|antwoord in het|antwoord me in",
    answerStyle: "korte antwoorden|kort en|beknopt|formeel|uitgebreid|tutoyeer|emoji's|opsomming",
  },
  pl: {
    common:
      "nie|jest|mam|mój|moja|moje|się|na|w|z|do|i|że|to|jestem|lubię|ale|dla|po|za|od|jak|mi|mnie|mieszkam|są|był|była|bardzo|też|tylko|już|zawsze|nigdy|teraz|o|przez|nasz|nasza|nasze|my|ja|co|pracuję|będzie|proszę|u|ma|oraz|albo|czy|moim|mojego|mojej|ze|we|jutro|dziś|swój|dwa|uwielbiam",
    negation:
      "nie|nigdy|nic|nikt|żaden|żadna|żadne|żadnych|bez|ani|przestałem|przestałam|rzuciłem|rzuciłam",
    correction:
      "teraz|już nie|korekta|poprawka|sprostowanie|właściwie|zamiast|przeniesiony|przeniesiona|przeniesione|przesunięty|przesunięta|przesunięte|przełożony|przełożone|przełożona|zmieniono|zmieniony|zmieniło|nowy|nowa|nowe|od teraz|jednak|przeprowadziłem|przeprowadziłam|tylko",
    firstPerson:
      "ja|mnie|mi|mną|mój|moja|moje|mojego|mojej|moim|my|nas|nam|nasz|nasza|nasze|jestem|mam|lubię|mieszkam|pracuję|wolę|jesteśmy|mamy|używam|uwielbiam|nienawidzę|chcę|planuję",
    we: "my|nas|nam|nasz|nasza|nasze|jesteśmy|mamy",
    openEnd:
      "jest|są|był|była|mój|moja|moje|i|lub|ale|z|ze|dla|bo|że|jeśli|to|jest to|który|która|żeby|aby",
    write: "napisz|wymyśl|opowiedz|ułóż|stwórz|wygeneruj|skomponuj",
    writing:
      "opowiadanie|historię|historyjkę|wiersz|wierszyk|bajkę|piosenkę|list|mail|scenę|żart|powieść|dialog|esej|haiku",
    pointer: "tamto|to jest|to było|oba|tam",
    person: "on|ona|oni|one|jego|jej|ich",
    remember:
      "pamiętaj że|pamiętaj|zapamiętaj że|zapamiętaj|zapisz że|zapisz|zanotuj że|zanotuj|nie zapomnij że|uwaga|przypomnienie|notatka",
    saying:
      "powiedział|powiedziała|mówi|mówił|mówiła|twierdzi|według|zapytał|zapytała|pyta|napisał|napisała|cytat|uważa że",
    home: "mieszkam w|mieszkam we|mieszka w|mieszkamy w|przeprowadziłem się do|przeprowadziłam się do|przeprowadziliśmy się do|mieszkam teraz w|mieszkam na",
    job: "pracuję w|pracuje w|pracuję jako|pracuje jako|pracuję dla|pracuję na",
    name: "nazywam się|mam na imię|mów mi|mówcie mi|mów do mnie|moje imię",
    pronouns: "moje zaimki|zaimki to",
    speaks:
      "mówię po|mówimy po|język ojczysty|odpowiadaj po|odpowiadaj mi po|pisz po|pisz do mnie po",
    answerStyle: "krótkie odpowiedzi|krótko|zwięźle|formalnie|szczegółowo|emoji|konkretnie",
  },
  ru: {
    common:
      "я|и|в|не|на|что|с|мой|моя|моё|мои|у|меня|мне|мы|это|как|но|по|за|из|для|люблю|есть|был|была|очень|уже|всегда|никогда|теперь|сейчас|наш|наша|живу|к|от|до|он|она|они",
    negation: "не|нет|никогда|ничего|никто|никого|без|ни|нельзя|бросил|бросила|перестал|перестала",
    correction:
      "теперь|сейчас|больше не|больше нет|уже не|поправка|исправление|на самом деле|вместо|перенесли|перенесён|перенесен|перенесена|перенесено|изменили|изменился|изменилось|новый|новая|новое|новые|отныне|переехал|переехала|переехали|а не",
    firstPerson:
      "я|меня|мне|мной|мой|моя|моё|мое|мои|моего|моей|моим|мы|нас|нам|наш|наша|наше|наши|живу|работаю|люблю|ненавижу|хочу",
    we: "мы|нас|нам|наш|наша|наше|наши",
    openEnd:
      "это|мой|моя|мои|и|или|но|с|для|потому что|что|если|который|которая|чтобы|моя главная цель|моя цель",
    write: "напиши|сочини|придумай|расскажи|создай|сгенерируй",
    writing:
      "рассказ|историю|стих|стихотворение|стишок|сказку|песню|письмо|сцену|шутку|анекдот|роман|диалог|хайку|эссе",
    pointer: "это|то|там|оба",
    person: "он|она|они|его|её|ее|их|ему|ей",
    remember:
      "запомни что|запомни|запомните что|запомните|помни что|помни|запиши что|запиши|имей в виду что|не забудь что|не забывай что|напоминание|заметка|учти что|учти",
    saying:
      "сказал|сказала|говорит|говорят|говорил|говорила|по словам|спросил|спросила|спрашивает|утверждает|написал|написала|цитата|считает что",
    home: "живу в|живёт в|живет в|живём в|живем в|переехал в|переехала в|переехали в|живу теперь в|живу сейчас в|живу на",
    job: "работаю в|работает в|работаю на|работаю кем|работаю как|работаю инженером|работаю учителем",
    name: "меня зовут|моё имя|мое имя|зови меня|зовите меня|называй меня|называйте меня",
    pronouns: "мои местоимения|местоимения",
    speaks:
      "говорю на|говорим на|родной язык|отвечай на|отвечай мне на|отвечайте на|пиши мне на|говорю по",
    answerStyle: "короткие ответы|коротко|кратко|формально|подробно|на ты|на вы|эмодзи|по делу",
  },
  tr: {
    common:
      "severim|sever|istiyorum|bize|ben|bir|ve|bu|benim|çok|için|ile|de|da|var|yok|değil|ama|gibi|biz|bizim|en|her|mi|o|ne|daha|seviyorum|kadar|sonra|şu|bana|beni|artık|şimdi|hep|hiç|asla|lütfen|olarak|olan|şimdi|oturuyorum|yaşıyorum|çalışıyorum|iki|günü|saat|annem|kız|adım",
    negation: "değil|değilim|değiliz|hiç|asla|yok|yoktur|hayır|bıraktım|olmadan",
    correction:
      "artık|şimdi|düzeltme|düzeltiyorum|aslında|yerine|taşındı|taşındım|taşındık|alındı|ertelendi|değişti|değiştirildi|yeni|bundan sonra|bundan böyle|kaydırıldı",
    firstPerson: "ben|beni|bana|bende|benden|benim|biz|bizi|bize|bizim|kendim",
    we: "biz|bizi|bize|bizim",
    openEnd: "ve|veya|ama|ile|için|çünkü|bir|benim|en büyük hedefim|hedefim|ki",
    write: "yaz|yazar mısın|uydur|anlat|oluştur|üret",
    writing:
      "hikâye|hikaye|hikâyesi|öykü|şiir|masal|şarkı|mektup|sahne|fıkra|roman|diyalog|senaryo",
    pointer: "şu|bunlar|onlar|orada|ikisi",
    person: "o|onun|onu|ona",
    remember:
      "unutma ki|unutma|unutmayın|hatırla ki|hatırla|aklında olsun|aklında tut|not al|not et|not|hatırlatma",
    saying:
      "dedi|diyor|söyledi|söylüyor|anlattı|göre|sordu|soruyor|iddia ediyor|yazdı|alıntı|düşünüyor",
    home: "yaşıyorum|oturuyorum|taşındım|yaşıyor|oturuyor|taşındık|yaşıyoruz",
    job: "çalışıyorum|çalışıyor|olarak çalışıyorum",
    name: "benim adım|adım|ismim|bana … de|bana … deyin",
    pronouns: "zamirlerim",
    speaks: "konuşuyorum|konuşuyoruz|ana dilim|anadilim|cevap ver|yanıt ver|yanıtla|cevapla",
    answerStyle: "kısa cevap|kısa cevaplar|kısa yanıt|kısaca|öz|resmi|detaylı|emoji",
  },
  ar: {
    common: "أنا|في|من|على|لا|ما|هذا|إلى|أن|لدي|عندي|أحب|مع|كل|هو|هي",
    negation: "لا|ليس|ليست|لست|لسنا|لم|لن|ما|غير|بدون|مش|مو|أبدا|أبداً|ولا|مافي|توقفت",
    correction:
      "الآن|الان|لم أعد|لم يعد|لم تعد|تصحيح|في الواقع|في الحقيقة|بدلا|بدلاً|تغير|تغيّر|تم نقل|نقل|انتقل|انتقلت|انتقلنا|جديد|جديدة|الجديد|الجديدة|من الآن|أصبح|أصبحت|صار|صارت|تأجل|تأجلت|بل",
    firstPerson:
      "أنا|انا|نحن|لي|لدي|لدينا|عندي|عندنا|أحب|أكره|أعيش|أسكن|أعمل|أفضل|اسمي|كنت|أريد|أستخدم|أمي|أبي|أخي|أختي|زوجتي|زوجي|ابني|ابنتي|صديقي|صديقتي|بيتي|عملي|إني|أننا|أملك",
    we: "نحن|لدينا|عندنا|بيتنا|فريقنا",
    openEnd: "هو|هي|أن|و|في|من|إلى|لأن|على|مع|الذي|التي|هو أن",
    write: "اكتب|اكتبي|ألّف|ألف|اخترع|احكِ|احك|احكي|أنشئ",
    writing: "قصة|قصيدة|حكاية|أغنية|رسالة|مشهد|نكتة|رواية|حوار|شعر",
    pointer: "هذا|ذلك|تلك|هناك|كلاهما|ذاك",
    person: "هو|هي|هم",
    remember:
      "تذكر أن|تذكر|تذكري أن|تذكري|تذكّر|لا تنس أن|لا تنسى أن|لا تنسى|لا تنس|سجل أن|سجل|ملاحظة|للتذكير|تذكير|خذ بالك",
    saying: "قال|قالت|يقول|تقول|قالوا|أخبرني|أخبرتني|حسب|سأل|سألت|يزعم|كتب|كتبت|اقتباس|يعتقد",
    home: "أعيش في|أسكن في|يعيش في|تعيش في|يسكن في|تسكن في|انتقلت إلى|نعيش في|نسكن في|ساكن في|ساكنة في|عايش في",
    job: "أعمل في|أعمل لدى|أعمل كـ|أعمل ك|يعمل في|تعمل في|أشتغل في|بشتغل في|أعمل مهندسا|أعمل معلما",
    name: "اسمي|نادني|ناديني|نادوني",
    pronouns: "ضمائري",
    speaks: "أتحدث|أتكلم|نتحدث|لغتي الأم|أجب بال|أجبني بال|رد علي بال|اكتب لي بال",
    answerStyle: "إجابات قصيرة|باختصار|مختصرة|رسمي|مفصلة|بالتفصيل|رموز تعبيرية",
  },
  hi: {
    common: "मैं|है|हूँ|हूं|में|का|की|के|को|से|मुझे|मेरा|मेरी|मेरे|और|नहीं|यह|वह|हम|पर|भी",
    negation: "नहीं|नही|मत|बिना|न|ना|कभी नहीं|nahi|nahin|mat|छोड़ दिया|छोड़ दी",
    correction: "अब|अब नहीं|सुधार|दरअसल|असल में|के बजाय|की जगह|बदल|बदलकर|नया|नई|नए|शिफ्ट|अब से|स्थगित|ab",
    firstPerson:
      "मैं|मैंने|मुझे|मुझको|मेरा|मेरी|मेरे|हम|हमें|हमारा|हमारी|हमारे|हमने|main|mujhe|mera|meri|mere|maine|hum|hamara",
    we: "हम|हमें|हमारा|हमारी|हमारे|हमने",
    openEnd: "कि|और|का|की|के|में|से|क्योंकि|यह है|है कि|लेकिन|पर",
    write: "लिखो|लिखिए|लिख दो|बनाओ|सुनाओ|गढ़ो|रचो|likho",
    writing: "कहानी|कविता|गीत|गाना|पत्र|दृश्य|चुटकुला|उपन्यास|संवाद|निबंध|kahani",
    pointer: "ये|इसका|वहाँ|वहां|दोनों|इसे",
    person: "वह|वो|वे|उसका|उसकी|उसे|उनका",
    remember:
      "याद रखना कि|याद रखना|याद रखो कि|याद रखो|याद रखें कि|याद रखें|ध्यान रखना कि|ध्यान रखें|ध्यान रहे|नोट कर लो कि|नोट कर लो|नोट करो|नोट|भूलना मत कि|भूलना मत|yaad rakhna",
    saying:
      "कहा|कहता|कहती|कहते|बोला|बोली|बोले|बताया|पूछा|के अनुसार|के मुताबिक|लिखा|दावा|मानता है कि|मानती है कि",
    home: "में रहता|में रहती|में रहते|शिफ्ट हो गया|शिफ्ट हो गई|में बस गया|में बस गई",
    job: "में काम करता|में काम करती|के लिए काम|काम करता हूँ|काम करती हूँ|काम करता हूं|काम करती हूं|की नौकरी",
    name: "मेरा नाम|मुझे … बुलाओ|मुझे … बुलाया|मुझे … कहो|मुझे … बुलाना",
    pronouns: "मेरे सर्वनाम",
    speaks: "बोलता हूँ|बोलती हूँ|बोलता हूं|बोलती हूं|मातृभाषा|में जवाब|में उत्तर",
    answerStyle: "छोटे जवाब|संक्षेप|संक्षिप्त|औपचारिक|विस्तार से|इमोजी",
  },
  zh: {
    common: "我|的|是|了|在|不|有|你|他|她|们|这|和|吗",
    negation: "不|没|沒|无法|無法|别|別|未|勿|从来没|戒了|戒掉",
    correction:
      "现在|現在|已经不|不再|更正|纠正|修正|其实|其實|改成|改到|改为|改為|换成|換成|新的|推迟|推遲|提前到|而不是|不是…而是|搬到|搬去|从现在起",
    firstPerson: "我|咱|俺|本人",
    we: "我们|咱们|我們",
    openEnd: "是|的|和|在|因为|因為|主要目标是",
    write: "写|寫|编|編|讲|講|创作|生成",
    writing: "故事|诗|詩|歌词|小说|小說|剧本|信|邮件|笑话|童话|对话",
    pointer: "它|那是|这是|那样|这样|其中",
    person: "他|她|他们|她们",
    remember: "请记住|請記住|记住|記住|记得|記得|请注意|备注|備註|别忘了|別忘了|注意|提醒",
    saying: "说|說|告诉我|告訴我|问|問|据|據|表示|写道|寫道|认为|声称|听说|聽說",
    home: "住在|搬到|搬去|定居|住",
    job: "上班|工作|任职|就职|在职|当老师|做工程师",
    name: "我叫|我的名字|叫我|名字是",
    pronouns: "我的代词|代称",
    speaks: "我会说|我说中文|母语|母語|用中文|用英文|用英语|请用",
    answerStyle: "简短|简洁|簡短|简明|正式|详细|表情符号|直接说重点",
  },
  ja: {
    common: "す|て|で|た|は|が|の|を|に|です|ます|した|して|です。|だ|ない|私|僕|俺",
    negation:
      "ない|ません|なかった|じゃない|ではない|無い|禁止|しないで|ないで|やめた|やめました|嫌い",
    correction:
      "今は|いまは|もう|訂正|実は|代わりに|変更|変わり|変わった|移動|移りました|引っ越|新しい|これから|今後|ではなく|じゃなくて|に延期|になりました|になった",
    firstPerson: "私|わたし|あたし|僕|ぼく|俺|おれ|うち|我々|自分|弊社",
    we: "私たち|我々|うちのチーム|弊社",
    openEnd: "は|が|を|と|の|ので|目標は|理由は",
    write: "書いて|作って|考えて|書け|創作|生成",
    writing: "話|物語|詩|小説|歌詞|脚本|手紙|メール|俳句|童話|作文",
    pointer: "それ|これは|あれ|そこ|そう",
    person: "彼|彼女|彼ら",
    remember: "覚えておいて|覚えといて|覚えて|忘れないで|メモ|注意|リマインダー|念のため|ちなみに",
    saying: "と言っ|と言い|って言っ|と話し|によると|と聞い|って聞い|と書い|と主張|らしい|そうです",
    home: "に住んで|に引っ越|住まい|在住",
    job: "で働い|に勤め|勤務|として働い|仕事は",
    name: "私の名前|名前は|と呼んで|って呼んで|と申します",
    pronouns: "代名詞",
    speaks: "話せます|話せる|話します|母語|母国語|日本語で|英語で",
    answerStyle: "短く|簡潔|手短|敬語|タメ口|詳しく|絵文字|箇条書き",
  },
  ko: {
    common: "나는|저는|이|가|을|를|은|는|에|의|있어|합니다|해요|하다|입니다",
    negation: "안 |않|못 |못해|못하|없|아니|말아|마세요|지 마|지마|절대|끊었|그만뒀|싫",
    correction:
      "이제|더 이상|더이상|정정|사실은|사실|대신|변경|바뀌|바뀌었|바꿨|옮겨|옮겼|새로운|새 |앞으로|아니라|이사|연기",
    firstPerson:
      "나는|나도|내가|내 |나의|나를|저는|저도|제가|제 |저의|저를|우리|저희|난 |전 |나 |저 |내겐|나에게|저에게",
    we: "우리|저희",
    openEnd: "은|는|그리고|때문에|목표는|이유는",
    write: "써 줘|써줘|써 주세요|지어 줘|지어줘|만들어 줘|만들어줘|작성해",
    writing: "이야기|시를|시 |소설|노래|가사|편지|메일|장면|농담|동화|대본",
    pointer: "그것|이것|저것|그거|이거|그건|이건|거기",
    person: "그는|그녀|그들|걔",
    remember: "기억해 줘|기억해줘|기억해|기억하세요|잊지 마|잊지마|메모|참고로|알림|주의",
    saying: "라고 했|라고 말|다고 했|다고 말|에 따르면|라고 물|다고 하|라고 하|래요|대요",
    home: "에 살|에서 살|로 이사|거주",
    job: "에서 일|에 다니|로 일하|로 일해|근무|직업은",
    name: "내 이름|제 이름|이름은|라고 불러|이라고 불러",
    pronouns: "대명사",
    speaks: "말할 수|할 줄 알|모국어|한국어로|영어로",
    answerStyle: "짧게|간결|간단히|존댓말|반말|자세히|이모지|요점만",
  },
};

/** Negations inside a word: at its end in English, at its beginning in French, within the verb in Turkish. */
export const NEGATED_FORM: Readonly<Partial<Record<Language, RegExp>>> = {
  en: /\p{L}n['’]t(?!\p{L})/u,
  fr: /(?<!\p{L})n['’](?=\p{L})/iu,
  tr: /\p{L}{2,}(?:m[ıiuü]yor|m[ae](?:m|z|zs?ın|zsin|yın|yin|y[ae]c[ae][kğ]|d[ıi]|m[ıi]ş)|m[ae]m\p{L}{0,3})\p{L}*(?!\p{L})/u,
};
