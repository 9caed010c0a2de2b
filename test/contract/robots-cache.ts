import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { CachedRobots, RobotsCache } from "../../lib/ports/robots-cache.ts";

/** A way to get a robots cache. */
export interface RobotsShelfMaker {
  readonly name: string;
  /** Creates an empty cache. */
  readonly create: () => RobotsCache | Promise<RobotsCache>;
}

const ORIGIN = "https://site.example:8443";
const FOUND: CachedRobots = {
  file: { kind: "found", text: "User-agent: *\r\nDisallow: /é\n" },
  askedAt: 1_000_000,
  failures: 0,
};

/** Tests the promises of every robots cache. */
export function describeRobotsShelf({ name, create }: RobotsShelfMaker): void {
  describe(`${name} is a cache of robots.txt files`, () => {
    it("A robots.txt cache holds nothing at the start", async () => {
      assert.equal(await (await create()).get(ORIGIN), undefined);
    });

    it("A robots.txt cache gives what was put under the origin, whatever the result was", async () => {
      const cache = await create();
      const others: CachedRobots[] = [
        { file: { kind: "unavailable" }, askedAt: 1, failures: 0 },
        {
          file: { kind: "refused", rule: "address", detail: "10.0.0.1" },
          askedAt: 2,
          failures: 0,
        },
        {
          file: { kind: "unreachable", detail: "reset", retryAfterMs: 5 },
          askedAt: 3,
          failures: 2,
          lastGood: FOUND.file,
        },
      ];
      for (const robots of [FOUND, ...others]) {
        await cache.put(ORIGIN, robots);
        assert.deepEqual(await cache.get(ORIGIN), robots);
      }
    });

    it("A robots.txt cache keeps origins apart", async () => {
      const cache = await create();
      await cache.put(ORIGIN, FOUND);
      assert.equal(await cache.get("http://site.example:8443"), undefined);
      assert.equal(await cache.get("https://site.example"), undefined);
    });

    it("A robots.txt cache holds a file of half a megabyte", async () => {
      const cache = await create();
      const text = "Disallow: /a/path/like/many/others\n".repeat(14_000);
      await cache.put(ORIGIN, { ...FOUND, file: { kind: "found", text } });
      assert.deepEqual((await cache.get(ORIGIN))?.file, { kind: "found", text });
    });
  });
}
