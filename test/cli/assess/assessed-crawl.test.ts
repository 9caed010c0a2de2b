import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { serveChangingSite } from "../../support/a-changing-site.ts";
import { beesAndStones, recordPages } from "../../support/a-crawled-site.ts";
import { aFolder } from "../../support/a-folder.ts";
import { type LoopbackAssessorOptions, serveAssessor } from "../../support/loopback-assessor.ts";
import { runCli, succeed } from "../../support/run-cli.ts";

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

  it("When its cap is reached, the crawl says so, and so do status and report", async (test) => {
    const { run, served, dowser, crawl } = await anAssessedCrawl(test, {}, { requests: 40 });
    const { stderr } = await crawl();
    assert.match(stderr, /not asked about all pages: its cap is reached/);
    assert.equal(served.asked.length, 40);
    for (const command of ["status", "report"])
      assert.match((await dowser(command, run)).stdout, /40 requests; its cap is reached/);
    const status = JSON.parse((await dowser("status", run, "--json")).stdout);
    assert.equal(status.assessed.capped, true);
  });

  it("A recrawl asks about no page whose answer the run before has, and its audit is clean", async (test) => {
    const folder = aFolder(test);
    const names = ["a", "b", "c", "d"];
    const text = (name: string, what: string) =>
      `<title>${name}</title><p>Bees in the garden of ${name}, ${what}.</p>`;
    const links = names.map((name) => `<a href="/${name}">${name}</a>`).join(" ");
    const site = await serveChangingSite([
      ["/", { body: `${text("home", "all year")}${links}` }],
      ...names.map((name) => [`/${name}`, { body: text(name, "in June") }] as const),
    ]);
    const served = await serveAssessor();
    test.after(() => Promise.all([site.close(), served.close()]));
    const [project, run] = [join(folder, "p.json"), join(folder, "run")];
    const settings = {
      ...{ name: "p", strategy: "best-first", need: { topic: "bees" } },
      seeds: { urls: [`${site.origin}/`] },
      politeness: { contact: "test@dowser.example", minDelayMs: 0, allowLoopback: true },
      assessor: { url: served.url, model: "m" },
    };
    writeFileSync(project, JSON.stringify(settings));
    await succeed("crawl", project, "--out", run);
    assert.equal(served.asked.length, 5);
    site.pages.set("/b", { body: text("b", "in July") });
    await succeed("recrawl", run, "--project", project);
    assert.deepEqual(
      served.asked.slice(5).map(({ url }) => new URL(url).pathname),
      ["/b"],
    );
    const { assessed } = JSON.parse(await succeed("status", `${run}-2`, "--json"));
    assert.deepEqual([assessed.pages.yes, assessed.requests], [5, 1]);
    await succeed("audit", `${run}-2`);
    await succeed("assess", `${run}-2`, "--project", project, "--yes");
    assert.equal(served.asked.length, 6);
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
