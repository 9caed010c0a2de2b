import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { it, type TestContext } from "node:test";
import type { RunCrawl } from "../../../lib/workbench/schemas.ts";
import { recordPages } from "../../support/a-crawled-site.ts";
import { aFolder } from "../../support/a-folder.ts";
import { anUi, signalCrawls } from "../../support/an-ui.ts";
import { linking } from "../../support/scripted-web.ts";
import { until } from "../../support/until.ts";

const SITE = "http://site.example";

/** So many pages about bees, each of which links to the ten after it. */
function pagesOf(count: number): [url: string, html: string][] {
  return Array.from({ length: count }, (_, number) => {
    const next = Array.from({ length: 10 }, (_, step) => `/page${number + step + 1}`);
    return [`${SITE}/page${number}`, `<p>Bees make honey ${number}.</p>${linking(...next)}`];
  });
}

/** Begins a crawl of 150 of 200 recorded pages, or so many times as many, and waits until it runs. */
async function running(test: TestContext, times = 1, strategy = "best-first") {
  const folder = aFolder(test);
  const web = join(folder, "web.warc.gz");
  await recordPages(web, pagesOf(200 * times));
  const ui = await anUi([web], folder);
  test.after(() => ui.close());
  const parts = { need: { topic: "bees honey" }, seeds: { urls: [`${SITE}/page0`] } };
  const budget = { pages: 150 * times };
  const project = { name: "bees", strategy, ...parts, budget };
  const begun = await ui.ask("PUT", "/runs/bees/crawl", JSON.stringify(project));
  assert.equal(begun.status, 201);
  const log = join(folder, "runs/bees/log.jsonl");
  const starts = () =>
    existsSync(log) ? readFileSync(log, "utf8").split('"started"').length - 1 : 0;
  await until("the crawl runs", () => starts() > 0);
  const ended = (least: number): Promise<RunCrawl> =>
    until("the crawl ends", async () => {
      const crawl = (await (await ui.ask("GET", "/runs/bees/crawl")).json()) as RunCrawl;
      const isEnded = crawl.state === "finished" || crawl.state === "paused";
      return isEnded && starts() >= least && crawl;
    });
  const resume = (pages: number) =>
    ui.ask("POST", "/runs/bees/crawl/resume", JSON.stringify({ pages }));
  return { ui, starts, ended, resume };
}

it("A running crawl takes up another budget of pages, and goes on from where it was", async (test) => {
  const { starts, ended, resume } = await running(test);
  assert.equal((await resume(170)).status, 202);
  const { budgetPages, report, end } = await ended(2);
  assert.deepEqual([budgetPages, report?.fetched, end], [170, 170, "budget-pages"]);
  assert.equal(starts(), 2);
});

it("A pause in the meantime is the last word", async (test) => {
  // So many pages, and so slow a strategy, that it is far from its end when it is stopped.
  const { ui, starts, ended, resume } = await running(test, 8, "auto");
  // It cannot end, and so not start again, before it is told to pause.
  signalCrawls(ui.folder, "SIGSTOP");
  try {
    await resume(1400);
    await ui.ask("POST", "/runs/bees/crawl/pause");
  } finally {
    signalCrawls(ui.folder, "SIGCONT");
  }
  const { state, report } = await ended(1);
  assert.deepEqual([state, starts()], ["paused", 1]);
  assert.ok((report?.fetched ?? 0) < 1200);
});
