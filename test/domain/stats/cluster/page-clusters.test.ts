import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { NOISE } from "../../../../lib/domain/stats/cluster/clustering.ts";
import {
  clusterPages,
  pageClassifier,
} from "../../../../lib/domain/stats/cluster/page-clusters.ts";
import { hashToUnit } from "../../../../lib/domain/stats/random/random.ts";

const CHOICE = { minPts: 4, eps: "knee", leastNoise: 0.04 } as const;

/** A page made from one of three templates, with lists of varying length; template 3 makes oddities. */
function aPage(template: number, page: number): [path: string, count: number][] {
  const some = (most: number, what: string) =>
    1 + Math.floor(most * hashToUnit(page, `${template} ${what}`));
  const frame: [string, number][] = [
    ["/html/body/nav/a", 8],
    ["/html/body/footer/a", 4],
  ];
  if (template === 3) return [...frame, [`/html/body/odd/a${page}`, 3]];
  const parts = ["h0/text()", "ul/li/a", "ul/li/text()", "p/text()"];
  return [
    ...frame,
    ...parts.map((part): [string, number] => [`/html/body/main${template}/${part}`, some(4, part)]),
  ];
}

const templates = Array.from({ length: 90 }, (_, page) => (page % 15 === 14 ? 3 : page % 3));
const bags = templates.map(aPage);

for (const eps of ["knee", "histogram"] as const) {
  describe(`clusters of pages, eps by the ${eps}`, () => {
    const clusters = clusterPages(bags, { ...CHOICE, eps });

    it(`Page clusters with eps by the ${eps} are the templates of the site`, () => {
      const cluster = new Map<number, Set<number>>();
      for (const [page, label] of clusters.labels.entries()) {
        if (label === NOISE) continue;
        const made = cluster.get(label) ?? new Set();
        cluster.set(label, made.add(templates[page] ?? NOISE));
      }
      for (const made of cluster.values()) assert.equal(made.size, 1);
      assert.ok(clusters.clusters >= 3);
    });

    it(`Page clusters with eps by the ${eps} accept another page of a template and reject other pages`, () => {
      const classify = pageClassifier(clusters, CHOICE.minPts);
      let placed = 0;
      for (let page = 90; page < 120; page += 1) {
        const label = classify(aPage(page % 3, page));
        const peer = clusters.labels.findIndex(
          (known, at) => known === label && templates[at] === page % 3,
        );
        if (label !== NOISE) assert.notEqual(peer, -1);
        if (label !== NOISE) placed += 1;
      }
      assert.ok(placed >= 15, `${placed}`);
      assert.equal(classify([["/html/frameset/frame", 2]]), NOISE);
    });
  });
}

describe("clusters of pages", () => {
  it("Page clusters are the same whatever the order of the pages", () => {
    const forth = clusterPages(bags, CHOICE);
    const back = clusterPages(bags.toReversed(), CHOICE);
    assert.equal(back.eps, forth.eps);
    const pairs = new Set(
      forth.labels.entries().map(([page, label]) => `${label} ${back.labels[89 - page]}`),
    );
    assert.equal(pairs.size, new Set(forth.labels).size);
  });

  it("Page clusters are none without pages, and one when all pages are alike", () => {
    assert.equal(clusterPages([], CHOICE).clusters, 0);
    const alike = clusterPages(
      Array.from({ length: 9 }, () => aPage(0, 1)),
      CHOICE,
    );
    assert.deepEqual(new Set(alike.labels), new Set([0]));
  });
});
