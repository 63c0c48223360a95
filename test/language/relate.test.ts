// How quoted lines relate to one another, in every language that is read.

import { describe, expect, test } from "vitest";
import { DEFAULT_MERGE_BANDS } from "../../src/language/compare/compare.ts";
import { relate } from "../../src/language/relate.ts";

function related(
  older: string,
  newer: string,
  speakers: readonly [string, string] = ["Ana", "Ana"],
) {
  const line = (said: string, speaker: string) => ({ text: `${speaker}: "${said}"` });
  return relate(line(older, speakers[0]), line(newer, speakers[1]), DEFAULT_MERGE_BANDS).relation;
}

const DENIALS: readonly (readonly [string, string, string])[] = [
  ["en", "I like mushrooms", "I don't like mushrooms"],
  ["de", "Ich mag Tee", "Ich mag keinen Tee"],
  ["es", "Me gusta el té", "No me gusta el té"],
  ["fr", "J'aime le thé", "Je n'aime pas le thé"],
  ["pt", "Gosto de gatos", "Não gosto de gatos"],
  ["it", "Mi piace il caffè", "Non mi piace il caffè"],
  ["nl", "Ik hou van katten", "Ik hou niet van katten"],
  ["pl", "Lubię koty", "Nie lubię kotów"],
  ["ru", "Я люблю кошек", "Я не люблю кошек"],
  ["tr", "Kahve seviyorum", "Kahve sevmiyorum"],
  ["ar", "أحب القهوة", "لا أحب القهوة"],
  ["hi", "मुझे चाय पसंद है", "मुझे चाय पसंद नहीं है"],
  ["zh", "她喜欢猫", "她不喜欢猫"],
  ["ja", "私は猫が好きです", "私は猫が好きではありません"],
  ["ko", "저는 고양이를 좋아해요", "저는 고양이를 좋아하지 않아요"],
];

describe("a line and its denial", () => {
  test.each(DENIALS)("%s: the newer takes the place of the older", (_language, yes, no) => {
    expect(related(yes, no)).toBe("contradiction");
    expect(related(no, yes)).toBe("contradiction");
  });

  test.each(DENIALS)("%s: the same words again are the same line", (_language, yes) => {
    expect(related(yes, yes)).toBe("same_key");
  });
});

