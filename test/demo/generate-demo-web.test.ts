import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { type TruthLine, truthOf } from "../../demo/demo-truth.ts";
import { type DemoSite, type DemoWeb, demoOrigin } from "../../demo/demo-web.ts";
import { generateDemoWeb } from "../../demo/generate-demo-web.ts";
import { NEED_TOPIC, VOCABULARIES } from "../../demo/words.ts";
import {
  disallowedBy,
  NO_RULES,
  parseRobots,
  type RobotsRules,
} from "../../lib/domain/web/politeness/robots-rules.ts";
import { cases } from "../support/slow.ts";
import { readPage } from "./read-links.ts";
import { pageFinder, walk } from "./walk.ts";

const web = generateDemoWeb(1);
const truth = truthOf(web);
const SEEDS = fc.integer({ min: -0x8000_0000, max: 0x7fff_ffff });

describe("generateDemoWeb", () => {
  it("`generateDemoWeb` gives the same bytes for the same seed", () => {
    assert.equal(digestOf(generateDemoWeb(1)), digestOf(web));
  });

  it("`generateDemoWeb` gives another web for another seed", () => {
    assert.notEqual(digestOf(generateDemoWeb(2)), digestOf(web));
  });

  it("`generateDemoWeb` makes about 1,500 pages, 12 to 18 % of them targets, whatever the seed", () => {
    fc.assert(
      fc.property(SEEDS, (seed) => {
        const lines = truthOf(generateDemoWeb(seed));
        const share = lines.filter((line) => line.target).length / lines.length;
        assert.ok(lines.length > 1_400 && lines.length < 1_600, `${lines.length} pages`);
        assert.ok(share > 0.12 && share < 0.18, `${share} targets`);
      }),
      { seed: 1, numRuns: cases(4, 10), endOnFailure: true },
    );
  });

  it("`generateDemoWeb` gives the truth of each page once", () => {
    assert.equal(new Set(truth.map((line) => line.url)).size, truth.length);
    assert.equal(truth.length, sum(web.sites.map((site) => site.pages.size)));
  });

  it("`generateDemoWeb` spreads the targets over forum, blogs, courses and news", () => {
    for (const type of ["thread", "post", "course", "article"]) {
      assert.ok(targets(truth).filter((line) => line.type === type).length > 10, type);
    }
  });

  it("`generateDemoWeb` has a need whose topic's pages a polite crawler can fetch", () => {
    for (const line of targets(truth)) {
      assert.equal(line.topic, NEED_TOPIC);
      assert.equal(line.forbidden, false);
    }
  });

  it("`generateDemoWeb` plants pages with comments, and pages with only a comment form", () => {
    const posts = truth.filter((line) => line.type === "post");
    for (const post of posts) {
      const body = String(pageFinder(web)(post.url)?.body);
      assert.equal(body.includes('class="comment"'), post.comments, post.url);
      assert.ok(body.includes('class="comment-form"'));
    }
    assert.ok(posts.some((post) => post.comments) && posts.some((post) => !post.comments));
  });

  it("`generateDemoWeb` marks as forbidden what its robots.txt disallows, and nothing else", () => {
    for (const site of web.sites) {
      const rules = robotsOf(site);
      for (const [target, page] of site.pages) {
        if (target === "/robots.txt") continue;
        const disallowed = disallowedBy(rules, target) !== undefined;
        assert.equal(page.truth.forbidden, disallowed, `${site.name}${target}`);
      }
    }
    assert.ok(truth.filter((line) => line.forbidden).length > 30);
  });

  it("`generateDemoWeb` gives one host a crawl delay of 50 ms", () => {
    const delays = web.sites.map((site) => robotsOf(site).crawlDelayMs);
    assert.deepEqual(
      delays.filter((delay) => delay !== undefined),
      [50],
    );
  });

  it("`generateDemoWeb` places links to forbidden pages", () => {
    const linked = linksOf(web);
    const forbidden = truth.filter((line) => line.forbidden);
    for (const { url } of forbidden) assert.ok(linked.has(url), url);
  });

  it("`generateDemoWeb` links only to pages it has, whatever the seed", () => {
    fc.assert(
      fc.property(SEEDS, (seed) => {
        const other = generateDemoWeb(seed);
        const find = pageFinder(other);
        const dead = [...linksOf(other)].filter(
          (url) => url.includes("demo.example") && find(url) === undefined,
        );
        assert.deepEqual(dead, []);
      }),
      { seed: 2, numRuns: cases(2, 4), endOnFailure: true },
    );
  });

  it("`generateDemoWeb` leads from the seeds to at least 95 % of the targets, whatever the seed", () => {
    fc.assert(
      fc.property(SEEDS, (seed) => {
        const other = generateDemoWeb(seed);
        const found = walk(other, 2_500, () => 1).filter((page) => page.truth.target);
        const share = new Set(found).size / targets(truthOf(other)).length;
        assert.ok(share >= 0.95, `${share}`);
      }),
      { seed: 3, numRuns: cases(1, 3), endOnFailure: true },
    );
  });

  it("`generateDemoWeb` rewards a crawler that follows links of pages on the topic, without being trivial", () => {
    const harvest = (score: (text: string) => number): number =>
      walk(web, 300, score).filter((page) => page.truth.target).length / 300;
    const breadthFirst = harvest(() => 1);
    const bestFirst = harvest(cosineToNeed);
    assert.ok(breadthFirst < 0.2, `breadth-first ${breadthFirst}`);
    assert.ok(bestFirst > 1.8 * breadthFirst, `best-first ${bestFirst}`);
    assert.ok(bestFirst < 0.7, `best-first ${bestFirst}`);
  });

  it("`generateDemoWeb` gives examples on and off the topic that may be fetched", () => {
    const targetUrls = new Set(targets(truth).map((line) => line.url));
    for (const url of [...web.examples.good, ...web.examples.bad]) {
      const page = pageFinder(web)(url);
      assert.equal(page?.status, 200);
      assert.equal(page.truth.forbidden, false);
    }
    assert.ok(web.examples.good.length >= 5 && web.examples.bad.length >= 5);
    assert.ok(web.examples.good.every((url) => targetUrls.has(url)));
    assert.ok(!web.examples.bad.some((url) => targetUrls.has(url)));
  });

  it("`generateDemoWeb` uses front pages as seeds, but not the trap's", () => {
    assert.ok(web.seeds.includes(`${demoOrigin("forum")}/`));
    assert.ok(!web.seeds.includes(`${demoOrigin("trap")}/`));
    assert.ok(web.seeds.every((url) => pageFinder(web)(url)?.status === 200));
  });
});

