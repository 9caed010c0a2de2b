import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  readSitemaps,
  type SitemapPages,
  type SitemapSettings,
} from "../../../../lib/adapters/web/live/sitemaps.ts";
import type { FetchOutcome } from "../../../../lib/domain/web/http/fetch-outcome.ts";
import type { CanonicalOptions } from "../../../../lib/domain/web/url/canonical-url.ts";
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

/** Admissions in turn, the last one for good. */
function inTurn(...admissions: readonly Admission[]): HostGate["admit"] {
  let asked = 0;
  return async () => admissions[Math.min(asked++, admissions.length - 1)] ?? ALLOWED;
}

interface Read extends SitemapPages {
  /** Paths on the site, whole URLs elsewhere. */
  readonly asked: readonly string[];
  readonly clock: FixedClock;
}

interface Scene {
  readonly admit?: HostGate["admit"];
  /** Host → the sitemaps that its robots.txt file names; those that begin with `/` are the site's. */
  readonly robots?: Readonly<Record<string, readonly string[]>>;
  readonly canonical?: CanonicalOptions;
  readonly maxFiles?: number;
  readonly maxUrls?: number;
  readonly mostAnswerMs?: number;
}

/** Reads the sitemaps of a scripted web, `/s` of the site if the scene names no others. */
async function read(
  script: Readonly<Record<string, FetchOutcome>>,
  {
    admit = inTurn(ALLOWED),
    robots = { "site.example": ["/s"] },
    canonical = {},
    maxFiles = 10,
    maxUrls = 100,
    mostAnswerMs = 1_000,
  }: Scene = {},
): Promise<Read> {
  const entries = Object.entries(script).map(([at, outcome]) => [absolute(at), outcome] as const);
  const web = scriptedWeb(Object.fromEntries(entries));
  const clock = fixedClock(0);
  const named = new Map(
    Object.entries(robots).map(([host, files]) => [host, files.map((at) => aUrl(absolute(at)))]),
  );
  const seeds = Object.keys(robots).map((host) => aUrl(`http://${host}/`));
  const gate: HostGate = { admit, sitemaps: (host) => named.get(host) ?? [] };
  const inTurn: SitemapSettings["inTurn"] = (_url, request) => request();
  const limits = { maxFiles, maxUrls, mostAnswerMs };
  const settings = { web, gate, clock, canonical, minDelayMs: 1_000, inTurn, ...limits };
  const pages = await readSitemaps(seeds, settings);
  return { ...pages, asked: web.asked.map((url) => url.replace(SITE, "")), clock };
}

function absolute(at: string): string {
  return at.startsWith("/") ? SITE + at : at;
}

