import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { succeed } from "../../support/run-cli.ts";

const BEES = "<p>Bees carry honey to the hive, and the queen lives on honey.</p>";

/** Pages of a site by path: headers and HTML. */
const PAGES: Readonly<
  Record<string, readonly [Readonly<Record<string, string | string[]>>, string]>
> = {
  "/": [
    {},
    '<a href="/unlisted">1</a><a href="/quiet">2</a><a href="/marked" rel="ugc nofollow">3</a><a href="/both" rel="nofollow">4</a><a href="/both">5</a>',
  ],
  "/unlisted": [{ "x-robots-tag": ["noarchive", "noindex"] }, `${BEES}<a href="/deep">6</a>`],
  "/quiet": [{ "x-robots-tag": "otherbot: none, dowser: nofollow" }, '<a href="/secret">7</a>'],
  "/marked": [{}, BEES],
  "/both": [{}, BEES],
  "/deep": [{}, BEES],
  "/secret": [{}, BEES],
};

describe("robots rules of pages and links on the live web", () => {
  let folder = "";
  let server: Server;
  let origin = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-robots-"));
    server = createServer(({ url = "" }, response) => {
      const page = PAGES[url];
      if (page === undefined) response.writeHead(404).end();
      else response.writeHead(200, { "content-type": "text/html", ...page[0] }).end(page[1]);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    assert.ok(address !== null && typeof address === "object");
    origin = `http://127.0.0.1:${address.port}`;
  });
  after(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  /** Crawls the site; gives paths fetched, targets, and the report as JSON and as text. */
  async function crawl(
    name: string,
    more: Readonly<Record<string, string>>,
    web: readonly string[] = [],
  ) {
    const file = join(folder, `${name}.json`);
    const out = join(folder, name);
    const polite = { contact: "test@dowser.example", minDelayMs: 0, allowLoopback: true };
    writeFileSync(
      file,
      JSON.stringify({
        ...{ name, need: { topic: "bees honey hive queen" }, strategy: "breadth-first" },
        ...{ seeds: { urls: [`${origin}/`] }, politeness: { ...polite, ...more } },
      }),
    );
    await succeed("crawl", file, "--out", out, ...web);
    await succeed("export", out, "--format", "records", "--out", `${out}.jsonl`);
    const lines = readFileSync(`${out}.jsonl`, "utf8").trim().split("\n");
    const pages: { url: string; page?: { isTarget: boolean; why: string } }[] = lines.map((line) =>
      JSON.parse(line),
    );
    const fetched = pages.filter(({ page }) => page !== undefined);
    const pathsOf = (some: typeof pages) => some.map(({ url }) => url.slice(origin.length)).sort();
    return {
      paths: pathsOf(fetched),
      targets: pathsOf(fetched.filter(({ page }) => page?.isTarget === true)),
      why: fetched.find(({ url }) => url.endsWith("/unlisted"))?.page?.why ?? "",
      report: JSON.parse(await succeed("report", out, "--json")),
      text: await succeed("report", out),
    };
  }

  it("Robots rules of pages are obeyed unless the project says otherwise, and what they leave out is counted", async () => {
    const { paths, targets, why, report, text } = await crawl("polite", {});
    assert.deepEqual(paths, ["/", "/both", "/deep", "/marked", "/quiet", "/unlisted"]);
    assert.deepEqual(targets, ["/both", "/deep", "/marked"]);
    assert.match(why, /^noindex: /);
    assert.deepEqual([report.noindex, report.reasons["refused:nofollow"]], [1, 1]);
    assert.match(text, /^1 page is not relevant: the site asks to keep it out of indexes/m);
  });

  it("Robots rules of pages are ignored, and marked links left out, where the project says so", async () => {
    const { paths, targets, report, text } = await crawl("other", {
      robotsMeta: "ignore",
      relNofollow: "skip",
    });
    assert.deepEqual(paths, ["/", "/both", "/deep", "/quiet", "/secret", "/unlisted"]);
    assert.deepEqual(targets, ["/both", "/deep", "/secret", "/unlisted"]);
    assert.deepEqual([report.noindex, report.reasons["refused:rel-nofollow"]], [0, 1]);
    assert.doesNotMatch(text, /not relevant: the site asks/);
    assert.match(text, /what sites say may be done with pages: .*robots: noindex \(1\)/);
  });

  it("Robots rules of pages do not apply to a recording, whose hosts are not asked again", async () => {
    await crawl("recorded", {});
    const warc = join(folder, "web.warc.gz");
    await succeed("export", join(folder, "recorded"), "--format", "warc", "--out", warc);
    const { targets } = await crawl("replayed", { relNofollow: "skip" }, ["--web", warc]);
    assert.deepEqual(targets, ["/both", "/deep", "/marked", "/unlisted"]);
  });
});
