import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { goalsOf, isReached } from "../../../bench/courses/goals.ts";
import { BREADTH_FIRST, ORACLE, OURS } from "../../../bench/courses/strategies.ts";
import { aRun, upTo } from "./a-run.ts";

/** What is missed by a crawl of one university that finds so many targets at once, after breadth-first found others. */
const missedBy = (ours: readonly number[], breadthFirst: readonly number[]) =>
  goalsOf([
    aRun(OURS.label, "university 2", ours),
    aRun(BREADTH_FIRST.label, "university 2", breadthFirst),
    aRun(ORACLE.label, "university 2", upTo(40)),
  ])
    .filter((goal) => !isReached(goal))
    .map(({ what }) => what);

describe("goals", () => {
  it("The goals are met by exactly the required harvest", () => {
    assert.deepEqual(missedBy(upTo(26), upTo(26)), []);
  });

  it("The goals are missed by a smaller harvest within 50 pages", () => {
    assert.deepEqual(missedBy([...upTo(24), 51, 52], []), [
      "university 2: harvest within 50 pages",
    ]);
  });

  it("The goals are missed by less than the required share of the oracle's targets within 100 pages", () => {
    const missed = ["within 100 pages, ÷ the oracle's, mean over sites"];
    assert.deepEqual(missedBy(upTo(25), []), missed);
  });

  it("The goals are missed when breadth-first has more on one site, though less on others", () => {
    assert.deepEqual(missedBy(upTo(30), [...upTo(20), 90, ...upTo(99).slice(60)]), [
      "university 2: 100 pages, beside breadth-first",
      "university 2: 200 pages, beside breadth-first",
      "university 2: 300 pages, beside breadth-first",
    ]);
  });
});
