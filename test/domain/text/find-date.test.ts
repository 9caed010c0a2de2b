import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { holdsDate } from "../../../lib/domain/text/find-date.ts";
import { processorMs } from "../../support/processor-ms.ts";

describe("dates in bylines", () => {
  const dates = [
    ...["2008-03-19", "19.3.2008", "3/19/08", "19. 3. 2008", "Bob19.03.2008, 21:09"],
    ...["2005年03月24日 17:11", "2011년 7월 5일"],
    ...[
      "19 March 2008",
      "19th March, 2008",
      "19 de marzo de 2008",
      "dne 17 Červenec, 2011 - 22:33",
    ],
    ...["March 19, 2008 10:52 AM", "Mar 19 at 10:52", "am 19. März um 10:52", "19 mars à 10h52"],
    ...["3 days ago", "8 years ago", "vor 3 Tagen", "il y a 2 heures", "hace 5 días", "2 dni temu"],
    ...["3日前", "5 分前", "5月5日 10:52", "7월 5일"],
    ...["2008. május 19.", "2008 May 19", "Dec 16 '14 at 9:51", "5 مايو، 2011"],
    ...["2010 m. kovo 1 d.", "2010. gada 1. marts"],
    ...["Today at 10:52 AM", "Gestern, 10:52", "Hier à 10h52", "今天 10:52"],
    ...["3h ago", "5 min. ago", "vor 3 Std.", "před 2 týdny", "3 часа назад", "för 3 dagar sedan"],
  ];
  for (const text of dates)
    it(`A byline contains a date: ${text}`, () => assert.ok(holdsDate(text)));

  const others = [
    ...["", "May 2010", "Room 19", "1/2 cup", "version 1.2.3", "page 3 of 12", "2008"],
    ...[
      "10:52",
      "open at 8:00",
      "in 2011 about 20 bees",
      "vor 3 Leuten",
      "3 people",
      "call 555-1234",
      "19 bees in 2 hives",
      "since 2001",
    ],
  ];
  for (const text of others)
    it(`A byline contains no date: ${JSON.stringify(text)}`, () => assert.ok(!holdsDate(text)));

  it("The search for dates in bylines takes linear time", () => {
    const started = processorMs();
    for (const piece of ["1 ", "1 a", "19 aaaaaaaaaa ", "a ", "2008-"]) {
      assert.ok(!holdsDate(piece.repeat(100_000)));
    }
    assert.ok(processorMs() - started < 2_000);
  });
});
