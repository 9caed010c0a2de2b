import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { compileKeywords } from "../../../../lib/domain/page/comments/keyword-matcher.ts";

describe("keywords", () => {
  const { inClasses, inIds } = compileKeywords(["Comment-Body", "=comment"]);

  it("Comment keywords match substrings of names, whatever the case", () => {
    assert.deepEqual(inClasses(["x", "dsq-COMMENT-BODY-2"]), {
      name: "dsq-COMMENT-BODY-2",
      keyword: "comment-body",
    });
    assert.equal(inClasses(["comments-link", "body"]), undefined);
  });

  it("Comment keywords that begin with = match whole names without their numbers", () => {
    for (const name of ["comment", "Comment", "comment-12", "comment_12_"]) {
      assert.deepEqual(inClasses([name]), { name, keyword: "=comment" });
    }
    assert.equal(inClasses(["comments", "comment-form", "12"]), undefined);
  });

  it("Comment keywords match whole names in ids only when the id has a number, unlike form fields", () => {
    assert.deepEqual(inIds(["comment-12"]), { name: "comment-12", keyword: "=comment" });
    assert.equal(inIds(["comment"]), undefined);
    assert.deepEqual(inIds(["comment-body"]), { name: "comment-body", keyword: "comment-body" });
  });

  it("Empty comment keywords match nothing", () => {
    assert.equal(compileKeywords(["", "="]).inClasses(["", "12", "a"]), undefined);
  });

  it("A whole-name keyword also matches when numbers are removed from the keyword itself", () => {
    assert.ok(compileKeywords(["=comment-17"]).inClasses(["comment-4"]) !== undefined);
    assert.ok(compileKeywords(["=comment"]).inClasses(["12--comment--3_4"]) !== undefined);
  });

  it("The keyword matcher reads a name of separators only once, whatever its length", () => {
    // Read from each of its places anew, this one would take many minutes.
    assert.equal(compileKeywords(["=comment"]).inClasses(["-".repeat(1_000_000)]), undefined);
  });
});
