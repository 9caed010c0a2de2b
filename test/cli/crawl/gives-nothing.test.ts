import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { type SitePage, serveChangingSite } from "../../support/a-changing-site.ts";
import { aFolder } from "../../support/a-folder.ts";
import { runCli, succeed } from "../../support/run-cli.ts";

interface Explained {
  readonly url: string;
  readonly state: string;
  readonly rule: string;
  readonly detail: string | null;
}

/** What the command line says of a run: its summary, its report, and what `--explain` has of each URL. */
async function crawled(folder: string, project: object, ...args: readonly string[]) {
  const [file, out] = [join(folder, "p.json"), join(folder, "run")];
  const politeness = { allowLoopback: true, contact: "a@b.example", minDelayMs: 1, maxAttempts: 1 };
  const settings = { name: "p", strategy: "breadth-first", politeness, ...project };
  writeFileSync(file, JSON.stringify(settings));
  const { stdout: summary } = await runCli([
    "crawl",
    file,
    "--out",
    out,
    "--threads",
    "0",
    ...args,
  ]);
  const lines = (await succeed("export", out, "--explain")).trim().split("\n");
  const explained = lines.filter((line) => line !== "").map((line): Explained => JSON.parse(line));
  const report = await succeed("report", out);
  await succeed("audit", out);
  const { unread } = JSON.parse(await succeed("report", out, "--json"));
  const of = (url: string) => {
    const { state, rule, detail } = explained.find((line) => line.url === url) ?? {};
    return [state, rule, detail];
  };
  return { summary, report, unread, of, explained };
}

async function aSite(test: TestContext, pages: Readonly<Record<string, SitePage>>) {
  const site = await serveChangingSite(Object.entries(pages));
  test.after(() => site.close());
  return site;
}

const sentAs = (type: string, body: string): SitePage => ({
  body,
  headers: { "content-type": type },
});

const PAGE: SitePage = { body: "<title>home</title><p>bees and honey" };

