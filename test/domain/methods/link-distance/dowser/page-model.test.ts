import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  compilePageEstimator,
  type LearnedPages,
} from "../../../../../lib/domain/methods/adaptive/page-estimator/page-estimator.ts";
import {
  learnLabels,
  marksOf,
  trainPages,
} from "../../../../../lib/domain/methods/link-distance/dowser/page-model.ts";
import { aUrl } from "../../../../support/a-url.ts";
import {
  facultyPaths,
  facultyUrl,
  facultyViews,
  isCourse,
} from "../../../../support/faculty-sites.ts";

const MARKED = facultyPaths([0, 1]);
const { model: lesson, worths } = trainPages(MARKED, marksOf(MARKED), {
  selfTraining: true,
  seed: 1,
});
const UNSEEN = facultyViews(2);
const NOTHING = { good: [], bad: [] };

function utilities(learned: LearnedPages, pages = UNSEEN): number[] {
  const estimate = compilePageEstimator(learned);
  return pages.map((page) => estimate(page).utility);
}

describe("what the pages of paths teach", () => {
  it("The trained page model separates targets of another site from all its other pages", () => {
    const judged = utilities(lesson.learned);
    const of = (wanted: boolean) =>
      judged.filter((_, at) => isCourse(UNSEEN[at]?.url ?? "") === wanted);
    assert.ok(Math.min(...of(true)) > 0.5 && Math.max(...of(false)) < 0.5);
  });

  it("The trained page model scores training pages 1 for targets, 0 on the path, otherwise by the others", () => {
    const worth = (path: string) => worths.get(aUrl(facultyUrl(0, path)));
    assert.equal(worth("/classes/cs0.html"), 1);
    assert.equal(worth("/teaching/"), 0);
    const rooms = worth("/classes/rooms.html") ?? Number.NaN;
    assert.ok(rooms > 0 && rooms < 0.5);
  });

  it("The trained page model is unchanged when nothing is labelled", () => {
    assert.equal(learnLabels(lesson, NOTHING, 1), lesson.learned);
  });

  it("The trained page model is trained again from its stored rows and the labelled pages", () => {
    const kept: typeof lesson = JSON.parse(JSON.stringify(lesson));
    const projects = facultyViews(3).filter(({ url }) => url.includes("/research/project"));
    const learned = learnLabels(kept, { good: projects, bad: [] }, 1);
    const [before, after] = [utilities(lesson.learned), utilities(learned)];
    for (const [at, { url }] of UNSEEN.entries()) {
      if (url.includes("/research/project")) assert.ok((after[at] ?? 0) > (before[at] ?? 0) + 0.2);
      if (isCourse(url)) assert.ok((after[at] ?? 0) > 0.5, url);
    }
  });

  it("The trained page model lets a label override the same training page", () => {
    const courses = MARKED.pages.filter(({ url }) => isCourse(url));
    const learned = learnLabels(lesson, { good: [], bad: courses }, 1);
    for (const utility of utilities(learned, courses)) assert.ok(utility < 0.5, String(utility));
  });
});
