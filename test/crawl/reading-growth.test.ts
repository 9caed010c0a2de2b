/** All that a crawl or the workbench reads of strangers, beside texts that are made to be slow to read. */
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { listOf } from "../../lib/adapters/web/live/sitemap-file.ts";
import { detectStructure } from "../../lib/domain/page/comments/structure-detector.ts";
import { textFingerprint } from "../../lib/domain/page/copies/text-fingerprint.ts";
import { compileDeclaredTypes, compileFields } from "../../lib/domain/page/extract-fields.ts";
import type { FeedParser } from "../../lib/domain/page/feeds/feed.ts";
import { loadFeedParser } from "../../lib/domain/page/feeds/parse-feed.ts";
import {
  type LanguageDetector,
  loadLanguageDetector,
} from "../../lib/domain/page/language/page-language.ts";
import { pageMarkdown } from "../../lib/domain/page/markdown.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";
import { parsePage } from "../../lib/domain/page/parse-page.ts";
import { findPosts } from "../../lib/domain/page/posts/post-drafts.ts";
import { signOfMissingScripts } from "../../lib/domain/page/render/rendering.ts";
import { settledView } from "../../lib/domain/page/view-parts.ts";
import { wallOfPage } from "../../lib/domain/page/walls/wall-of-page.ts";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import { cutDates, holdsDate } from "../../lib/domain/text/find-date.ts";
import { readDate, withoutDate } from "../../lib/domain/text/read-date.ts";
import { parseRobots, usageOf } from "../../lib/domain/web/politeness/robots-rules.ts";
import { parseTdmFile } from "../../lib/domain/web/signals/signals.ts";
import { findFeedLinks } from "../../lib/features/feeds/rule.ts";
import { notFoundFingerprint } from "../../lib/features/walls/rule.ts";
import { inertPage } from "../../lib/workbench/inert-page.ts";
import { aUrl } from "../support/a-url.ts";
import { HOSTILE_FILES, HOSTILE_PAGES, type Shape, textOf } from "../support/hostile-texts.ts";
import { cases, movingSeed, seedOf } from "../support/slow.ts";

/** UTF-16 units of the smaller text; the larger one has {@link GROWTH} times as many. */
const SIZE = cases(30_000, 120_000);
const GROWTH = 4;

/** How often the time of the smaller text that of the larger one may be: linear is 4, quadratic 16. */
const MOST_GROWTH = 8;

/** Processor time of the smaller text that counts at least, in ms: shorter times are noise. */
const FLOOR_MS = cases(8, 30);

/** Processor time of a unit, in μs, that counts as reading that does not end: a page of 1 MB takes 20 s. */
const MOST_PER_UNIT = 20;

/** Repetitions of short texts: where each doubles the time, this is found before it takes for ever. */
const FEW = [8, 12, 16, 20, 22, 24, 26, 28, 32];

/** Processor time that none of them takes, in ms. */
const MOST_SHORT_MS = 60;

/** Times that a reading is repeated before it counts as slow: collections of garbage fall on some. */
const TRIES = 4;

const SEED = seedOf(1);

/** Of the known shapes a reader gets every sixth one, on each day others; all in the slow run. */
const STEP = cases(6, 1);
let readers = movingSeed();

/** A reading of one text, which is prepared before. */
type Reader = (text: string) => () => unknown;

const SPARSE = {
  url: aUrl("http://site.example/"),
  title: "",
  headings: [],
  text: "",
  linkLengths: [],
  anchors: [],
  signals: [],
  canonicalUrl: undefined,
};

function viewOf(html: string): PageView {
  const input = { url: aUrl("http://site.example/x"), html };
  return parsePage(input, { maxLength: 5_000_000, overTime: () => false });
}

/** A reading by the view of a page, which is made before. */
function byView(read: (view: PageView, html: string) => unknown): Reader {
  return (html) => {
    const view = settledView(viewOf(html));
    return () => read(view, html);
  };
}