describe("a correction", () => {
  test.each([
    ["the standup is at 9:30", "standup moved from 9:30 to 10"],
    ["the standup is at 9:30", "Correction: the standup is now at 10:00"],
    ["standup moved from 9:30 to 10", "Correction: the standup is now at 10:15"],
    ["Das Standup wurde von 9:30 auf 10 verschoben", "Das Standup ist jetzt um 11"],
    ["I drive a Volvo", "Sold the Volvo, I drive a Leaf now"],
    ["I live in Porto", "I moved to Lisbon"],
    ["Das Standup ist um 9:30", "Das Standup wurde von 9:30 auf 10 verschoben"],
    ["Ich wohne in Berlin", "Ich wohne jetzt in Hamburg"],
    ["La reunión es el lunes", "La reunión ahora es el martes"],
    ["Vivo en Madrid", "Ahora vivo en Sevilla"],
    ["Стендап в 9:30", "Стендап перенесли на 10:00"],
    ["東京に住んでいます", "今は大阪に住んでいます"],
    ["저는 서울에 살아요", "이제 저는 부산에 살아요"],
    ["我住在北京", "我搬到上海了"],
    ["Le cours est à 9h30", "Correction : le cours est désormais à 10h"],
    ["수업은 9시 30분이에요", "정정합니다: 수업은 이제 10시예요"],
    ["Le point quotidien est à 9h30", "Correction : le point quotidien est désormais à 10h"],
    ["A daily é às 9h30", "Correção: a daily agora é às 10h"],
    ["我住在上海", "我已经搬到成都了，不住上海了"],
    [
      "The meeting with the notary is on Tuesday the 17th",
      "sorry, I meant Wednesday the 18th for the notary",
    ],
    ["My cat's name is Mochi", "No wait, typo: my cat's name is Mocha"],
    ["Der Termin ist am Montag", "Sorry, ich meinte: der Termin ist am Dienstag"],
    ["I live in Lisbon", "I no longer live in Lisbon, I live in Porto now"],
    ["The choir rehearses at 19:00", "The choir now rehearses at 19:30"],
    ["Our landlord is Mr. Pell", "Correction: our landlord is Ms. Dray"],
    ["I'm vegan", "I'm no longer vegan"],
    ["My flight leaves at 6:40", "Oops, my flight leaves at 7:40"],
    ["The key is under the mat", "The key is no longer under the mat"],
    ["Das Training beginnt um 18 Uhr", "Das Training beginnt jetzt um 19 Uhr"],
    ["Mein Zug fährt um 7:15", "Sorry, ich meinte: mein Zug fährt um 8:15"],
    ["El examen es el 12 de mayo", "El examen se cambió al 14 de mayo"],
    ["La boda es en junio", "Perdón, quise decir: la boda es en julio"],
    ["Je travaille chez Orange", "Je ne travaille plus chez Orange"],
    ["O ônibus sai às 6", "O ônibus agora sai às 7"],
    ["Il treno parte alle 8", "Il treno ora parte alle 9"],
    ["Pracuję w Orlenie", "Nie pracuję już w Orlenie"],
    ["Урок в понедельник", "Урок перенесли на среду"],
    ["Ders pazartesi", "Ders artık çarşamba"],
    ["课程在星期一", "课程改到星期三了"],
    ["授業は月曜日です", "授業は水曜日に変更になりました"],
    ["수업은 월요일이에요", "수업은 이제 수요일이에요"],
    ["The release is on Tuesday", "The release is postponed to Thursday"],
    ["Our deploy window is 14:00", "Actually the deploy window is 15:00"],
    ["The wifi password is tulip7", "The wifi password is now rose12"],
    ["I have two cats", "I no longer have two cats"],
    ["The book club meets at Dana's place", "The book club now meets at Omar's place"],
    ["My favourite band is Low", "Scratch that, my favourite band is Wilco"],
    ["Our office is in Ghent", "Our office is now in Leuven"],
    [
      "The dentist appointment is on Monday at 3pm",
      "sorry, I meant Tuesday at 3pm for the dentist",
    ],
    ["I'm allergic to nuts", "I'm no longer allergic to nuts"],
    ["The code for the gate is 4411", "Correction: gate code is 4412"],
    ["My dog's name is Bruno", "No wait, my dog's name is Brutus"],
    ["I live in Porto", "I moved to Lisbon last month, no longer in Porto"],
    ["The demo is at 3", "The demo was moved from 3 to 4"],
    ["Our sprint review is on Wednesday", "sprint review moved to Thursday"],
    ["I work for Acme", "I don't work for Acme anymore"],
    ["The budget is 5000 euros", "Update: the budget is 6500 euros"],
    ["Die Besprechung ist am Montag", "Die Besprechung ist jetzt am Dienstag"],
    ["Ich wohne in Berlin", "Ich wohne nicht mehr in Berlin"],
    ["Das WLAN-Passwort ist tulpe7", "Korrektur: das WLAN-Passwort ist rose12"],
    ["Ich arbeite bei Siemens", "Ich arbeite nicht mehr bei Siemens, sondern bei Bosch"],
    ["Der Termin ist um 14 Uhr", "Der Termin wurde auf 15 Uhr verschoben"],
    ["La cena es el viernes", "Corrección: la cena es el sábado"],
    ["Trabajo en Acme", "Ya no trabajo en Acme"],
    ["Vivo en Bilbao", "Me mudé a Vigo, ya no vivo en Bilbao"],
    ["La reunión es a las 10", "La reunión pasa a las 11"],
    ["Le cours est à 18h", "Le cours est maintenant à 19h"],
    ["J'habite à Lyon", "Je n'habite plus à Lyon"],
    ["Le mot de passe est tulipe7", "Correction : le mot de passe est rose12"],
    ["A reunião é na segunda", "A reunião agora é na terça"],
    ["Moro em Recife", "Não moro mais em Recife"],
    ["La riunione è alle 10", "La riunione è stata spostata alle 11"],
    ["Vivo a Torino", "Non vivo più a Torino"],
    ["De vergadering is om 10 uur", "De vergadering is nu om 11 uur"],
    ["Ik woon in Gent", "Ik woon niet meer in Gent"],
    ["Spotkanie jest o 10:00", "Korekta: spotkanie jest o 11:00"],
    ["Mieszkam w Gdyni", "Już nie mieszkam w Gdyni"],
    ["Встреча в 10:00", "Встреча теперь в 11:00"],
    ["Я живу в Казани", "Я больше не живу в Казани"],
    ["Toplantı saat 10'da", "Toplantı artık saat 11'de"],
    ["İzmir'de yaşıyorum", "Artık İzmir'de yaşamıyorum"],
    ["الاجتماع الساعة 10", "الاجتماع الآن الساعة 11"],
    ["أسكن في عمان", "لم أعد أسكن في عمان"],
    ["बैठक 10 बजे है", "बैठक अब 11 बजे है"],
    ["मैं दिल्ली में रहता हूँ", "मैं अब दिल्ली में नहीं रहता"],
    ["会议在10点", "会议改到11点"],
    ["我住在上海", "我不住上海了"],
    ["Le point quotidien est à 9h30", "Correction : le point quotidien est désormais à 10h"],
    ["A daily é às 9h30", "Correção: a daily agora é às 10h"],
    ["我住在上海", "我已经搬到成都了，不住上海了"],
    ["我在阿里工作", "我不再在阿里工作了"],
    ["密码是tulip7", "更正：密码是rose12"],
    ["会議は10時です", "会議は11時に変更になりました"],
    ["東京に住んでいます", "もう東京に住んでいません"],
    ["회의는 10시예요", "회의는 이제 11시예요"],
    ["서울에 살아요", "더 이상 서울에 살지 않아요"],
  ])("%s → %s", (older, newer) => {
    expect(related(older, newer)).toBe("contradiction");
  });

  test.each([
    ["I work at Globex", "I now work out every day"],
    ["Ich wohne in Berlin", "Meine Schwester wohnt in Hamburg"],
    ["The meeting with Bob is at 9", "The meeting with Ann is now at 10"],
    ["We're both vegetarian", "Anyway, I am now vegetarian"],
    ["Das Büro öffnet um 8", "Das Meeting ist jetzt um 10"],
    ["The office opens at 8", "The shop now opens at 10"],
    ["The server restarts at 8", "The backup server now restarts at 10"],
    ["The server is in Frankfurt", "The backup server is now in Frankfurt too"],
    ["Das Büro öffnet um 8", "Der Laden öffnet jetzt um 10"],
    ["La oficina abre a las 8", "La tienda ahora abre a las 10"],
    ["Unit 12 has 4 sensors", "Unit 13 now has 9 sensors"],
    ["Das Zimmer 4 hat 3 Betten", "Das Zimmer 5 hat jetzt 4 Betten"],
    ["I run 5 km on Sundays", "I now swim 2 km on Tuesdays"],
    ["My mum lives in Faro", "My aunt now lives in Lagos"],
    ["I speak Polish", "I now speak Czech too"],
    ["I don't eat fish", "I now eat meat"],
    ["The red team has 5 people", "The blue team now has 7 people"],
    ["My son is 5", "My daughter is now 7"],
    ["I have a meeting at 9", "I now have a call at 11"],
    ["Flight TP123 leaves at 9", "Flight TP456 now leaves at 10"],
    ["I read a book a week", "I now watch a film a week"],
    ["Mein Bruder ist 20", "Meine Schwester ist jetzt 22"],
    ["Mi hijo tiene 5 años", "Mi hija ahora tiene 7 años"],
    ["Mon fils a 5 ans", "Ma fille a maintenant 7 ans"],
    ["Siostra mieszka w Gdyni", "Brat już nie mieszka w Gdyni"],
    ["Мой сын учится в Казани", "Моя дочь больше не учится в Казани"],
    ["我儿子5岁", "我女儿现在7岁"],
    ["息子は5歳です", "娘は今は7歳です"],
    ["아들은 다섯 살이에요", "딸은 이제 일곱 살이에요"],
    ["Oğlum 5 yaşında", "Kızım artık 7 yaşında"],
    ["ابني عمره 5", "ابنتي عمرها الآن 7"],
    ["मेरा बेटा 5 साल का है", "मेरी बेटी अब 7 साल की है"],
    ["La cena con Marta es a las 8", "La cena con Luis ahora es a las 9"],
    ["I like the old logo", "I don't like the new logo"],
    ["We have no cats", "We have no dogs anymore"],
    ["Tea costs 2 euros", "Coffee now costs 3 euros"],
    ["The gym opens at 6 on weekdays", "The gym now opens at 8 on weekends"],
    ["The release is on Tuesday", "The review is now on Thursday"],
    ["My brother drives a Volvo", "I drive a Leaf now"],
    ["I have a cat", "I now have a dog"],
    ["I like tea", "I actually like coffee"],
    ["The shop opens at 9 and closes at 5", "The shop now opens at 10"],
    ["The bus to Ghent leaves at 8", "The bus to Leuven now leaves at 9"],
    ["The rent in Porto was 800", "The rent in Lisbon is now 1200"],
    ["Room 4 is booked at 9", "Room 5 is now booked at 10"],
    ["Ben's birthday is on 3 May", "Correction: Ana's birthday is on 4 May"],
    ["The office opens at 8", "Correction: the shop opens at 10"],
    ["I live in Porto", "My sister no longer lives in Porto"],
    ["I live in Porto", "I no longer visit my sister in Porto"],
    ["My son works for Acme", "I no longer work for Acme"],
    ["The printer on floor 2 is broken", "The printer on floor 3 is now broken"],
    ["My dog's name is Bruno", "No wait, my cat's name is Brutus"],
    ["The dentist appointment is on Monday", "sorry, I meant Tuesday for the barber"],
    ["Ich wohne in Berlin", "Meine Schwester wohnt nicht mehr in Berlin"],
    ["Das Büro öffnet um 8", "Korrektur: der Laden öffnet um 10"],
    ["Trabajo en Acme", "Mi hermano ya no trabaja en Acme"],
    ["Le cours est à 18h", "Le concert est maintenant à 19h"],
    ["我住在上海", "我妹妹已经搬到成都了，不住上海了"],
    ["会议在10点", "午餐改到11点"],
    ["東京に住んでいます", "妹はもう東京に住んでいません"],
    ["회의는 10시예요", "점심은 이제 11시예요"],
    ["La riunione è alle 10", "La lezione è stata spostata alle 11"],
    ["Я живу в Казани", "Мой брат больше не живёт в Казани"],
    ["The price of the basic plan is 5", "The price of the pro plan is now 9"],
    ["I take 20 mg of zinc", "I now take 5 mg of iron"],
    ["The train to Bruges is at 7:15", "Actually the train to Ostend is at 8:15"],
    ["We deploy on Tuesdays", "We now deploy on Thursdays as well"],
    ["I play tennis on Mondays", "I now play chess on Fridays"],
    ["Tom runs the blue team", "Tom now runs the red team and Eva the blue team"],
    ["Anna wohnt in Köln", "Berta wohnt jetzt in Bonn"],
  ])("leaves %s beside %s", (older, newer) => {
    expect(related(older, newer)).not.toBe("contradiction");
  });
});

test("two speakers' words about themselves never meet", () => {
  expect(related("I like tea", "I don't like tea", ["Ana", "Ben"])).toBe("far");
  expect(related("I like tea", "I like tea", ["Ana", "Ben"])).toBe("far");
});

test("the same words of two days are two lines", () => {
  const of = (day: string) => ({ text: `Ana: "I ran ten miles yesterday" [${day}]` });
  const { relation } = relate(of("3 May 2026"), of("9 May 2026"), DEFAULT_MERGE_BANDS);
  expect(relation).toBe("far");
});

test("a told line meets what its subject says", () => {
  const told = { text: "Ana lives in Porto." };
  const said = { text: 'Ana: "I moved to Lisbon"' };
  expect(relate(told, said, DEFAULT_MERGE_BANDS).relation).toBe("contradiction");
});

test("in Hindi a son and a daughter are two, though their keys are one", () => {
  expect(related("मेरा बेटा 5 साल का है", "मेरी बेटी 5 साल की है")).not.toMatch(/same|close/);
});

test("outside English only the very same words merge", () => {
  expect(related("Ich mag grünen Tee", "Ich mag gern grünen Tee")).toBe("far");
  expect(related("Mam dwa koty", "Mam trzy koty")).not.toBe("same");
});
