import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { calledFigures } from "../../../lib/domain/measures/called-figures.ts";

const page = (isCalled: boolean, verdict: boolean | undefined) => ({ isCalled, verdict });

describe("calledFigures", () => {
  it("measures a called set against the truth, and leaves out pages without a verdict", () => {
    const pages = [
      ...[page(true, true), page(true, true), page(true, false)],
      ...[page(false, true), page(false, false), page(true, undefined)],
    ];
    const share = 2 / 3;
    assert.deepEqual(calledFigures(pages), {
      ...{ called: 3, relevant: 3, precision: share, recall: share, f1: share, ofTrue: 1 },
    });
  });

  it("has no ratio where nothing relevant was fetched", () => {
    const figures = calledFigures([page(true, false)]);
    assert.deepEqual(figures, {
      ...{ called: 1, relevant: 0, precision: 0, recall: 0, f1: 0, ofTrue: null },
    });
  });
});
