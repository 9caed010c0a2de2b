import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Evidence, LinkContext, Need } from "../../../lib/domain/methods/strategy.ts";
import type { Url } from "../../../lib/domain/web/url/url.ts";
import type { PublishedLinkDistanceSettings } from "../../../peers/link-distance/options.ts";
import type { PaperPathModel } from "../../../peers/link-distance/paper-model.ts";
import { type PaperModel, paperTrainer } from "../../../peers/link-distance/paper-trainer.ts";
import { aNeed } from "../../support/a-need.ts";
import { aFaculty, facultyPaths } from "../../support/faculty-paths.ts";
import { aVisit } from "../../support/some-evidence.ts";

const SETTINGS: PublishedLinkDistanceSettings = {
  depthPenalty: 0,
  branchDiscount: 0,
  siblingShortfall: 0,
  confidence: 0,
  selfTraining: true,
};
const NOTHING: Evidence = { visits: [], misses: [] };
const CONTEXT: LinkContext = {
  depth: 0,
  priority: 1,
  group: "",
  parent: undefined,
  snippet: undefined,
};

const MARKED = facultyPaths(["physics", "chemistry", "botany"]);
/** A site that was not marked. */
const SITE = aFaculty("geology");

const lessons = new Map<boolean, PaperPathModel>();
function lessonOf(selfTraining: boolean): PaperPathModel {
  const known =
    lessons.get(selfTraining) ?? paperTrainer({ ...SETTINGS, selfTraining }, 1).learn(MARKED);
  lessons.set(selfTraining, known);
  return known;
}

interface Given {
  readonly need?: Partial<Need>;
  readonly evidence?: Evidence;
  readonly settings?: Partial<PublishedLinkDistanceSettings>;
}

function trained({ need = {}, evidence = NOTHING, settings = {} }: Given = {}) {
  const chosen = { ...SETTINGS, ...settings };
  const teaching = paperTrainer(chosen, 1);
  const model = teaching.train(lessonOf(chosen.selfTraining), evidence, aNeed(need));
  return { model, ...teaching.compile(model) };
}

function pageAt(url: Url | undefined) {
  const page = SITE.pages.find((view) => view.url === url);
  assert.ok(page);
  return page;
}

const [HOME, LIST, COURSE, PERSON] = [SITE.home, SITE.list, SITE.courses[5], SITE.staff[5]].map(
  pageAt,
);
assert.ok(HOME && LIST && COURSE && PERSON);

/** What the links of a page are worth, by URL. */
function priorities(page = HOME, given: Given = {}, context: Partial<LinkContext> = {}) {
  const { assessPage, scoreLinks } = trained(given);
  const where = { ...CONTEXT, ...context };
  const scored = scoreLinks(
    page ?? pageAt(undefined),
    assessPage(page ?? pageAt(undefined), where),
    where,
  );
  return new Map(scored.map(({ url, priority }) => [url, priority]));
}

describe("what the paper's crawler is taught", () => {
  it("The paper's crawler learns to separate targets from other pages on an unknown site", () => {
    const { assessPage } = trained();
    const isTarget = (page: typeof COURSE) => assessPage(page, CONTEXT).isTarget;
    assert.deepEqual([HOME, LIST, COURSE, PERSON].map(isTarget), [false, false, true, false]);
    const [home, list, course] = [HOME, LIST, COURSE].map(
      (page) => assessPage(page, CONTEXT).utility,
    );
    assert.ok(
      Number(home) < Number(list) && Number(list) < Number(course),
      `${home} ${list} ${course}`,
    );
  });

  it("The paper's crawler scores links higher if they lead to later pages of a path", () => {
    const [links, home] = [priorities(LIST), priorities(HOME)];
    const [course, list] = [links.get(COURSE.url) ?? 0, home.get(LIST.url) ?? 0];
    const person = home.get(PERSON.url) ?? 0;
    assert.ok(course > list && list > person, `${course} ${list} ${person}`);
  });

  it("The paper's crawler also learns from pages that the user did not mark, unless configured not to", () => {
    const marked = lessonOf(false).rows.labels.length;
    assert.equal(marked, 3 * (2 + 3));
    assert.ok(lessonOf(true).rows.labels.length > marked);
  });

  it("The paper's crawler trains the same under the same seed, and its model survives JSON", () => {
    const again = paperTrainer(SETTINGS, 1).learn(MARKED);
    assert.deepEqual(again, lessonOf(true));
    assert.deepEqual(JSON.parse(JSON.stringify(again)), again);
    const other = paperTrainer(SETTINGS, 2).learn(MARKED);
    assert.notDeepEqual(other.forests, again.forests);
  });

  it("The paper's crawler makes the same model from a stored training result", () => {
    const teaching = paperTrainer(SETTINGS, 1);
    const kept: PaperPathModel = JSON.parse(JSON.stringify(lessonOf(true)));
    const need = aNeed({ bad: [COURSE] });
    const model = teaching.train(lessonOf(true), NOTHING, need);
    assert.deepEqual(teaching.train(kept, NOTHING, need), model);
    assert.deepEqual(JSON.parse(JSON.stringify(model)), model);
  });
});