const declared = compileDeclaredTypes(["Event"]);
const extract = compileFields({ text: "div", links: "a@href", data: "microdata:Event.name" });

const PAGE_READERS: Record<string, Reader> = {
  view: (html) => () => settledView(viewOf(html)),
  // As a page that has hardly any text, which all of their expressions look at.
  walls: (html) => () => wallOfPage({ html: `isAccessibleForFree${html}`, view: SPARSE }),
  "words of walls": byView((view, html) => {
    const { title, headings, linkLengths } = view;
    const text = view.text.slice(0, 2_000);
    return wallOfPage({ html, view: { ...SPARSE, title, headings, text, linkLengths } });
  }),
  "missing scripts": (html) => () => signOfMissingScripts({ html, view: SPARSE }),
  "texts of what does not exist": byView((view) =>
    notFoundFingerprint({ ...view, text: view.text.slice(0, 800), linkLengths: [] }),
  ),
  posts: byView(findPosts),
  "readers' comments": byView(detectStructure),
  "feeds of a page": (html) => () => findFeedLinks(html),
  fingerprint: byView((view) => textFingerprint(view.mainText)),
  dates: byView(({ text }) => [readDate(text), withoutDate(text), holdsDate(text), cutDates(text)]),
  "declared types": (html) => () => declared?.(html),
  fields: (html) => () => extract(html),
  "inert page": (html) => () => inertPage(html),
};

const FILE_READERS: Record<string, Reader> = {
  sitemap: (text) => () => listOf(text, 50_000),
  "robots.txt": (text) => () => usageOf(parseRobots(text, "dowser"), "/a/b"),
  "reservation of rights": (text) => () => parseTdmFile(text),
};

/** Does a piece of work, and returns the processor time that it took, in ms. */
type Clock = (work: () => unknown) => number;

function processorMsOf(work: () => unknown): number {
  const { user, system } = process.threadCpuUsage();
  work();
  const after = process.threadCpuUsage();
  return (after.user + after.system - user - system) / 1_000;
}

/** Returns the least time of a reading, up to a time that is short enough. */
function leastMsOf(reader: Reader, text: string, enough: number, msOf: Clock): number {
  let least = Infinity;
  for (let tried = 0; tried < TRIES && least > enough; tried += 1)
    least = Math.min(least, msOf(reader(text)));
  return least;
}

/** Returns how the time of a reading grows, where it grows too fast. */
function growthOf(
  reader: Reader,
  shape: Shape,
  msOf: Clock = processorMsOf,
): { readonly fault: string | undefined } {
  for (const times of FEW) {
    const took = leastMsOf(reader, textOf(shape, times * shape[1].length), MOST_SHORT_MS, msOf);
    if (took > MOST_SHORT_MS) return { fault: `${took.toFixed(1)} ms for ${times} repetitions` };
  }
  let [small, large] = [Infinity, Infinity];
  for (let tried = 0; tried < TRIES; tried += 1) {
    small = Math.min(small, msOf(reader(textOf(shape, SIZE))));
    // What takes so long for the smaller text never ends with the larger one.
    if (small * 1_000 <= MOST_PER_UNIT * SIZE)
      large = Math.min(large, msOf(reader(textOf(shape, GROWTH * SIZE))));
    const growth = large / Math.max(small, FLOOR_MS);
    if (growth <= MOST_GROWTH && large * 1_000 <= MOST_PER_UNIT * GROWTH * SIZE)
      return { fault: undefined };
  }
  return {
    fault: `${small.toFixed(1)} ms, and ${large.toFixed(1)} ms for ${GROWTH} times as much`,
  };
}

function assertLinear(reader: Reader, shapes: Readonly<Record<string, Shape>>): void {
  readers += 1;
  const played = Object.entries(shapes).filter((_, at) => (at + readers) % STEP === 0);
  const faults = played.flatMap(([name, shape]) => {
    const { fault } = growthOf(reader, shape);
    return fault === undefined ? [] : [`${name}: ${fault}`];
  });
  assert.deepEqual(faults, []);
}