describe("reading sitemaps", () => {
  it("`readSitemaps` gives canonical URLs, each once", async () => {
    const { urls } = await read({
      "/s": list(`${SITE}/a#x`, `${SITE}/a`, "HTTP://Site.Example/b"),
    });
    assert.deepEqual(urls, [`${SITE}/a`, `${SITE}/b`]);
  });

  it("`readSitemaps` gives the last changes that are stated, of the pages that it gives", async () => {
    const entry = (path: string, lastmod: string) =>
      `<url><loc>${SITE}${path}</loc><lastmod>${lastmod}</lastmod></url>`;
    const { urls, modified } = await read({
      "/s": aTextPage(
        `<urlset>${entry("/a", "2026-11-02")}${entry("/b", "2026-11-02T10:00:00+01:00")}${entry("/c", "yesterday")}<url><lastmod>2026-11-02</lastmod></url><url><loc>http://other.example/</loc><lastmod>2026-11-02</lastmod></url></urlset>`,
      ),
    });
    assert.equal(urls.length, 3);
    assert.deepEqual(
      [...modified],
      [
        [`${SITE}/a`, Date.UTC(2026, 10, 2)],
        [`${SITE}/b`, Date.UTC(2026, 10, 2, 9)],
      ],
    );
  });

  it("`readSitemaps` follows indexes and redirects, each file once", async () => {
    const { urls, asked } = await read({
      "/s": index(`${SITE}/1`, `${SITE}/2`, `${SITE}/1`, `${SITE}/s`),
      "/1": list(`${SITE}/a`),
      "/2": aRedirect(`${SITE}/1`),
    });
    assert.deepEqual(urls, [`${SITE}/a`]);
    assert.deepEqual(asked, ["/s", "/1", "/2"]);
  });

  it("`readSitemaps` follows no index below the second, and says so", async () => {
    const { asked, unread } = await read({
      "/s": index(`${SITE}/1`),
      "/1": index(`${SITE}/2`),
      "/2": index(`${SITE}/3`),
    });
    assert.deepEqual(asked, ["/s", "/1", "/2"]);
    assert.deepEqual([...unread], [[`${SITE}/2`, "too-deep"]]);
  });

  it("`readSitemaps` asks for /sitemap.xml where robots.txt names none", async () => {
    const { urls, asked, unread } = await read(
      { "/sitemap.xml": list(`${SITE}/a`), "/s": list(`${SITE}/b`) },
      { robots: { "site.example": [], "other.example": [] } },
    );
    assert.deepEqual(urls, [`${SITE}/a`]);
    assert.deepEqual(asked, ["/sitemap.xml", "http://other.example/sitemap.xml"]);
    assert.deepEqual([...unread], [["http://other.example/sitemap.xml", "gone"]]);
    const named = await read({ "/sitemap.xml": list(`${SITE}/a`), "/s": list(`${SITE}/b`) });
    assert.deepEqual(named.asked, ["/s"]);
  });

  it("`readSitemaps` asks once more for a file that its server sends to itself for a cookie", async () => {
    const { asked, unread } = await read({ "/s": aFailure("needs-cookie") });
    assert.deepEqual([asked, [...unread.values()]], [["/s", "/s"], ["needs-cookie"]]);
  });

  it("`readSitemaps` stops at the maximum of files and the maximum of URLs", async () => {
    const files = await read(
      { "/s": index(`${SITE}/1`, `${SITE}/2`), "/1": list(`${SITE}/a`) },
      { maxFiles: 2 },
    );
    assert.deepEqual(files.asked, ["/s", "/1"]);
    assert.deepEqual([files.unread.size, files.beyondLimits], [0, 1]);
    const urls = await read(
      { "/s": list(`${SITE}/a`, `${SITE}/b`), "/t": list() },
      { maxUrls: 1, robots: { "site.example": ["/s", "/t"] } },
    );
    assert.deepEqual([urls.urls, urls.asked], [[`${SITE}/a`], ["/s"]]);
    assert.deepEqual([urls.beyondLimits, urls.unread.get(aUrl(`${SITE}/t`))], [1, "enough-pages"]);
  });

  it("`readSitemaps` keeps no more than the maximum of files from endless indexes", async () => {
    const many = (name: string) => Array.from({ length: 500 }, (_, i) => `${SITE}/${name}${i}`);
    const { asked, unread, beyondLimits } = await read(
      { "/s": index(...many("a")), "/a0": index(...many("b")), "/a1": index(...many("c")) },
      { maxFiles: 3 },
    );
    assert.deepEqual(asked, ["/s", "/a0", "/a1"]);
    assert.deepEqual([unread.size, beyondLimits], [0, 498 + 500 + 500]);
  });

  it("`readSitemaps` gives page URLs as the crawl writes them, and requests sitemaps as they are named", async () => {
    const { urls, asked } = await read(
      {
        "/s": index(`${SITE}/1?utm=a`),
        "/1?utm=a": list(`${SITE}/a?utm=b&id=1`, `${SITE}/a?id=1&utm=c`),
      },
      { canonical: { dropParameters: ["utm"] } },
    );
    assert.deepEqual(urls, [`${SITE}/a?id=1`]);
    assert.deepEqual(asked, ["/s", "/1?utm=a"]);
  });

  it("`readSitemaps` reports which files gave nothing, and why", async () => {
    const { unread } = await read(
      {
        "/1": aFailure("timeout"),
        "/2": { kind: "refused", rule: "address", detail: "" },
        "/4": aTextPage(new Uint8Array([0x1f, 0x8b, 0, 0])),
        "/5": list(),
        "/6": aTextPage("<!doctype html><title>Not found</title>"),
        "/7": aTextPage("<p>Not found"),
        "/8": list("http://other.example/a"),
        "/9": aTextPage("<urlset><url><loc>ftp://site.example/a</loc></url></urlset>"),
      },
      { robots: { "site.example": Array.from({ length: 9 }, (_, at) => `/${at + 1}`) } },
    );
    assert.deepEqual(
      [...unread].map(([url, why]) => [url.slice(SITE.length), why]),
      [
        ["/1", "timeout"],
        ["/2", "address"],
        ["/3", "gone"],
        ["/4", "decompression"],
        ["/5", "no-entries"],
        ["/6", "html"],
        ["/7", "not-a-sitemap"],
        ["/8", "other-hosts"],
        ["/9", "no-url"],
      ],
    );
  });
});

