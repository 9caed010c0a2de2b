import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { canonicalUrl } from "../../../lib/domain/web/url/canonical-url.ts";
import { compileUrlPattern, learnUrlPatterns } from "../../../peers/sampling/url-patterns.ts";
import { siteUrl } from "../../support/a-sample.ts";
import { anyWebUrl } from "../../support/any-text.ts";
import { processorMs } from "../../support/processor-ms.ts";

/** Groups of paths by the pattern learned. */
function grouped(...paths: readonly string[]): string[][] {
  const patterns = learnUrlPatterns(paths.map(siteUrl));
  const groups = Map.groupBy(paths, (path) => patterns.get(siteUrl(path)));
  return [...groups.values()].toSorted((a, b) => (a.join(" ") < b.join(" ") ? -1 : 1));
}

/** Does the one pattern of these paths match others? */
function matchesAfter(paths: readonly string[], other: string): boolean {
  const [pattern = "", ...more] = new Set(learnUrlPatterns(paths.map(siteUrl)).values());
  assert.deepEqual(more, []);
  return compileUrlPattern(pattern)(siteUrl(other));
}

describe("URL patterns", () => {
  it("URL patterns generalise one number to all numbers and keep common parts", () => {
    const topics = ["/topic.php?t=1", "/topic.php?t=20"];
    assert.ok(matchesAfter(topics, "/topic.php?t=333"));
    assert.ok(!matchesAfter(topics, "/topic.php?t=x"));
    assert.ok(!matchesAfter(topics, "/topic.php?f=1"));
    assert.ok(!matchesAfter(topics, "/topic.php?t=1&page=2"));
    assert.ok(!matchesAfter(topics, "/topicXphp?t=1"));
  });

  it("URL patterns generalise words that differ", () => {
    assert.ok(matchesAfter(["/user/ann", "/user/bob"], "/user/carl"));
    assert.ok(!matchesAfter(["/user/ann", "/user/bob"], "/user/carl/posts"));
    assert.ok(!matchesAfter(["/user/ann", "/user/bob"], "/users/carl"));
  });

  it("URL patterns keep the tokens that differing words share at their start and end", () => {
    const titles = ["/12-how-to-t.html", "/7-why-t.html"];
    assert.ok(matchesAfter(titles, "/99-whence-it-came-t.html"));
    assert.ok(!matchesAfter(titles, "/x-whence-t.html"));
    assert.ok(!matchesAfter(titles, "/99-whence-f.html"));
  });

  it("URL patterns separate URLs with a prevailing common part from the rest", () => {
    const lists = ["/list.php?b=1", "/list.php?b=2", "/list.php?b=3"];
    assert.deepEqual(grouped(...lists, "/topic.php?t=1"), [lists, ["/topic.php?t=1"]]);
  });

  it("URL patterns do not separate words of which none prevails", () => {
    const news = ["/news/1", "/sport/2", "/arts/3"];
    assert.deepEqual(grouped(...news), [news]);
  });

  it("URL patterns separate URLs by delimiters and origin", () => {
    assert.deepEqual(grouped("/a/1", "/a/1/2", "/a?b=1"), [["/a/1"], ["/a/1/2"], ["/a?b=1"]]);
    const other = canonicalUrl("http://other.example/a/1");
    assert.ok(other.ok);
    assert.equal(new Set(learnUrlPatterns([siteUrl("/a/1"), other.url]).values()).size, 2);
  });

  it("URL patterns match every URL that they were learned from", () => {
    const property = fc.property(fc.array(anyWebUrl), (texts) => {
      const urls = texts.flatMap((text) => {
        const canonical = canonicalUrl(text);
        return canonical.ok ? [canonical.url] : [];
      });
      const patterns = learnUrlPatterns(urls);
      for (const url of urls) {
        const pattern = patterns.get(url);
        assert.ok(pattern !== undefined && compileUrlPattern(pattern)(url), `${pattern} ${url}`);
      }
    });
    fc.assert(property, { seed: 1, numRuns: 300 });
  });

  it("URL patterns match URLs of hostile length without delay", () => {
    const titles = ["/1-a-b-t.html", "/2-c-t.html"].map(siteUrl);
    const [pattern = ""] = learnUrlPatterns(titles).values();
    const matches = compileUrlPattern(pattern);
    const began = processorMs();
    for (const unit of ["1", "1-", "1-a", "-t", "."])
      assert.equal(matches(siteUrl(`/1-${unit.repeat(1_900 / unit.length)}`)), false);
    assert.ok(processorMs() - began < 1_000);
  });
});
