import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { SitemapReader } from "../../../../lib/adapters/web/live/sitemap-reader.ts";
import type { FetchOutcome } from "../../../../lib/domain/web/http/fetch-outcome.ts";
import { hostOf } from "../../../../lib/domain/web/url/canonical-url.ts";
import type { Url } from "../../../../lib/domain/web/url/url.ts";
import type { HostGate } from "../../../../lib/ports/host-gate.ts";
import type { Web } from "../../../../lib/ports/web.ts";
import { aUrl } from "../../../support/a-url.ts";
import { until } from "../../../support/until.ts";
import { fixedClock } from "./support/fixed-clock.ts";
import { aTextPage } from "./support/outcomes.ts";

const seedOf = (site: string) => aUrl(`http://${site}/`);

/** A web whose sitemaps answer when they are let. */
function aSlowWeb(sitemaps: Readonly<Record<string, readonly string[]>> = {}) {
  const asked: string[] = [];
  const waiting = new Map<string, (outcome: FetchOutcome) => void>();
  const web: Web = {
    identify: (url) => url,
    fetch: (url) =>
      new Promise((resolve) => {
        asked.push(url);
        waiting.set(url, resolve);
      }),
  };
  const gate: HostGate = {
    admit: async () => ({ kind: "allowed", crawlDelayMs: undefined }),
    sitemaps: (host) => (sitemaps[host] ?? [`http://${host}/sitemap.xml`]).map((url) => aUrl(url)),
  };
  const clock = fixedClock(0);
  const settings = { web, gate, clock, canonical: {}, minDelayMs: 1_000 };
  const reader = (concurrency = 8, mostMs = Infinity) =>
    new SitemapReader({ ...settings, concurrency, minDelayPerAddressMs: 100, until: mostMs });
  const answer = async (url: string, ...pages: readonly string[]) => {
    await until(`${url} is asked for`, () => waiting.has(url));
    waiting.get(url)?.(aTextPage(pages.join("\n")));
    waiting.delete(url);
  };
  const index = (url: string, count: number, name = "") => {
    const files = Array.from({ length: count }, (_, at) => `${url}-${name}${at}`);
    const entries = files.map((file) => `<sitemap><loc>${file}</loc></sitemap>`);
    waiting.get(url)?.(aTextPage(`<sitemapindex>${entries.join("")}</sitemapindex>`));
    waiting.delete(url);
  };
  return { asked, waiting, clock, reader, answer, index };
}

