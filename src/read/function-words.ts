// Words that stand in any question and say nothing of what it is about, in the languages the built-in table reads.
// Data, and which of them a text is written with: "die" is an article in German and a verb in English.

import { lazy } from "../model/lazy.ts";
import { fold } from "../model/text.ts";

const LATIN = {
  en: `a about above after again all also am an and any are as at be because been before being below between both but by can
    could did do does doing down during each few for from further had has have having he her here hers him himself his how
    i if in into is it its itself just let me more most my myself of off on once only or other our ours out over own
    really same she should so some such than that the their theirs them themselves then there these they this those
    through to too under until up us very was we were what when where which while who whom why will with would you your
    yours whose not no many much according`,
  de: `der die das den dem des ein eine einen einem einer eines und oder aber nicht kein keine keinen keiner ich du er sie es
    wir ihr mich mir dich dir ihn ihm uns euch ihnen mein meine meinen meinem meiner dein deine sein seine seinen seinem
    seiner ihre ihren ihrem ihrer unser unsere unseren euer eure ist sind war waren bin bist seid gewesen hat habe haben
    hast hatte hatten wird werden wurde wurden werde geworden kann können konnte muss müssen soll sollen sollte will
    wollen darf dürfen mag möchte zu zum zur von vom mit bei beim auf aus an am in im ins für über unter nach vor um durch
    gegen ohne bis seit als wie was wer wen wem wessen wo wohin woher wann warum wieso weshalb womit worüber wozu wovor worum wovon wofür woran worin welche
    welcher welches welchen welchem wieviel viel viele man sich auch noch nur schon so da dort hier dass wenn ob weil denn
    dann doch mal sehr mehr ab gibt jetzt gerade heißt lautet`,
  es: `el la los las un una unos unas lo de del al a y o u e pero no ni yo tú él ella nosotros vosotros ellos ellas usted
    ustedes me te se le les nos os mi mis tu tus su sus nuestro nuestra nuestros nuestras que qué quién quiénes cuál
    cuáles cuándo cuánto cuánta cuántos cuántas dónde adónde cómo por para con sin en sobre entre desde hasta hacia según
    es son era eran soy eres somos ser sido está están estoy estás estaba estar ha han he has hemos había haber hay fue
    fueron tiene tienen tengo tener hace hacer hacen puede pueden puedo poder debe deben va van voy ir si como más muy
    también ya este esta esto estos estas ese esa eso esos esas aquel porque cuando donde quien`,
  fr: `le la les l un une des du de d et ou mais ne pas plus je j tu il elle on nous vous ils elles me m te t se s lui leur
    leurs mon ma mes ton ta tes son sa ses notre nos votre vos ce c cet cette ces ça cela qui que qu quoi dont où quand
    comment pourquoi combien quel quelle quels quelles lequel laquelle est sont était étaient suis es êtes sommes été être
    a ai as avons avez ont avait avaient avoir eu sera serait fait faire fais font peut peux pouvons pouvez peuvent doit
    dois devons doivent à au aux en dans sur sous avec sans pour par chez vers entre depuis pendant avant après y si comme
    aussi très bien tout tous toute toutes quelqu quelque est-ce`,
  pt: `o a os as um uma uns umas de do da dos das em no na nos nas ao à aos às e ou mas não nem eu tu ele ela nós vós eles
    elas você vocês me te se lhe lhes meu minha meus minhas teu tua seu sua seus suas nosso nossa nossos nossas que quê
    quem qual quais quando quanto quanta quantos quantas onde aonde como por pelo pela para pra com sem sobre entre desde
    até é são era eram sou somos ser sido está estão estou estava estar foi foram tem têm tenho ter há havia fazer faz
    fazem pode podem posso deve devem vai vão vou ir mais muito também já este esta isto esse essa isso aquele aquela
    porque`,
  it: `il lo la i gli le l un uno una di del dello della dei degli delle a al allo alla ai agli alle da dal dalla dai in nel
    nello nella nei nelle su sul sulla con per tra fra e o ma non né io tu lui lei noi voi loro mi ti si ci vi ne mio mia
    miei mie tuo tua tuoi suo sua suoi sue nostro nostra nostri nostre vostro che chi cosa quale quali quando quanto
    quanta quanti quante dove come perché è sono era erano sei siamo essere stato stata ho hai ha abbiamo avete hanno
    aveva avere fa fare fanno può possono posso deve devono va vanno andare se più molto anche già questo questa questi
    queste quello quella cui dov com qual`,
  nl: `de het een en of maar niet geen ik jij je hij zij ze wij we jullie mij me jou hem haar ons hun mijn jouw zijn onze uw
    dit dat deze die wie wat waar wanneer waarom hoe hoeveel welke welk waarmee waarheen waarvan is ben bent was waren
    heeft heb hebt hebben had hadden wordt worden werd kan kunnen moet moeten mag mogen wil willen zal zullen gaat gaan ga
    te van naar met bij op uit aan in voor over onder na door tegen zonder tot sinds als ook nog al er dan om toch zo zeer
    meer doet doen`,
  pl: `i a o w z na do od u za po pod nad przed przy przez dla bez ze we ku oraz lub albo ale nie ja ty on ona ono my wy oni
    one mnie mi mną ciebie ci go mu jej ją nim nią nas nam was wam ich im nimi mój moja moje mojego mojej moich mojemu
    moim twój twoja twoje jego swój swoja swoje swoją swojego nasz nasza nasze naszego naszej się co kto kogo komu czego
    czemu czym kim jaki jaka jakie jakiego jakiej jaką jakim który która które którego której którą którym gdzie dokąd
    skąd kiedy jak dlaczego ile czy jest są był była było byli być jestem jesteś będzie ma mam mają mieć może mogą musi
    muszą to ten ta te tego tej tym tę tą że jeśli jeżeli gdy już jeszcze też także bardzo więcej`,
  tr: `ve veya ama fakat değil ben sen o biz siz onlar beni bana bende benden benim seni sana senin onu ona onun bizi bize
    bizim sizin onların ne neyi neye neden niçin niye nasıl nerede nereye nereden neresi nere kim kimi kime kimin kimden
    kimde hangi hangisi kaç kaçta kaçıncı mı mi mu mü mıdır mudur bu şu şunu bunu bunun ile için gibi kadar göre sonra
    önce da de ki var yok bir her hiç çok daha en olan olarak oldu olur olmuş idi zaman ise eğer çünkü nın nin nun nün ın
    in un ün ya ye yı yi yu yü na ta te dan den`,
} as const;

