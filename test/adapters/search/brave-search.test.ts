import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createBraveSearch } from "../../../lib/adapters/search/brave-search.ts";
import type { Clock } from "../../../lib/ports/clock.ts";
import { describeSearchProvider, type KnownPage } from "../../contract/search-provider.ts";
import {
  type EngineAnswer,
  type FakeEngine,
  json,
  match,
  type SeenRequest,
  startEngine,
} from "../../support/fake-engine.ts";
import { fixedClock } from "../../support/fixed-clock.ts";
import { describeEngine, errorOf } from "./support/describe-engine.ts";

const KEY = "BSA-secret-token";

const create = (baseUrl: string, clock: Clock = fixedClock(), timeoutMs = 5_000) =>
  createBraveSearch({ key: KEY, userAgent: "Dowser/test", clock, baseUrl, timeoutMs });

const found = (...urls: readonly string[]) => ({
  type: "search",
  query: { more_results_available: false },
  web: { type: "search", results: urls.map((url) => ({ url, title: "t", description: "d" })) },
});

/** As Brave writes text: HTML, the words of the query in `<strong>`. */
const marked = (text: string) =>
  text
    .replace(/[&<>"']/g, (sign) => `&#x${sign.charCodeAt(0).toString(16)};`)
    .replace(/\w+/, (word) => (text.includes("&") ? word : `<strong>${word}</strong>`));

function answerLikeBrave(pages: readonly KnownPage[]): (request: SeenRequest) => EngineAnswer {
  return ({ url }) => {
    const query = url.searchParams.get("q") ?? "";
    const [size, page] = ["count", "offset"].map((name) => Number(url.searchParams.get(name)));
    const { hits, hasMore } = match(pages, query, {
      start: (page ?? 0) * (size ?? 0),
      size: size ?? 0,
    });
    const answer = { type: "search", query: { original: query, more_results_available: hasMore } };
    if (hits.length === 0) return json(answer);
    const results = hits.map(({ url, title, text }) => ({
      ...{ type: "search_result", url, title: marked(title), description: marked(text) },
    }));
    return json({ ...answer, web: { type: "search", results } });
  };
}

describeSearchProvider({
  name: "Brave Search",
  async open(pages) {
    const engine = await startEngine(answerLikeBrave(pages));
    return { provider: create(engine.origin), close: engine.close };
  },
});

describeEngine({ name: "Brave Search", create, found, secret: KEY });

describe("Brave Search", () => {
  async function refusal(answer: EngineAnswer) {
    const engine = await startEngine(() => answer);
    const error = await errorOf(create(engine.origin).search("bees", 15));
    await engine.close();
    return error;
  }

  const refused = (status: number, code: string): EngineAnswer => ({
    status,
    body: JSON.stringify({ type: "ErrorResponse", error: { id: "1", status, code, meta: {} } }),
  });

  const askedFor = ({ seen }: FakeEngine) => seen.map(({ url }) => `${url.pathname}${url.search}`);

  it("The Brave Search client asks page by page, for twenty results each, with the key in a header", async () => {
    const pages = Array.from({ length: 50 }, (_, n) => ({
      ...{ url: `http://a.example/${n}`, title: "bees", text: "" },
    }));
    const engine = await startEngine(answerLikeBrave(pages));
    await create(engine.origin).search("bees & honey", 45);
    await engine.close();
    assert.deepEqual(
      askedFor(engine),
      [0, 1, 2].map((page) => `/res/v1/web/search?q=bees+%26+honey&count=20&offset=${page}`),
    );
    for (const { headers } of engine.seen) assert.equal(headers["x-subscription-token"], KEY);
  });

  it("The Brave Search client excludes phrases with Brave's own operators, whatever signs they hold", async () => {
    const engine = await startEngine(() => json(found("http://a.example/")));
    await create(engine.origin).search("bees", 15, ["cheap flights", 'a "b']);
    await engine.close();
    assert.equal(engine.seen[0]?.url.searchParams.get("q"), 'bees -"cheap flights" -"a  b"');
  });

  it("The Brave Search client asks for no page after the last, and for no eleventh", async () => {
    const one = await startEngine(() => json(found("http://a.example/")));
    await create(one.origin).search("bees", 200);
    await one.close();
    assert.equal(one.seen.length, 1);
    const endless = await startEngine((_request, count) =>
      json({ ...found(`http://a.example/${count}`), query: {} }),
    );
    const { results } = await create(endless.origin).search("bees", 200);
    await endless.close();
    assert.deepEqual([endless.seen.length, results.length], [10, 10]);
  });

  it("The Brave Search client accepts results without titles and extracts, but not without a URL", async () => {
    const results = [{ url: "http://a.example/" }, { title: "b" }, "c", null, { url: 7 }];
    const engine = await startEngine(() => json({ type: "search", web: { results } }));
    const answer = await create(engine.origin).search("bees", 1);
    await engine.close();
    assert.deepEqual(answer.results, [{ url: "http://a.example/", title: "", extract: "" }]);
  });

  for (const key of [undefined, "", " \n", "two words", "né", "a\r\nb: c"]) {
    it(`The Brave Search client refuses ${JSON.stringify(key)} as a key, and names the variable`, () => {
      const settings = { key, userAgent: "Dowser/test", clock: fixedClock() };
      assert.throws(() => createBraveSearch(settings), {
        code: "search-key-missing",
        reaction: "fix-config",
        message: "BRAVE_SEARCH_API_KEY holds no key for Brave Search",
        hint: /BRAVE_SEARCH_API_KEY/,
      });
    });
  }

  it("The Brave Search client accepts a key with a line end, as files have it", async () => {
    const engine = await startEngine(() => json(found()));
    const settings = { userAgent: "Dowser/test", clock: fixedClock(), baseUrl: engine.origin };
    await createBraveSearch({ ...settings, key: `${KEY}\n` }).search("bees", 1);
    await engine.close();
    assert.equal(engine.seen[0]?.headers["x-subscription-token"], KEY);
  });

  it("The Brave Search client distinguishes a wrong key from a wrong query, which share one status", async () => {
    const key = await refusal(refused(422, "SUBSCRIPTION_TOKEN_INVALID"));
    assert.deepEqual(
      [key.code, key.message],
      ["search-refused", "Brave Search refuses: HTTP 422 SUBSCRIPTION_TOKEN_INVALID"],
    );
    assert.match(key.hint, /^check the key in BRAVE_SEARCH_API_KEY/);
    const query = await refusal(refused(422, "VALIDATION"));
    assert.match(query.hint, /^shorten the query \(Brave takes 400 characters and 50 words\)/);
  });

  it("The Brave Search client quotes a problem only in Brave's own words", async () => {
    const { message } = await refusal(refused(403, "\u001b[31m see http://evil.example"));
    assert.equal(message, "Brave Search refuses: HTTP 403");
  });

  const limited = (remaining: string, reset: string): EngineAnswer => ({
    status: 429,
    headers: { "x-ratelimit-remaining": remaining, "x-ratelimit-reset": reset },
  });

  it("The Brave Search client waits for the second's quota and not for the month's", async () => {
    const clock = fixedClock();
    const began = clock.now();
    const answers = [limited("0, 1999", "2, 1419704"), json(found("http://a.example/"))];
    const engine = await startEngine((_request, count) => answers[count] ?? "hang");
    const { results } = await create(engine.origin, clock).search("bees", 1);
    await engine.close();
    assert.deepEqual([results.length, clock.now() - began], [1, 2_000]);
  });

  it("The Brave Search client reports an error when the month's quota is spent", async () => {
    const error = await refusal(limited("1, 0", "1, 1419704"));
    assert.equal(error.code, "search-unavailable");
    assert.match(error.message, /HTTP 429, and asks for 1419704 s of rest/);
  });
});
