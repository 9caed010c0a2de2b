import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { detectStructure } from "../../../../lib/domain/page/comments/structure-detector.ts";
import { aSitePage, COMMENT_PAGES, OTHER_PAGES } from "../../methods/comments/comment-pages.ts";
import { viewOf } from "../a-page.ts";

describe("comments by structure", () => {
  for (const [name, main] of Object.entries(COMMENT_PAGES)) {
    it(`The structure detector finds ${name}`, () => {
      const { isComment, score, why } = detectStructure(aSitePage(main));
      assert.ok(isComment, `${score} ${why}`);
    });
  }

  for (const [name, main] of Object.entries(OTHER_PAGES)) {
    it(`The structure detector passes over ${name}`, () => {
      const { isComment, score, why } = detectStructure(aSitePage(main));
      assert.ok(!isComment, `${score} ${why}`);
    });
  }

  it("The structure detector is surest about parts that link to themselves, and gives its reason", () => {
    const main = COMMENT_PAGES["numbered list items with permalinks"] ?? "";
    assert.deepEqual(detectStructure(aSitePage(main)), {
      isComment: true,
      score: 0.95,
      why: "2 of 2 comment-# (permalinks)",
    });
  });

  it("The structure detector gives any page the same score in [0, 1] every time", () => {
    const parts = fc.constantFrom(
      ...['<div id="c1">', '<li id="c2" class="comment">', "</div>", "</li>", "<h2>Comments</h2>"],
      ...["<ul>", "</ul>", '<a href="#c1">', "</a>", "3 May 2011 10:52", "Bob says bees dance. "],
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 40 }), (pieces) => {
        const html = pieces.join("");
        const found = detectStructure(viewOf(html));
        assert.ok(found.score >= 0 && found.score <= 1);
        assert.equal(found.isComment, found.score >= 0.5);
        assert.deepEqual(detectStructure(viewOf(html)), found);
      }),
      { seed: 1, numRuns: 200 },
    );
  });
});
