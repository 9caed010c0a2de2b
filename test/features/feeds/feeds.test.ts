import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import {
  type ChangingSite,
  type SitePage,
  serveChangingSite,
} from "../../support/a-changing-site.ts";
import { crawlHere, reasonsOf, recordsByPath } from "../../support/crawl-here.ts";
import { runCli, succeed } from "../../support/run-cli.ts";

const page = (name: string, links = "", head = ""): SitePage => ({
  body: `<title>${name}</title>${head}<p>Bees and honey of ${name}.</p>${links}`,
});
const sentAs = (type: string, body: string): SitePage => ({
  body,
  headers: { "content-type": type },
});
const named = (...paths: readonly string[]) =>
  paths
    .map((path) => `<link rel="alternate" type="application/rss+xml" title="News" href="${path}">`)
    .join("");
const item = (path: string, title: string, parts = "") =>
  `<item><title>${title}</title><link>${path}</link>${parts}</item>`;
const rss = (...items: readonly string[]) =>
  `<?xml version="1.0" encoding="ISO-8859-1"?><rss version="2.0"><channel><title>Caf\u00e9</title>${items.join("")}</channel></rss>`;
/** As bytes of the encoding that it names. */
const latin1 = (text: string) => Buffer.from(text, "latin1");

const SITE: readonly (readonly [string, SitePage])[] = [
  ["/", page("home", '<a href="/about">About bees</a>', named("/feed", "/f2", "/f3", "/f4"))],
  ["/about", page("about", "", named("/feed"))],
  [
    "/feed",
    {
      headers: { "content-type": "application/rss+xml" },
      body: latin1(
        rss(
          item(
            "/one",
            "Bees one",
            "<category>Swarms</category><description>&lt;b&gt;Queens&lt;/b&gt; leave</description>",
          ),
          item("/two", "Bees two", "<pubDate>Tue, 10 Jun 2003 04:00:00 GMT</pubDate>"),
          item("javascript:alert(1)", "Bees three"),
          item("/private/bees", "Bees four"),
        ),
      ),
    },
  ],
  [
    "/f2",
    sentAs(
      "text/html",
      `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>Bees by Atom</title><link href="/atom"/></entry></feed>`,
    ),
  ],
  [
    "/f3",
    sentAs("application/rss+xml", "<html><p>Bees: this feed has moved</p><a href='/lost'>lost</a>"),
  ],
  ["/f4", sentAs("text/xml", rss(item("/never", "Bees never")))],
  ["/one", page("one")],
  ["/two", page("two")],
  ["/atom", page("by atom")],
  ["/private/bees", page("private")],
  ["/robots.txt", sentAs("text/plain", "User-agent: *\nDisallow: /private/")],
];

