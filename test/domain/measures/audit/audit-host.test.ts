import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { auditHost, type EndedLink } from "../../../../lib/domain/measures/audit/audit-host.ts";
import type {
  PolitenessEntry,
  PolitenessSettings,
} from "../../../../lib/domain/web/politeness/politeness-entry.ts";
import type { RobotsFile } from "../../../../lib/domain/web/politeness/robots-rules.ts";
import { aUrl } from "../../../support/a-url.ts";

const ORIGIN = "http://site.example";
const SETTINGS: PolitenessSettings = {
  kind: "settings",
  at: 0,
  productToken: "Dowser",
  minDelayMs: 100,
  maxCrawlDelayMs: 5_000,
  connectionsPerHost: 1,
};

function asked(at: number, ms = 10, path = "/a"): EndedLink {
  return { url: aUrl(ORIGIN + path), kind: "requested", at, ms };
}

function robots(at: number, text: string): PolitenessEntry {
  return { kind: "robots", at, origin: ORIGIN, file: { kind: "found", text } };
}

function answered(at: number, file: RobotsFile): PolitenessEntry {
  return { kind: "robots", at, origin: ORIGIN, file };
}

/** What is found of a host whose robots.txt was there from the beginning, if nothing else is said. */
function found(
  links: readonly EndedLink[],
  entries: readonly PolitenessEntry[] = [robots(0, "")],
  settings: readonly PolitenessSettings[] = [SETTINGS],
): string[] {
  const [first = SETTINGS, ...others] = settings;
  const ledger = { settings: [first, ...others] as const, entries, knowsRobots: true };
  return Array.from(auditHost(links, ledger), ({ what }) => what);
}

describe("the rest of a host between two requests", () => {
  it("The audit measures the crawl delay from one request's end to the next one's start", () => {
    assert.deepEqual(found([asked(100, 50), asked(250)]), []);
    assert.deepEqual(found([asked(100, 50), asked(249)]), [
      "asked 99 ms after the end of its host's last request, whose delay was 100 ms",
    ]);
  });

  it("The audit requires the crawl delay after a request for robots.txt, too", () => {
    assert.equal(found([asked(149)], [robots(50, "")]).length, 1);
    assert.equal(found([asked(150)], [robots(50, "")]).length, 0);
  });

  it("The audit requires the crawl delay after a request that failed, which has no record", () => {
    const failed = {
      kind: "failed",
      at: 210,
      ms: 290,
      url: aUrl(ORIGIN),
      retryAfterMs: 0,
    } as const;
    assert.equal(found([asked(100), asked(599)], [robots(0, ""), failed]).length, 1);
    assert.deepEqual(found([asked(100), asked(600)], [robots(0, ""), failed]), []);
  });

  it("The audit takes a request that ended in the millisecond in which one that failed began as the one before it", () => {
    const failed = { kind: "failed", at: 210, ms: 3, url: aUrl(ORIGIN), retryAfterMs: 0 } as const;
    const atOnce = [{ ...SETTINGS, minDelayMs: 0 }];
    assert.deepEqual(found([asked(210, 0)], [failed, robots(210, "")], atOnce), []);
    assert.equal(found([asked(210, 1)], [failed, robots(210, "")], atOnce).length, 1);
  });

  it("The audit requires a host's longer crawl delay, as far as it is obeyed", () => {
    const second = [robots(0, "User-agent: *\nCrawl-delay: 1")];
    assert.equal(found([asked(1_000), asked(2_009)], second).length, 1);
    assert.deepEqual(found([asked(1_000), asked(2_010)], second), []);
    const minute = [robots(0, "User-agent: *\nCrawl-delay: 60")];
    assert.deepEqual(found([asked(5_000), asked(10_010)], minute), []);
  });

  it("The audit applies the crawl delay of that time, whatever applies now", () => {
    const later = { ...SETTINGS, at: 1_000, minDelayMs: 500 };
    const links = [asked(100), asked(210), asked(1_000), asked(1_509)];
    assert.equal(found(links, [robots(0, "")], [SETTINGS, later]).length, 1);
    const changed = [robots(0, ""), robots(1_000, "User-agent: *\nCrawl-delay: 2")];
    assert.deepEqual(found([asked(100), asked(210), asked(3_000)], changed), []);
  });

  it("The audit requires the wait of Retry-After, up to a day", () => {
    const failed = (retryAfterMs: number): PolitenessEntry => {
      return { kind: "failed", at: 210, ms: 0, url: aUrl(ORIGIN), retryAfterMs };
    };
    assert.deepEqual(found([asked(100), asked(60_209)], [robots(0, ""), failed(60_000)]), [
      "asked 1 ms before Retry-After had passed",
    ]);
    assert.deepEqual(found([asked(60_210)], [robots(0, ""), failed(60_000)]), []);
    assert.deepEqual(found([asked(86_400_210)], [robots(0, ""), failed(1e12)]), []);
  });
});

describe("the connections to a host", () => {
  it("The audit allows a host the maximum number of connections", () => {
    const links = [asked(100, 500), asked(300, 500)];
    assert.deepEqual(found(links), ["asked while 1 requests of its host were not answered yet"]);
    const two = [{ ...SETTINGS, connectionsPerHost: 2 }];
    assert.deepEqual(found(links, [robots(0, "")], two), []);
    assert.equal(found([...links, asked(400)], [robots(0, "")], two).length, 1);
  });
});

describe("what robots.txt says", () => {
  it("The audit judges a fetch by the robots.txt file that was known at that time", () => {
    const entries = [robots(0, "User-agent: *\nDisallow: /a"), robots(1_000, "")];
    assert.deepEqual(found([asked(500), asked(1_500)], entries), [
      "was fetched although robots.txt forbids it: Disallow: /a",
    ]);
    const named = [robots(0, "User-agent: dowser\nDisallow: /a\n\nUser-agent: *\nDisallow:")];
    assert.equal(found([asked(500)], named).length, 1);
  });

  it("The audit requires that robots.txt is known before a page is fetched", () => {
    assert.deepEqual(found([asked(500)], []), [
      "was fetched although the robots.txt file of its host was not asked for before",
    ]);
    const unreached = { kind: "unreachable", detail: "", retryAfterMs: 0 } as const;
    assert.equal(found([asked(500)], [answered(0, unreached)]).length, 1);
    assert.deepEqual(found([asked(500)], [robots(0, ""), answered(9, unreached)]), []);
    assert.deepEqual(found([asked(500)], [answered(0, { kind: "unavailable" })]), []);
  });

  it("The audit requires that robots.txt forbids what was refused for it", () => {
    const refused: EndedLink = { ...asked(500, 0), kind: "refused-by-robots" };
    assert.deepEqual(found([refused], [robots(0, "User-agent: *\nDisallow: /a")]), []);
    assert.deepEqual(found([refused]), ["was refused as robots.txt forbids it, which it does not"]);
  });

  it("The audit does not check robots.txt in a run that did not keep it", () => {
    const ledger = { settings: [SETTINGS] as const, entries: [], knowsRobots: false };
    assert.deepEqual([...auditHost([asked(100), asked(210)], ledger)], []);
  });
});