/** Each in a script of its own, but for Chinese and Japanese. */
const OTHER = {
  ru: `и а но или не ни я ты он она оно мы вы они меня мне мной тебя тебе его ему им её ее ей нас нам вас вам их ими мой моя
    моё мое мои моего моей моих моему моим моём твой твоя свой своя свою свои своего своей своих наш наша наше наши нашего
    нашей наших ваш что чего чему чем кто кого кому кем какой какая какое какие какого какую каким каких который которая
    где куда откуда когда как почему зачем сколько чей чья чьё ли в во на с со к ко у о об от до из за по под над при про
    для без через между перед это этот эта эти того том тот та те есть был была было были быть будет будут бы же уже ещё
    еще тоже также если чтобы так там тут здесь очень более то вот теперь сейчас`,
  ar: `من في على الى إلى عن مع ما ماذا متى اين أين كيف لماذا لم لا لن هل كم اي أي هو هي هم نحن انا أنا انت أنت انه إنه ان أن
    إن كان كانت يكون تكون هذا هذه ذلك تلك الذي التي الذين و او أو ثم قد كل بعد قبل عند عندي عندنا لدي لدينا له لها لهم لنا
    لي به بها بهم فيه فيها منه منها عليه عليها بين حتى اذا إذا لان لأن لكن غير ليس ليست مم بم`,
  hi: `का के की को से में पर ने है हैं था थे थी हूँ हो और या लेकिन नहीं न मत मैं मैंने मुझे मेरा मेरे मेरी हम हमने हमें हमारा
    हमारे हमारी तुम आप वह वे यह ये उस उसे उसका उसके उसकी उनका उनके उनकी इस इसे इसका क्या कौन किस किसे किसने किसका किसकी कब
    कहाँ कहां क्यों कैसे कैसा कैसी कितना कितने कितनी कौन-सा सा सी तक लिए साथ भी ही तो जो कि अब गया गई गए रहा रहे रही करता
    करते करती कर किया होता होती होते अपना अपने अपनी`,
  zh: `的 了 是 在 我 你 他 她 它 我们 你们 他们 她们 和 与 或 但 不 没 没有 有 什么 谁 哪 哪里 哪儿 哪个 哪种 哪天 哪些 几 几点 几个 多少 多大 多久 怎么 怎样 怎么样 为什么 什么时候 什么样 吗 呢 吧
    啊 这 那 这个 那个 要 会 能 可以 该 把 被 给 对 从 到 向 用 就 都 也 还 很 最 更 着 过 个 只 里 上 下 中 去 来 叫 什么东西 是不是 写的 现在`,
  ja: `の は が を に へ と で も や か から まで より です ます ました でした ません だ だった ある あります ありま すか いる い います し て た いて れ られ せ さ する した して 何 なに なん 誰 だれ
    どこ どの どれ どちら いつ なぜ どうして どう どうやって いくら いくつ どんな って こと もの ん これ それ あれ この その あの 私 僕 彼 彼女 私たち ない なく なっ なり なる ため よう さん ば め え く
    け ね よ な そう ここ たら いい ください どのように のか`,
  ko: `은 는 이 가 을 를 의 에 에서 로 으로 와 과 도 만 나 내 저 제 우리 너 그 그녀 무엇 무엇을 무엇이 무엇인가요 무엇이었나요 무슨 뭐 뭘 뭐예요 뭔가요 누구 누가 누구를 누구한테 누구의 누구인가요 누구예요
    언제 언제까지 언제부터 어디 어디에 어디서 어디로 어디에서 어디예요 어디인가요 어떤 어느 어떻게 왜 얼마 얼마나 얼마예요 몇 하나요 한 할 해요 했나요 했어요 있나요 있어요 있는 없나요 되나요 됐나요 되었나요
    인가요 나요 이유는 것은 것을 것이 거예요 수 좀 안 못 때 중에 하는`,
} as const;