describe("the reading of sitemaps of many sites", () => {
  it("Sites are read side by side: one that does not answer holds up no other", async () => {
    const { reader, answer } = aSlowWeb();
    const read: string[] = [];
    const reading = reader().read(["slow.example", "a.example", "b.example"].map(seedOf), {
      onRead: async (site, { urls }) => void read.push(`${site} ${urls.length}`),
    });
    await answer("http://b.example/sitemap.xml", "http://b.example/1", "http://b.example/2");
    await answer("http://a.example/sitemap.xml", "http://a.example/1");
    await until("two are read", () => read.length === 2);
    assert.deepEqual(read, ["b.example 2", "a.example 1"]);
    await answer("http://slow.example/sitemap.xml");
    await reading;
    assert.deepEqual(read.at(-1), "slow.example 0");
  });

  it("Pages of a site are held back while it is read, for longer each time, and of no other", async () => {
    const { reader, answer, clock } = aSlowWeb();
    const sitemaps = reader();
    const onRead = async () => {};
    const reading = sitemaps.read([seedOf("a.example"), seedOf("b.example")], { onRead });
    await answer("http://b.example/sitemap.xml");
    await until("b is read", () => sitemaps.heldUntil(seedOf("b.example")) === undefined);
    const held = Array.from({ length: 9 }, () => sitemaps.heldUntil(seedOf("www.a.example")));
    const waits = held.map((at) => ((at ?? 0) - clock.time) / 1_000);
    assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
    assert.equal(sitemaps.heldUntil(seedOf("c.example")), undefined);
    assert.match(String(sitemaps.progress()), /^sitemaps of 1 of 2 sites are read.*of a\.example$/);
    await answer("http://a.example/sitemap.xml");
    await reading;
    assert.equal(sitemaps.heldUntil(seedOf("a.example")), undefined);
    assert.equal(sitemaps.progress(), undefined);
  });

  it("A site is asked one thing at a time, also for the sitemaps of others, and is held back then", async () => {
    const shared = ["http://cdn.example/a.xml", "http://cdn.example/b.xml"];
    const { reader, answer, asked } = aSlowWeb({ "a.example": shared, "b.example": shared });
    const sitemaps = reader();
    const onRead = async () => {};
    const reading = sitemaps.read([seedOf("a.example"), seedOf("b.example")], { onRead });
    await until("the first is asked", () => asked.length > 0);
    assert.notEqual(sitemaps.heldUntil(seedOf("cdn.example")), undefined);
    for (let request = 0; request < 4; request += 1) {
      await until("one is asked", () => asked.length === request + 1);
      await answer(asked[request] ?? "");
    }
    await reading;
    assert.equal(asked.length, 4);
    assert.equal(sitemaps.heldUntil(seedOf("cdn.example")), undefined);
  });

  it("Sites have equal shares of the files, so that an endless index takes no other's", async () => {
    const { reader, answer, asked, waiting, index } = aSlowWeb();
    const sites = Array.from({ length: 60 }, (_, at) => `s${at}.example`);
    const read: string[] = [];
    const reading = reader(64).read(sites.map(seedOf), {
      onRead: async (site, { urls, beyondLimits }) => {
        read.push(`${site} ${urls.length} ${beyondLimits > 0}`);
      },
    });
    for (const site of sites.slice(1))
      await answer(`http://${site}/sitemap.xml`, `http://${site}/1`);
    let rounds = 0;
    while (read.length < sites.length) {
      const [url] = waiting.keys();
      if (url !== undefined) index(url, 1_000, `${rounds}-`);
      rounds += 1;
      await new Promise(setImmediate);
    }
    await reading;
    assert.equal(read.filter((line) => line.endsWith(" 1 false")).length, 59);
    assert.equal(asked.filter((url) => hostOf(url as Url) === "s0.example").length, 16);
  });

  it("Where the time of all is over no site and no file is asked for any more, and each says so", async () => {
    const [first, second] = ["http://a.example/1.xml", "http://a.example/2.xml"] as const;
    const sites = { "a.example": [first, second], "b.example": [] };
    const { reader, answer, asked, clock } = aSlowWeb(sites);
    const unread = new Map<Url, string>();
    const urls: Url[] = [];
    const reading = reader(1, clock.time + 60_000).read(
      [seedOf("a.example"), seedOf("b.example")],
      {
        onRead: async (_site, pages) => {
          urls.push(...pages.urls);
          for (const each of pages.unread) unread.set(...each);
        },
      },
    );
    await until("the first is asked for", () => asked.includes(aUrl(first)));
    clock.time += 60_000;
    await answer(first, "http://a.example/page");
    await reading;
    assert.deepEqual([asked, urls], [[first], ["http://a.example/page"]]);
    assert.deepEqual(Object.fromEntries(unread), {
      [second]: "too-slow",
      [seedOf("b.example")]: "too-slow",
    });
  });

  it("A site that takes its time for every file is left after five minutes of it", async () => {
    const files = Array.from({ length: 9 }, (_, at) => `http://a.example/${at}.xml`);
    const { reader, answer, asked, clock } = aSlowWeb({ "a.example": files });
    let unread: ReadonlyMap<Url, string> = new Map();
    const reading = reader().read([seedOf("a.example")], {
      onRead: async (_site, pages) => {
        unread = pages.unread;
      },
    });
    for (const file of files.slice(0, 5)) {
      await until(`${file} is asked for`, () => asked.includes(aUrl(file)));
      clock.time += 60_000;
      await answer(file, "http://a.example/page");
    }
    await reading;
    assert.equal(asked.length, 5);
    assert.deepEqual([...unread.values()], ["too-slow", "too-slow", "too-slow", "too-slow"]);
  });

  it("Sites that were read are skipped, and an end is an end at once", async () => {
    const { reader, asked } = aSlowWeb();
    const controller = new AbortController();
    const read: string[] = [];
    const sitemaps = reader();
    const reading = sitemaps.read([seedOf("a.example"), seedOf("b.example")], {
      skip: new Set(["a.example"]),
      onRead: async (site) => void read.push(site),
      signal: controller.signal,
    });
    await until("b is asked", () => asked.length === 1);
    controller.abort();
    await reading;
    assert.deepEqual([read, asked], [[], ["http://b.example/sitemap.xml"]]);
    assert.equal(sitemaps.heldUntil(seedOf("b.example")), undefined);
  });
});
