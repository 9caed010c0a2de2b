import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { disallowedBy, parseRobots } from "../../../../lib/domain/web/politeness/robots-rules.ts";
import { processorMs } from "../../../support/processor-ms.ts";
import { file, isAllowed, TOKEN } from "./a-robots-file.ts";

/** Is `path` allowed where only `pattern` is not? */
function escapes(pattern: string, path: string): boolean {
  return isAllowed(file("User-agent: *", `Disallow: ${pattern}`), path);
}

describe("groups (RFC 9309 §2.2.1)", () => {
  const simple = file(
    "User-Agent: *",
    "Disallow: *.gif$",
    "Disallow: /example/",
    "Allow: /publications/",
    "",
    "User-Agent: foobot",
    "Disallow:/",
    "Allow:/example/page.html",
    "Allow:/example/allowed.gif",
    "",
    "User-Agent: barbot",
    "User-Agent: bazbot",
    "Disallow: /example/page.html",
    "",
    "User-Agent: quxbot",
    "",
    "# EOF",
  );

  // The simple example of RFC 9309 §5.1.
  const cases: readonly (readonly [token: string, path: string, allowed: boolean])[] = [
    ["Dowser", "/a.gif", false],
    ["Dowser", "/a.gif?b", true],
    ["Dowser", "/example/page.html", false],
    ["Dowser", "/publications/", true],
    ["Dowser", "/", true],
    ["foobot", "/", false],
    ["foobot", "/publications/", false],
    ["FooBot", "/example/page.html", true],
    ["foobot", "/example/allowed.gif", true],
    ["foobot", "/example/other.gif", false],
    ["barbot", "/example/page.html", false],
    ["bazbot", "/example/page.html", false],
    ["bazbot", "/example/", true],
    ["quxbot", "/example/page.html", true],
  ];
  for (const [token, path, allowed] of cases) {
    it(`robots.txt ${allowed ? "allows" : "forbids"} ${token} ${path} in the example of the RFC`, () => {
      assert.equal(isAllowed(simple, path, token), allowed);
    });
  }

  it("robots.txt merges all groups that name the crawler and ignores the general group", () => {
    const text = file(
      "User-agent: dowser",
      "Disallow: /a",
      "User-agent: *",
      "Disallow: /b",
      "User-agent: DOWSER",
      "Disallow: /c",
    );
    assert.deepEqual(
      ["/a", "/b", "/c"].map((path) => isAllowed(text, path)),
      [false, true, false],
    );
  });

  it("robots.txt merges the general groups when none names the crawler", () => {
    const text = file(
      "User-agent: *",
      "Disallow: /a",
      "User-agent: x",
      "User-agent: *",
      "Disallow: /b",
    );
    assert.deepEqual(
      ["/a", "/b", "/c"].map((path) => isAllowed(text, path)),
      [false, false, true],
    );
  });

  it("robots.txt groups match the whole product token, with or without a version", () => {
    const naming = (value: string) => file(`User-agent: ${value}`, "Disallow: /");
    assert.equal(isAllowed(naming("dowser"), "/"), false);
    assert.equal(isAllowed(naming("Dowser/1.0"), "/"), false);
    assert.equal(isAllowed(naming("dowser (+https://x.example)"), "/"), false);
    assert.equal(isAllowed(naming("dows"), "/"), true);
    assert.equal(isAllowed(naming("dowserbot"), "/"), true);
    assert.equal(isAllowed(naming("my-dowser"), "/"), true);
    assert.equal(isAllowed(naming("2dowser"), "/"), true);
  });

  it("robots.txt groups of `*` have the star as a word of its own at the start", () => {
    const naming = (value: string) => file(`User-agent: ${value}`, "Disallow: /");
    assert.equal(isAllowed(naming("* (all)"), "/"), false);
    assert.equal(isAllowed(naming("*bot"), "/"), true);
    assert.equal(isAllowed(naming("all *"), "/"), true);
    assert.equal(isAllowed(naming(""), "/"), true);
  });

  it("robots.txt groups are not interrupted by records that are not rules (RFC 9309 §2.2.4)", () => {
    const text = file(
      "User-agent: a",
      "Sitemap: https://x.example/s.xml",
      "Crawl-delay: 2",
      "Noindex: /x",
      "",
      "User-agent: dowser",
      "Sitemap: https://x.example/t.xml",
      "Disallow: /b",
    );
    assert.equal(isAllowed(text, "/b"), false);
    assert.equal(isAllowed(text, "/b", "a"), false);
  });

  it("robots.txt rules before the first group are ignored", () => {
    assert.equal(isAllowed(file("Disallow: /", "User-agent: *", "Disallow: /a"), "/b"), true);
  });
});

describe("matching (RFC 9309 §2.2.2)", () => {
  it("robots.txt matching compares whole octets from the start, with case", () => {
    assert.equal(escapes("/fish", "/fish.html"), false);
    assert.equal(escapes("/fish", "/Fish"), true);
    assert.equal(escapes("/fish", "/catfish"), true);
    assert.equal(escapes("/fish/", "/fish"), true);
    assert.equal(escapes("fish", "/fish"), true);
  });

  it("robots.txt forbids nothing by an empty pattern", () => {
    assert.equal(escapes("", "/"), true);
  });

  it("robots.txt itself is always allowed", () => {
    assert.equal(escapes("/", "/robots.txt"), true);
    assert.equal(escapes("/", "/robots.txt?a"), false);
  });

  it("robots.txt applies the longest pattern, and Allow when two are equally long", () => {
    // RFC 9309 §5.2.
    const text = file(
      "User-Agent: *",
      "Allow: /example/page/",
      "Disallow: /example/page/disallowed.gif",
    );
    assert.equal(isAllowed(text, "/example/page/disallowed.gif"), false);
    assert.equal(isAllowed(text, "/example/page/"), true);
    const equal = file("User-agent: *", "Disallow: /p", "Allow: /p");
    assert.equal(isAllowed(equal, "/page"), true);
  });

  it("robots.txt matching names the line that forbids a URL", () => {
    const rules = parseRobots(file("User-agent: *", "Disallow:  /a*b$ # no"), TOKEN);
    assert.equal(disallowedBy(rules, "/a/b"), "Disallow: /a*b$");
  });
});

