// A conversation in each of fifteen languages is told in its own words.

import { describe, expect, test } from "vitest";
import type { Message } from "../../src/model/message.ts";
import { builtinNarrator } from "../../src/models/builtin/narrator.ts";
import { aroundQuotes, quotedIn, talk } from "./narrator-fixtures.ts";

async function told(messages: readonly Message[]): Promise<{ title: string; summary: string }> {
  const outcome = await builtinNarrator().episode(messages);
  if (outcome.type !== "ok") throw new Error(outcome.reason);
  return outcome;
}

/** A move and a new job, with a greeting, thanks and a question around them. */
const LANGUAGES: readonly (readonly [string, readonly string[], string])[] = [
  [
    "English",
    [
      "Hi! I moved to Lisbon last week.",
      "Congratulations! I start at Acme in May.",
      "Thanks! How are you?",
    ],
    "Lisbon",
  ],
  [
    "German",
    [
      "Hallo! Ich bin letzte Woche nach Lissabon gezogen.",
      "Glückwunsch! Ich fange im Mai bei Acme an.",
      "Danke! Wie geht es dir?",
    ],
    "Lissabon",
  ],
  [
    "Spanish",
    [
      "¡Hola! La semana pasada me mudé a Lisboa.",
      "¡Felicidades! Yo empiezo en Acme en mayo.",
      "¡Gracias! ¿Cómo estás?",
    ],
    "Lisboa",
  ],
  [
    "French",
    [
      "Salut ! J'ai déménagé à Lisbonne la semaine dernière.",
      "Félicitations ! Je commence chez Acme en mai.",
      "Merci ! Comment vas-tu ?",
    ],
    "Lisbonne",
  ],
  [
    "Portuguese",
    [
      "Oi! Eu me mudei para Lisboa na semana passada.",
      "Parabéns! Eu começo na Acme em maio.",
      "Obrigada! Como você está?",
    ],
    "Lisboa",
  ],
  [
    "Italian",
    [
      "Ciao! La settimana scorsa mi sono trasferita a Lisbona.",
      "Congratulazioni! Io inizio alla Acme a maggio.",
      "Grazie! Come stai?",
    ],
    "Lisbona",
  ],
  [
    "Dutch",
    [
      "Hoi! Ik ben vorige week naar Lissabon verhuisd.",
      "Gefeliciteerd! Ik begin in mei bij Acme.",
      "Dank je! Hoe gaat het?",
    ],
    "Lissabon",
  ],
  [
    "Polish",
    [
      "Cześć! W zeszłym tygodniu przeprowadziłam się do Lizbony.",
      "Gratulacje! Zaczynam w maju w Acme.",
      "Dzięki! Jak się masz?",
    ],
    "Lizbony",
  ],
  [
    "Russian",
    [
      "Привет! На прошлой неделе я переехала в Лиссабон.",
      "Поздравляю! Я начинаю работать в Акме в мае.",
      "Спасибо! Как дела?",
    ],
    "Лиссабон",
  ],
  [
    "Turkish",
    [
      "Merhaba! Geçen hafta Lizbon'a taşındım.",
      "Tebrikler! Ben mayısta Acme'de başlıyorum.",
      "Teşekkürler! Nasılsın?",
    ],
    "Lizbon",
  ],
  [
    "Arabic",
    [
      "مرحبا! انتقلت إلى لشبونة الأسبوع الماضي.",
      "مبروك! سأبدأ العمل في أكمي في مايو.",
      "شكرا! كيف حالك؟",
    ],
    "لشبونة",
  ],
  [
    "Hindi",
    ["नमस्ते! मैं पिछले हफ्ते लिस्बन चली गई।", "बधाई हो! मैं मई में एक्मे में शुरू कर रहा हूँ।", "धन्यवाद! आप कैसे हैं?"],
    "लिस्बन",
  ],
  [
    "Chinese",
    ["你好！我上周搬到了里斯本。", "恭喜！我五月开始在北京大学工作。", "谢谢！你怎么样？"],
    "里斯本",
  ],
  [
    "Japanese",
    [
      "こんにちは！私は先週リスボンに引っ越しました。",
      "おめでとう！私は5月からアクメで働きます。",
      "ありがとう！元気ですか？",
    ],
    "リスボン",
  ],
  [
    "Korean",
    [
      "안녕하세요! 나는 지난주에 리스본으로 이사했어요.",
      "축하해요! 저는 5월에 애크미에서 일을 시작해요.",
      "고마워요! 어떻게 지내요?",
    ],
    "리스본",
  ],
];

describe.each(LANGUAGES)("in %s", (_language, [move = "", job = "", thanks = ""], place) => {
  const messages = talk(["Ana", move], ["Ben", job], ["Ana", thanks]);
  const said = messages.map(({ text }) => text).join("\n");

  test("both statements are quoted and the greetings and thanks are not", async () => {
    const { summary } = await told(messages);
    expect(aroundQuotes(summary)).toBe('Ana: "" Ben: ""');
    const [first = "", second = ""] = quotedIn(summary);
    expect(move.endsWith(first)).toBe(true);
    expect(job.endsWith(second)).toBe(true);
    expect(first.length).toBeLessThan(move.length);
  });

  test("the title is made of words that were said, the place among them", async () => {
    const { title } = await told(messages);
    expect(title.toLowerCase()).toContain(place.toLowerCase());
    for (const word of title.split(", ")) expect(said.toLowerCase()).toContain(word.toLowerCase());
  });
});
