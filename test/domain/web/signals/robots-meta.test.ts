import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { signalsOfHeaders, signalsOfMeta } from "../../../../lib/domain/web/signals/signals.ts";

const NOINDEX = ["robots: noindex"];
const NOFOLLOW = ["robots: nofollow"];
const BOTH = [...NOFOLLOW, ...NOINDEX];

const ofMeta = (name: string, content: string, robotsName = "Dowser") =>
  signalsOfMeta([[name, content]], robotsName);
const ofHeaders = (values: readonly string[], robotsName = "Dowser") =>
  signalsOfHeaders(
    values.map((value) => ["x-robots-tag", value] as const),
    robotsName,
  );

describe("the robots rules of a page", () => {
  it("The robots rules of a page come from meta elements named robots or as the crawler is, in any case", () => {
    assert.deepEqual(ofMeta("ROBOTS", "NoIndex, follow"), NOINDEX);
    assert.deepEqual(ofMeta(" dowser ", "nofollow"), NOFOLLOW);
    assert.deepEqual(ofMeta("googlebot", "none"), []);
    assert.deepEqual(ofMeta("bee-bot", "noindex", "Bee-Bot"), NOINDEX);
  });

  it("The robots rules of a page come from X-Robots-Tag headers, however many there are", () => {
    assert.deepEqual(ofHeaders([]), []);
    assert.deepEqual(ofHeaders(["NOINDEX"]), NOINDEX);
    const three = ["robots: noarchive", ...BOTH];
    assert.deepEqual(ofHeaders(["noarchive", "noindex", "all, nofollow"]), three);
  });

  it("The robots rules of a page count though no comma stands between them", () => {
    for (const rules of ["noindex nofollow", "noindex; nofollow", "noindex,\n nofollow"]) {
      assert.deepEqual(ofMeta("robots", rules), BOTH);
      assert.deepEqual(ofHeaders([rules]), BOTH);
    }
    assert.deepEqual(ofHeaders(["otherbot: noindex nofollow"]), []);
  });

  it("The robots rules of a page take the value of a rule for no rule", () => {
    for (const rules of ["max-image-preview: none", "max-image-preview:none all", "x : noindex"])
      assert.deepEqual(ofMeta("robots", rules), []);
    assert.deepEqual(ofHeaders(["max-image-preview: none; max-snippet: 20"]), []);
  });

  it("The robots rules of a page read none as noindex and nofollow together", () => {
    assert.deepEqual(ofHeaders(["none"]), BOTH);
    assert.deepEqual(ofMeta("robots", "none"), BOTH);
  });

  it("The robots rules of a page take from a header only what is for all robots or for this one", () => {
    assert.deepEqual(ofHeaders(["googlebot: noindex, nofollow"]), []);
    assert.deepEqual(ofHeaders(["Dowser: noindex, nofollow"]), BOTH);
    assert.deepEqual(ofHeaders(["noindex, otherbot: nofollow"]), NOINDEX);
    assert.deepEqual(ofHeaders(["otherbot: noindex, dowser: nofollow"]), NOFOLLOW);
    assert.deepEqual(ofHeaders(["otherbot: noindex", "nofollow"]), NOFOLLOW);
    assert.deepEqual(ofHeaders(["dowser: noindex, bee-bot: nofollow"], "Bee-Bot"), NOFOLLOW);
  });

  it("The robots rules of a page take a rule with a value for no robot's name", () => {
    assert.deepEqual(ofHeaders(["max-snippet: 20, noindex"]), NOINDEX);
    assert.deepEqual(
      ofHeaders(["unavailable_after: Fri, 25 Jun 2010 15:00:00 GMT, nofollow"]),
      NOFOLLOW,
    );
  });

  it("The robots rules of a page do not change with the date of unavailable_after", () => {
    assert.deepEqual(ofHeaders(["unavailable_after: 25 Jun 2010 15:00:00 PST"]), []);
  });

  it("The robots rules of a page never throw, and never undo a rule", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        const both = ofHeaders([one, other]);
        assert.ok(ofHeaders([one]).every((rule) => both.includes(rule)));
      }),
      { seed: 1 },
    );
  });

  it("Rules that restrict nothing are not recorded", () => {
    assert.deepEqual(ofMeta("robots", "index, follow, all, max-image-preview:large, noodp"), []);
  });
});
