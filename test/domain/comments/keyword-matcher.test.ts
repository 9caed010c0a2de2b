import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { compileKeywords } from "../../../lib/domain/comments/keyword-matcher.ts";

describe("keywords", () => {
  const { inClasses, inIds } = compileKeywords(["Comment-Body", "=comment"]);

  it("are substrings of names, whatever the case", () => {
    assert.deepEqual(inClasses(["x", "dsq-COMMENT-BODY-2"]), {
      name: "dsq-COMMENT-BODY-2",
      keyword: "comment-body",
    });
    assert.equal(inClasses(["comments-link", "body"]), undefined);
  });

  it("are whole names without their numbers where they begin with =", () => {
    for (const name of ["comment", "Comment", "comment-12", "comment_12_"]) {
      assert.deepEqual(inClasses([name]), { name, keyword: "=comment" });
    }
    assert.equal(inClasses(["comments", "comment-form", "12"]), undefined);
  });

  it("find whole names in ids only where a number tells parts apart: fields of forms have none", () => {
    assert.deepEqual(inIds(["comment-12"]), { name: "comment-12", keyword: "=comment" });
    assert.equal(inIds(["comment"]), undefined);
    assert.deepEqual(inIds(["comment-body"]), { name: "comment-body", keyword: "comment-body" });
  });

  it("that are empty find nothing", () => {
    assert.equal(compileKeywords(["", "="]).inClasses(["", "12", "a"]), undefined);
  });

  it("takes a whole keyword by what it is without its numbers, too", () => {
    assert.ok(compileKeywords(["=comment-17"]).inClasses(["comment-4"]) !== undefined);
    assert.ok(compileKeywords(["=comment"]).inClasses(["12--comment--3_4"]) !== undefined);
  });

  it("reads a name of nothing but separators once, whatever its length", () => {
    // Read from each of its places anew, this one would take many minutes.
    assert.equal(compileKeywords(["=comment"]).inClasses(["-".repeat(1_000_000)]), undefined);
  });
});
