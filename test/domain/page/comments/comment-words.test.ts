import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  announcesComments,
  countsComments,
  hasCount,
  namesComment,
  offersReply,
} from "../../../../lib/domain/page/comments/comment-words.ts";

describe("headings over comments", () => {
  const heads = [
    "3 Comments",
    "Kommentare (2)",
    "2 réponses à « Bees »",
    "コメント",
    "Komentarze",
    "댓글 3",
    "One thought on “Bees”",
    "2 Gedanken zu „Bienen“",
    "「蜂」への3件のフィードバック",
    "2 Answers",
    "Reviews (3)",
  ];
  for (const text of heads)
    it(`The heading announces comments: ${text}`, () => assert.ok(announcesComments(text)));

  const others = [
    "",
    "How bees dance",
    "Archives",
    "Uncommented code",
    "Thoughts on bees",
    "Gedanken",
    "Review",
  ];
  for (const text of others)
    it(`The heading does not announce comments: ${text}`, () =>
      assert.ok(!announcesComments(text)));
});

describe("words of comments", () => {
  it("A heading counts comments where it has nothing but a number of them", () => {
    for (const text of ["1 Answer", "Kommentare (2)", "3 comments:", "1件のコメント"])
      assert.ok(countsComments(text), text);
    for (const text of [
      "0 comments",
      "Leave a Reply",
      "3 answers to your questions on bees",
      "2011",
    ])
      assert.ok(!countsComments(text), text);
  });

  it("A text has a number of comments, but no year of a date", () => {
    for (const text of ["Views: 71 | Comments: 7", "2 Replies"]) assert.ok(hasCount(text), text);
    for (const text of ["5.3.2005 Kommentare", "Comments: 0", "Reply"])
      assert.ok(!hasCount(text), text);
  });

  it("A short line offers a reply; running text does not", () => {
    for (const text of ["so true\nReply", "Like · Reply · 3h", "Antworten", "↩ 返信"])
      assert.ok(offersReply(text), text);
    const long =
      "I have written to them twice in the spring and have never had a reply to any of my letters.";
    for (const text of [long, "2 Replies", "unreply"]) assert.ok(!offersReply(text), text);
  });

  it("A numbered place has the name of a comment", () => {
    for (const name of ["comment-7", "comment:1", "issuecomment-71"])
      assert.ok(namesComment(name), name);
    for (const name of ["comments", "p7", "comment-form", "more-7"])
      assert.ok(!namesComment(name), name);
  });
});
