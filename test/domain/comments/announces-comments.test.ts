import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { announcesComments } from "../../../lib/domain/comments/comment-words.ts";

describe("headings over comments", () => {
  const heads = [
    "3 Comments",
    "Kommentare (2)",
    "2 réponses à « Bees »",
    "コメント",
    "Komentarze",
    "댓글 3",
  ];
  for (const text of heads)
    it(`The heading announces comments: ${text}`, () => assert.ok(announcesComments(text)));

  const others = ["", "How bees dance", "Archives", "Uncommented code"];
  for (const text of others)
    it(`The heading does not announce comments: ${text}`, () =>
      assert.ok(!announcesComments(text)));
});
