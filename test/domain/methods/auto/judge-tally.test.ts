import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { resultsOf, tallyForJudge } from "../../../../lib/domain/methods/auto/judges.ts";
import { newKindGroup } from "../../../../lib/domain/methods/auto/new-kinds.ts";
import { aMiss, aVisit } from "../../../support/some-evidence.ts";

const OF_NEW_KIND = newKindGroup({ kind: 7, isFolder: false }, 12, "list");
const count = { waiting: 1, misses: 2, pages: 3, targets: 1, utility: 1.5 };
const types = new Map([["0", 3]]);
const TALLY = {
  ...{ pages: 6, remaining: 10, types: new Map([["0", 6]]) },
  groups: new Map([
    ["list", { ...count, types }],
    [OF_NEW_KIND, { ...count, types }],
  ]),
};

describe("tallyForJudge", () => {
  it("Links of a new kind count for their own group", () => {
    const { groups } = tallyForJudge(TALLY, {});
    assert.deepEqual(Object.fromEntries(groups), {
      list: {
        ...{ waiting: 2, misses: 4, pages: 6, targets: 2, utility: 3 },
        types: new Map([["0", 6]]),
      },
    });
  });

  it("Results between the judge's training and the last one count, too, in known and other groups", () => {
    const visits = [
      aVisit("a", "", { group: "list", utility: 0.5, isTarget: true, type: "1" }),
      aVisit("b", "", { group: "other", utility: 0.25 }),
    ];
    const before = resultsOf({ visits, misses: [{ ...aMiss("c", 0), group: "other" }] });
    const tally = tallyForJudge(TALLY, before);
    assert.equal(tally.pages, 8);
    assert.deepEqual(
      tally.types,
      new Map([
        ["0", 6],
        ["1", 1],
        ["", 1],
      ]),
    );
    const { list, other } = Object.fromEntries(tally.groups);
    assert.deepEqual([list?.pages, list?.targets, list?.utility], [7, 3, 3.5]);
    assert.deepEqual(other, {
      ...{ waiting: 0, misses: 1, pages: 1, targets: 0, utility: 0.25 },
      types: new Map([["", 1]]),
    });
  });
});
