import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  compileContent,
  compileNames,
  learnContent,
  namesByUrl,
  type PrintedPage,
  variantNumbers,
} from "../../../../lib/domain/methods/source/content-judge.ts";
import type { TextHashes } from "../../../../lib/domain/page/text-hashes.ts";
import { linkName } from "../../../../lib/domain/page/text-hashes.ts";
import { aUrl } from "../../../support/a-url.ts";

/** A page with lines of its own and links by text; `"the menu"` and the foot stand on every page. */
function prints(number: number, own: number, links: Readonly<Record<string, string>>): TextHashes {
  const named = Object.entries({ "the menu": "/", ...links });
  return {
    lines:
      own === 0
        ? [[7, 60]]
        : [
            [7, 60],
            [1_000 + number, own],
          ],
    links: named.map(([text, path]) => {
      const { hash, letters } = linkName(text);
      return [hash, text.length, letters, aUrl(`http://site.example${path}`)];
    }),
  };
}

const PAGES = Array.from({ length: 9 }, (_, number) =>
  prints(number, 400, { Reply: `/reply${number}`, [`On the hive ${number}`]: `/topic${number}` }),
);

const printed = (pages: readonly TextHashes[]) =>
  pages.map((prints, number) => ({ url: aUrl(`http://site.example/topic${number}`), prints }));

describe("the content of a page", () => {
  const model = learnContent(printed(PAGES));
  const worth = compileContent(model);

  it("A page's content score compares its rarely shared text with the text of its links", () => {
    assert.equal(model.usual, 400);
    // 200 of its own, one fresh link of 100, a name of 8 letters.
    const page = prints(50, 200, { ["x".repeat(100)]: "/long" });
    const expected = (200 / (200 + 40)) * (200 / (200 + 100)) * (0.5 + 0.5 * (8 / 16));
    assert.equal(worth(page, 8).toFixed(12), expected.toFixed(12));
  });

  it("A page's content score is 0 when all its text also occurs on other pages", () => {
    assert.equal(worth(prints(51, 0, {}), 30), 0);
  });

  it("A page's content score grows with the length of its name, at most to twice the value", () => {
    const page = prints(52, 300, {});
    const [none, some, long] = [0, 10, 1e6].map((letters) => worth(page, letters));
    assert.ok((none ?? 0) < (some ?? 0) && (some ?? 0) < (long ?? 0));
    assert.ok((long ?? 0) <= 2 * (none ?? 0) + 1e-9);
  });
});

describe("text that variants of one page repeat", () => {
  it("A page's text is no boilerplate because its own permalinks repeat it", () => {
    const paths = Array.from({ length: 6 }, (_, at) => `/topic-${at}`);
    const links = Object.fromEntries(paths.map((path) => [`permalink ${path}`, path]));
    const variant = prints(99, 500, links);
    const variants = paths.map((path) => {
      return { url: aUrl(`http://site.example${path}`), prints: variant };
    });
    const apart = variants.map(({ url }) => ({ url, prints: prints(99, 500, {}) }));
    const worthOf = (pages: typeof variants) =>
      compileContent(learnContent([...printed(PAGES), ...pages]))(variant, 10);
    assert.equal(worthOf(apart), 0);
    assert.ok(worthOf(variants) > 0);
  });
});

describe("the name of a page", () => {
  const model = learnContent(printed(PAGES));

  it("A page's name is the text of a link that leads to it and at most two URLs", () => {
    const names = namesByUrl(PAGES, model);
    assert.equal(names.get(aUrl("http://site.example/topic3")), "Onthehive".length);
    assert.equal(names.get(aUrl("http://site.example/reply3")), undefined);
  });

  it("A page's name can be computed for links found later", () => {
    const lettersOf = compileNames(model);
    assert.equal(lettersOf("Reply"), 0);
    assert.equal(lettersOf("A swarm in May, 2026!"), "AswarminMay".length);
    assert.equal(lettersOf("12"), 0);
  });
});

/** A page with these hashes of lines, and links to these paths. */
function aPage(path: string, lines: readonly number[], links: readonly string[]): PrintedPage {
  return {
    url: aUrl(`http://site.example${path}`),
    prints: {
      lines: lines.map((hash) => [hash, 60]),
      links: links.map((to) => {
        const { hash, letters } = linkName(to);
        return [hash, to.length, letters, aUrl(`http://site.example${to}`)];
      }),
    },
  };
}

describe("variants of one page", () => {
  it("Permalinks that repeat a page and link to each other are variants of it", () => {
    const permalinks = ["/post", "/post-1", "/post-2"];
    const pages = permalinks.map((path) => aPage(path, [1, 2, 3], permalinks));
    assert.deepEqual(variantNumbers(pages), [0, 0, 0]);
  });

  it("Pages with the same lines that do not link to each other are no variants", () => {
    const pages = ["/login?a", "/login?b"].map((path) => aPage(path, [1], ["/"]));
    assert.deepEqual(variantNumbers(pages), [0, 1]);
  });

  it("Pages that link to each other are no variants when most of their lines differ", () => {
    const pages = [aPage("/a", [1, 2, 3], ["/b"]), aPage("/b", [1, 4, 5], ["/a"])];
    assert.deepEqual(variantNumbers(pages), [0, 1]);
  });
});
