import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pageRows } from "../../../../../lib/domain/methods/adaptive/page-estimator/page-estimator.ts";
import {
  compileTermSpace,
  learnTermSpace,
} from "../../../../../lib/domain/methods/adaptive/page-estimator/term-space.ts";
import {
  labelPages,
  marksOf,
} from "../../../../../lib/domain/methods/link-distance/dowser/page-model.ts";
import { nodeUrl } from "../../../../support/a-graph.ts";
import { anAnchor, aPage } from "../../../../support/a-page.ts";
import { facultyPaths, isCourse } from "../../../../support/faculty-sites.ts";

const SETTINGS = {
  threshold: 0.5,
  seed: 1,
} as const;

function labelled(selfTraining: boolean) {
  const marked = facultyPaths([0, 1], 6);
  const { pages } = marked;
  const x = pageRows(compileTermSpace(learnTermSpace(pages)), pages);
  const labels = labelPages(pages, marksOf(marked), { x, selfTraining }, SETTINGS);
  return pages.filter((_, page) => labels[page] === 1).map(({ url }) => url);
}

describe("marks", () => {
  const urls = (letters: string) => Array.from(letters, nodeUrl);

  it("Marks are targets, pages on paths and pages linked beside targets: worked by hand", () => {
    const links = { s: "lx", l: "tuvs", t: "w", x: "y" };
    const pages = Object.entries(links).map(([letter, to]) =>
      aPage({ url: nodeUrl(letter), anchors: Array.from(to, (at) => anAnchor(nodeUrl(at))) }),
    );
    const marks = marksOf({ paths: [urls("slt"), urls("slu")], pages });
    assert.deepEqual([...marks.targets], urls("tu"));
    assert.deepEqual([...marks.onPath], urls("sltu"));
    assert.deepEqual([...marks.siblings], urls("v"));
  });
});

describe("labels of pages", () => {
  it("Page labels are 1 only for marked targets without self-training", () => {
    const marked = labelled(false);
    assert.equal(marked.length, 2 * 6);
    assert.ok(marked.every(isCourse));
  });

  it("Page labels are also 1 for siblings similar to targets, but for no other page of their list", () => {
    const taken = labelled(true).filter((url) => !labelled(false).includes(url));
    assert.ok(taken.length > 0);
    assert.ok(
      taken.every((url) => /cs[67]\.html$/.test(url)),
      taken.join(),
    );
  });

  it("Page labels are 0 for pages similar to targets where no list of targets links to them", () => {
    const marked = facultyPaths([0, 1], 6);
    const course = marked.pages.find(({ url }) => isCourse(url));
    assert.ok(course !== undefined);
    const elsewhere = { ...course, url: nodeUrl("z") };
    const pages = [...marked.pages, elsewhere];
    const x = pageRows(compileTermSpace(learnTermSpace(pages)), pages);
    const labels = labelPages(pages, marksOf(marked), { x, selfTraining: true }, SETTINGS);
    assert.equal(labels.at(-1), 0);
  });

  it("Page labels are all 0 when no target could be fetched", () => {
    const { paths, pages } = facultyPaths([0]);
    const rest = pages.filter(({ url }) => !isCourse(url));
    const x = pageRows(compileTermSpace(learnTermSpace(rest)), rest);
    const marks = marksOf({ paths, pages: rest });
    const labels = labelPages(rest, marks, { x, selfTraining: true }, SETTINGS);
    assert.deepEqual(new Set(labels), new Set([0]));
  });
});