/** Parts of pages that are put together by chance. */
const PARTS = [
  ...Object.values(HOSTILE_PAGES).map(([, repeated]) => repeated),
  ..."< > \" ' = / \n & ; - -- --> <!-- </p> </div> </script> </noscript> id= class= type= loading . javascript".split(
    " ",
  ),
  "2020",
  "3 May 2020",
  "1",
  "a",
  " ",
  "  ",
  "|",
  "@",
  "http://a.example/",
];

/** Beginnings of pages, so that repeated parts stand in elements, attributes and texts of all kinds. */
const BEGINNINGS = [...new Set(Object.values(HOSTILE_PAGES).map(([beginning]) => beginning))];

function shapeByChance(index: number): Shape {
  const pick = <Part>(parts: readonly Part[], what: string): Part | undefined =>
    parts[Math.floor(hashToUnit(SEED, `${what} ${index}`) * parts.length)];
  const repeated = [1, 2, 3].map((part) => pick(PARTS, `part ${part}`)).join("");
  return [pick(BEGINNINGS, "beginning") ?? "", repeated, pick(PARTS, "end") ?? ""];
}

const BY_CHANCE = Object.fromEntries(
  Array.from({ length: cases(0, 400) }, (_, index) => {
    const shape = shapeByChance(index);
    return [`by chance ${index}: ${JSON.stringify(shape).slice(0, 200)}`, shape] as const;
  }),
);

describe(`processor time grows with a text, not with its square, seed ${SEED}`, () => {
  let parseFeed: FeedParser;
  let detectLanguage: LanguageDetector;
  before(async () => {
    parseFeed = await loadFeedParser();
    detectLanguage = await loadLanguageDetector();
  });

  for (const [name, reader] of Object.entries(PAGE_READERS)) {
    it(`Pages of strangers: ${name}`, () =>
      assertLinear(reader, { ...HOSTILE_PAGES, ...BY_CHANCE }));
  }
  it("Pages of strangers: Markdown", () =>
    assertLinear(
      (html) => () => pageMarkdown({ html, base: aUrl("http://site.example/x") }),
      HOSTILE_PAGES,
    ));
  it("Pages of strangers: language", () =>
    assertLinear(
      byView((view) => detectLanguage(view.mainText)),
      HOSTILE_PAGES,
    ));

  for (const [name, reader] of Object.entries(FILE_READERS)) {
    it(`Files of strangers: ${name}`, () => assertLinear(reader, HOSTILE_FILES));
  }
  for (const isCut of [false, true]) {
    it(`Files of strangers: a feed${isCut ? " that was cut" : ""}`, () =>
      assertLinear((text) => () => parseFeed(text, isCut), HOSTILE_FILES));
  }

  // By a clock of their own: a quick machine reads what is slow in less than counts.
  const growths = { linear: 1, quadratic: 2, cubic: 3 };
  for (const [name, power] of Object.entries(growths)) {
    it(`A text that is read in ${name} time is ${power === 1 ? "not " : ""}found`, () => {
      const reader: Reader = (text) => () => FLOOR_MS * (text.length / SIZE) ** power;
      const { fault } = growthOf(reader, ["", "a"], (work) => Number(work()));
      const found = `${FLOOR_MS}.0 ms, and ${FLOOR_MS * GROWTH ** power}.0 ms for 4 times as much`;
      assert.equal(fault, power === 1 ? undefined : found);
    });
  }
  it("A text whose first repetitions each double the time is found before it takes for ever", () => {
    const reader: Reader = (text) => () => 2 ** text.length / 1_000;
    const { fault } = growthOf(reader, ["", "a"], (work) => Number(work()));
    assert.equal(fault, "65.5 ms for 16 repetitions");
  });
});
