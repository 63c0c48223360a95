// Times told from the day they were said, in fifteen languages.

import { describe, expect, test } from "vitest";
import { whenOf } from "../../src/models/builtin/extract/dates.ts";

/** A Wednesday. */
const SAID = "2026-04-29T10:00:00.000Z";

function shown(clause: string, at = SAID): string | undefined {
  return whenOf(clause, at)?.shown;
}

describe("a time whose direction is plain is worked out", () => {
  test.each([
    ["I moved to Lisbon last week", "week of 20 April 2026"],
    ["I got married two years ago", "2024"],
    ["Ich war gestern Abend im Kino", "28 April 2026"],
    ["Vor zwei Monaten habe ich geheiratet", "February 2026"],
    ["Me mudé hace tres semanas a Cádiz", "week of 6 April 2026"],
    ["El año pasado compré un coche", "2025"],
    ["J'ai déménagé il y a deux ans", "2024"],
    ["Nous partons la semaine prochaine", "week of 4 May 2026"],
    ["Mudei-me há um mês para o Porto", "March 2026"],
    ["Sono andato a Roma due giorni fa", "27 April 2026"],
    ["Ci vado dopodomani con mio fratello", "1 May 2026"],
    ["Over drie weken ga ik naar Rome", "week of 18 May 2026"],
    ["W zeszłym roku kupiłem dom", "2025"],
    ["Через два дня я лечу в Рим", "1 May 2026"],
    ["Geçen ay İzmir'e taşındım", "March 2026"],
    ["İki hafta önce evlendim", "week of 13 April 2026"],
    ["انتقلت إلى لشبونة الأسبوع الماضي", "week of 20 April 2026"],
    ["मैं पिछले महीने दिल्ली गया", "March 2026"],
    ["三天前我买了一辆车", "26 April 2026"],
    ["先週京都に引っ越しました", "week of 20 April 2026"],
    ["지난주에 부산으로 이사했어요", "week of 20 April 2026"],
  ])("%s: %s", (clause, date) => {
    expect(shown(clause)).toBe(date);
  });
});

describe("what may mean two times gets none", () => {
  test.each([
    "The boiler is serviced in May",
    "I was ill yesterday and I am well today",
    "I go every last weekend of the month",
    "Morgen fliege ich",
    "mañana voy a Roma",
    "कल मैं दिल्ली जाऊँगा",
    "Ich wohne hier in Berlin",
    "Jede letzte Woche im Monat habe ich frei",
    "十二天前我买了一辆车",
  ])("%s", (clause) => {
    expect(shown(clause)).toBeUndefined();
  });
});

test("months are counted from their first day, so that none is skipped", () => {
  expect(shown("I moved last month", "2026-03-31T23:00:00.000Z")).toBe("February 2026");
  expect(shown("I move next month", "2026-01-31T08:00:00.000Z")).toBe("February 2026");
  expect(shown("I moved last April")).toBe("April 2025");
});
