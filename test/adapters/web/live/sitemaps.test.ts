import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { readSitemaps, type SitemapPages } from "../../../../lib/adapters/web/live/sitemaps.ts";
import type { FetchOutcome } from "../../../../lib/domain/fetch/fetch-outcome.ts";
import type { Admission, HostGate } from "../../../../lib/ports/host-gate.ts";
import { aUrl } from "../../../support/a-url.ts";
import { type FixedClock, fixedClock } from "./support/fixed-clock.ts";
import { aFailure, aRedirect, aTextPage } from "./support/outcomes.ts";
import { scriptedWeb } from "./support/scripted-web.ts";

const SITE = "http://site.example";
const ALLOWED: Admission = { kind: "allowed", crawlDelayMs: undefined };

function index(...urls: readonly string[]): FetchOutcome {
  return aTextPage(
    `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join("")}`,
  );
}

function list(...urls: readonly string[]): FetchOutcome {
  return aTextPage(urls.join("\n"));
}

function gateOf(...admissions: readonly Admission[]): HostGate {
  let asked = 0;
  return {
    admit: async () => admissions[Math.min(asked++, admissions.length - 1)] ?? ALLOWED,
    sitemaps: () => [],
  };
}

interface Read extends SitemapPages {
  readonly asked: readonly string[];
  readonly clock: FixedClock;
}

async function read(
  script: Readonly<Record<string, FetchOutcome>>,
  { gate = gateOf(ALLOWED), start = ["/s"], maxFiles = 10, maxUrls = 100 } = {},
): Promise<Read> {
  const web = scriptedWeb(
    Object.fromEntries(Object.entries(script).map(([path, outcome]) => [SITE + path, outcome])),
  );
  const clock = fixedClock(0);
  const settings = { web, gate, clock, minDelayMs: 1_000, maxFiles, maxUrls };
  const pages = await readSitemaps(
    start.map((path) => aUrl(SITE + path)),
    settings,
  );
  return { ...pages, asked: web.asked.map((url) => url.slice(SITE.length)), clock };
}

describe("reading sitemaps", () => {
  it("gives canonical URLs, each once", async () => {
    const { urls } = await read({
      "/s": list(`${SITE}/a#x`, `${SITE}/a`, "HTTP://Site.Example/b"),
    });
    assert.deepEqual(urls, [`${SITE}/a`, `${SITE}/b`]);
  });

  it("follows indexes and redirects, each file once", async () => {
    const { urls, asked } = await read({
      "/s": index(`${SITE}/1`, `${SITE}/2`, `${SITE}/1`, `${SITE}/s`),
      "/1": list(`${SITE}/a`),
      "/2": aRedirect(`${SITE}/1`),
    });
    assert.deepEqual(urls, [`${SITE}/a`]);
    assert.deepEqual(asked, ["/s", "/1", "/2"]);
  });

  it("follows no index below the second", async () => {
    const { asked } = await read({
      "/s": index(`${SITE}/1`),
      "/1": index(`${SITE}/2`),
      "/2": index(`${SITE}/3`),
    });
    assert.deepEqual(asked, ["/s", "/1", "/2"]);
  });

  it("unpacks files that are gzip themselves", async () => {
    const { urls } = await read({ "/s": aTextPage(gzipSync(`${SITE}/a`)) });
    assert.deepEqual(urls, [`${SITE}/a`]);
  });

  it("stops at the most files and the most URLs", async () => {
    const files = await read({ "/s": index(`${SITE}/1`, `${SITE}/2`) }, { maxFiles: 2 });
    assert.deepEqual(files.asked, ["/s", "/1"]);
    assert.equal(files.unread.get(aUrl(`${SITE}/2`)), "too many sitemaps");
    const urls = await read(
      { "/s": list(`${SITE}/a`, `${SITE}/b`), "/t": list() },
      { maxUrls: 1, start: ["/s", "/t"] },
    );
    assert.deepEqual([urls.urls, urls.asked], [[`${SITE}/a`], ["/s"]]);
  });

  it("says which files it could not read, and why", async () => {
    const { unread } = await read(
      {
        "/1": aFailure("timeout"),
        "/2": { kind: "refused", rule: "address", detail: "" },
        "/4": aTextPage(new Uint8Array([0x1f, 0x8b, 0, 0])),
      },
      { start: ["/1", "/2", "/3", "/4"] },
    );
    assert.deepEqual(
      [...unread].map(([url, why]) => [url.slice(SITE.length), why]),
      [
        ["/1", "timeout"],
        ["/2", "address"],
        ["/3", "gone"],
        ["/4", "decompression"],
      ],
    );
  });
});

describe("politeness to hosts of sitemaps", () => {
  it("lets the host rest after each request, the last one too", async () => {
    const { clock } = await read({ "/s": index(`${SITE}/1`), "/1": list() });
    assert.deepEqual(clock.waits, [1_000, 2_000]);
  });

  it("waits as long as the rules say", async () => {
    const later = {
      kind: "later",
      retryAt: 500,
      reason: "robots-fetched",
      crawlDelayMs: undefined,
    } as const;
    const { clock, asked } = await read({ "/s": list() }, { gate: gateOf(later, ALLOWED) });
    assert.deepEqual([clock.waits, asked], [[500, 1_500], ["/s"]]);
  });

  it("keeps a longer crawl-delay", async () => {
    const gate = gateOf({ kind: "allowed", crawlDelayMs: 5_000 });
    const { clock } = await read({ "/s": list() }, { gate });
    assert.equal(clock.time, 5_000);
  });

  it("asks nothing that the rules refuse or cannot tell", async () => {
    const refused = { kind: "refused", rule: "robots", detail: "" } as const;
    const unknown = {
      kind: "later",
      retryAt: 9,
      reason: "robots-unreachable",
      crawlDelayMs: undefined,
    } as const;
    for (const [admission, why] of [
      [refused, "robots"],
      [unknown, "robots-unreachable"],
    ] as const) {
      const { asked, unread } = await read({}, { gate: gateOf(admission) });
      assert.deepEqual([asked, [...unread.values()]], [[], [why]]);
    }
  });
});
