import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { describe, it } from "node:test";
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import { DowserError } from "../../../../lib/errors.ts";
import type { Clock } from "../../../../lib/ports/clock.ts";
import type { SearchProvider } from "../../../../lib/ports/search-provider.ts";
import {
  type EngineAnswer,
  type FakeEngine,
  json,
  startEngine,
} from "../../../support/fake-engine.ts";
import { fixedClock } from "../../../support/fixed-clock.ts";

/** A search engine that is asked over HTTP. */
export interface EngineUnderTest {
  readonly name: string;
  readonly create: (origin: string, clock: Clock, timeoutMs: number) => SearchProvider;
  /** The answer with one result. */
  readonly found: (url: string) => unknown;
  /** Words that no error may hold. */
  readonly secret: string;
}

const BUSY: EngineAnswer = { status: 429 };
const FAILING: EngineAnswer = { status: 503 };

/** Fails the test unless the search ends in a DowserError; returns it. */
export async function errorOf(search: Promise<unknown>): Promise<DowserError> {
  const outcome = await search.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(outcome instanceof DowserError, inspect(outcome));
  return outcome;
}

/** What every engine that is asked over HTTP does in bad weather. */
export function describeEngine({ name, create, found, secret }: EngineUnderTest): void {
  const FOUND = json(found("http://found.example/"));

  /** Asks an engine that gives these answers in turn; the last one stays. */
  async function ask(answers: readonly EngineAnswer[], timeoutMs = 5_000) {
    const clock = fixedClock();
    const began = clock.now();
    const engine = await startEngine(
      (_request, count) => answers[Math.min(count, answers.length - 1)] ?? "hang",
    );
    const provider = create(engine.origin, clock, timeoutMs);
    const outcome = await provider
      .search("bees", 1)
      .then(
        ({ results }) => results.map(({ url }) => url),
        (error: unknown) => error,
      )
      .finally(() => engine.close());
    return { outcome, engine, waitedMs: clock.now() - began };
  }

  function assertError(
    { outcome }: { outcome: unknown },
    code: string,
    message: RegExp,
  ): DowserError {
    assert.ok(outcome instanceof DowserError, inspect(outcome));
    assert.deepEqual([outcome.code, message.test(outcome.message)], [code, true], outcome.message);
    assert.ok(!inspect(outcome, { depth: 10 }).includes(secret), "the key is told");
    return outcome;
  }

  const requests = (engine: FakeEngine) => engine.seen.length;

  describe(`${name} over HTTP`, () => {
    it(`The ${name} client asks for JSON, under the crawler's name`, async () => {
      const { outcome, engine } = await ask([FOUND]);
      assert.deepEqual(outcome, ["http://found.example/"]);
      const { accept, "user-agent": agent } = engine.seen[0]?.headers ?? {};
      assert.deepEqual([accept, agent], ["application/json", "Dowser/test"]);
    });

    it(`The ${name} client waits as long as a busy engine asks, by the clock, and asks again`, async () => {
      const busy: EngineAnswer = { status: 429, headers: { "retry-after": "7" } };
      const { outcome, engine, waitedMs } = await ask([busy, FOUND]);
      assert.deepEqual(outcome, ["http://found.example/"]);
      assert.deepEqual([requests(engine), waitedMs], [2, 7_000]);
    });

    it(`The ${name} client waits until the date that a busy engine names`, async () => {
      const date = new Date(fixedClock().now() + 7_000).toUTCString();
      const busy: EngineAnswer = { status: 429, headers: { "retry-after": date } };
      const { outcome, engine, waitedMs } = await ask([busy, FOUND]);
      assert.deepEqual(outcome, ["http://found.example/"]);
      assert.deepEqual([requests(engine), waitedMs], [2, 7_000]);
    });

    it(`The ${name} client does not wait until the next century`, async () => {
      const date = "Fri, 01 Jan 2100 00:00:00 GMT";
      const busy: EngineAnswer = { status: 503, headers: { "retry-after": date } };
      const refused = await ask([busy, FOUND]);
      assertError(refused, "search-unavailable", /HTTP 503, and asks for 4102443800 s of rest/);
      assert.equal(requests(refused.engine), 1);
    });

    for (const [what, answer] of [
      ["429 without a wish", BUSY],
      ["503", FAILING],
      ["half an answer", "reset"],
    ] as const) {
      it(`The ${name} client asks again after ${what}, three times in all at most`, async () => {
        const once = await ask([answer, answer, FOUND]);
        assert.deepEqual(once.outcome, ["http://found.example/"]);
        const never = await ask([answer]);
        const { reaction } = assertError(never, "search-unavailable", /does not answer/);
        assert.deepEqual([reaction, requests(never.engine)], ["stop-crawl", 3]);
      });
    }

    it(`The ${name} client does not wait for an hour`, async () => {
      const busy: EngineAnswer = { status: 429, headers: { "retry-after": "3600" } };
      const refused = await ask([busy, FOUND]);
      assertError(refused, "search-unavailable", /HTTP 429, and asks for 3600 s of rest/);
      assert.deepEqual([requests(refused.engine), refused.waitedMs], [1, 0]);
    });

    for (const answer of ["hang", "stall"] as const) {
      it(`The ${name} client fails when an answer does not arrive completely (${answer})`, async () => {
        assertError(await ask([answer], 50), "search-unavailable", /does not answer: .*timeout/);
      });
    }

    it(`The ${name} client names an engine that it cannot reach`, async () => {
      const server = createServer().listen(0, "127.0.0.1");
      await once(server, "listening");
      const address = server.address();
      assert.ok(typeof address === "object" && address !== null);
      server.close();
      await once(server, "close");
      const provider = create(`http://127.0.0.1:${address.port}`, fixedClock(), 5_000);
      const error = await errorOf(provider.search("bees", 1));
      assert.equal(error.code, "search-unavailable");
      assert.match(error.message, /ECONNREFUSED/);
    });

    it(`The ${name} client follows no redirect`, async () => {
      const elsewhere = { location: "https://elsewhere.example/" };
      for (const status of [301, 302, 307, 308]) {
        const moved = await ask([{ status, headers: elsewhere }]);
        assertError(moved, "bad-search-answer", /redirects to https:\/\/elsewhere\.example\//);
        assert.equal(requests(moved.engine), 1);
      }
    });

    for (const [what, body] of [
      ["a page", "<!doctype html><title>Sign in</title>"],
      ["nothing", ""],
      ["half of JSON", '{"results": ['],
      ["brackets without end", "[".repeat(100_000)],
    ] as const) {
      it(`The ${name} client refuses ${what} as an answer`, async () => {
        assertError(await ask([{ body }]), "bad-search-answer", /answered without JSON/);
      });
    }

    for (const value of [null, 7, [], {}, { results: {}, web: [] }, { error: { code: "X" } }]) {
      it(`The ${name} client refuses ${JSON.stringify(value)} as an answer`, async () => {
        assertError(await ask([json(value)]), "bad-search-answer", /answered without results/);
      });
    }

    it(`The ${name} client reads an answer that is compressed`, async () => {
      const body = gzipSync(JSON.stringify(found("http://found.example/")));
      const { outcome } = await ask([{ headers: { "content-encoding": "gzip" }, body }]);
      assert.deepEqual(outcome, ["http://found.example/"]);
    });

    it(`The ${name} client stops reading after five megabytes, compressed or not`, async () => {
      const body = " ".repeat(5_000_001);
      assertError(await ask([{ body }]), "bad-search-answer", /more than 5 MB/);
      const bomb: EngineAnswer = {
        headers: { "content-encoding": "gzip" },
        body: gzipSync(" ".repeat(50_000_000)),
      };
      assertError(await ask([bomb]), "bad-search-answer", /more than 5 MB/);
    });

    for (const status of [400, 401, 403, 404, 418]) {
      it(`The ${name} client does not ask twice when the answer is ${status}`, async () => {
        const refused = await ask([{ status, body: "<title>no</title>" }]);
        const error = assertError(
          refused,
          "search-refused",
          new RegExp(`refuses: HTTP ${status}$`),
        );
        assert.deepEqual([error.reaction, requests(refused.engine)], ["fix-config", 1]);
        assert.notEqual(error.hint, "");
      });
    }

    it(`The ${name} client counts and leaves out results without http(s) URLs, and makes the others canonical`, async () => {
      const urls = [
        "ftp://a.example/",
        "javascript:alert(1)",
        "//b.example",
        "HTTP://C.Example:80/x#y",
      ];
      const engine = await startEngine((_request, count) => json(found(urls[count] ?? "")));
      const provider = create(engine.origin, fixedClock(), 5_000);
      const answers = [];
      for (let asked = 0; asked < urls.length; asked += 1)
        answers.push(await provider.search("bees", 1));
      await engine.close();
      assert.deepEqual(
        answers.map(({ results, leftOut }) => [leftOut, ...results.map(({ url }) => url)]),
        [[1], [1], [1], [0, "http://c.example/x"]],
      );
    });

    it(`The ${name} client asks once a second at most, whoever asks`, async () => {
      const clock = fixedClock();
      const times: number[] = [];
      const engine = await startEngine(() => {
        times.push(clock.now());
        return FOUND;
      });
      const provider = create(engine.origin, clock, 5_000);
      await provider.search("a", 1);
      await Promise.all([provider.search("b", 1), provider.search("c", 1)]);
      await engine.close();
      const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
      assert.equal(gaps.length, 2);
      assert.ok(clock.now() - (times[0] ?? 0) >= 2_000, gaps.join(" "));
    });
  });
}
