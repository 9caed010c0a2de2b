import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { isShortDate, readNearDate } from "../../../lib/domain/text/near-date.ts";
import { readDate, timeIn } from "../../../lib/domain/text/read-date.ts";

const NOW = Date.UTC(2024, 4, 20, 14, 30);

const near = (text: string, language?: string, now = NOW) =>
  readNearDate(text, { now, language, timeOf: (words) => timeIn(words, language) });

describe("readNearDate", () => {
  for (const [text, date, precision, language] of [
    ["3 h ago", "2024-05-20T11:30Z", "hour"],
    ["2d", "2024-05-18", "day"],
    ["just now", "2024-05-20T14:30Z", "minute"],
    ["yesterday at 10:15", "2024-05-19T10:15", "minute"],
    ["Yesterday, 09:15 PM", "2024-05-19T21:15", "minute"],
    ["Today at 16:34", "2024-05-20T16:34", "minute"],
    ["vor 2 Tagen", "2024-05-18", "day", "de"],
    ["gestern um 10:15 Uhr", "2024-05-19T10:15", "minute", "de"],
    ["il y a 3 jours", "2024-05-17", "day", "fr"],
    ["2 дня назад", "2024-05-18", "day", "ru"],
    ["3日前", "2024-05-17", "day", "ja"],
    ["Mar 1", "2024-03-01", "day"],
    ["Monday at 10:15", "2024-05-13T10:15", "minute"],
    ["2 mo. ago", undefined, "month"],
    ["17 yr", undefined, "year"],
  ] as const) {
    it(`Resolves "${text}"`, () => {
      const found = near(text, language);
      assert.deepEqual([found?.date, found?.precision], [date, precision]);
    });
  }

  for (const text of ["hello there", "12 March 2008", "1 of 5", "May be"]) {
    it(`Tells no date in "${text}"`, () => assert.equal(near(text), undefined));
  }

  it("A time of today that is still to come may be of yesterday where the site's clock is not known", () => {
    const morning = Date.UTC(2024, 4, 20, 3, 0);
    assert.equal(near("Today at 20:00", "en", morning)?.date, "2024-05-19T20:00");
    assert.equal(near("Today at 10:00", "en", morning), undefined);
  });

  it("A day with a stated zone is that of its clock", () => {
    const evening = Date.UTC(2024, 4, 20, 20, 0);
    const [east, west] = [near("Today at 04:00 JST", "en", evening), near("Today, 3:10 PM EST")];
    assert.deepEqual(
      [east?.date, east?.at],
      ["2024-05-21T04:00+09:00", Date.UTC(2024, 4, 20, 19, 0)],
    );
    assert.equal(west?.at, Date.UTC(2024, 4, 20, 20, 10));
    assert.deepEqual(
      [west?.precision, near("Today at 10:15 UTC")?.precision],
      ["minute", "minute"],
    );
    assert.equal(near("yesterday at 10:15:20 UTC")?.precision, "second");
  });

  it("Reads what Intl writes for a span that is past, in each language", () => {
    const languages = "en de fr es it pt nl pl cs sv fi hu tr ru uk el ja ko zh vi id".split(" ");
    const units = ["minute", "hour", "day"] as const;
    const length = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
    fc.assert(
      fc.property(
        fc.constantFrom(...languages),
        fc.constantFrom(...units),
        fc.integer({ min: 3, max: 59 }),
        (language, unit, count) => {
          const text = new Intl.RelativeTimeFormat(language).format(-count, unit);
          assert.equal(near(text, language)?.at, NOW - count * length[unit], `${language} ${text}`);
        },
      ),
      { seed: 1 },
    );
  });
});

describe("isShortDate", () => {
  it("Is true of a short date alone", () => {
    for (const text of ["3h", "2 mo", "now", "Mar 1", "1 March"])
      assert.ok(isShortDate(text), text);
    for (const text of ["3 horses", "the 2d one", "Bob 1", "12"])
      assert.ok(!isShortDate(text), text);
  });
});

describe("readDate with halves of the day", () => {
  it("Reads the time that Intl writes with twelve hours, in each language", () => {
    const languages = "en ko zh ja es el vi hu tr ar he sq hi".split(" ");
    fc.assert(
      fc.property(
        fc.constantFrom(...languages),
        fc.integer({ min: 0, max: 1439 }),
        (language, minutes) => {
          const at = Date.UTC(2008, 2, 19, 0, minutes);
          const format = {
            hour: "numeric",
            minute: "2-digit",
            hour12: true,
            timeZone: "UTC",
          } as const;
          const time = new Intl.DateTimeFormat(language, format).format(at);
          const found = readDate(`19 March 2008 ${time}`, undefined, language);
          assert.equal(found, new Date(at).toISOString().slice(0, 16), `${language} ${time}`);
        },
      ),
      { seed: 1 },
    );
  });

  for (const [text, iso, language] of [
    ["2008년 3월 1일 오후 1:26", "2008-03-01T13:26", undefined],
    ["2008-03-01 下午 1:26", "2008-03-01T13:26", undefined],
    ["13/03/2008 1:26 μμ", "2008-03-13T13:26", undefined],
    ["13/03/2008 01:26 CH", "2008-03-13T13:26", "vi"],
    ["2008-03-13 10:52:00 UTC", "2008-03-13T10:52:00Z", undefined],
    ["13 March 2008 10:52 GMT+2", "2008-03-13T10:52+02:00", undefined],
    ["13 March 2008 10:52 GMT+99", "2008-03-13T10:52", undefined],
    ["13 March 2008 10:52 +9999", "2008-03-13T10:52", undefined],
    ["١٣ مارس ٢٠٠٨", "2008-03-13", "ar"],
    ["13 มีนาคม 2551", "2008-03-13", "th"],
    ["1 Tháng 3, 2008", "2008-03-01", "vi"],
    ["13 / 3 / 2008", "2008-03-13", undefined],
    ["13/Mar/2008 10:52", "2008-03-13T10:52", undefined],
    ["Version 1.2.2008", undefined, undefined],
    ["192.168.10.2008", undefined, undefined],
  ] as const) {
    it(`Reads "${text}"`, () => assert.equal(readDate(text, undefined, language), iso));
  }
});
