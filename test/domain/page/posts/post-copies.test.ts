import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type ComparedPost, PostCopies } from "../../../../lib/domain/page/posts/post-copies.ts";

const aPost = (change: Partial<ComparedPost> = {}): ComparedPost => ({
  postId: "71",
  author: "Bob",
  date: "2008-03-19",
  text: "My hives settled in.",
  ...change,
});

/** Returns which posts are copies of earlier ones. */
function copies(...posts: readonly ComparedPost[]): boolean[] {
  const known = new PostCopies();
  return posts.map((post) => known.meet("site.example", post));
}

describe("PostCopies", () => {
  it("A post is a copy by its id, though its date or its end is written otherwise", () => {
    const text = "A text that is long enough to know it again by its beginning alone";
    const posts = [aPost({ text }), aPost({ text: `${text}, and on`, date: undefined })];
    assert.deepEqual(copies(...posts), [false, true]);
  });

  it("A post is a copy by author, date and text where one of both has no id, as in a print view", () => {
    assert.deepEqual(copies(aPost(), aPost({ postId: undefined, text: "My hives settled in. " })), [
      false,
      true,
    ]);
  });

  it("Equal texts with different ids are different posts, and so are those of another author or host", () => {
    const posts = [aPost(), aPost({ postId: "72" }), aPost({ author: "Eva", postId: "73" })];
    assert.deepEqual(copies(...posts), [false, false, false]);
    const known = new PostCopies();
    assert.ok(!known.meet("one.example", aPost()));
    assert.ok(!known.meet("other.example", aPost()));
  });

  it("A text without letters is no sign of a copy", () => {
    const posts = [
      aPost({ postId: undefined, text: "+1" }),
      aPost({ postId: undefined, text: "+1" }),
    ];
    assert.deepEqual(copies(...posts), [false, false]);
  });

  it("Each post of a crawl is met once, however often and in which order its copies come", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 20 }),
        fc.array(fc.nat({ max: 19 }), { maxLength: 40 }),
        (ids, order) => {
          const posts = ids.map((id) => aPost({ postId: String(id), text: `Text of ${id}` }));
          const again = order.flatMap((at) => posts[at % posts.length] ?? []);
          const met = copies(...posts, ...again);
          assert.equal(met.filter((isCopy) => !isCopy).length, posts.length);
        },
      ),
      { seed: 1 },
    );
  });
});