describe("percent-encoding (RFC 9309 §2.2.2)", () => {
  // Pattern, then a path that is the same once both are in normal form.
  const same: readonly (readonly [pattern: string, path: string])[] = [
    ["/foo/bar?baz=quz", "/foo/bar?baz=quz"],
    ["/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https%3A%2F%2Ffoo.bar"],
    ["/foo/bar?baz=https%3A%2F%2Ffoo.bar", "/foo/bar?baz=https://foo.bar"],
    ["/foo/bar/\u30C4", "/foo/bar/%E3%83%84"],
    ["/foo/bar/%E3%83%84", "/foo/bar/%E3%83%84"],
    ["/foo/bar/%e3%83%84", "/foo/bar/%E3%83%84"],
    ["/foo/bar/%62%61%7A", "/foo/bar/baz"],
    ["/foo/bar/baz", "/foo/bar/%62%61%7a"],
    ["/~user", "/%7Euser"],
    ["/a b", "/a%20b"],
    ["/[x]|y", "/%5Bx%5D%7Cy"],
    ["/100%", "/100%25"],
    ["/*&sort=", "/list?a=1&sort=up"],
    ["/a*/b", "/a?next=/c/b"],
    ["/*?*http:", "/go?to=http%3A//x"],
    ["/a?x=y?z", "/a?x=y%3Fz"],
    ["/a?x=y%3Fz%3F", "/a?x=y?z?"],
    ["/\u0080", "/%C2%80"],
  ];
  for (const [pattern, path] of same) {
    it(`robots.txt pattern ${pattern} matches ${path}`, () =>
      assert.equal(escapes(pattern, path), false));
  }

  const different: readonly (readonly [pattern: string, path: string])[] = [
    ["/a%2Fb", "/a/b"],
    ["/a/b", "/a%2Fb"],
    ["/*%2F", "/a/b"],
    ["/a?b", "/a%3Fb"],
    ["/a%26b", "/a&b"],
  ];
  for (const [pattern, path] of different) {
    it(`robots.txt pattern ${pattern} does not match ${path}`, () =>
      assert.equal(escapes(pattern, path), true));
  }
});

describe("special characters (RFC 9309 §2.2.3)", () => {
  const forbidden: readonly (readonly [pattern: string, path: string])[] = [
    ["/path/file-with-a-%2A.html", "/path/file-with-a-*.html"],
    ["/path/foo-%24", "/path/foo-$"],
    ["*", "/"],
    ["/*", "/"],
    ["/*.php", "/a/b.php?c"],
    ["/*.php$", "/a.php.php"],
    ["/a*b*c", "/a-b-b-c-d"],
    ["/a**b", "/ab"],
    ["/$", "/"],
    ["/a$b", "/a$b"],
    ["/*$", "/anything"],
    ["/*a*$", "/xay"],
    ["/ab*ba$", "/abba"],
  ];
  for (const [pattern, path] of forbidden) {
    it(`robots.txt forbids ${path} by ${pattern}`, () =>
      assert.equal(escapes(pattern, path), false));
  }

  const free: readonly (readonly [pattern: string, path: string])[] = [
    ["/path/file-with-a-%2A.html", "/path/file-with-a-b.html"],
    ["/*.php$", "/a.php?c"],
    ["/$", "/a"],
    ["/a$", "/a?b"],
    ["/a*b*c", "/acb"],
    ["/ab*ba$", "/aba"],
    ["$", "/"],
  ];
  for (const [pattern, path] of free) {
    it(`robots.txt allows ${path} beside ${pattern}`, () =>
      assert.equal(escapes(pattern, path), true));
  }
});

describe("hostile files", () => {
  it("robots.txt parsing never throws, whatever the octets", () => {
    const anyFile = fc.uint8Array({ maxLength: 400 });
    const paths = fc.string();
    const survives = (octets: Uint8Array, path: string) => {
      const text = new TextDecoder().decode(octets);
      disallowedBy(parseRobots(text, TOKEN), `/${path}`);
      disallowedBy(parseRobots(`User-agent: *\nDisallow: /${text}`, TOKEN), `/${path}`);
    };
    fc.assert(fc.property(anyFile, paths, survives), { seed: 1, numRuns: 300 });
  });

  it("robots.txt matching accepts lone surrogates in patterns and paths", () => {
    assert.equal(escapes("/\uD800", "/\uDC00"), false, "both are the replacement character");
  });

  it("robots.txt matching takes linear time on half a megabyte of wildcards", () => {
    const path = `/${"a".repeat(7_999)}`;
    const wildcards = `Disallow: /${"*a".repeat(3_900)}b`;
    const periodic = `Disallow: /*${"a".repeat(3_900)}b${"a".repeat(3_900)}`;
    const text = file(
      "User-agent: *",
      ...Array.from({ length: 64 }, (_, i) => (i % 2 === 0 ? wildcards : periodic)),
    );
    const rules = parseRobots(text, TOKEN);
    const started = processorMs();
    assert.equal(disallowedBy(rules, path), undefined);
    assert.ok(processorMs() - started < 500);
  });
});