describe("what gives nothing is counted and said", () => {
  it("Sitemaps: the summary, the report and `--explain` have each file with its reason", async (test) => {
    const site = await aSite(test, {
      "/": PAGE,
      "/html.xml": { body: "<!doctype html><title>Not found</title>" },
      "/empty.xml": sentAs("text/xml", "<urlset></urlset>"),
      "/full.txt": sentAs("text/plain", "ORIGIN/"),
    });
    const named = ["/html.xml", "/empty.xml", "/gone.xml", "/full.txt"].map(
      (path) => `Sitemap: ${site.origin}${path}`,
    );
    site.pages.set("/robots.txt", sentAs("text/plain", named.join("\n")));
    site.pages.set("/full.txt", sentAs("text/plain", `${site.origin}/`));
    const seeds = { urls: [`${site.origin}/`], sitemaps: true };
    const { summary, report, unread, of } = await crawled(aFolder(test), { seeds });
    const line = /sitemaps that gave nothing: 3 \(html 1, no-entries 1, gone 1\)/;
    assert.match(summary, line);
    assert.match(summary, /--explain/);
    assert.match(report, line);
    assert.deepEqual(unread, { "sitemap:html": 1, "sitemap:no-entries": 1, "sitemap:gone": 1 });
    assert.deepEqual(of(`${site.origin}/html.xml`), ["unread", "html", "sitemap"]);
    assert.deepEqual(of(`${site.origin}/gone.xml`), ["unread", "gone", "sitemap"]);
  });

  it("Seeds: those that are left out before the crawl, and those that gave no page", async (test) => {
    const site = await aSite(test, { "/": PAGE });
    const folder = aFolder(test);
    const list = join(folder, "seeds.txt");
    writeFileSync(list, `${site.origin}/\nsite.example\n${site.origin}/gone\n${site.origin}/#x\n`);
    const { summary, report, of } = await crawled(folder, { seeds: { file: list } });
    const line = /seeds that gave nothing: 2 \(no-scheme 1, duplicate 1\)/;
    assert.match(summary, line);
    assert.match(report, line);
    assert.match(summary, /failed: gone +1/);
    assert.deepEqual(of("site.example"), ["left-out", "no-scheme", "seed"]);
    assert.deepEqual(of(`${site.origin}/#x`), ["left-out", "duplicate", "seed"]);
    assert.deepEqual(of(`${site.origin}/gone`), ["failed", "gone", null]);
  });

  it("Feeds: one without items has a reason of its own", async (test) => {
    const feed = sentAs("text/xml", '<rss version="2.0"><channel><title>t</title></channel></rss>');
    const site = await aSite(test, { "/": PAGE, "/feed": feed });
    const seeds = { urls: [`${site.origin}/`, `${site.origin}/feed`] };
    const { summary, of } = await crawled(aFolder(test), { seeds, scope: { feeds: true } });
    assert.match(summary, /fetched: empty-feed +1/);
    assert.deepEqual(of(`${site.origin}/feed`), ["fetched", "empty-feed", null]);
  });

  it("Redirects: without a target, to itself, out of the scope and to nothing", async (test) => {
    const site = await aSite(test, {
      "/": PAGE,
      "/nowhere": { status: 302 },
      "/self": { status: 302, location: "/self" },
      "/mail": { status: 302, location: "mailto:a@b.example" },
      "/out": { status: 302, location: "http://other.example/" },
      "/lost": { status: 302, location: "/gone" },
    });
    const paths = ["/", "/nowhere", "/self", "/mail", "/out", "/lost"];
    const seeds = { urls: paths.map((path) => site.origin + path) };
    const { summary, of } = await crawled(aFolder(test), { seeds, scope: { hosts: "seeds" } });
    assert.match(summary, /failed: bad-redirect +2/);
    assert.deepEqual(of(`${site.origin}/nowhere`), ["failed", "bad-redirect", "no Location"]);
    assert.deepEqual(of(`${site.origin}/self`), ["failed", "bad-redirect", "to itself"]);
    assert.deepEqual(of(`${site.origin}/mail`), ["refused", "scheme", "mailto:a@b.example"]);
    assert.deepEqual(of("http://other.example/").slice(0, 2), ["refused", "host"]);
    assert.deepEqual(of(`${site.origin}/gone`), ["failed", "gone", null]);
  });

  it("Recordings: files without an answer, and revisits of pages that are nowhere", async (test) => {
    const folder = aFolder(test);
    const [pages, none] = [join(folder, "pages.warc"), join(folder, "none.warc")];
    writeFileSync(
      pages,
      record("response", "http://site.example/", "HTTP/1.1 200 OK\r\n\r\n<title>home</title>bees") +
        record("revisit", "http://site.example/again", "HTTP/1.1 200 OK\r\n\r\n"),
    );
    writeFileSync(none, record("response", "dns:site.example", "HTTP/1.1 200 OK\r\n\r\n"));
    const seeds = { urls: ["http://site.example/"] };
    const webs = ["--web", pages, "--web", none];
    const { summary, report, unread, of } = await crawled(folder, { seeds }, ...webs);
    for (const said of [summary, report]) {
      assert.match(said, /files of the recording that gave nothing: 1 \(no-answer 1\)/);
      assert.match(said, /revisits that gave nothing: 1 \(no-original 1\)/);
    }
    assert.deepEqual(unread, { "recording:no-answer": 1, "revisit:no-original": 1 });
    assert.deepEqual(of(none), ["unread", "no-answer", "recording"]);
    const again = of("http://site.example/again");
    assert.deepEqual(again, ["unread", "no-original", "revisit"]);
  });

  it("A crawl that lacks nothing says nothing of it", async (test) => {
    const site = await aSite(test, { "/": PAGE });
    const { summary, report, unread } = await crawled(aFolder(test), {
      seeds: { urls: [`${site.origin}/`] },
    });
    assert.doesNotMatch(summary + report, /gave nothing/);
    assert.deepEqual(unread, {});
  });
});

/** A record of a WARC file. */
function record(type: string, uri: string, block: string): string {
  const head = [
    "WARC/1.1",
    `WARC-Type: ${type}`,
    `WARC-Record-ID: <urn:uuid:${uri}>`,
    "WARC-Date: 2026-11-27T00:00:00Z",
    `WARC-Target-URI: ${uri}`,
    "Content-Type: application/http; msgtype=response",
    `Content-Length: ${Buffer.byteLength(block)}`,
  ];
  return `${head.join("\r\n")}\r\n\r\n${block}\r\n\r\n`;
}
