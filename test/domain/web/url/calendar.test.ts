import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { calendarPath, calendarQuery } from "../../../../lib/domain/frontier/traps.ts";

describe("calendarPath", () => {
  for (const [path, expected] of [
    ["/2008/05", { year: 2008, shape: "/#", by: "month" }],
    ["/blog/2008/05/", { year: 2008, shape: "/blog/#/", by: "month" }],
    ["/blog/2008/05/31/", { year: 2008, shape: "/blog/#/", by: "day" }],
    ["/blog/2008/05/index.html", { year: 2008, shape: "/blog/#/index.html", by: "month" }],
    ["/blog/2008/05/page/12/", { year: 2008, shape: "/blog/#/page/#/", by: "month" }],
    ["/events/2030-11-02", { year: 2030, shape: "/events/#", by: "day" }],
    ["/events/2030-11", { year: 2030, shape: "/events/#", by: "month" }],
  ] as const) {
    it(`calendarPath finds the page of a ${expected.by} in ${path}`, () => {
      assert.deepEqual(calendarPath(path), expected);
    });
  }

  for (const path of [
    "/1945/07/title-of-a-post/",
    "/2008/05/31/title",
    "/2008/",
    "/2008/2009",
    "/2008/13/",
    "/2008/5/",
    "/12008/05/",
    "/thread/2500/12",
    "/2008-05-31-title",
    "/",
  ]) {
    it(`calendarPath finds no calendar page in ${path}`, () => {
      assert.equal(calendarPath(path), undefined);
    });
  }
});

describe("calendarQuery", () => {
  const query = (text: string) => calendarQuery("/cal", text.split("&"));

  for (const [text, year, shape, by] of [
    ["month=11&year=2031", 2031, "/cal?month=#&year=#", "month"],
    ["y=2031&m=11&d=3", 2031, "/cal?y=#&m=#&d=#", "day"],
    ["date=2031-11-03", 2031, "/cal?date=#", "day"],
    ["date=20311103", 2031, "/cal?date=#", "day"],
    ["month=2031-11&view=grid", 2031, "/cal?month=#&view=grid", "month"],
    ["m=203111", 2031, "/cal?m=#", "month"],
    ["tribe-bar-date=2031-11-03", 2031, "/cal?tribe-bar-date=#", "day"],
    ["from=2031-11-03T00:00:00Z", 2031, "/cal?from=#", "day"],
    ["day=2031%2F11%2F03", 2031, "/cal?day=#", "day"],
    ["month=1234", undefined, "/cal?month=#", "month"],
    ["week=-7", undefined, "/cal?week=#", "month"],
    ["date=1700000000", undefined, "/cal?date=#", "day"],
  ] as const) {
    it(`calendarQuery finds the page of a ${by} in ${text}`, () => {
      assert.deepEqual(query(text), { year, shape, by });
    });
  }

  it("calendarQuery rejects a single year, because a film database also has 1936", () => {
    assert.equal(query("year=1936")?.year, undefined);
  });

  for (const text of [
    "id=20080531",
    "d=4",
    "x=4&y=17",
    "q=2008",
    "v=2008-05",
    "date=soon",
    "month",
    "s=may",
  ]) {
    it(`calendarQuery finds no calendar page in ${text}`, () => {
      assert.equal(query(text), undefined);
    });
  }
});