/** Rules of a site as a crawler learns them: by one redirect at most, none where there is no file. */
function robotsOf(site: DemoSite): RobotsRules {
  const file = site.pages.get("/robots.txt");
  const location = file?.headers.find(([name]) => name === "location")?.[1];
  const body = (location === undefined ? file : site.pages.get(location))?.body;
  return typeof body === "string" ? parseRobots(body, "dowser") : NO_RULES;
}

/** Digest of all that the sites answer: a difference of whole webs would take minutes to print. */
function digestOf(demo: DemoWeb): string {
  const hash = createHash("sha256");
  for (const site of demo.sites) {
    for (const [target, page] of [...site.pages, ...site.firstAnswers]) {
      hash.update(JSON.stringify([site.name, target, page.status, page.headers, page.truth]));
      hash.update(page.body);
    }
  }
  return hash.digest("hex");
}

function linksOf(demo: DemoWeb): ReadonlySet<string> {
  return new Set(
    demo.sites.flatMap((site) =>
      Array.from(site.pages, ([target, page]) =>
        readPage(page, demoOrigin(site.name) + target).links.map((link) => link.url),
      ).flat(),
    ),
  );
}

function targets(lines: readonly TruthLine[]): readonly TruthLine[] {
  return lines.filter((line) => line.target);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

const NEED_WORDS = new Set(VOCABULARIES[NEED_TOPIC].nouns.flatMap(wordsOf));

/** Cosine of the word counts of a page to the need's nouns, each counted once. */
function cosineToNeed(text: string): number {
  const counts = new Map<string, number>();
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const common = sum([...counts].map(([word, count]) => (NEED_WORDS.has(word) ? count : 0)));
  const norm = Math.sqrt(sum([...counts.values()].map((count) => count * count)) * NEED_WORDS.size);
  return norm === 0 ? 0 : common / norm;
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[a-z]{3,}/g) ?? [];
}
