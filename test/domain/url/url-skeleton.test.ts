import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { commonUrlWords, urlSkeleton } from "../../../lib/domain/url/url-skeleton.ts";
import { aUrl } from "../../support/a-url.ts";

const url = (path: string) => aUrl(`http://site.example${path}`);

describe("common words of URLs", () => {
  it("are in four URLs and one of a hundred, in order of first occurrence", () => {
    const urls = Array.from({ length: 4 }, (_, number) => url(`/topic.php?t=${number}`));
    const rare = Array.from({ length: 3 }, (_, number) => url(`/rare/x${number}`));
    assert.deepEqual(commonUrlWords(new Set([...urls, ...rare])), ["topic", "php", "t"]);
  });

  it("are more URLs' where there are many", () => {
    const many = Array.from({ length: 500 }, (_, number) => url(`/page/${number}`));
    const few = Array.from({ length: 4 }, (_, number) => url(`/odd/${number}`));
    assert.deepEqual(commonUrlWords(new Set([...many, ...few])), ["page"]);
  });
});

describe("the skeleton of a URL", () => {
  const skeletonOf = urlSkeleton(["topic", "php", "t", "wiki", "html"]);

  it("keeps common words, and puts 0 for what has a digit and * for names", () => {
    assert.equal(skeletonOf(url("/topic.php?t=17")), "/topic.php?t=0");
    assert.equal(skeletonOf(url("/wiki/Bees")), "/wiki/*");
    assert.equal(skeletonOf(url("/WIKI/a3f9.html")), "/wiki/0.html");
  });

  it("takes a name of several words for one, with its number if it has one", () => {
    assert.equal(skeletonOf(url("/wiki/keeping-bees-in-may.html")), "/wiki/*.html");
    assert.equal(skeletonOf(url("/wiki/keeping-bees-4.html")), "/wiki/*0.html");
  });

  it("reads percent-encoded letters as letters, and what cannot be decoded as it is", () => {
    assert.equal(skeletonOf(url("/wiki/K%C3%A4fer")), "/wiki/*");
    assert.doesNotThrow(() => skeletonOf(url("/wiki/%E0%A4%A")));
  });

  it("holds no white space, and is the same for URLs that differ in digits", () => {
    fc.assert(
      fc.property(fc.webPath(), fc.webQueryParameters(), fc.nat(9), (path, query, digit) => {
        const one = url(`${path}?${query}%20`);
        const other = url(`${path}?${query}%20`.replaceAll(/(?<!%[\da-f]?)\d/gi, String(digit)));
        assert.doesNotMatch(skeletonOf(one), /\s/u);
        if (!path.includes("%") && !query.includes("%"))
          assert.equal(skeletonOf(other), skeletonOf(one));
      }),
    );
  });
});
