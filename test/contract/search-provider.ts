import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { SearchProvider } from "../../lib/ports/search-provider.ts";
import { aUrl } from "../support/a-url.ts";

/** A page of the web that an engine knows. */
export interface KnownPage {
  readonly url: string;
  readonly title: string;
  readonly text: string;
}

/** An engine that is ready. */
export interface OpenedEngine {
  readonly provider: SearchProvider;
  close(): Promise<void>;
}

/** A way to get an engine that knows some pages, and finds those that hold a word of the query. */
export interface SearchProviderUnderTest {
  readonly name: string;
  readonly open: (pages: readonly KnownPage[]) => Promise<OpenedEngine>;
}

const aPage = (url: string, title: string, text = ""): KnownPage => ({ url, title, text });

/** More pages than any engine gives at once. */
const MANY = Array.from({ length: 60 }, (_, n) =>
  aPage(`http://many.example/${n}`, `Page ${n}`, "honey"),
);

const PAGES = [
  ...MANY,
  aPage("http://bees.example/hive", "The hive", "Where a colony of bees lives."),
  aPage("http://bees.example/swarm", "Swarms & <queens>", "A colony that  moves\nhouse."),
  aPage("http://bees.example/swarm", "Swarms & <queens>", "A colony that  moves\nhouse."),
  aPage("http://cheese.example/", "Cheese", "Milk with a past."),
];

/** Queries with characters that have a meaning for some engine. */
const ODD_QUERIES = [
  ...[
    '"',
    "'",
    '""',
    '"hive',
    "*",
    "hi*",
    "-",
    "-hive",
    "AND",
    "hive AND",
    "NOT hive",
    "NEAR(",
    "(",
  ],
  ...["title:hive", "^hive", "{title}", "+", "hive\0", "\ud800", "🐝", "%", "&q=cheese", "#", "\\"],
];

/** Tests the promises of every search provider. */
export function describeSearchProvider({ name, open }: SearchProviderUnderTest): void {
  const onEngine =
    (test: (provider: SearchProvider) => Promise<void>, pages = PAGES) =>
    async () => {
      const { provider, close } = await open(pages);
      await test(provider).finally(close);
    };
  const urlsOf = async (provider: SearchProvider, query: string, limit = 15) =>
    (await provider.search(query, limit)).results.map(({ url }) => url);

  describe(`${name} is a search provider`, () => {
    it(
      "A search provider finds the pages that hold words of the query, and no others",
      onEngine(async (provider) => {
        assert.deepEqual(await urlsOf(provider, "cheese"), [aUrl("http://cheese.example/")]);
        assert.deepEqual((await urlsOf(provider, "colony")).toSorted(), [
          aUrl("http://bees.example/hive"),
          aUrl("http://bees.example/swarm"),
        ]);
      }),
    );

    it(
      "A search provider returns an empty list when nothing matches",
      onEngine(async (provider) => {
        assert.deepEqual(await provider.search("zebra", 15), { results: [], leftOut: 0 });
      }),
    );

    it(
      "A search provider without a page still answers",
      onEngine(async (provider) => {
        assert.deepEqual(await provider.search("honey", 15), { results: [], leftOut: 0 });
      }, []),
    );

    for (const limit of [1, 15, 20, 21, 45]) {
      it(
        `A search provider gives ${limit} results when that many are requested, each URL once`,
        onEngine(async (provider) => {
          const urls = await urlsOf(provider, "honey", limit);
          assert.equal(urls.length, limit);
          assert.equal(new Set(urls).size, limit);
        }),
      );
    }

    it(
      "A search provider gives all results when more are requested",
      onEngine(async (provider) => {
        const urls = await urlsOf(provider, "honey", 200);
        assert.deepEqual(urls.toSorted(), MANY.map(({ url }) => aUrl(url)).toSorted());
      }),
    );

    it(
      "A search provider gives the first results of a longer list when fewer are requested",
      onEngine(async (provider) => {
        const all = await urlsOf(provider, "honey", 45);
        assert.deepEqual(await urlsOf(provider, "honey", 7), all.slice(0, 7));
      }),
    );

    it(
      "A search provider gives title and extract as plain text on one line",
      onEngine(async (provider) => {
        const { results } = await provider.search("swarms", 15);
        assert.deepEqual(
          results.map(({ title, extract }) => [title, extract]),
          [["Swarms & <queens>", "A colony that moves house."]],
        );
      }),
    );

    it(
      "A search provider reads every sign of a query literally",
      onEngine(async (provider) => {
        for (const query of ODD_QUERIES) {
          const { results } = await provider.search(query, 15);
          assert.ok(results.length <= 15, query);
        }
      }),
    );
  });
}
