import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { beesAndStones, recordPages } from "../../support/a-crawled-site.ts";
import { aFolder } from "../../support/a-folder.ts";
import { type LoopbackAssessorOptions, serveAssessor } from "../../support/loopback-assessor.ts";
import { runCli } from "../../support/run-cli.ts";

const SITE = "http://site.example";

/** Crawls sixty pages, every fourth of which is about bees, with an assessor of its own. */
async function anAssessedCrawl(
  test: TestContext,
  options: LoopbackAssessorOptions = {},
  settings: Readonly<Record<string, unknown>> = {},
) {
  const folder = aFolder(test);
  const [web, project, run] = ["web.warc.gz", "p.json", "run"].map((name) => join(folder, name));
  assert.ok(web !== undefined && project !== undefined && run !== undefined);
  await recordPages(web, beesAndStones(SITE, 60));
  const served = await serveAssessor(options);
  test.after(served.close);
  writeFileSync(
    project,
    JSON.stringify({
      name: "p",
      need: { topic: "bees honey" },
      seeds: { urls: [`${SITE}/page0`] },
      assessor: { url: served.url, model: "m", ...settings },
    }),
  );
  const dowser = (...args: readonly string[]) => runCli(args);
  const crawl = () => dowser("crawl", project, "--web", web, "--out", run, "--json");
  const report = async () => JSON.parse((await dowser("report", run, "--json")).stdout);
  return { run, served, dowser, crawl, report };
}

describe("a crawl with an assessor", () => {
  it("It asks about thirty of its pages on the way, learns from the answers, and reads the others at its end", async (test) => {
    const { run, served, dowser, crawl } = await anAssessedCrawl(test);
    const { code, stderr } = await crawl();
    assert.equal(code, 0, stderr);
    assert.equal(new Set(served.asked.map(({ url }) => url)).size, 60);
    assert.equal(served.asked.length, 60);
    const { labels } = JSON.parse((await dowser("label", "list", run, "--json")).stdout);
    assert.equal(labels.length, 30);
    assert.ok(
      labels.every(
        (each: { source: string; isApplied: boolean }) =>
          each.source === "assessor" && each.isApplied,
      ),
    );
  });

  it("Its replay makes the same decisions and asks nobody", async (test) => {
    const { run, served, dowser, crawl } = await anAssessedCrawl(test);
    await crawl();
    const asked = served.asked.length;
    const { code, stdout } = await dowser("audit", run);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /replay: nothing found/);
    assert.equal(served.asked.length, asked);
    assert.equal((await crawl()).code, 0);
    assert.equal(served.asked.length, asked, "a crawl that is done asks no more");
  });

  it("With `for: [count]` nothing is asked on the way, and with `for: [learn]` nothing at the end", async (test) => {
    const counting = await anAssessedCrawl(test, {}, { for: ["count"] });
    await counting.crawl();
    assert.equal(counting.served.asked.length, 60);
    assert.match(
      (await counting.dowser("label", "list", counting.run, "--json")).stdout,
      /"labels":\[\]/,
    );
    const learning = await anAssessedCrawl(test, {}, { for: ["learn"] });
    await learning.crawl();
    assert.equal(learning.served.asked.length, 30);
  });

  it("An assessor that refuses ends nothing but its own part", async (test) => {
    const { crawl, served } = await anAssessedCrawl(test, { fault: () => "404" }, { parallel: 1 });
    const { code, stderr, stdout } = await crawl();
    assert.equal(code, 0, stderr);
    assert.equal(JSON.parse(stdout).fetched, 60);
    assert.match(stderr, /the crawl goes on without its assessor: .*HTTP 404 model_not_found/);
    assert.ok(served.asked.length <= 2);
  });
});
