import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { type SitePage, serveChangingSite } from "../support/a-changing-site.ts";
import { aFolder } from "../support/a-folder.ts";
import { aPdf } from "../support/a-pdf.ts";
import { runCli } from "../support/run-cli.ts";
import { aDeployment } from "./support/a-deployment.ts";
import { skip } from "./support/ministack.ts";
import { endOfCrawl, startCrawl } from "./support/stack-crawl.ts";

const page = (name: string, head = "", links = ""): SitePage => ({
  body: `<head><title>${name}</title>${head}</head><p>Bees and honey of ${name}.</p>${links}`,
});
const FEED =
  '<rss version="2.0"><channel><title>News</title><item><title>Bees one</title><link>/one</link></item></channel></rss>';

const PDF = aPdf([{ lines: [{ text: "Bees and honey of a paper.", y: 700 }] }], { title: "Paper" });

/** A strategy as users write one. */
const MODULE = join(import.meta.dirname, "../../examples/my-strategy.ts");

/** A handler as users write one, which finds a page that no link names. */
const HANDLER = `
export default ({ url, $, enqueue, skip, save }) => {
  if (new URL(url).pathname === "/one") enqueue("/two");
  if (new URL(url).pathname === "/two") skip("no bees");
  save({ h1: $("title") });
};`;

/** A site with a feed and a PDF that its home page names. */
const SITE: readonly (readonly [string, SitePage])[] = [
  [
    "/",
    page(
      "home",
      '<link rel="alternate" type="application/rss+xml" href="/feed">',
      '<a href="/paper">a paper</a>',
    ),
  ],
  ["/paper", { body: PDF, headers: { "content-type": "application/pdf" } }],
  ["/feed", { body: FEED, headers: { "content-type": "application/rss+xml" } }],
  ["/one", page("one")],
  ["/two", page("two")],
];

describe("a stack whose project uses features, on MiniStack", { skip }, () => {
  it("It follows feeds, judges PDFs, acts by the module and the handler it was deployed with, and a pull has all as it was sent", async (test) => {
    const site = await serveChangingSite(SITE);
    test.after(() => site.close());
    const project = {
      seeds: { urls: [`${site.origin}/`] },
      scope: { hosts: "seeds", feeds: true, pdf: true },
      strategy: { module: MODULE, penalty: 0.2 },
      politeness: { contact: "keeper@demo.example", minDelayMs: 20, allowLoopback: true },
    };
    const handler = join(aFolder(test), "handler.ts");
    writeFileSync(handler, HANDLER);
    const deployment = await aDeployment("features", project, ["--handler", handler]);
    await startCrawl(deployment, project);
    const { pages } = await endOfCrawl(deployment);
    const reasons = pages.map(({ url, reason }) => [new URL(url).pathname, reason]);
    const expected = {
      "/": "page",
      "/feed": "feed",
      "/paper": "page",
      "/one": "page",
      "/two": "skipped",
    };
    assert.deepEqual(Object.fromEntries(reasons), expected);
    const paper = pages.find(({ url }) => url.endsWith("/paper"));
    assert.equal(paper?.title, "Paper");
    assert.match(paper?.link.why ?? "", /^path of 1 parts/, "the words of the module");
    const out = join(aFolder(test), "features");
    const pulled = await runCli(["pull", deployment.file, "--out", out]);
    assert.equal(pulled.code, 0, pulled.stderr);
    const { code, stdout } = await runCli(["audit", out]);
    assert.equal(code, 0, stdout);
    const exported = await runCli(["export", out, "--format", "jsonl"]);
    const rows = exported.stdout.trimEnd().split("\n");
    const one = rows.map((row) => JSON.parse(row)).find(({ url }) => url === `${site.origin}/one`);
    assert.deepEqual(one?.saved_h1, ["one"]);
  });
});
