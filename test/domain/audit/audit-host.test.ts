import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { auditHost, type EndedLink } from "../../../lib/domain/audit/audit-host.ts";
import type {
  PolitenessEntry,
  PolitenessSettings,
} from "../../../lib/domain/politeness/politeness-entry.ts";
import type { RobotsFile } from "../../../lib/domain/politeness/robots-file.ts";
import { aUrl } from "../../support/a-url.ts";

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
  it("is counted from the end of one to the start of the next", () => {
    assert.deepEqual(found([asked(100, 50), asked(250)]), []);
    assert.deepEqual(found([asked(100, 50), asked(249)]), [
      "asked 99 ms after the end of its host's last request, whose delay was 100 ms",
    ]);
  });

  it("is owed after a request for robots.txt, too", () => {
    assert.equal(found([asked(149)], [robots(50, "")]).length, 1);
    assert.equal(found([asked(150)], [robots(50, "")]).length, 0);
  });

  it("is owed after a request that failed, which has no record", () => {
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

  it("is the host's crawl-delay where that is longer, as far as it is obeyed", () => {
    const second = [robots(0, "User-agent: *\nCrawl-delay: 1")];
    assert.equal(found([asked(1_000), asked(2_009)], second).length, 1);
    assert.deepEqual(found([asked(1_000), asked(2_010)], second), []);
    const minute = [robots(0, "User-agent: *\nCrawl-delay: 60")];
    assert.deepEqual(found([asked(5_000), asked(10_010)], minute), []);
  });

  it("is the one that held then, whatever holds now", () => {
    const later = { ...SETTINGS, at: 1_000, minDelayMs: 500 };
    const links = [asked(100), asked(210), asked(1_000), asked(1_509)];
    assert.equal(found(links, [robots(0, "")], [SETTINGS, later]).length, 1);
    const changed = [robots(0, ""), robots(1_000, "User-agent: *\nCrawl-delay: 2")];
    assert.deepEqual(found([asked(100), asked(210), asked(3_000)], changed), []);
  });

  it("lasts as long as Retry-After asks, up to a day", () => {
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
  it("are as many as may be", () => {
    const links = [asked(100, 500), asked(300, 500)];
    assert.deepEqual(found(links), ["asked while 1 requests of its host were not answered yet"]);
    const two = [{ ...SETTINGS, connectionsPerHost: 2 }];
    assert.deepEqual(found(links, [robots(0, "")], two), []);
    assert.equal(found([...links, asked(400)], [robots(0, "")], two).length, 1);
  });
});

describe("what robots.txt says", () => {
  it("is asked of the file that was known when the page was fetched", () => {
    const entries = [robots(0, "User-agent: *\nDisallow: /a"), robots(1_000, "")];
    assert.deepEqual(found([asked(500), asked(1_500)], entries), [
      "was fetched although robots.txt forbids it: Disallow: /a",
    ]);
    const named = [robots(0, "User-agent: dowser\nDisallow: /a\n\nUser-agent: *\nDisallow:")];
    assert.equal(found([asked(500)], named).length, 1);
  });

  it("has to be known before a page is fetched", () => {
    assert.deepEqual(found([asked(500)], []), [
      "was fetched although the robots.txt file of its host was not asked for before",
    ]);
    const unreached = { kind: "unreachable", detail: "", retryAfterMs: 0 } as const;
    assert.equal(found([asked(500)], [answered(0, unreached)]).length, 1);
    assert.deepEqual(found([asked(500)], [robots(0, ""), answered(9, unreached)]), []);
    assert.deepEqual(found([asked(500)], [answered(0, { kind: "unavailable" })]), []);
  });

  it("has to forbid what is refused for it", () => {
    const refused: EndedLink = { ...asked(500, 0), kind: "refused-by-robots" };
    assert.deepEqual(found([refused], [robots(0, "User-agent: *\nDisallow: /a")]), []);
    assert.deepEqual(found([refused]), ["was refused as robots.txt forbids it, which it does not"]);
  });

  it("is not judged of a run that did not keep it", () => {
    const ledger = { settings: [SETTINGS] as const, entries: [], knowsRobots: false };
    assert.deepEqual([...auditHost([asked(100), asked(210)], ledger)], []);
  });
});
