import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { compileKeywords } from "../../../lib/domain/page/comments/keyword-matcher.ts";
import { learnedVerdicts } from "../../../peers/comments/judge-by-detectors.ts";
import {
  keywordCandidates,
  type LabelledPage,
  learnKeywords,
} from "../../../peers/comments/learn-keywords.ts";
import { processorMs } from "../../support/processor-ms.ts";

/** `count` pages of a site with these classes. */
function pagesOf(
  site: string,
  count: number,
  isComment: boolean,
  ...classNames: string[]
): LabelledPage[] {
  return Array.from({ length: count }, () => ({ site, isComment, classNames }));
}

/** Two sites with comments, made by one engine with two themes, and one without. */
const PAGES: readonly LabelledPage[] = [
  ...pagesOf("a", 30, true, "alpha", "comment-text", "nav", "comments-link"),
  ...pagesOf("a", 30, false, "alpha-none", "nav", "comments-link"),
  ...pagesOf("b", 30, true, "beta", "user-comment-text-12", "nav"),
  ...pagesOf("b", 30, false, "beta-none", "nav"),
  ...pagesOf("c", 30, false, "gamma", "nav", "comments-link"),
];

describe("candidates for keywords", () => {
  it("Keyword candidates are the whole name without numbers and runs of its words", () => {
    assert.deepEqual(keywordCandidates("userComment-12_bodyText").toSorted(), [
      ...["=usercommentbodytext", "body", "bodytext", "comment", "text", "user", "usercomment"],
    ]);
  });

  it("Keyword candidates keep the spelling that they have in the name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii", maxLength: 30 }), (name) => {
        for (const keyword of keywordCandidates(name)) {
          assert.ok(compileKeywords([keyword]).inClasses([name]) !== undefined, keyword);
        }
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});

describe("a learned list", () => {
  it("The learned list holds what comments of several sites share, without theme names or ubiquitous names", () => {
    const [first, ...others] = learnKeywords(PAGES, { count: 25 });
    assert.ok(first !== undefined);
    assert.deepEqual(
      [first.keyword, first.commentPages, first.otherPages, first.sites, first.gain],
      ["comment-text", 60, 0, 2, 1],
    );
    assert.ok(first.oddsRatio > 100);
    for (const { keyword } of others) {
      assert.ok(!/alpha|beta|gamma|nav|comments/.test(keyword), keyword);
    }
  });

  it("The learned list leaves a site without a keyword rather than learn its theme", () => {
    const pages = [...PAGES, ...pagesOf("d", 30, true, "delta"), ...pagesOf("d", 30, false, "nav")];
    const learned = learnKeywords(pages, { count: 25 }).map(({ keyword }) => keyword);
    assert.ok(!learned.some((keyword) => keyword.includes("delta")), learned.join(" "));
  });

  it("The learned list leaves out what adds no page, also to the keywords known before", () => {
    const odd = PAGES.map((page) =>
      page.isComment ? { ...page, classNames: [...page.classNames, "odd"] } : page,
    );
    assert.equal(learnKeywords(odd, { count: 25 }).length, 1);
    assert.deepEqual(learnKeywords(odd, { count: 25, known: ["comment-text"] }), []);
  });

  it("The learned list adds to known keywords only what finds further pages of several sites", () => {
    const more = (sites: readonly string[]) => [
      ...PAGES,
      ...sites.flatMap((site) => pagesOf(site, 30, true, "remark-box")),
      ...pagesOf("f", 30, true, "comment-text", "remark-box"),
    ];
    const learned = (sites: readonly string[]) =>
      learnKeywords(more(sites), { count: 25, known: ["comment-text"] }).map(
        ({ keyword }) => keyword,
      );
    assert.deepEqual(learned(["d"]), []);
    assert.equal(learned(["d", "e"]).length, 1);
  });

  it("The learned list is empty when all comments are from one site", () => {
    assert.deepEqual(learnKeywords(pagesOf("a", 9, true, "comment"), { count: 25 }), []);
    assert.deepEqual(learnKeywords([], { count: 25 }), []);
  });

  it("The learned list is deterministic, bounded in length, and each keyword occurs on several sites", () => {
    const word = fc.constantFrom("comment", "reply", "post", "nav", "meta", "a1", "Box");
    const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join("-"));
    const page = fc.record({
      site: fc.constantFrom("a", "b", "c"),
      isComment: fc.boolean(),
      classNames: fc.array(name, { maxLength: 4 }),
    });
    fc.assert(
      fc.property(
        fc.array(page, { maxLength: 40 }),
        fc.integer({ min: 1, max: 5 }),
        (pages, count) => {
          const learned = learnKeywords(pages, { count });
          assert.ok(learned.length <= count);
          assert.deepEqual(learnKeywords(pages, { count }), learned);
          for (const { keyword } of learned) {
            const { inClasses } = compileKeywords([keyword]);
            const hits = pages.filter((each) => inClasses(each.classNames) !== undefined);
            const sites = new Set(
              hits.filter(({ isComment }) => isComment).map(({ site }) => site),
            );
            assert.ok(sites.size >= 2, keyword);
          }
        },
      ),
      { seed: 1, numRuns: 200 },
    );
  });

  it("The learned list is mined from 10,000 pages of 100 classes in seconds", () => {
    const pages = Array.from({ length: 10_000 }, (_, page): LabelledPage => {
      const site = `s${page % 20}`;
      const isComment = page % 3 === 0;
      const classNames = Array.from({ length: 100 }, (_each, index) => `${site}-theme-w${index}x`);
      return { site, isComment, classNames: isComment ? [...classNames, "comment"] : classNames };
    });
    const started = processorMs();
    assert.deepEqual(
      learnKeywords(pages, { count: 25 }).map(({ keyword }) => keyword),
      ["=comment"],
    );
    assert.ok(processorMs() - started < 5_000);
  });
});

describe("validation by sites", () => {
  it("Validation by sites tests each site with a list learned from the others", () => {
    const own = pagesOf("d", 5, true, "delta-words");
    const verdicts = learnedVerdicts([...PAGES, ...own, ...pagesOf("e", 5, true, "comment-text")], {
      count: 25,
    });
    assert.deepEqual(verdicts?.slice(PAGES.length), [
      ...own.map(() => false),
      ...Array.from({ length: 5 }, () => true),
    ]);
  });

  it("Validation by sites is not possible with a single site", () => {
    assert.equal(learnedVerdicts(pagesOf("a", 5, true, "comment"), { count: 25 }), undefined);
  });
});
