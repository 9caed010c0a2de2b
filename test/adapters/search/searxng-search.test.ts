import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createSearxngSearch } from "../../../lib/adapters/search/searxng-search.ts";
import type { Clock } from "../../../lib/ports/clock.ts";
import { describeSearchProvider, type KnownPage } from "../../contract/search-provider.ts";
import {
  type EngineAnswer,
  json,
  match,
  type SeenRequest,
  startEngine,
} from "../../support/fake-engine.ts";
import { fixedClock } from "../../support/fixed-clock.ts";
import { describeEngine, errorOf } from "./support/describe-engine.ts";

const create = (url: string, clock: Clock = fixedClock(), timeoutMs = 5_000) =>
  createSearxngSearch({ url, userAgent: "Dowser/test", clock, timeoutMs });

const found = (...urls: readonly string[]) => ({
  query: "bees",
  results: urls.map((url) => ({ url, title: "t", content: "c", engine: "e" })),
  unresponsive_engines: [],
});

function answerLikeSearxng(pages: readonly KnownPage[]): (request: SeenRequest) => EngineAnswer {
  return ({ url }) => {
    const query = url.searchParams.get("q") ?? "";
    const start = (Number(url.searchParams.get("pageno")) - 1) * 10;
    const { hits } = match(pages, query, { start, size: 10 });
    const results = hits.map(({ url, title, text }) => ({
      url,
      title,
      content: text,
      engine: "e",
    }));
    return json({ query, results, unresponsive_engines: [] });
  };
}

describeSearchProvider({
  name: "SearXNG",
  async open(pages) {
    const engine = await startEngine(answerLikeSearxng(pages));
    return { provider: create(engine.origin), close: engine.close };
  },
});

describeEngine({ name: "SearXNG", create, found, secret: "nothing is secret" });

describe("SearXNG", () => {
  for (const path of ["", "/", "/searxng", "/searxng/", "/searxng/#y"]) {
    it(`The SearXNG client asks under the engine's own address, as in ${JSON.stringify(path)}`, async () => {
      const engine = await startEngine((_request, count) =>
        json(count === 0 ? found("http://a.example/", "http://b.example/") : found()),
      );
      await create(`${engine.origin}${path}`).search("bees & honey", 15);
      await engine.close();
      const prefix = path.startsWith("/searxng") ? "/searxng" : "";
      assert.deepEqual(
        engine.seen.map(({ url }) => `${url.pathname}${url.search}`),
        [1, 2].map((page) => `${prefix}/search?q=bees+%26+honey&format=json&pageno=${page}`),
      );
    });
  }

  it("The SearXNG client does not ask to exclude anything, since the engines need not know how", async () => {
    const engine = await startEngine(() => json(found("http://a.example/")));
    await create(engine.origin).search("bees", 15, ["cheap flights"]);
    await engine.close();
    assert.equal(engine.seen[0]?.url.searchParams.get("q"), "bees");
  });

  it("The SearXNG client asks for no more pages when one brings nothing new", async () => {
    const engine = await startEngine(() => json(found("http://a.example/", "http://a.example/#b")));
    const { results } = await create(engine.origin).search("bees", 15);
    await engine.close();
    assert.deepEqual([results.length, engine.seen.length], [1, 2]);
  });

  it("The SearXNG client asks for twenty pages at most", async () => {
    const engine = await startEngine((_request, count) => json(found(`http://a.example/${count}`)));
    const { results } = await create(engine.origin).search("bees", 200);
    await engine.close();
    assert.deepEqual([engine.seen.length, results.length], [20, 20]);
  });

  it("The SearXNG client accepts results without titles and extracts, but not without a URL", async () => {
    const results = [{ url: "http://a.example/", title: null }, { url: null }, "c", null];
    const engine = await startEngine((_request, count) =>
      json({ results: count === 0 ? results : [] }),
    );
    const answer = await create(engine.origin).search("bees", 15);
    await engine.close();
    const [url, title, extract] = ["http://a.example/", "", ""];
    assert.deepEqual(answer, { results: [{ url, title, extract }], leftOut: 3 });
  });

  it("The SearXNG client explains how to allow JSON when it is off", async () => {
    const engine = await startEngine(() => ({ status: 403, body: "Forbidden" }));
    const { code, hint } = await errorOf(create(engine.origin).search("bees", 15));
    await engine.close();
    assert.equal(code, "search-refused");
    assert.match(hint, /settings\.yml: search\.formats: \[html, json\]/);
  });

  it("The SearXNG client reports an error, not an empty result, when no engine answered", async () => {
    const silent = [["one", "CAPTCHA"], ["two", "\u001b[31mtimeout"], [], [1]];
    const engine = await startEngine(() => json({ ...found(), unresponsive_engines: silent }));
    const { code, message } = await errorOf(create(engine.origin).search("bees", 15));
    await engine.close();
    assert.equal(code, "search-unavailable");
    assert.match(message, /got no answer of one: CAPTCHA, two: \[31mtimeout, /);
  });

  it("The SearXNG client gives results when only some of the engines answered", async () => {
    const answer = { ...found("http://a.example/"), unresponsive_engines: [["one", "CAPTCHA"]] };
    const engine = await startEngine((_request, count) =>
      json(count === 0 ? answer : { ...answer, results: [] }),
    );
    const { results } = await create(engine.origin).search("bees", 15);
    await engine.close();
    assert.equal(results.length, 1);
  });
});