describe("a crawl by the paper's crawler", () => {
  it("The paper's crawler gathers pages from a score on, which the need may set", () => {
    const { utility } = trained().assessPage(COURSE, CONTEXT);
    const isTarget = (threshold: number) =>
      trained({ need: { threshold } }).assessPage(COURSE, CONTEXT).isTarget;
    assert.equal(isTarget(utility), true);
    assert.equal(isTarget(utility + 1e-9), false);
    assert.equal(trained({ need: { threshold: 0 } }).assessPage(PERSON, CONTEXT).isTarget, true);
  });

  it("The paper's crawler grows its forests again only after the user judged pages", () => {
    assert.equal(trained().model.forests, lessonOf(true).forests);
    assert.notDeepEqual(trained({ need: { bad: [PERSON] } }).model.forests, lessonOf(true).forests);
  });

  it("The paper's crawler learns from the user that pages and the links to them are bad", () => {
    const bad = SITE.courses.map(pageAt);
    const visits = SITE.courses.map((url, number) =>
      aVisit("", "", {
        url,
        parent: SITE.list,
        snippet: { anchor: `course cs${number}`, before: "", after: "", title: "" },
      }),
    );
    const evidence = { visits, misses: [] };
    const judged = trained({ need: { bad }, evidence });
    assert.ok(judged.assessPage(COURSE, CONTEXT).utility < 0.5);
    const worth = (given: Given) => priorities(LIST, given).get(COURSE.url) ?? Number.NaN;
    const [before, pagesOnly, now] = [{}, { need: { bad } }, { need: { bad }, evidence }].map(
      worth,
    );
    assert.equal(pagesOnly, before);
    assert.ok(Number(now) < Number(before) - 0.2, `${before} ${now}`);
  });

  it("The paper's crawler learns from the user that pages are good", () => {
    const good = SITE.staff.map(pageAt);
    assert.ok(trained({ need: { good } }).assessPage(PERSON, CONTEXT).utility > 0.5);
  });

  it("The paper's crawler scores links higher where trees disagree, if configured to", () => {
    const [sure, hoping] = [priorities(LIST), priorities(LIST, { settings: { confidence: 1 } })];
    const [twice] = [priorities(LIST, { settings: { confidence: 2 } })];
    const [mean, one, two] = [sure, hoping, twice].map(
      (links) => links.get(SITE.home) ?? Number.NaN,
    );
    assert.ok(Number(one) > Number(mean));
    assert.ok(Math.abs(Number(two) - Number(mean) - 2 * (Number(one) - Number(mean))) < 1e-9);
  });

  it("The paper's crawler predicts a link's page score without corrections or optimism", () => {
    const settings = { confidence: 1, depthPenalty: 0.1 };
    const link = {
      url: COURSE.url,
      parent: SITE.list,
      snippet: { anchor: "course cs5", before: "", after: "", title: "" },
    };
    const prediction = trained().predictLink?.(link);
    assert.equal(trained({ settings }).predictLink?.(link), prediction);
    assert.equal(prediction, priorities(LIST).get(COURSE.url));
  });

  it("The paper's crawler corrects predictions as configured", () => {
    const deep = priorities(LIST, { settings: { depthPenalty: 0.1 } }, { depth: 2 });
    const [before, after] = [priorities(LIST).get(COURSE.url), deep.get(COURSE.url)];
    assert.ok(Math.abs(Number(before) - Number(after) - 0.3) < 1e-9);
    const visits = SITE.courses.slice(0, 5).map((url, number) =>
      aVisit("", "", {
        url,
        parent: SITE.list,
        snippet: { anchor: `course cs${number}`, before: "", after: "", title: "" },
      }),
    );
    const settings = { siblingShortfall: 0.5 };
    const disappointed = priorities(LIST, { settings, evidence: { visits, misses: [] } });
    assert.ok(Number(disappointed.get(COURSE.url)) < Number(before) - 0.2);
  });

  it("The paper's crawler scores a queued link again as it did on discovery", () => {
    const { assessPage, scoreLinks, rescoreLink } = trained();
    const [link] = scoreLinks(LIST, assessPage(LIST, CONTEXT), CONTEXT);
    assert.ok(link);
    const waiting = {
      ...link,
      host: aVisit("a", "").host,
      depth: 1,
      redirects: 0,
      parent: LIST.url,
    };
    const again = rescoreLink?.({ ...waiting, model: "", sequence: 1, attempts: 0 });
    assert.equal(again?.priority, link.priority);
  });

  it("The paper's crawler works with an empty model when no page can be learned from", () => {
    const teaching = paperTrainer(SETTINGS, 1);
    const lesson = teaching.learn({ paths: [[SITE.home, SITE.list]], pages: [] });
    const model: PaperModel = teaching.train(lesson, NOTHING, aNeed());
    const { assessPage, scoreLinks } = teaching.compile(model);
    const assessment = assessPage(LIST, CONTEXT);
    assert.deepEqual([assessment.utility, assessment.isTarget], [0, false]);
    assert.equal(scoreLinks(LIST, assessment, CONTEXT).length, LIST.anchors.length);
  });
});
