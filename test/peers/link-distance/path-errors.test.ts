import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Url } from "../../../lib/domain/web/url/url.ts";
import { pathErrors } from "../../../peers/link-distance/path-errors.ts";
import { aFaculty, facultyPaths } from "../../support/faculty-paths.ts";

const SUBJECTS = ["physics", "chemistry", "botany"];
const MARKED = facultyPaths(SUBJECTS);
/** All courses are targets, nobody else is. */
const TRUTH = new Map(
  SUBJECTS.map(aFaculty).flatMap(({ courses, staff }): [Url, number][] => [
    ...courses.map((url): [Url, number] => [url, 1]),
    ...staff.map((url): [Url, number] => [url, 0]),
  ]),
);

describe("errors by leave-one-site-out", () => {
  it("Leave-one-site-out errors use models of the other sites, with more labelled pages each round", () => {
    const errors = pathErrors(MARKED, { seed: 1, truth: TRUTH });
    assert.deepEqual(
      errors.map(({ site }) => site),
      SUBJECTS.map((subject) => `${subject}.example`),
    );
    for (const { rounds } of errors) {
      // Two sites of 26 pages, of each five on paths; then 21 more get a label of two rounds at most.
      assert.equal(rounds[0]?.trainedOn, 2 * 5);
      assert.equal(rounds.at(-1)?.trainedOn, 2 * 26);
      const counts = rounds.map(({ trainedOn }) => trainedOn);
      assert.deepEqual(
        counts,
        counts.toSorted((a, b) => a - b),
      );
    }
  });

  it("Leave-one-site-out errors are small on marked pages and separate from those on neighbours", () => {
    for (const { rounds } of pathErrors(MARKED, { seed: 1, truth: TRUTH, mostRounds: 1 })) {
      const [first] = rounds;
      const { pages, links } = first ?? {};
      assert.ok(Number(pages?.marked) < 0.2, String(pages?.marked));
      assert.ok(Number(links?.marked) < 0.3, String(links?.marked));
      // Of the kind of people no page was marked.
      assert.ok(Number(pages?.neighbours) > Number(pages?.marked));
      assert.equal(rounds.length, 1);
    }
  });

  it("Leave-one-site-out errors do not exist for neighbours of unknown relevance", () => {
    const [first] = pathErrors(MARKED, { seed: 1, mostRounds: 1 });
    assert.equal(first?.rounds[0]?.pages.neighbours, undefined);
    assert.equal(first?.rounds[0]?.links.neighbours, undefined);
    assert.notEqual(first?.rounds[0]?.pages.marked, undefined);
  });

  it("Leave-one-site-out errors on marked pages ignore the truth about neighbours, which trains nothing", () => {
    const withTruth = pathErrors(MARKED, { seed: 1, truth: TRUTH });
    const without = pathErrors(MARKED, { seed: 1 });
    const marked = (errors: typeof without) =>
      errors.map(({ rounds }) => rounds.map(({ pages, links }) => [pages.marked, links.marked]));
    assert.deepEqual(marked(withTruth), marked(without));
  });

  it("Leave-one-site-out errors count a page on a path only as marked, whatever its truth", () => {
    const onPaths = new Set(MARKED.paths.flat());
    const ofNeighbours = new Map([...TRUTH].filter(([url]) => !onPaths.has(url)));
    assert.notEqual(ofNeighbours.size, TRUTH.size);
    const once = { seed: 1, mostRounds: 1 };
    assert.deepEqual(
      pathErrors(MARKED, { ...once, truth: ofNeighbours }),
      pathErrors(MARKED, { ...once, truth: TRUTH }),
    );
  });

  it("Leave-one-site-out errors do not exist for a single site", () => {
    assert.deepEqual(pathErrors(facultyPaths(["physics"]), { seed: 1 }), []);
    assert.deepEqual(pathErrors({ paths: [], pages: [] }, { seed: 1 }), []);
  });
});
