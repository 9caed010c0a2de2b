import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { clickPaths, parseClicks, type ReadClick } from "../../../lib/run/crawl/click-trails.ts";
import { aUrl } from "../../support/a-url.ts";

/** Pages by letter, with the letters that each links to. */
const WEB: Readonly<Record<string, string>> = {
  ...{ a: "bcx", b: "de", c: "f", d: "ab", e: "", f: "e", x: "" },
  ...{ s: "t", t: "u", u: "" },
};

const urlOf = (letter: string) => aUrl(`http://site.example/${letter}/`);
const letterOf = (url: string) => new URL(url).pathname.replaceAll("/", "");

/** `"ab c*"`: clicks by letter, `*` behind targets, a space between sessions. */
function clicksOf(text: string): ReadClick[] {
  const lines = Array.from(text.matchAll(/( )|([a-z])(\*?)/g), ([, space, letter = "", mark]) =>
    space === undefined ? `${urlOf(letter)} ${mark}` : "",
  );
  return parseClicks(lines.join("\n"), "c").map((click) => ({
    ...click,
    page: click.url,
    names: [click.url],
    links: new Set(Array.from(WEB[letterOf(click.url)] ?? "", urlOf)),
  }));
}

function split(text: string) {
  const { paths, unlinked, pathless } = clickPaths(clicksOf(text));
  const letters = (urls: readonly string[]) => urls.map(letterOf).join("");
  return {
    paths: paths.map(letters).join(" "),
    unlinked: letters(unlinked.map(({ url }) => url)),
    pathless: letters(pathless.map(({ url }) => url)),
  };
}

describe("clicks become paths", () => {
  for (const [what, clicks, expected] of [
    ["one after another", "abd", "abd"],
    ["stepping back without saying so, to the latest page with the link", "abdec", "abd abe ac"],
    ["stepping back by naming the page again", "abdbe", "abd abe"],
    ["a link to a page met before, which is where it was first met", "abdbdacf", "abd acf"],
    ["a link that two pages have, from the later one", "abacfe", "ab acfe"],
    ["a link that two pages have, from the one stepped back to", "abacfbe", "acf abe"],
    ["naming the start page again", "abadac", "abd ac"],
    ["a page clicked twice in a row", "aabb", "ab"],
    ["sessions", "ab st", "ab st"],
    ["two sessions that walk one way", "ab ab", "ab ab"],
  ] as const) {
    it(`Clicks ${clicks} become paths: ${what}`, () => {
      assert.deepEqual(split(clicks), { paths: expected, unlinked: "", pathless: "" });
    });
  }

  for (const [what, clicks, expected] of [
    ["marks say which pages are targets, and all others are none", "abdec*", "ac"],
    ["a target on the way to another", "ab*de*", "ab abe"],
    ["a mark on a later click of the page", "abaceb*", "ab"],
  ] as const) {
    it(`Clicks ${clicks} become paths with marked targets: ${what}`, () => {
      assert.equal(split(clicks).paths, expected);
    });
  }

  it("A click to a page that no earlier one links to begins a new trail, and is reported", () => {
    assert.deepEqual(split("abstu"), { paths: "ab stu", unlinked: "s", pathless: "" });
    assert.deepEqual(split("abu"), { paths: "ab", unlinked: "u", pathless: "u" });
  });

  it("A start page that leads to no target, or is itself marked, is reported", () => {
    assert.equal(split("ab* st").pathless, "s");
    assert.deepEqual(split("a*b*"), { paths: "ab", unlinked: "", pathless: "a" });
  });

  it("A link matches any URL that the click passed through, and its usual other spellings", () => {
    const [start, next] = clicksOf("ab");
    assert.ok(start && next);
    const asked = aUrl("http://site.example/go?to=b");
    const redirected = { ...next, names: [asked, next.url] };
    const linking = (link: string) => ({ ...start, links: new Set([aUrl(link)]) });
    for (const link of [asked, "http://site.example/b", "https://site.example/b/index.html"]) {
      assert.equal(clickPaths([linking(link), redirected]).paths.length, 1, link);
    }
    assert.equal(clickPaths([linking("http://site.example/bb/"), next]).paths.length, 0);
  });

  const letter = fc.constantFrom(...Object.keys(WEB), " ");
  const lists = fc
    .array(letter, { minLength: 1, maxLength: 25 })
    .map((letters) => letters.join(""));
  const readable = lists.filter((text) => text.trim() !== "");

  it("Click paths contain only steps along links, from start pages, in the order of the targets", () => {
    fc.assert(
      fc.property(readable, (text) => {
        const clicks = clicksOf(text);
        const { paths, unlinked } = clickPaths(clicks);
        const starts = clicks.filter(
          (click, at) => click.session !== clicks[at - 1]?.session || unlinked.includes(click),
        );
        for (const path of paths) {
          const letters = path.map(letterOf);
          assert.ok(letters.length > 1 && new Set(letters).size === letters.length);
          assert.ok(starts.some(({ page }) => page === path[0]));
          for (const [at, to] of letters.slice(1).entries()) {
            assert.ok(WEB[letters[at] ?? ""]?.includes(to), `${letters[at]} links to no ${to}`);
          }
        }
        let at = 0;
        for (const path of paths) {
          at = clicks.findIndex(({ page }, index) => index >= at && page === path.at(-1));
          assert.ok(at >= 0, "targets out of order");
        }
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it("Click paths lose no click, since each is on a path or a start page without one", () => {
    fc.assert(
      fc.property(readable, (text) => {
        const { paths, pathless } = clickPaths(clicksOf(text));
        const kept = new Set([...paths.flat(), ...pathless.map(({ page }) => page)]);
        for (const { page } of clicksOf(text)) assert.ok(kept.has(page), `${page} is lost`);
      }),
      { seed: 2, numRuns: 500 },
    );
  });
});

const shown = (text: string) =>
  parseClicks(text, "c").map(
    ({ line, url, isTarget, session }) => `${line} ${url}${isTarget ? " *" : ""} ${session}`,
  );

describe("a list of clicks", () => {
  it("A click list has one URL a line, marks targets, splits sessions at blank lines, and skips comments", () => {
    const text = `
http://a.example/
# a thought
http://a.example/b#part  *


http://c.example/  # the other site
`;
    assert.deepEqual(shown(text), [
      "2 http://a.example/ 0",
      "4 http://a.example/b * 0",
      "7 http://c.example/ 1",
    ]);
  });

  it("A click list is refused with all its errors, by line", () => {
    const text = "http://a.example/ http://a.example/b\nexample.org\nhttp://a.example/ * *";
    assert.throws(() => parseClicks(text, "c.txt"), {
      code: "bad-paths",
      message: `c.txt:1 holds more than a URL and \` *\`
c.txt:2 "example.org" is not an HTTP URL: malformed
c.txt:3 holds more than a URL and \` *\``,
    });
    assert.throws(() => parseClicks("\n# none\n", "c.txt"), { message: "c.txt:1 holds no URL" });
  });

  it("A click list's error names at most fifty lines", () => {
    assert.throws(
      () => parseClicks("x\n".repeat(80), "c"),
      (error: Error) => {
        const lines = error.message.split("\n");
        return lines.length === 51 && lines.at(-1) === "and 30 more";
      },
    );
  });
});