type LatinLanguage = keyof typeof LATIN;
const LATIN_LANGUAGES = Object.keys(LATIN) as readonly LatinLanguage[];
/** One bit for each language in Latin script, and one for all others. */
const bitOf = (language: LatinLanguage) => 1 << LATIN_LANGUAGES.indexOf(language);
const OTHER_BIT = 1 << LATIN_LANGUAGES.length;

/** By word, the bits of the languages that have it. */
const languages = lazy(() => {
  const found = new Map<string, number>();
  const add = (list: string, bit: number) => {
    for (const word of list.split(/\s+/u).map(fold)) found.set(word, (found.get(word) ?? 0) | bit);
  };
  for (const language of LATIN_LANGUAGES) add(LATIN[language], bitOf(language));
  for (const list of Object.values(OTHER)) add(list, OTHER_BIT);
  return found;
});

type Said = readonly Readonly<{ text: string }>[];

/** The language in Latin script that most of the function words are from; none where there are none. */
export function latinLanguageOf(said: Said): LatinLanguage | undefined {
  return languageOf(bitsOf(said));
}

function languageOf(bits: readonly number[]): LatinLanguage | undefined {
  const found = bits.filter((word) => word !== 0);
  let best: LatinLanguage | undefined;
  let most = 0;
  for (const language of LATIN_LANGUAGES) {
    const count = found.reduce((sum, word) => sum + ((word & bitOf(language)) === 0 ? 0 : 1), 0);
    if (count > most) [best, most] = [language, count];
  }
  return best;
}

function bitsOf(said: Said): readonly number[] {
  const known = languages();
  return said.map(({ text }) => known.get(fold(text)) ?? 0);
}

/** All of them where nothing else is said. Latin words are those of the language that most of the function words are from. */
export function contentWords<T extends Readonly<{ text: string }>>(
  said: readonly T[],
): readonly T[] {
  const bits = bitsOf(said);
  const language = languageOf(bits);
  const left = OTHER_BIT | (language === undefined ? 0 : bitOf(language));
  const content = said.filter((_, at) => ((bits[at] ?? 0) & left) === 0);
  return content.length === 0 ? said : content;
}
