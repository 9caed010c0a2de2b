import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { commonUrlWords, urlSkeleton } from "../../../../lib/domain/web/url/url-skeleton.ts";
import { aUrl } from "../../../support/a-url.ts";
import { anyPath, anyQuery } from "../../../support/any-text.ts";

const url = (path: string) => aUrl(`http://site.example${path}`);

describe("common words of URLs", () => {
  it("Common URL words occur in four URLs and one of a hundred, in order of first occurrence", () => {
    const urls = Array.from({ length: 4 }, (_, number) => url(`/topic.php?t=${number}`));
    const rare = Array.from({ length: 3 }, (_, number) => url(`/rare/x${number}`));
    assert.deepEqual(commonUrlWords(new Set([...urls, ...rare])), ["topic", "php", "t"]);
  });

  it("Common URL words require more URLs when there are many URLs", () => {
    const many = Array.from({ length: 500 }, (_, number) => url(`/page/${number}`));
    const few = Array.from({ length: 4 }, (_, number) => url(`/odd/${number}`));
    assert.deepEqual(commonUrlWords(new Set([...many, ...few])), ["page"]);
  });
});

describe("the skeleton of a URL", () => {
  const skeletonOf = urlSkeleton(["topic", "php", "t", "wiki", "html"]);

  it("The skeleton of a URL keeps common words and replaces digits by 0 and names by *", () => {
    assert.equal(skeletonOf(url("/topic.php?t=17")), "/topic.php?t=0");
    assert.equal(skeletonOf(url("/wiki/Bees")), "/wiki/*");
    assert.equal(skeletonOf(url("/WIKI/a3f9.html")), "/wiki/0.html");
  });

  it("The skeleton of a URL treats a name of several words as one, with its number if any", () => {
    assert.equal(skeletonOf(url("/wiki/keeping-bees-in-may.html")), "/wiki/*.html");
    assert.equal(skeletonOf(url("/wiki/keeping-bees-4.html")), "/wiki/*0.html");
  });

  it("The skeleton of a URL stands one name for a slug with common words in it, in any language", () => {
    const words = urlSkeleton(["question", "jak", "is", "a", "list", "page"]);
    const forms = [
      "/question/7/jak-na-zkousku",
      "/question/8/list-of-bees",
      "/question/9/%C5%BElu%C5%A5ou%C4%8Dk%C3%BD-jak-kun",
      "/question/10/what+is+a+hive",
      "/question/11/bees_a_honey_is_a_food",
      "/question/12/the-10-best-bees",
    ].map((path) => words(url(path)));
    assert.deepEqual([...new Set(forms)], ["/question/0/*"]);
  });

  it("The skeleton of a URL keeps joined words that are common as they are joined, and one with a number", () => {
    const words = urlSkeleton(["bees", "user", "list", "user-list", "page"]);
    assert.equal(words(url("/user-list")), "/user-list");
    assert.equal(words(url("/page-3")), "/page-0");
    assert.equal(words(url("/bees-list")), "/*", "two common words make a rare title");
    const site = ["a/new-bees", "b/new-bees", "c/new-bees", "d/new-bees", "e/old-hives"].map(url);
    const common = commonUrlWords(new Set(site));
    assert.ok(common.includes("new-bees") && !common.includes("old-hives"));
  });

  it("The skeleton of a URL keeps a number at an end of a slug, as numbers of pages stand there", () => {
    assert.equal(skeletonOf(url("/wiki/honey-topic-bees-17")), "/wiki/*0");
    assert.equal(skeletonOf(url("/wiki/17-honey-topic-bees")), "/wiki/*0");
  });

  it("The skeleton of a URL decodes percent-encoded letters and keeps what cannot be decoded", () => {
    assert.equal(skeletonOf(url("/wiki/K%C3%A4fer")), "/wiki/*");
    assert.doesNotThrow(() => skeletonOf(url("/wiki/%E0%A4%A")));
  });

  it("The skeleton of a URL follows the words that it is compiled with, also for a URL read before", () => {
    const page = url("/wiki/bees-42");
    const others = urlSkeleton(["bees"]);
    const expected = ["/wiki/*0", "/*/bees-0", "/wiki/*0"];
    assert.deepEqual([skeletonOf(page), others(page), skeletonOf(page)], expected);
    assert.deepEqual(commonUrlWords(new Set([page])), []);
  });

  it("The skeleton of a URL has no white space and ignores differences in digits", () => {
    fc.assert(
      fc.property(anyPath, anyQuery, fc.nat(9), (path, query, digit) => {
        const one = url(`${path}?${query}%20`);
        const other = url(`${path}?${query}%20`.replaceAll(/(?<!%[\da-f]?)\d/gi, String(digit)));
        assert.doesNotMatch(skeletonOf(one), /\s/u);
        if (!path.includes("%") && !query.includes("%"))
          assert.equal(skeletonOf(other), skeletonOf(one));
      }),
      { seed: 1 },
    );
  });
});
