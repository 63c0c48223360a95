// The closed classes of words of fifteen languages: data for choosing what to quote, never for making sentences.
// A language is one more entry; text in any other is quoted all the same, with every word counted as telling.

export const WORD_CLASSES = [
  /** Articles and possessives: no clause ends on one, and a noun follows it. */
  "open",
  /** Conjunctions: no clause ends on one either. */
  "joins",
  /** Prepositions and demonstratives: a noun follows, or nothing. */
  "before",
  /** The speaker. */
  "first",
  /** The listener. */
  "second",
  /** Pronouns that stand for something said before. */
  "pointers",
  /** Greetings, thanks, cheers and answers. */
  "chatter",
  /** What a question or a request begins with. */
  "asks",
  /** Auxiliaries, adverbs, times, everyday verbs and nouns: what tells one talk from no other. */
  "common",
] as const;
export type WordClass = (typeof WORD_CLASSES)[number];

/** Words behind the name of their class; read by `words.ts`. */
export const LANGUAGES: Readonly<Record<string, string>> = {
  en: `
    open: a an the my our your every
    joins: and or but because that as than nor if whether although unless
    before: of in at for from with on into about by near after before during without over under around through between against toward towards some
      any no another this that these those until since
    first: i me my mine myself we us our ours im ive
    second: you your yours yourself u ya yall
    pointers: it its he his she her they their them him that this those these
    chatter: hi hey hello hiya yo bye goodbye thanks thank thx cheers ok okay yes yeah yep yup no nope nah wow whoa woah oh ah aw aww omg lol lmao
      haha congrats congratulations please sorry sure cool nice great awesome amazing absolutely exactly agreed indeed totally true right welcome
      luck glad imagine bet guess appreciate suppose definitely plus well hmm huh yay ooh oops ugh damn same
    asks: who what when where why how which can could would will do does did is are have has should shall may please let's tell give show write
      help explain remind check send look
    common: am was were be been being had having might must not never cannot don doesn didn won isn aren wasn weren couldn wouldn shouldn haven
      hasn hadn ll ve re there here then so too very just really also still even ever always often sometimes maybe probably actually definitely
      finally already yet again almost only quite pretty much many more most lot lots bit few less least own same other one two three first last
      next new old good better best bad worse big small little long short nice great fun happy hard easy able ready sure kind sort thing things
      stuff something anything everything nothing someone anyone everyone nobody somebody everybody people guy guys way ways time times day days
      today tonight yesterday tomorrow week weeks weekend month months year years morning afternoon evening night hour hours minute minutes moment
      now soon later ago while lately recently get gets getting got gotten go goes going went gone come comes coming came make makes making made
      take takes taking took taken give gives giving gave put see sees seeing saw seen look looks looking looked feel feels feeling felt think
      thinks thinking thought know knows knew say says said tell told talk talking talked hear heard want wants wanted need needs needed try tries
      trying tried like likes liked love loves loved hope hoping find finding found keep keeps kept let start started starting stop stopped begin
      began use used using work works worked help helps helped helping show shows showed bring brought buy bought eat ate leave left meet met mean
      means seem seems call called ask asked happen happened become became turn turned set run ran lose lost win sell sold send sent stay stayed
      live lived move moved share shared spend spent believe decide decided plan planned check checked learn learned wait back out up down off
      away together around instead else part place idea reason support amazing awesome wonderful incredible perfect lovely beautiful excited
      exciting inspiring inspired important special proud grateful thankful different enjoy enjoyed remember forget tough cute creative positive
      passionate calm peaceful successful stressful words favorite favourite difference friend friends smaller sound sounds broke btw afterward
      afterwards beauty success successes to since during along through though however until based finished built reading writing playing doing
      walked drove flew spoke hit half mind starts turns fast others real sense whole emotional crazy wild chatted happening plus reminds reminded reminding list`,
  de: `
    open: der die das den dem des ein eine einen einem einer eines mein meine meinen meinem meiner unser unsere
    joins: und oder aber weil dass sondern wenn
    before: in im am an auf bei beim mit nach von vom zu zum zur aus für über unter ohne gegen um vor seit ins durch zwischen kein keine
    first: ich mir mich mein meine meinen meinem meiner wir uns unser unsere unseren
    second: du dir dich dein deine ihr euch euer
    pointers: es er sie das dies dieser diese dieses
    chatter: hallo hi hey moin servus tschüss danke bitte ja nein nee doch ok okay gut super toll genau klar stimmt glückwunsch ach oh na wow
      morgen abend gern gerne sorry haha prima schön viel
    asks: wer was wann wo warum wie welche welcher welches wohin woher kannst könntest können hast habt ist sind willst weißt gibt soll sollen
      bitte
    common: bin bist ist sind seid war waren wäre gewesen habe hast hat haben hatte hatten hab wird werden wurde wurden will wollen wollte kann
      können konnte muss müssen musste soll sollte darf mag möchte nicht nie auch noch schon nur sehr so da hier dort dann jetzt heute gestern
      morgen nun mal eben immer oft wieder ganz etwas nichts alles viel viele mehr sich selbst man als wie bis ob ja weil dabei damit darauf davon
      ding dinge sache sachen leute jahr jahre woche wochen tag tage monat zeit letzte letzten letztes nächste nächsten diese dieser neue neuen
      neues alte gut gute guten groß große klein mache machen gemacht gehe gehen geht ging gegangen komme kommen kommt gekommen gibt sagen sagt
      gesagt denke finde finden gefunden glaube weiß brauche brauchen kaufe gekauft gezogen bekommen zwei drei einmal wochenende abend arbeite
      arbeiten wohne lebe`,
  es: `
    open: el la los las un una unos unas mi mis nuestro nuestra su sus
    joins: y o pero porque que si ni aunque
    before: de del a al en con por para sin sobre entre desde hasta hacia
    first: yo me mi mis mío conmigo nosotros nos nuestro nuestra
    second: tú te ti tu tus usted ustedes vos os vuestro contigo
    pointers: eso esto él ella ellos ellas lo aquello
    chatter: hola buenas buenos adiós chao gracias vale ok sí no claro bueno genial perfecto felicidades enhorabuena oye ay jaja wow guay exacto
      igualmente saludos suerte por favor lo siento
    asks: quién qué cuándo dónde cómo cuál cuánto cuánta puedes podrías quieres sabes tienes hay alguien puede pueden
    common: es son era eran fue fui fueron ser soy estoy está están estaba estar he ha han había hay haber tengo tiene tenía tuve tener hago hace
      hacer hice voy va vamos ir iba quiero quiere puedo puede poder no nunca ya muy más menos también tan todo toda todos todas algo nada alguien
      nadie mucho mucha muchos poco otra otro este esta ese esa estos aquí allí ahora hoy ayer mañana luego después antes siempre aún todavía solo
      cuando donde como cosa cosas gente vez día días semana mes año años tiempo pasada pasado próximo próxima nuevo nueva viejo bueno buena gran
      grande dos tres primero creo pienso sé digo dijo domingo se le les lo nos trabajo vivo compré mudé empecé gusta encanta`,
  fr: `
    open: le la les un une des l mon ma mes notre nos son sa ses
    joins: et ou mais parce que car si ni
    before: de du d à au aux en dans avec pour par sans sur sous entre chez vers depuis
    first: je j me m moi mon ma mes nous notre nos
    second: tu te toi ton ta tes vous votre vos
    pointers: il elle ils elles ça c ce cela ceci
    chatter: salut bonjour bonsoir coucou merci ok oui non ouais bien super génial bravo félicitations parfait exactement ah oh bah haha wow
      désolé cool voilà bonne accord pardon stp svp
    asks: qui quoi quand où pourquoi comment quel quelle quels est peux pourrais peut avez as sais veux
    common: est sont était étaient être suis es sommes été ai as a avons ont avait avoir fait faire fais vais va allons aller veux veut peux peut
      dois doit faut ne n pas jamais plus très aussi tout toute tous toutes rien quelque chose choses gens fois jour jours semaine mois an ans
      année temps hier demain maintenant puis après avant toujours encore déjà ici là où quand comme dernier dernière prochain prochaine nouveau
      nouvelle petit petite grand grande bon bonne deux trois premier crois pense sais dit se s y qu lui leur leurs cette cet ces trop peu
      beaucoup aime travaille habite commencé acheté déménagé soir matin aujourd hui`,
  pt: `
    open: o a os as um uma uns umas meu minha meus minhas nosso nossa seu sua
    joins: e ou mas porque que se nem
    before: de do da dos das em no na nos nas com por para pra sem sobre entre até desde ao à
    first: eu me mim meu minha meus minhas nós nosso nossa comigo
    second: tu te ti você vocês teu tua seu sua
    pointers: isso isto ele ela eles elas aquilo
    chatter: oi olá bom boa tchau obrigado obrigada valeu ok sim não claro legal ótimo parabéns perfeito exatamente ah uau haha kkk desculpa
      beleza por favor
    asks: quem que quando onde como qual quanto quantos pode poderia quer sabe tem alguém consegues podes
    common: é são era eram foi fui ser sou estou está estão estava estar tenho tem tinha tive ter há faço faz fazer fiz vou vai vamos ir quero
      quer posso pode não nunca já muito muita mais menos também tão tudo todos todas algo nada outro outra este esta esse essa aqui ali agora
      hoje ontem amanhã depois antes sempre ainda só quando onde como coisa coisas gente vez dia dias semana mês ano anos tempo passada passado
      próximo próxima novo nova velho bom boa grande dois duas três primeiro acho penso sei disse segunda terça quarta quinta sexta domingo feira
      trabalho moro comprei mudei comecei gosto adoro`,
  it: `
    open: il lo la i gli le un uno una l mio mia miei mie nostro nostra suo sua
    joins: e o ma perché che se né
    before: di del della dello dei delle a al alla in nel nella con per da dal dalla su sul sulla senza tra fra dell all nell
    first: io mi me mio mia miei mie noi ci nostro nostra
    second: tu ti te tuo tua voi vi vostro
    pointers: lui lei loro esso ciò quello questo
    chatter: ciao salve buongiorno buonasera grazie prego ok sì no certo bene benissimo bravo brava congratulazioni auguri perfetto esatto ah oh
      wow haha scusa fantastico favore
    asks: chi cosa quando dove perché come quale quanto puoi potresti vuoi sai hai qualcuno
    common: è sono era erano stato stata essere sei siamo ho ha abbiamo hanno aveva avere faccio fa fare fatto vado va andiamo andare voglio vuole
      posso può devo deve non mai già molto molta più meno anche così tutto tutti tutta qualcosa niente altro altra questo questa quello quella
      qui lì ora adesso oggi ieri domani dopo prima sempre ancora solo quando dove come cosa cose gente volta giorno giorni settimana mese anno
      anni tempo scorso scorsa prossimo prossima nuovo nuova vecchio buono buona grande piccolo due tre primo credo penso so detto si ne domenica
      lavoro abito vivo comprato trasferito trasferita iniziato piace amo`,
  nl: `
    open: de het een mijn onze ons zijn haar
    joins: en of maar omdat dat want als
    before: van in op aan bij met naar uit voor over onder zonder tegen door tot tussen sinds te
    first: ik me mij mijn wij we ons onze
    second: jij je jou jouw u uw jullie
    pointers: het hij zij ze dit dat deze die
    chatter: hoi hallo hey doei dag bedankt dank dankjewel ok oké ja nee goed prima leuk super gefeliciteerd precies klopt ah oh wow haha sorry
      graag mooi alsjeblieft
    asks: wie wat wanneer waar waarom hoe welke kun kan kunnen wil weet heb heeft is zijn zou
    common: ben bent is was waren zijn geweest heb hebt heeft hebben had hadden word wordt worden werd wil wilde kan kunnen kon moet moeten mag
      zal zullen zou niet nooit ook nog al alleen heel zo er hier daar dan nu vandaag gisteren morgen even altijd vaak weer iets niets alles veel
      meer minder zich zelf men ding dingen mensen keer jaar week weken dag dagen maand tijd vorige volgende nieuwe oude goede grote kleine maak
      maken gemaakt ga gaan gaat ging gegaan kom komen gekomen zeg zei gezegd denk vind gevonden weet twee drie weekend avond werk werken woon
      verhuisd gekocht begonnen hou`,
  pl: `
    open: mój moja moje nasz nasza
    joins: i oraz lub albo ale bo że ponieważ czy a
    before: w we z ze na do od dla o po przez przy pod nad bez między u ku
    first: ja mnie mi mój moja moje mną my nas nam nasz nasza
    second: ty cię ci ciebie tobie twój twoja wy was wam pan pani
    pointers: to on ona ono oni one
    chatter: cześć hej siema witaj dzień dobry dzięki dziękuję ok tak nie no super świetnie gratulacje dokładnie jasne ach oh wow haha przepraszam
      proszę fajnie pa
    asks: kto co kiedy gdzie dlaczego jak który która ile czy możesz mógłbyś masz wiesz chcesz
    common: jest są był była było były być jestem jesteś mam ma mamy mają miałem miałam mieć będę będzie chcę chce mogę może muszę trzeba nie
      nigdy też także już jeszcze tylko bardzo tak tu tam teraz dziś dzisiaj wczoraj jutro potem zawsze często znowu coś nic wszystko wiele więcej
      mniej się siebie rzecz rzeczy ludzie raz rok lata tydzień tygodniu dzień dni miesiąc miesiącu czas temu zeszłym przyszłym nowy nowa stary
      dobry duży mały dwa trzy myślę wiem mówi kiedy gdzie jak bo aby żeby pracuję mieszkam lubię kupiłem kupiłam przeprowadziłem przeprowadziłam
      zacząłem zaczynam tym tej tego`,
  tr: `
    open: bir benim bizim
    joins: ve veya ya ama çünkü ki eğer
    before: bu şu o her hiç
    first: ben bana beni benim bende biz bize bizi bizim
    second: sen sana seni senin siz size sizi sizin
    pointers: o bu şu onlar bunlar onu bunu
    chatter: merhaba selam günaydın teşekkürler teşekkür ederim sağol tamam evet hayır yok süper harika tebrikler tabii aynen ah oh vay haha
      lütfen pardon güle tebrik iyi geceler
    asks: kim ne zaman nerede neden nasıl hangi kaç mi mı mu mü
    common: için ile gibi kadar sonra önce da de değil var çok daha en az şimdi bugün dün yarın hep yine artık sadece belki şey şeyler insan kere
      gün hafta ay yıl geçen gelecek yeni eski iyi güzel büyük küçük iki üç oldu olan olarak oluyor ettim yaptım yapıyorum gidiyorum gittim
      istiyorum biliyorum seviyorum çalışıyorum yaşıyorum taşındım aldım başladım pazar kendi hem diye bile`,
  ru: `
    open: мой моя моё мои наш наша
    joins: и или но а потому что чтобы если
    before: в во на с со из к ко по о об от до для у при за над под без между через
    first: я меня мне мной мой моя моё мои мою мы нас нам наш наша
    second: ты тебя тебе твой твоя вы вас вам ваш ваша
    pointers: это он она оно они его её их
    chatter: привет здравствуй здравствуйте пока спасибо ок да нет ага угу хорошо отлично супер поздравляю точно конечно ладно ой ах вау ха хаха
      извини пожалуйста доброе утро круто класс
    asks: кто что когда где почему зачем как какой какая сколько куда можешь могли знаешь есть ли
    common: был была было были быть есть буду будет не ни никогда тоже также уже ещё только очень так тут там здесь теперь сейчас сегодня вчера
      завтра потом всегда часто опять снова что-то всё все весь много больше меньше себя себе вещь вещи люди раз год года лет неделя неделю неделе
      день дня дней месяц месяце время назад прошлой прошлом следующей новый новая старый хороший большой маленький два три думаю знаю сказал
      сказала могу может хочу надо нужно люблю работаю живу переехал переехала купил купила начал начала начинаю когда где как же бы вот`,
  ar: `
    open:
    joins: و أو لكن لأن أن إن إذا ثم
    before: هذا هذه ذلك تلك في من إلى على عن مع بعد قبل بين عند حتى منذ بدون
    first: أنا لي نحن لنا عندي معي
    second: أنت أنتم لك عندك معك
    pointers: هو هي هم هذا هذه ذلك تلك
    chatter: مرحبا أهلا السلام عليكم شكرا نعم لا حسنا طيب رائع ممتاز مبروك تماما صحيح عفوا آسف صباح الخير مساء ههه يلا تمام جيد
    asks: من ما ماذا متى أين لماذا كيف أي كم هل
    common: كان كانت كنت يكون ليس لم لن لا ما قد سوف التي الذي كل بعض أيضا جدا فقط هنا هناك الآن اليوم أمس غدا دائما شيء أشياء الناس مرة يوم أسبوع
      الأسبوع شهر سنة الماضي القادم جديد جديدة قديم كبير صغير أحب أعمل أعيش أسكن أريد انتقلت اشتريت بدأت سأبدأ وقت أكثر أقل`,
  hi: `
    open: मेरा मेरी मेरे हमारा हमारी एक
    joins: और या लेकिन क्योंकि कि अगर
    before: यह वह इस उस
    first: मैं मैंने मुझे मेरा मेरी मेरे हम हमें हमने हमारा हमारी
    second: तुम तुम्हें तुम्हारा आप आपको आपका आपकी तू
    pointers: यह वह ये वे इसे उसे
    chatter: नमस्ते हाय हेलो धन्यवाद शुक्रिया हाँ हां नहीं ठीक अच्छा बढ़िया वाह बधाई सही ओह अरे माफ़ कृपया सुप्रभात
    asks: कौन क्या कब कहाँ क्यों कैसे कौनसा कितना
    common: है हैं हूँ हूं था थी थे हो होता होती रहा रही रहे गया गई गए कर करता करती करना किया की के का को से में पर ने तक भी ही तो बहुत अब आज कल
      अभी फिर सिर्फ कुछ सब लोग बार दिन हफ्ते सप्ताह महीने साल समय पिछले अगले नया नई पुराना बड़ा छोटा दो तीन पसंद काम रहता रहती चाहता चाहती लिए साथ
      जो जब वाला वाली`,
  zh: `
    open: 的
    joins: 和 或 但 但是 因为 如果
    before: 在 从 到 对 给 这 那 这个 那个 一个 个
    first: 我 我们 我的 咱们 俺
    second: 你 你们 您 你的
    pointers: 它 他 她 他们 她们 这 那 这个 那个
    chatter: 你好 您好 嗨 早安 早上好 晚安 再见 谢谢 好 好的 是 是的 对 不 没事 哈哈 恭喜 太好了 真棒 厉害 嗯 哦 啊 请 抱歉 对不起 不错
    asks: 谁 什么 什么时候 哪 哪里 哪儿 为什么 怎么 怎么样 几 多少 吗 能 可以 能不能
    common: 了 是 不 没 没有 有 也 就 都 很 太 着 过 会 要 想 能 可以 上 下 里 说 去 来 看 做 得 地 吧 呢 吗 啊 呀 嘛 还 再 又 更 最 已经 正在 现在 今天 昨天 明天 上周 下周 上个月 下个月 去年 明年 今年 月 年 天 周 时候 时间
      东西 事 事情 人 大家 一 二 两 三 次 喜欢 觉得 知道 开始 搬到 搬 住在 住 工作 买 买了 自己 什么 一起 非常 真 之前 以后 然后 小时 分钟 参加 为 把 被 让 跟`,
  ja: `
    open: が の を は
    joins: と や
    before: この その あの ある
    first: 私 僕 俺 わたし ぼく 私たち 自分
    second: あなた 君 きみ
    pointers: それ これ あれ 彼 彼女 彼ら
    chatter: こんにちは おはよう こんばんは ありがとう はい いいえ うん ええ そう すごい おめでとう 了解 笑 すみません ごめん お願い なるほど 本当
    asks: 誰 何 いつ どこ なぜ どう どうして どの いくら 何時
    common: 今日 昨日 明日 今 先週 来週 今週 先月 来月 去年 今年 年 月 日 週 時 時間 人 事 物 前 後 中 方 一 二 三 回 好き 思い 思う 行き 行く 来 見 言 働い 働く 住ん 買い 始め 引っ越し 大 小 新 一緒 新しい 本 的`,
  ko: `
    open:
    joins: 그리고 하지만 그런데 또는 왜냐하면 만약
    before: 이 그 저 한
    first: 나 나는 내 내가 나의 저는 제 제가 저의 우리 우리는
    second: 너 너는 네가 당신 여러분
    pointers: 그것 이것 저것 그는 그녀는 그들은
    chatter: 안녕 안녕하세요 고마워 고마워요 감사합니다 네 응 아니 아니요 좋아 좋아요 그래 맞아 축하해 축하해요 대박 와 오 아 ㅋㅋ ㅎㅎ 미안 제발
    asks: 누가 뭐 무엇 언제 어디 어디서 왜 어떻게 어느 몇 얼마
    common: 오늘 어제 내일 지금 지난주 지난주에 다음주 다음 지난 주 달 년 일 때 것 거 사람 정말 너무 아주 많이 조금 더 가장 다시 아직 이제 항상 자주 새 큰 작은 좋아해 있다 있어 없다 하고 해서 같이 함께 매일`,
};