describe("dowser crawl with scope.feeds", () => {
  let folder = "";
  let site: ChangingSite;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-feeds-"));
    site = await serveChangingSite(SITE);
  });
  after(async () => {
    await site.close();
    rmSync(folder, { recursive: true });
  });

  const crawl = (name: string, path: string, scope: object, more: object = {}) =>
    crawlHere({ folder, name, seed: `${site.origin}${path}`, scope, ...more });

  it("A seed may be a feed: its items are links with their texts, which the strategy predicts from", async () => {
    const { directory, report, records } = await crawl(
      ...(["seed", "/feed", { feeds: true }, { strategy: "adaptive" }] as const),
    );
    assert.deepEqual(reasonsOf(records), {
      "/feed": "feed",
      "/one": "page",
      "/two": "page",
      "/private/bees": "robots",
    });
    const [feed, one] = [records.get("/feed"), records.get("/one")];
    assert.deepEqual(feed?.feed, {
      ...{ format: "rss", title: "Caf\u00e9", items: 4 },
      dated: [{ url: `${site.origin}/two`, at: Date.UTC(2003, 5, 10, 4) }],
    });
    assert.deepEqual([one?.parent, one?.depth], [`${site.origin}/feed`, 1]);
    assert.deepEqual(
      [one?.snippet?.anchor, one?.snippet?.before, one?.snippet?.after.slice(0, 12)],
      ["Bees one", "Caf\u00e9 Swarms", "Queens leave"],
    );
    assert.equal(report.fetched, 2);
    const texts = await succeed("export", directory, "--format", "jsonl");
    assert.equal(texts.trim().split("\n").length, 2, "a feed is no page of the corpus");
  });

  it("Feeds that pages name are followed, three of a host; XML that is none is refused, and Atom sent as a page is read", async () => {
    const { directory: run, records } = await crawl("named", "/", { feeds: true });
    assert.deepEqual(reasonsOf(records), {
      ...{ "/": "page", "/about": "page", "/feed": "feed", "/f2": "feed", "/f3": "content-type" },
      ...{ "/one": "page", "/two": "page", "/atom": "page", "/private/bees": "robots" },
    });
    assert.match(records.get("/f3")?.detail ?? "", /no feed/);
    assert.match(await succeed("why", run, `${site.origin}/f4`), /feed-quota/);
    assert.match(records.get("/feed")?.linkWhy ?? "", /a feed that the page names/);
    const { code, stdout } = await runCli(["audit", run]);
    assert.equal(code, 0, stdout);
  });

  it("Feeds that are sent as plain text or any bytes are told by how they begin", async () => {
    for (const type of ["text/plain", "application/octet-stream"]) {
      site.pages.set("/raw", sentAs(type, rss(item("/one", "Bees one"))));
      const name = `raw-${type.replace("/", "-")}`;
      const crawled = { folder, name, seed: `${site.origin}/raw`, scope: { feeds: true } };
      const { records } = await crawlHere(crawled);
      assert.deepEqual(reasonsOf(records), { "/raw": "feed", "/one": "page" }, type);
    }
    site.pages.set("/raw", sentAs("text/plain", "bees"));
    const { records } = await crawlHere({
      ...{ folder, name: "raw-text", seed: `${site.origin}/raw`, scope: { feeds: true } },
    });
    assert.deepEqual(reasonsOf(records), { "/raw": "content-type" });
  });

  it("Feeds are neither asked for nor read by default", async () => {
    site.requests.length = 0;
    const { records } = await crawl("off", "/", {});
    assert.deepEqual(reasonsOf(records), { "/": "page", "/about": "page" });
    assert.equal(site.requests.length, 2);
  });

  it("A feed is in the recording as it was sent, and a replay goes the same way", async () => {
    const { directory } = await crawl("recorded", "/feed", { feeds: true });
    const file = join(directory, "pages/pages-00001.warc.gz");
    assert.match(gunzipSync(readFileSync(file)).toString("latin1"), /<title>Caf\u00e9<\/title>/);
    const again = await crawl("replayed", "/feed", { feeds: true }, { recordings: [file] });
    assert.deepEqual(reasonsOf(again.records), {
      ...{ "/feed": "feed", "/one": "page", "/two": "page", "/private/bees": "not-recorded" },
    });
  });

  it("The result is the same where pages are read in other threads", async () => {
    const { records } = await crawl("threads", "/", { feeds: true }, { threads: 1 });
    const alone = await crawl("alone", "/", { feeds: true });
    const [a, b] = [records, alone.records].map((each) =>
      Array.from(each.values(), ({ url, reason, feed, priority }) => ({
        url,
        reason,
        feed,
        priority,
      })),
    );
    assert.deepEqual(a, b);
  });

  it("A recrawl asks feeds first: a new item is found, and a page that the feed says has changed is visited before others", async () => {
    const { directory } = await crawl("before", "/feed", { feeds: true });
    const now = new Date().toISOString();
    const items = [item("/new", "Bees new"), item("/two", "Bees two", `<pubDate>${now}</pubDate>`)];
    const etag = '"f2"';
    site.pages.set("/feed", { ...sentAs("application/rss+xml", rss(...items)), etag });
    site.pages.set("/new", page("new"));
    site.requests.length = 0;
    const { changes } = JSON.parse(await succeed("recrawl", directory, "--json"));
    assert.deepEqual(site.requests.map(({ path }) => path).slice(0, 3), ["/feed", "/new", "/two"]);
    const records = await recordsByPath(`${directory}-2`);
    assert.deepEqual(
      ["/feed", "/two", "/one", "/new"].map((path) => records.get(path)?.change),
      ["changed", "unchanged", "unchanged", "new"],
    );
    assert.match(records.get("/two")?.linkWhy ?? "", /a feed states a change since/);
    assert.deepEqual([changes.known, changes.new], [3, 1]);
    const { code, stdout } = await runCli(["audit", `${directory}-2`]);
    assert.equal(code, 0, stdout);
    await succeed("recrawl", directory);
    const next = await recordsByPath(`${directory}-3`);
    const feed = next.get("/feed");
    assert.deepEqual([feed?.change, feed?.status, feed?.feed?.items], ["unchanged", 304, 2]);
    assert.equal(site.requests.findLast(({ path }) => path === "/feed")?.etag, etag);
    const again = await runCli(["audit", `${directory}-3`]);
    assert.equal(again.code, 0, again.stdout);
  });
});