describe("whose pages a sitemap may list", () => {
  const OTHER = "http://other.example";

  it("`readSitemaps` accepts pages of the sitemap's own host only, so no site lists another's pages", async () => {
    const { urls, asked, foreign } = await read({
      "/s": index(`${SITE}/1`, `${OTHER}/1`, "http://site.example:8080/1"),
      "/1": list(`${OTHER}/a`, "http://www.site.example/a", `${SITE}/a`, "https://site.example/b"),
    });
    assert.deepEqual(urls, [`${SITE}/a`, "https://site.example/b"]);
    assert.deepEqual(asked, ["/s", "/1"]);
    assert.equal(foreign, 4);
  });

  it("`readSitemaps` accepts pages of a host whose robots.txt file names the sitemap, too", async () => {
    const { urls, foreign } = await read(
      { [`${OTHER}/s`]: list(`${OTHER}/a`, `${SITE}/a`, "http://third.example/a") },
      { robots: { "site.example": [`${OTHER}/s`], "third.example": [] } },
    );
    assert.deepEqual([urls, foreign], [[`${OTHER}/a`, `${SITE}/a`], 1]);
  });

  it("`readSitemaps` accepts pages of every host that names the sitemap", async () => {
    const { urls, asked } = await read(
      { [`${OTHER}/s`]: list(`${SITE}/a`, "http://third.example/a") },
      { robots: { "site.example": [`${OTHER}/s`], "third.example": [`${OTHER}/s`] } },
    );
    assert.deepEqual(urls, [`${SITE}/a`, "http://third.example/a"]);
    assert.deepEqual(asked, [`${OTHER}/s`]);
  });

  it("`readSitemaps` keeps the accepted hosts through the indexes and redirects that lead to a sitemap", async () => {
    const { urls, foreign } = await read({
      "/s": aRedirect(`${OTHER}/s`),
      [`${OTHER}/s`]: index(`${OTHER}/1`, `${SITE}/1`),
      [`${OTHER}/1`]: list(`${SITE}/a`, `${OTHER}/a`),
      "/1": list(`${SITE}/b`, `${OTHER}/b`),
    });
    assert.deepEqual([urls, foreign], [[`${SITE}/a`, `${OTHER}/a`, `${SITE}/b`], 1]);
  });
});

describe("politeness to hosts of sitemaps", () => {
  it("`readSitemaps` keeps the crawl delay after each request, the last one too", async () => {
    const { clock } = await read({ "/s": index(`${SITE}/1`), "/1": list() });
    assert.deepEqual(clock.waits, [1_000, 2_000]);
  });

  it("`readSitemaps` waits as long as the rules say", async () => {
    const later = {
      kind: "later",
      retryAt: 500,
      reason: "robots-fetched",
      crawlDelayMs: undefined,
    } as const;
    const { clock, asked } = await read({ "/s": list() }, { admit: inTurn(later, ALLOWED) });
    assert.deepEqual([clock.waits, asked], [[500, 1_500], ["/s"]]);
  });

  it("`readSitemaps` keeps a longer crawl delay", async () => {
    const admit = inTurn({ kind: "allowed", crawlDelayMs: 5_000 });
    const { clock } = await read({ "/s": list() }, { admit });
    assert.equal(clock.time, 5_000);
  });

  it("`readSitemaps` requests nothing that the rules refuse or cannot decide", async () => {
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
      const { asked, unread } = await read({}, { admit: inTurn(admission) });
      assert.deepEqual([asked, [...unread.values()]], [[], [why]]);
    }
  });
});
