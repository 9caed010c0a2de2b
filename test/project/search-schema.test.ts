import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DowserError } from "../../lib/errors.ts";
import { parseProject } from "../../lib/project/load-project.ts";

const NEED = "name: a\nneed: { topic: t }\n";

/** The problem that a project is refused with. */
async function problem(text: string): Promise<string> {
  try {
    await parseProject(text, "p.yaml");
  } catch (error) {
    if (error instanceof DowserError) return error.message;
    throw error;
  }
  return assert.fail("was taken");
}

describe("the search section", () => {
  it("The search section names an engine with its options; without it nothing is searched for", async () => {
    const search = async (more: string) =>
      (await parseProject(`name: a\n${more}`, "p.yaml")).search;
    assert.equal(await search("need: { topic: t }"), undefined);
    const brave = await search("need: { topic: t }\nsearch: { provider: brave }");
    assert.deepEqual(brave, { provider: "brave", results: 15, dollarsPerQuery: 0 });
    const url = "http://127.0.0.1:8080/searx";
    const queries = "seeds: { queries: [bed wetting] }";
    const searxng = await search(
      `${queries}\nsearch: { provider: searxng, url: "${url}", results: 7, dollarsPerQuery: 0.003 }`,
    );
    assert.deepEqual(searxng, { provider: "searxng", url, results: 7, dollarsPerQuery: 0.003 });
  });

  it("The search section may let the crawl compose queries, which then needs no query words", async () => {
    const search = async (more: string) =>
      (await parseProject(`name: a\nsearch: { provider: local, ${more} }`, "p.yaml")).search
        ?.compose;
    assert.deepEqual(await search("compose: {}"), { queries: 20, every: 50 });
    assert.deepEqual(await search("compose: { queries: 3, every: 7 }"), { queries: 3, every: 7 });
  });

  for (const [what, text, expected] of [
    [
      "a search without words",
      "name: a\nsearch: { provider: local }",
      "p.yaml:2:9 search: expected words to search for, in seeds.queries or need.topic",
    ],
    [
      "queries that nobody is asked",
      `${NEED}seeds: { queries: [x] }`,
      "p.yaml:3:19 seeds.queries: expected a `search` section that says who is asked",
    ],
    [
      "a query as long as a text",
      `name: a\nseeds: { queries: [${"x".repeat(401)}] }\nsearch: { provider: local }`,
      "p.yaml:2:20 seeds.queries[0]: expected at most 400 characters",
    ],
    [
      "an engine misspelt",
      `${NEED}search: { provider: bravo }`,
      'p.yaml:3:21 search.provider: "bravo" must be one of brave, searxng, local; did you mean `brave`?',
    ],
    [
      "an instance without an address",
      `${NEED}search: { provider: searxng }`,
      "p.yaml:3:9 search.url: is missing; expected text",
    ],
    [
      "an address that is none of the Web",
      `${NEED}search: { provider: searxng, url: "localhost:8080" }`,
      "p.yaml:3:35 search.url: expected an http or https URL",
    ],
    [
      "an address with a query, of which nothing would be sent",
      `${NEED}search: { provider: searxng, url: "http://a.example/?token=b" }`,
      "p.yaml:3:35 search.url: expected the address of the instance alone: a query",
    ],
    [
      "an option of another engine",
      `${NEED}search: { provider: brave, url: "http://a.example" }`,
      "p.yaml:3:28 search.url: unknown key; allowed keys: provider, results",
    ],
    [
      "a key that belongs in the environment",
      `${NEED}search: { provider: brave, key: k }`,
      "p.yaml:3:28 search.key: unknown key; allowed keys: provider, results",
    ],
    [
      "more results than an engine gives",
      `${NEED}search: { provider: local, results: 201 }`,
      "p.yaml:3:37 search.results: expected at most 200, found 201",
    ],
  ] as const) {
    it(`The search section refuses ${what}`, async () => {
      const found = await problem(text);
      assert.ok(found.startsWith(expected), found);
      assert.doesNotMatch(found, /\n/);
    });
  }
});
