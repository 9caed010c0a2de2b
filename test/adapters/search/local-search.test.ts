import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { createLocalSearch, type LocalSearch } from "../../../lib/adapters/search/local-search.ts";
import type { PageView } from "../../../lib/domain/page/page-view.ts";
import { describeSearchProvider } from "../../contract/search-provider.ts";
import { aPage } from "../../support/a-page.ts";
import { aUrl } from "../../support/a-url.ts";
import { anyCharacter } from "../../support/any-text.ts";

async function* each<Item>(items: readonly Item[]): AsyncIterable<Item> {
  yield* items;
}

const aView = (url: string, title: string, mainText: string): PageView =>
  aPage({ url: aUrl(url), title, mainText });

const openLocal = (pages: readonly PageView[]) => createLocalSearch(each(pages));

describeSearchProvider({
  name: "Local search",
  async open(pages) {
    const provider = await openLocal(
      pages.map(({ url, title, text }) => aView(url, title, text.replaceAll(/ +/g, " "))),
    );
    return { provider, close: async () => provider.close() };
  },
});

describe("Local search", () => {
  /** Searches pages `name: title / text` and gives the names found, best first. */
  async function search(
    query: string,
    pages: Readonly<Record<string, readonly [string, string]>>,
    exclude: readonly string[] = [],
  ) {
    const engine = await openLocal(
      Object.entries(pages).map(([name, [title, text]]) =>
        aView(`http://a.example/${name}`, title, text),
      ),
    );
    const { results } = await engine.search(query, 15, exclude);
    engine.close();
    return results.map(({ url }) => url.slice("http://a.example/".length));
  }

  /** Without pages that lack a word it tells nothing apart. */
  const others = Object.fromEntries(
    Array.from({ length: 8 }, (_, n) => [`other${n}`, ["Milk", `about cheese ${n}`] as const]),
  );

  it("Local search ranks a word in the title above the same word in the text", async () => {
    const pages = {
      ...others,
      text: ["A page", "honey and milk"],
      title: ["A honey", "page and milk"],
    } as const;
    assert.deepEqual(await search("honey", pages), ["title", "text"]);
  });

  it("Local search ranks pages with more of the words, and with rarer ones, first", async () => {
    const pages = {
      ...others,
      rare: ["A", "swarm and nothing"],
      common: ["B", "honey and nothing"],
      more: ["C", "honey or nothing"],
      both: ["D", "honey and swarm"],
    } as const;
    const found = await search("honey swarm", pages);
    assert.deepEqual(found.slice(0, 2), ["both", "rare"]);
  });

  it("Local search leaves out pages that hold an excluded phrase, its words side by side", async () => {
    const pages = {
      ...others,
      a: ["A", "honey from a cheap flight"],
      b: ["B", "honey and a flight that is cheap"],
      c: ["Cheap flights", "of bees to honey"],
    } as const;
    assert.deepEqual(await search("honey bees", pages, ["cheap flight"]), ["b"]);
    assert.deepEqual(await search("honey bees", pages, ["zebra", "flight"]), []);
  });

  it("Local search reads every sign of an excluded phrase literally; one without a word excludes nothing", async () => {
    const pages = { ...others, a: ["A", "honey"] } as const;
    for (const phrase of ["", '"', "\0", "…", "*", "NOT", ") OR (", "title:honey bees"]) {
      assert.deepEqual(await search("honey", pages, [phrase]), ["a"], phrase);
      assert.deepEqual(await search("honey", pages, [phrase, "zebra"]), ["a"], phrase);
    }
  });

  it("Local search matches English words by their stems, and letters without their accents", async () => {
    const pages = { ...others, bed: ["A", "Bed-wetting children"], cafe: ["B", "Café"] } as const;
    assert.deepEqual(await search("child", { ...pages, bed: ["A", "child"] }), ["bed"]);
    assert.deepEqual(await search("wets", pages), ["bed"]);
    assert.deepEqual(await search("CAFE", pages), ["cafe"]);
  });

  it("Local search reads a word with a hyphen as its parts, side by side", async () => {
    const pages = {
      ...others,
      together: ["A", "bed wetting"],
      apart: ["B", "wetting a bed"],
    } as const;
    assert.deepEqual(await search("bed-wetting", pages), ["together"]);
  });

  it("Local search orders equal pages by URL, in whatever order they came", async () => {
    const pages = ["c", "a", "b"].map((name) => [name, ["Honey", "the same"]] as const);
    for (const order of [pages, pages.toReversed()]) {
      assert.deepEqual(await search("honey", Object.fromEntries(order)), ["a", "b", "c"]);
    }
  });

  it("Local search reads all text of a page that has no main text", async () => {
    const page = aPage({ url: aUrl("http://a.example/"), mainText: "", text: "honey" });
    const engine = await openLocal([page]);
    assert.equal((await engine.search("honey", 1)).results.length, 1);
    engine.close();
  });

  it("Local search shows where a page begins", async () => {
    const engine = await openLocal([
      aView("http://a.example/", "t", `one\ntwo ${"x".repeat(400)}`),
    ]);
    const [result] = (await engine.search("two", 1)).results;
    engine.close();
    assert.match(result?.extract ?? "", /^one two x+$/);
    assert.equal(result?.extract.length, 300);
  });

  it("Local search reports how many pages it knows", async () => {
    const page = aView("http://a.example/", "t", "x");
    const engine = await openLocal([page, page, aView("http://b.example/", "t", "x")]);
    assert.equal(engine.size, 2);
    engine.close();
  });

  it("Local search leaves nothing open when reading the pages fails", async () => {
    async function* failing(): AsyncIterable<PageView> {
      yield aView("http://a.example/", "t", "x");
      throw new RangeError("the disk is gone");
    }
    await assert.rejects(createLocalSearch(failing()), RangeError);
  });

  it("Local search accepts any text as a query, and finds every page by any of its words", async () => {
    const signs = "\"*-+^:(){}[]~AND OR NOT NEAR\0\t\n\\%;,.'é中😀\ud800".split("");
    const texts = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 40 }),
      fc
        .array(fc.constantFrom(...signs, "honey", "AND", "NEAR(", " "), { maxLength: 20 })
        .map((parts) => parts.join("")),
    );
    const engine: LocalSearch = await openLocal([aView("http://a.example/", "Honey", "AND NOT")]);
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        await engine.search(text, 15);
        const { results } = await engine.search(`${text} honey`, 15);
        assert.equal(results.length, 1);
      }),
      { seed: 1, numRuns: 300 },
    );
    engine.close();
  });

  it("Local search accepts a whole book as a query", async () => {
    const engine = await openLocal([aView("http://a.example/", "Honey", "w7")]);
    const words = Array.from({ length: 20_000 }, (_, n) => `w${n}`).join(" ");
    assert.equal((await engine.search(words, 15)).results.length, 1);
    engine.close();
  });
});
