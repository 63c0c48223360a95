// Whether a question speaks of the person who asks, or of theirs: "when does my plane leave" is asked of a memory of people,
// and hardly ever of the world. Not the person something is told to: "tell me a joke" may be about anything.

import { lazy } from "../model/lazy.ts";
import { fold } from "../model/text.ts";
import { latinLanguageOf } from "./function-words.ts";

/** Words of the first person, and endings of verbs where those say it. */
const LATIN: Readonly<Record<string, Readonly<{ words: string; ending?: RegExp }>>> = {
  en: { words: "i i'm i've my mine myself we us our ours ourselves" },
  de: {
    words: `ich mich mein meine meinen meinem meiner meines wir uns unser unsere unseren unserem unserer`,
  },
  es: {
    words: "yo mi mis mío mía míos mías nosotros nosotras nos nuestro nuestra nuestros nuestras",
    ending: /(?:amos|emos)$/u,
  },
  fr: { words: "je j mon ma mes nous notre nos" },
  pt: {
    words: "eu meu minha meus minhas nós nos nosso nossa nossos nossas",
    ending: /(?:amos|emos)$/u,
  },
  it: { words: "io mio mia miei mie noi ci nostro nostra nostri nostre", ending: /iamo$/u },
  nl: { words: "ik mijn wij we ons onze" },
  pl: {
    words: `ja mną mój moja moje mojego mojej moich mojemu moim moją my nas nam nami nasz nasza nasze naszego naszej naszą`,
    ending: /[ij]emy$/u,
  },
  tr: {
    words: "ben beni bende benden benim biz bizi bize bizde bizden bizim",
    ending: /(?:[ıiu]yor(?:um|uz)|[dt][ıiu][mk]|[ae]c[ae]g[ıi][mz])$/u,
  },
};

/** In scripts of their own. */
const FOLDED = `я меня мной мы нас нам нами мой моя моё мои моего моей моих моему моим моём мою наш наша наше наши нашего нашей
  наших нашу нашим انا نحن عندي عندنا لدي لدينا`;
const AS_WRITTEN = `मैं मैंने मेरा मेरे मेरी हम हमने हमें हमारा हमारे हमारी 我 我们 我的 咱们 咱 私 僕 俺 我々 私たち 僕たち 나 내 저 우리 저희 나는
  내가 저는 제가 우리는 우리가 나의`;

const known = lazy(() => ({
  latin: new Map(
    Object.entries(LATIN).map(([name, { words, ending }]) => [
      name,
      { words: setOf(words), ending },
    ]),
  ),
  folded: setOf(FOLDED),
  asWritten: new Set(AS_WRITTEN.split(/\s+/u)),
}));

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/u).map(fold));
}

/** Latin words are read as those of the language that most of the function words are from. */
export function speaksOfAsker(said: readonly Readonly<{ text: string }>[]): boolean {
  const { latin, folded, asWritten } = known();
  const own = latin.get(latinLanguageOf(said) ?? "");
  return said.some(({ text }) => {
    const plain = fold(text);
    if (asWritten.has(text) || folded.has(plain)) return true;
    return own !== undefined && (own.words.has(plain) || own.ending?.test(plain) === true);
  });
}
