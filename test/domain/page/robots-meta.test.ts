import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { bothRules, robotsOfHeaders, robotsOfMeta } from "../../../lib/domain/page/robots-meta.ts";

const NOTHING = { noindex: false, nofollow: false };
const NOINDEX = { noindex: true, nofollow: false };
const NOFOLLOW = { noindex: false, nofollow: true };
const BOTH = { noindex: true, nofollow: true };

describe("the robots rules of a page", () => {
  it("The robots rules of a page come from meta elements named robots or dowser, in any case", () => {
    assert.deepEqual(robotsOfMeta("ROBOTS", "NoIndex, follow"), NOINDEX);
    assert.deepEqual(robotsOfMeta(" dowser ", "nofollow"), NOFOLLOW);
    assert.deepEqual(robotsOfMeta("googlebot", "none"), NOTHING);
  });

  it("The robots rules of a page come from X-Robots-Tag headers, however many there are", () => {
    assert.deepEqual(robotsOfHeaders([]), NOTHING);
    assert.deepEqual(robotsOfHeaders(["NOINDEX"]), NOINDEX);
    assert.deepEqual(robotsOfHeaders(["noarchive", "noindex", "all, nofollow"]), BOTH);
  });

  it("The robots rules of a page read none as noindex and nofollow together", () => {
    assert.deepEqual(robotsOfHeaders(["none"]), BOTH);
    assert.deepEqual(robotsOfMeta("robots", "none"), BOTH);
  });

  it("The robots rules of a page take from a header only what is for all robots or for this one", () => {
    assert.deepEqual(robotsOfHeaders(["googlebot: noindex, nofollow"]), NOTHING);
    assert.deepEqual(robotsOfHeaders(["Dowser: noindex, nofollow"]), BOTH);
    assert.deepEqual(robotsOfHeaders(["noindex, otherbot: nofollow"]), NOINDEX);
    assert.deepEqual(robotsOfHeaders(["otherbot: noindex, dowser: nofollow"]), NOFOLLOW);
    assert.deepEqual(robotsOfHeaders(["otherbot: noindex", "nofollow"]), NOFOLLOW);
  });

  it("The robots rules of a page take a rule with a value for no robot's name", () => {
    assert.deepEqual(robotsOfHeaders(["max-snippet: 20, noindex"]), NOINDEX);
    assert.deepEqual(
      robotsOfHeaders(["unavailable_after: Fri, 25 Jun 2010 15:00:00 GMT, nofollow"]),
      NOFOLLOW,
    );
  });

  it("The robots rules of a page do not change with the date of unavailable_after", () => {
    assert.deepEqual(robotsOfHeaders(["unavailable_after: 25 Jun 2010 15:00:00 PST"]), NOTHING);
  });

  it("The robots rules of a page never throw, and never undo a rule", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        const alone = robotsOfHeaders([one]);
        assert.deepEqual(
          bothRules(alone, robotsOfHeaders([one, other])),
          robotsOfHeaders([one, other]),
        );
      }),
      { seed: 1 },
    );
  });
});
