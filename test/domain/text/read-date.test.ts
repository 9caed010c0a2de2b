import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { dateOrder, readDate, withoutDate } from "../../../lib/domain/text/read-date.ts";

describe("readDate", () => {
  const dates: readonly (readonly [text: string, iso: string])[] = [
    ["2010-09-24T17:09:12Z in the timeline", "2010-09-24T17:09:12Z"],
    ["2014-11-26 17:49:28 +0100", "2014-11-26T17:49:28+01:00"],
    ["Verfasst am: 14.05.2008 - 15:39", "2008-05-14T15:39"],
    ["February 03, 2009, 10:22:11 PM", "2009-02-03T22:22:11"],
    ["12:00 am, May 5th, 2011", "2011-05-05T00:00"],
    ["5 mai 2011 à 10h52", "2011-05-05T10:52"],
    ["19 de marzo de 2008", "2008-03-19"],
    ["17 Červenec, 2011 - 22:33", "2011-07-17T22:33"],
    ["1 stycznia 2010 o 12:30", "2010-01-01T12:30"],
    ["12 août 2010", "2010-08-12"],
    ["2008. május 19. 10:05", "2008-05-19T10:05"],
    ["2010 m. kovo 1 d., 14:05", "2010-03-01T14:05"],
    ["2010. gada 1. marts 14:05", "2010-03-01T14:05"],
    ["1. Jänner 2010", "2010-01-01"],
    ["5. Feber 2010", "2010-02-05"],
    ["5 Agt 2010", "2010-08-05"],
    ["5 de Setiembre de 2010", "2010-09-05"],
    ["5 сентября 2012 в 9:07", "2012-09-05T09:07"],
    ["2005年03月24日 17:11", "2005-03-24T17:11"],
    ["2011년 5월 3일 10:52", "2011-05-03T10:52"],
    ["2013年12月23日（月）午後2時5分", "2013-12-23T14:05"],
    ["2013年12月23日 14时05分", "2013-12-23T14:05"],
    ["2013년 12월 23일 오후 2시 05분", "2013-12-23T14:05"],
    ["２０１３年１２月２３日 １４：０５", "2013-12-23T14:05"],
  ];
  for (const [text, iso] of dates) {
    it(`Reads "${text}" as ${iso}`, () => assert.equal(readDate(text), iso));
  }

  for (const text of [
    "3 days ago",
    "19.3.08",
    "31.2.2008",
    "5 Xyz 2011",
    "3/4/2008",
    "Today at 10:52",
  ]) {
    it(`Is not certain of "${text}"`, () => assert.equal(readDate(text), undefined));
  }

  it("The zone after a time is read by its name, in capitals and where it has one meaning", () => {
    assert.equal(readDate("March 1, 2010 2:00 PM EST"), "2010-03-01T14:00-05:00");
    assert.equal(readDate("March 1, 2010, 2:00:10 pm (PST)"), "2010-03-01T14:00:10-08:00");
    assert.equal(readDate("1. März 2010 14:00 CEST"), "2010-03-01T14:00+02:00");
    assert.equal(readDate("2010-03-01 14:00 MSK by Ann"), "2010-03-01T14:00+03:00");
    assert.equal(readDate("March 1, 2010 14:00 UTC+3"), "2010-03-01T14:00+03:00");
    for (const word of ["CST", "IST", "BST", "est", "ESTHER", "EST5", "BY", "WEST"])
      assert.equal(readDate(`March 1, 2010 14:00 ${word}`), "2010-03-01T14:00", word);
  });

  it("A zone in figures is written as ISO 8601 has it, and left out if no zone has it", () => {
    for (const [written, zone] of Object.entries({
      "+0000": "Z",
      "+00:00": "Z",
      UTC: "Z",
      "-0330": "-03:30",
      "GMT-3": "-03:00",
      "UTC+5:30": "+05:30",
      "+1400": "+14:00",
      "+1430": "",
      "+9900": "",
      "+05:75": "",
    })) {
      assert.equal(
        readDate(`2010-03-01T14:00:00${written}`),
        `2010-03-01T14:00:00${zone}`,
        written,
      );
      assert.equal(readDate(`1 March 2010 14:00 ${written}`), `2010-03-01T14:00${zone}`, written);
    }
  });

  it("What stands after the zone of a machine's date is no part of it", () => {
    const date = "2010-03-01T14:00:00";
    for (const [after, zone] of Object.entries({
      "Z-15:00Z": "Z",
      "Z +3 likes": "Z",
      ZBob: "Z",
      " UTC +1 vote": "Z",
      "  +0100": "+01:00",
      "  EST": "-05:00",
      ".123Z[Europe/Berlin]": "Z",
    }))
      assert.equal(readDate(date + after), date + zone, after);
  });

  it("A month's name of several months is that of the page's language", () => {
    assert.equal(readDate("5 listopada 2010", undefined, "pl"), "2010-11-05");
    assert.equal(readDate("5 listopada 2010", undefined, "hr-HR"), "2010-10-05");
    assert.equal(readDate("5 listopada 2010"), undefined);
  });

  it("A time that no clock shows is left out", () => {
    assert.equal(readDate("2008-03-19 29:10"), "2008-03-19");
    assert.equal(readDate("May 5, 2011, 17:05 pm"), "2011-05-05");
  });
});

describe("dateOrder", () => {
  it("Is that of a day above 12, if all dates agree", () => {
    assert.equal(dateOrder(["3/4/2008", "13/4/2008"]), "day-first");
    assert.equal(dateOrder(["3/4/2008", "4/13/2008"]), "month-first");
    assert.equal(dateOrder(["4/13/2008", "13/4/2008"]), undefined);
    assert.equal(dateOrder(["3/4/2008", "no date"]), undefined);
  });

  it("A date with the month's figure as its day is certain, and says nothing of others", () => {
    assert.equal(readDate("3/3/2008"), "2008-03-03");
    assert.equal(dateOrder(["3/1/2008", "3/3/2008"]), undefined);
    assert.equal(dateOrder(["4/2/2008", "4/4/2008", "4/20/2008"]), "month-first");
  });
});

describe("withoutDate", () => {
  it("Leaves the words beside a date, without its time and weekday", () => {
    assert.equal(
      withoutDate("by Bob » Thu Jul 24, 2008 8:17 pm").replace(/\s+/g, " ").trim(),
      "by Bob »",
    );
    assert.equal(withoutDate("Jonas, 2010 m. kovo 1 d. 14:05").trim(), "Jonas,");
  });
});
