import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  compilePageEstimator,
  type LearnedPages,
} from "../../../../../lib/domain/strategy/adaptive/page-estimator/page-estimator.ts";
import { marksOf } from "../../../../../lib/domain/strategy/link-distance/dowser/page-labels.ts";
import {
  learnLabels,
  teachPages,
} from "../../../../../lib/domain/strategy/link-distance/dowser/page-lesson.ts";
import { aUrl } from "../../../../support/a-url.ts";
import {
  facultyPaths,
  facultyUrl,
  facultyViews,
  isCourse,
} from "../../../../support/faculty-sites.ts";

const MARKED = facultyPaths([0, 1]);
const { lesson, worths } = teachPages(MARKED, marksOf(MARKED), { selfTraining: true, seed: 1 });
const UNSEEN = facultyViews(2);
const NOTHING = { good: [], bad: [] };

function utilities(learned: LearnedPages, pages = UNSEEN): number[] {
  const estimate = compilePageEstimator(learned);
  return pages.map((page) => estimate(page).utility);
}

describe("what the pages of paths teach", () => {
  it("tells targets of another site from all its other pages", () => {
    const judged = utilities(lesson.learned);
    const of = (wanted: boolean) =>
      judged.filter((_, at) => isCourse(UNSEEN[at]?.url ?? "") === wanted);
    assert.ok(Math.min(...of(true)) > 0.5 && Math.max(...of(false)) < 0.5);
  });

  it("says of training pages what they are worth: 1 of targets, 0 on the way, else by the others", () => {
    const worth = (path: string) => worths.get(aUrl(facultyUrl(0, path)));
    assert.equal(worth("/classes/cs0.html"), 1);
    assert.equal(worth("/teaching/"), 0);
    const rooms = worth("/classes/rooms.html") ?? Number.NaN;
    assert.ok(rooms > 0 && rooms < 0.5);
  });

  it("is itself again where nothing was labelled", () => {
    assert.equal(learnLabels(lesson, NOTHING, 1), lesson.learned);
  });

  it("is learned anew from its rows and the labelled pages together, as a file has them", () => {
    const kept: typeof lesson = JSON.parse(JSON.stringify(lesson));
    const projects = facultyViews(3).filter(({ url }) => url.includes("/research/project"));
    const learned = learnLabels(kept, { good: projects, bad: [] }, 1);
    const [before, after] = [utilities(lesson.learned), utilities(learned)];
    for (const [at, { url }] of UNSEEN.entries()) {
      if (url.includes("/research/project")) assert.ok((after[at] ?? 0) > (before[at] ?? 0) + 0.2);
      if (isCourse(url)) assert.ok((after[at] ?? 0) > 0.5, url);
    }
  });

  it("gives way to a label of the same page", () => {
    const courses = MARKED.pages.filter(({ url }) => isCourse(url));
    const learned = learnLabels(lesson, { good: [], bad: courses }, 1);
    for (const utility of utilities(learned, courses)) assert.ok(utility < 0.5, String(utility));
  });
});
