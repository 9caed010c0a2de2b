import assert from "node:assert/strict";
import { it } from "node:test";
import { waitForHosts } from "../../../lib/run/crawl/gather-paths.ts";
import { aUrl } from "../../support/a-url.ts";
import { fixedClock } from "../../support/fixed-clock.ts";

const PAGES = ["http://a.example/", "http://b.example/", "http://b.example/2"].map(aUrl);

for (const [what, delays, restMs] of [
  ["the project's delay where no host asks for more", { a: undefined, b: 200 }, 1_000],
  ["the longest delay that a host asks for", { a: 2_000, b: 5_000 }, 5_000],
  ["but no longer than the project bears", { a: 90_000, b: undefined }, 30_000],
] as const) {
  it(`\`restHosts\` waits ${what}`, async () => {
    const clock = fixedClock(0);
    const gate = {
      admit: async (url: string) =>
        ({
          kind: "allowed",
          crawlDelayMs: url.includes("a.example") ? delays.a : delays.b,
        }) as const,
    };
    const politeness = { minDelayMs: 1_000, maxCrawlDelayMs: 30_000 };
    await waitForHosts(PAGES, gate, politeness, clock);
    assert.equal(clock.now(), restMs);
  });
}
