import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { learntWords } from "../../../lib/domain/methods/adaptive/page-estimator/learnt-words.ts";
import type { Watch } from "../../../lib/workbench/schemas.ts";
import { aCrawledSite, beesAndStones } from "../../support/a-crawled-site.ts";
import { anUi, type TestedUi } from "../../support/an-ui.ts";
import { HANGS_MS, launchChromium, skip } from "../../support/chromium.ts";
import { runCli } from "../../support/run-cli.ts";

const SITE = "http://site.example";
const pagesOf = (numbers: readonly number[]) => numbers.map((number) => `${SITE}/page${number}`);

describe("what labels taught a crawl, in words", () => {
  let ui: TestedUi;
  before(async () => {
    ui = await anUi();
    mkdirSync(join(ui.folder, "runs"));
    await aCrawledSite(join(ui.folder, "runs"), beesAndStones(SITE, 24), "run", {
      strategy: "auto",
    });
  });
  after(() => ui.close());

  const learnt = async () => {
    const watch = (await (await ui.ask("GET", "/runs/run/watch")).json()) as Watch;
    return watch.model.learnt;
  };
  const relevant = async () => {
    const watch = (await (await ui.ask("GET", "/runs/run/watch")).json()) as Watch;
    return watch.harvest.at(-1)?.targets;
  };
  const cli = (...args: string[]) => runCli(args, { cwd: ui.folder });

  it("Before a label nothing is said; after a training the words of the labelled pages are, in full", async () => {
    assert.equal(await learnt(), null);
    const good = [...pagesOf([3, 7, 11, 15]), "good"];
    await cli("label", "add", "runs/run", ...good, ...pagesOf([0, 1, 2, 4, 5]), "bad");
    assert.equal(await learnt(), null);
    const again = ["crawl", "runs/project.json", "--web", "runs/web.warc.gz", "--out", "runs/run"];
    assert.equal((await cli(...again)).code, 0);
    const words = await learnt();
    // The model knows the stems "bee" and "honei".
    assert.ok(words !== null);
    assert.ok(words.more.includes("bees"), JSON.stringify(words));
    assert.ok(words.more.includes("honey"), JSON.stringify(words));
    assert.deepEqual(words.less, ["stones"]);
  });

  it("Watch says it, and its chart names its axes and what lies below the pointer", {
    skip,
  }, async () => {
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(HANGS_MS);
      await page.goto(ui.url);
      await page.goto(`${ui.origin}/#/runs/run/watch`);
      await page
        .getByText(/^Pages with “.*“honey”.* count more now, and .*“stones” less\.$/)
        .waitFor();
      const chart = page.locator(".chart svg");
      for (const axis of ["relevant pages, predicted", "pages fetched"])
        await chart.getByText(axis, { exact: true }).waitFor();
      const { width = 0 } = (await chart.boundingBox()) ?? {};
      // The right end of the curve: all pages of the run.
      await chart.hover({ position: { x: width - 25, y: 100 } });
      await chart.getByText("of 24 pages").waitFor();
      await chart.getByText(`${await relevant()} relevant`, { exact: true }).waitFor();
    } finally {
      await browser.close();
    }
  });

  it("The same model twice has taught nothing, and a model without words has none", () => {
    assert.deepEqual(learntWords(null, { kind: "words" }), { more: [], less: [] });
  });
});
