import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { DEFAULT_KEYWORDS } from "../../../../lib/domain/page/comments/keyword-matcher.ts";
import { commentDetector } from "../../../../lib/domain/page/comments/structure-detector.ts";
import { aPage } from "../../../support/a-page.ts";
import { aSitePage, COMMENT_PAGES, OTHER_PAGES } from "../../methods/comments/comment-pages.ts";

describe("the comment detector", () => {
  const names = fc.array(
    fc.constantFrom(
      "comment",
      "comments-link",
      "comment-body",
      "post",
      "PostBody",
      "comment-7",
      "nav",
    ),
    { maxLength: 5 },
  );
  const keywords = fc.array(fc.constantFrom("comment", "=comment", "body", "=post", "x"), {
    maxLength: 4,
  });

  it("The comment detector has the paper's 25 default keywords, each once and in lower case", () => {
    assert.equal(new Set(DEFAULT_KEYWORDS).size, 25);
    for (const keyword of DEFAULT_KEYWORDS) assert.equal(keyword, keyword.toLowerCase());
  });

  it("The comment detector takes no form, link, count or widget for a comment by default keywords", () => {
    const detect = commentDetector({ detector: "keywords" });
    const classNames = [
      ...["comments-link", "comment-respond", "comment-form", "comment-reply-title", "no-comments"],
      ...["comments-title", "recentcomments", "comment-author-link", "comments-area", "nocomments"],
      ...["cancel-comment-reply", "comment-notes", "fb-comments", "comment-count", "postmetadata"],
    ];
    assert.deepEqual(detect(aPage({ classNames, ids: ["comment", "comments", "respond"] })), {
      isComment: false,
      score: 0,
      why: "no keyword",
    });
  });

  it("The comment detector names the class and the keyword that it matched", () => {
    const detect = commentDetector({ detector: "keywords", keywords: ["kommentar"] });
    const { isComment, score, why } = detect(aPage({ classNames: ["box", "Kommentar-3"] }));
    assert.deepEqual([isComment, score, why], [true, 1, "Kommentar-3 (keyword kommentar)"]);
  });

  it("The comment detector checks element ids only if configured to", () => {
    const page = aPage({ ids: ["comment-12"] });
    assert.ok(!commentDetector({ detector: "keywords" })(page).isComment);
    assert.ok(commentDetector({ detector: "keywords", ids: true })(page).isComment);
  });

  it("The comment detector finds with both methods what either method finds", () => {
    const detect = commentDetector({ detector: "both" });
    const bySubject = aPage({ classNames: ["comment-body"] });
    assert.ok(detect(bySubject).isComment);
    for (const main of Object.values(COMMENT_PAGES)) assert.ok(detect(aSitePage(main)).isComment);
    for (const main of Object.values(OTHER_PAGES)) assert.ok(!detect(aSitePage(main)).isComment);
  });

  it("The comment detector never loses a page with comments because of an additional keyword", () => {
    fc.assert(
      fc.property(names, keywords, keywords, fc.boolean(), (classNames, some, more, ids) => {
        const page = aPage({ classNames, ids: classNames });
        for (const detector of ["keywords", "both"] as const) {
          const before = commentDetector({ detector, keywords: some, ids })(page);
          const after = commentDetector({ detector, keywords: [...some, ...more], ids })(page);
          assert.ok(after.score >= before.score);
          assert.ok(after.isComment || !before.isComment);
        }
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});
