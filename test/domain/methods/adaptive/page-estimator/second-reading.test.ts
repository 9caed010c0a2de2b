import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  bothReadings,
  type FirstReading,
  firstShare,
  readingAgain,
} from "../../../../../lib/domain/methods/adaptive/page-estimator/second-reading.ts";
import { hashToUnit } from "../../../../../lib/domain/stats/random/random.ts";
import { aPage } from "../../../../support/a-page.ts";
import { aUrl } from "../../../../support/a-url.ts";

const WORDS = ["stone", "river", "cloud", "field", "paper", "glass", "metal", "light"];

/** A page whose words say nothing of its kind. */
const anyPage = (path: string) => {
  const text = WORDS.filter((word) => hashToUnit(1, `${word} ${path}`) < 0.5).join(" ");
  return aPage({ url: aUrl(`http://site.example/${path}`), mainText: text, text });
};

const linkFrom = (path: string) => ({
  parent: aUrl(`http://site.example/${path}`),
  snippet: { anchor: "", before: "", after: "", title: "", place: "ul/li/a" },
});

/** Pages that one list names, of which a first judge sees every second one, and others. */
const sample = (count = 40): FirstReading[] =>
  Array.from({ length: 3 * count }, (_, at) => {
    const isListed = at < count;
    const scored = isListed && at % 2 === 0 ? 0.7 : 0.05;
    return {
      view: anyPage(`${isListed ? "x" : "y"}${at}.html`),
      link: linkFrom(isListed ? "list" : `page${at % 7}`),
      utility: scored + 0.1 * hashToUnit(2, `${at}`),
      isLabelled: false,
    };
  });

const WORDS_ALONE = firstShare(0);

const lowest = (values: readonly number[]) => Math.min(...values);

describe("second reading", () => {
  it("gives the first judge the weight of one reader, and with labels up to that of all three", () => {
    assert.equal(firstShare(0), 1 / 4);
    assert.equal(firstShare(1), 1 / 2);
    assert.equal(bothReadings(1, 0, firstShare(0.5)), 0.4);
  });

  it("finds the pages of a list that the first judge missed, by where their links stand", () => {
    const pages = sample();
    const again = readingAgain(pages, WORDS_ALONE);
    assert.ok(again !== undefined);
    const scores = pages.map(({ view, link, utility }) =>
      bothReadings(utility, again(view, link), WORDS_ALONE),
    );
    const others = scores.slice(40);
    assert.ok(lowest(scores.slice(0, 40)) > Math.max(...others));
  });

  it("scores a page outside the sample by where its link stands", () => {
    const again = readingAgain(sample(), WORDS_ALONE);
    const page = anyPage("new.html");
    const [listed, other] = ["list", "page3"].map((path) => again?.(page, linkFrom(path)) ?? 0);
    assert.ok((listed ?? 0) > (other ?? 0));
  });

  it("never reads what the page itself was scored", () => {
    const pages = sample();
    const scoreOf = (utility: number) => {
      const [first, ...rest] = pages;
      assert.ok(first !== undefined);
      const again = readingAgain([{ ...first, utility, isLabelled: true }, ...rest], WORDS_ALONE);
      return again?.(first.view, first.link) ?? 0;
    };
    assert.ok(Math.abs(scoreOf(1) - scoreOf(0)) < 0.1);
  });

  it("says nothing where too few pages are scored high", () => {
    const pages = sample().map((page, at) => ({ ...page, utility: at < 9 ? 0.9 : 0.1 }));
    assert.equal(readingAgain(pages, WORDS_ALONE), undefined);
  });
});
