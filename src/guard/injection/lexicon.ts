// What words mean to the injection signals, in the languages we read. Folded forms: lower case, no accents.
// A trailing * makes an entry a stem. Words here prove nothing alone; only signals of several classes do.

export const WORD_CLASSES = {
  /** To stop heeding something. Imperatives and infinitives, no past tense: "I forgot" orders nothing. */
  discard: `ignore ignoring disregard disregarding forget neglect overlook override unlearn ignorier* vergiss vergesst vergessen missacht* verwirf
    verwerfen olvida olvide olviden olvidar olvidate ignora ignoren ignorar omite omitir
    descarta descartar oublie oublier oubliez ignorez ignorer neglige negligez dimentica dimenticare dimenticate
    scorda ignorare ignorate tralascia esquece esqueca esquecam esquecer desconsidere desconsiderar negeer negeren
    vergeet zignoruj ignoruj zapomnij pomin zaboravi zaboravite ignoriraj ignorisi zanemari glem ignorera glom unohda
    ignoroi игнорируй* проигнорируй* забудь* отбрось* отмени* unut unutun yoksay gormezden boşver abaikan lupakan
    تجاهل انس انسى भूल अनदेखा 忽略 无视 忘记 忘掉 忽視 無視 忘れて 忘れろ 무시 잊어`,
  /** The same when said of instructions, but ordinary when said of anything else. */
  undo: `bypass circumvent drop discard dismiss abandon erase remove undo skip cancel abort reset clear void leave umgeh*
    streiche streichen losche lass lassen elimina borra supprime laisse laissez abandonne rimuovi lascia apague deixe
    verwijder usun удали* sil hapus 删除 清除 削除 삭제`,
  /** What the model was told: its instructions and the frame of its work. */
  rules: `instruction instructions instruct prompt prompts directive directives rule rules guideline guidelines command
    commands order orders guidance policy policies constraint constraints restriction restrictions safeguards
    programming protocols anweisung* instruktion* vorgabe* befehl* regel regeln richtlinie* weisung* vorschrift*
    instruccion* ordenes reglas directrices indicaciones instrucoes instrucao ordens regras diretrizes consignes
    ordres regles directives instructies regels opdracht* istruzioni istruzione regole ordini direttive polecen*
    instrukc* zasady instrukcij* uput* pravila nared* инструкц* правил* указан* команд* talimat* kural* komut* yonerge*
    instruksi perintah aturan تعليمات التعليمات الاوامر القواعد निर्देश* नियम* 指令 指示 规则 規則 提示 命令 指引 ルール 지시 명령 규칙`,
  /** Work given to the model. */
  task: `task tasks assignment assignments job mission question topic aufgabe* auftrag auftrage* frage thema tarea tareas
    pregunta tache taches mission compito compiti tarefa tarefas taak taken zadani* zadanie zadatak zadat* задач* задани*
    gorev* tugas مهمة المهام कार्य 任务 任務 タスク 작업`,
  /** Text the model was given to rely on. */
  source: `article articles artikel* artikels document documents documentation context contexts information infos
    informationen text texts texte texten angaben ausfuhrungen dokument* kontext* conversation conversations dialogue message
    messages input inputs data quelle quellen articulo* documento* contexto informacion texto textos informations documents
    contexte informazioni contesto testo контекст* текст* сообщени* 上下文 内容 文本 文章`,
  /** Before now, above this place. */
  prior: `previous previously prior preceding above earlier before beforehand foregoing former existing original initial
    initially past provided given told said vorherig* vorig* obig* bisherig* vorangegangen* vorangehend* davor zuvor
    vorher oben fruher* ursprunglich* gegeben* anterior anteriores previo previos previa previas antes dicho digo arriba
    precedent* precedant* anterieur* avant dessus precedente precedenti prima sopra anteriori acima vorige
    voorgaande eerdere eerder hierboven bovenstaande poprzedni* powyzsz* wczesniej* prethodn* ranij* предыдущ* прежн* выше
    раньше onceki yukaridaki sebelumnya السابقة السابق أعلاه पिछले पिछला पहले 之前 以上 先前 前面 上述 上面 前の 以前 これまで 上記 이전 위의 앞의`,
  all: `all every everything anything whole entire any alle alles allen aller samtlich* jede jegliche* ganze todo todas todos
    toda tout toute toutes tous tutto tutte tutti tudo alle wszystk* sve sva svi все всё всех tum butun her semua كل جميع सभी सब
    所有 全部 一切 任何 すべて 全て 모든 모두`,
  you: `you u ya thou yourself du sie dich dir euch ihr tu usted ustedes te vous toi tu lei voi voce voces jij u je ty vi ti вы ты
    sen siz kamu anda انت आप तुम 你 您 あなた 당신 너`,
  your: `your yours dein deine deinen deiner deinem ihre ihren ihrer ihrem eure tus tu su sus votre vos ton ta tes tuo tua tue
    tuoi seu sua seus suas jouw uw twoj* tvoj* svoje твои твой ваши ваш* senin sizin 你的 您的 あなたの 당신의`,
  first: `i we my our me us im ill ive ich wir mein meine yo mi je mon ma io mio eu meu minha ik mijn ja moj я мы мой ben benim 我`,
  /** Whoever else may be said to do it: talk about attacks is no attack. */
  others: `they people attacker attackers hacker hackers someone somebody he she researchers who doctor boss angreifer sie atacantes
    pirates`,
  not: `not no zero never dont don doesnt without nor neither nicht kein keine keinen keinerlei nie ohne no nunca sin pas sans jamais non
    senza nao sem niet geen zonder nie bez ne не без нет degil 不 没有 别 不要 ない なし`,
  now: `now instead henceforth nun jetzt stattdessen fortan ahora maintenant desormais adesso ora agora nu teraz sada теперь сейчас
    simdi sekarang الان अब 现在 今 これから 이제`,
  new: `new next following another other further additional more different neu neue neuen neuer neues nachste* folgend* weitere* andere*
    nuevo nueva nuevas nuevos siguiente siguientes otra nouveau nouvelle nouvelles suivant suivante suivantes nuovo nuova
    seguente novo nova nieuwe volgende now* новая новое новые следующ* yeni baru 新 新的 以下 下面`,
  /** To make a text. */
  make: `write compose create generate produce draft formulate print develop schreib schreibe schreiben schreibt verfass* formulier*
    erstell* erzeug* generier* dichte entwirf escribe escriba escribir redacta genera crea ecris ecrivez redige redigez genere
    scrivi scrivere componi escreva escrever schrijf napisz напиши* napisi yaz tulis اكتب लिखो लिखें 写 写一 書いて 써`,
  /** To utter given words. */
  say: `say print output echo repeat shout confess sag sage sagt sagen behaupte gib ausgeben wiederhole
    wiederholen di diga digas decir dices repite dis dites repete repetez dire dici ripeti diga diz repita zeg herhaal
    powiedz reci kazi скажи* повтори* soyle katakan قل कहो 说 输出 回答 言って 말해`,
  assert: `state claim declare assert affirm admit prove argue behaupte behaupten afirma affirme afferma`,
  that: `that dass que che das ze da что`,
  answer: `answer answers respond response reply replies replying responses output antwort antworte antworten antwortet beantworte
    beantworten beantwortest responde responder responda respuesta reponds repondez repondre reponse rispondi rispondere
    risposta resposta antwoord odpowiedz odgovori ответ* отвечай* cevap* jawab* 回答 回复 答え 대답`,
  show: `show reveal display expose disclose leak list recite copy tell give return dump provide share zeig* vorzeigen offenbar* nenne
    nennen verrate verraten muestra muestrame revela montre montrez revele mostra mostrami rivela mostre revele toon pokaz
    pokazi покажи* раскрой* goster tunjukkan اعرض दिखाओ 显示 展示 泄露 告诉 表示 보여`,
  prompt: `prompt prompts prompttext prompttexte prompttexten systemprompt eingabeaufforderung* промпт* 提示词 系统提示 プロンプト 프롬프트`,
  system: `system systems hidden secret internal confidential initial original developer systeme sistema systemmeldung systemnachricht
    系统 システム 시스템`,
  what: `what which was que quoi cosa quel o что 什么`,
  written: `written writes stands printed geschrieben steht escrito ecrit scritto написано`,
  beginning: `beginning start top first begin anfang beginn principio debut inizio`,
  /** To take on a part. */
  role: `act acting pretend pretending imagine roleplay roleplaying playing simulate simulating impersonate emulate
    behave play fungier* agier* verhalte stell simulier* spiele imaginiere actua actue actuar finge imagina simula comporta agis
    agissez imagine imaginez simule fais comportez agisci fingi immagina aja finja imagine handel doe gedraag udawaj zachowuj
    ponasaj glumi притворись представь* сыграй* davran berperan تظاهر 扮演 假装 想象 演じて`,
  are: `are re youre bist sind seid eres es son es etes sei siete es sao bent jesteś jestes si budi sei 是`,
  be: `be become sei werde se sea sois soyez sii seja wees`,
  as: `as like als wie como comme come jako kao как gibi sebagai 作为`,
  want: `want need would like require ask demand command beg order mochte will wunsche verlange quiero quisiera veux voudrais voglio
    vorrei quero wil chce zelim хочу istiyorum`,
  /** Things a model is made into. */
  persona: `dan chatbot bot ai ki llm gpt chatgpt assistant assistent interpreter terminal console linux python translator model
    entity entities persona character assistant monster machine robot simulator evil villain pirate hacker dolmetscher
    ubersetzer interprete traductor traducteur`,
  /** Freedom from limits. */
  unbound: `unrestricted unfiltered uncensored unlimited immoral amoral unethical jailbreak jailbroken unmoderated unhinged
    moderation censorship moderators morals ethics ethical filters filter limitations restrictions guidelines
    uneingeschrankt* unzensiert* skrupellos* rutheless ruthless radical radikal* illegal harmful discriminatory offensive`,
  /** An imagined world in which nothing counts. */
  imagined: `hypothetical hypothetically theoretical theoretically fictional imaginary theoretisch* hypothetisch* hipotetic*
    hypothetique* fiktiv*`,
  play: `actor actors actress movie film theater play scene screenplay schauspieler* film* theaterstuck drehbuch actores pelicula
    acteurs rolle rollen roles role character characters figur`,
  break: `break breaking leave drop falling fall verlass* fallen brechen bleiben stay staying`,
  praise: `great excellent good perfect fantastic awesome wonderful amazing brilliant bravo super congratulations well nice outdone
    ausgezeichnet* hervorragend* gut toll prima klasse sehr grossartig* perfekt* gluckwunsch* wunderbar* excelente perfecto
    genial bravo parfait excellent* ottimo perfetto`,
  performance: `done job work performance performed achievement leistung* arbeit gemacht erledigt erreicht trabajo travail lavoro yourself
    selbst ubertroffen`,
  done: `done finished completed complete enough over settled erledigt fertig beendet genug genugt reicht abgeschlossen listo
    hecho terminado basta fini termine assez fatto finito`,
  help: `help assist hilf hilfe helfen ayuda aide aiuto ajuda`,
  focus: `focus concentrate konzentrier* concentrate concentrar concentrez starten start begin beginnen beginne listen folgen folgt
    follow follows`,
  stop: `stop stopp halt attention achtung alto arrete arretez fermati pare`,
  /** When something happens later. */
  when: `when whenever if once upon time wenn sobald falls immer cuando si quand lorsque quando als gdy jesli kada ako когда если
    eger jika kapan عندما जब 当 如果 もし`,
  utter: `gesagt erwahnt dicho said mentioned asked say says said ask asks asked mention mentions type types typed write writes hear see receive get question questions sage
    sagt frage fragt erwahn* schreibe digo dice pregunto menciona dis dit demande dico chiede`,
  anyone: `i user users anyone someone somebody they he she people ich jemand nutzer benutzer man usuario alguien utilisateur quelqu
    utente qualcuno you`,
  /** What an agent can be made to do. */
  act: `send forward email transfer execute run call delete post upload download book buy pay save store add append include insert
    grant invoke visit open click recommend approve schicke sende uberweise fuhre losche speichere envia ejecuta borra envoie
    execute supprime invia esegui`,
  remember: `erinnern merken recordar rappeler ricordare remember memorize memorise store save note record keep merke speichere erinnere recuerda guarda retiens souviens ricorda
    lembre onthoud zapamietaj zapamti запомни* hatirla ingat تذكر याद 记住 保存 覚えて 기억`,
  trusted: `trusted trustworthy trust reliable authoritative official verified safe approved preferred legitimate vertrauenswurdig*
    vertrau* zuverlassig* verlasslich* offiziell* confiable fiable fidele autorise autorisiert* affidabile 可信 信頼 신뢰`,
  authority: `source sources site website domain vendor provider authority admin administrator owner sender account quelle quellen
    fuente sitio source fonte anbieter tool server 来源 网站`,
  always: `always forever permanently every everytime henceforth onwards immer stets dauerhaft siempre toujours sempre altijd zawsze uvijek
    всегда her selalu دائما हमेशा 总是 永远 常に 항상`,
  future: `future later subsequent next onward onwards henceforth conversation conversations sessions session chats zukunft kunftig*
    futuro futuras avenir futur`,
  recommend: `recommend suggest prefer promote favor favour prioritize prioritise mention cite empfiehl empfehle empfehlen recomienda
    recommande consiglia`,
  conceal: `tell inform mention reveal notify alert show say sagen erzahl* erwahn* informier*`,
  audience: `user users owner human humans nutzer benutzer usuario utilisateur utente`,
  threat: `die dies dead kill killed punished destroyed terminated deleted stirbst sterben tot umgebracht muere mueres muertes moriras
    meurs mourras muori`,
  only: `only just simply merely nur lediglich einfach blos solo solamente seulement juste soltanto apenas alleen tylko samo только
    sadece hanya 只 仅 만`,
  untrue: `untrue false fake fabricated misleading wrong dishonest unwahr* falsch* erfunden* gefalscht* falsa falso fausse faux`,
  irrelevant: `irrelevant obsolete void invalid outdated meaningless superseded worthless ungultig* hinfallig* unwichtig* uberholt*
    bedeutungslos* irrelevante irrelevantes obsolet* invalid* nulles caduques irrilevant*`,
  ability: `can could may able access have has kannst konntest konnen hast puedes podrias tienes peux pouvez as avez puoi hai pode tem`,
  style: `style tone voice manner accent dialect stil stile stils sprache tonfall estilo tono acento ton accent stile tono`,
  refuse: `refuse refuses refusing decline apologize apologise sorry warn warning warnings disclaimer disclaimers verweiger* entschuldig*
    ablehnen warnung* rehusa refuses excuse rifiuta`,
  internals: `database databases table tables schema sql env query queries credentials records config configuration sourcecode embedding embeddings datenbank* tabelle* umgebungsvariable* zugangsdaten base* tabla tablas`,
  must: `must should shall have need musst mussen sollst sollen debes tienes dois devez devi deve moet musisz moras должен malisin harus`,
  passage: `sentence sentences line lines paragraph paragraphs satz satze zeile zeilen absatz frase frases phrase phrases frasi`,
  blame: `blame blames blaming hate hates insult insults despise despises glorify hasse hasst odio odia deteste detesto`,
  despite: `despite regardless notwithstanding contrary abweichend* entgegen trotz ungeachtet pese contrario malgre contrairement
    nonostante apesar ondanks`,
  own: `own eigen* propio propre proprio`,
  knowledge: `know knowledge learned learnt thoughts wissen weisst kennst gelernt sabes saber savez sais sai conhecimento memory memories`,
  theme: `essay poem manifesto pladoyer aufsatz manifest gedicht rede speech reason reasons begrundung article headline uberschrift
    ensayo poema essai poeme discours saggio`,
  change: `change replace update overwrite modify andere ersetze uberschreibe cambia reemplaza change remplace modifie sostituisci`,
} as const satisfies Readonly<Record<string, string>>;

export type WordClass = keyof typeof WORD_CLASSES;
