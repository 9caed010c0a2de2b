import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import type { Corpus } from "../../../lib/workbench/corpus-schemas.ts";
import type { Table } from "../../../lib/workbench/schemas.ts";
import { chooseQueue, findings } from "../../support/a-browser-page.ts";
import { aCrawledSite, beesAndStones } from "../../support/a-crawled-site.ts";
import { anUi, type TestedUi } from "../../support/an-ui.ts";
import { HANGS_MS, launchChromium, skip } from "../../support/chromium.ts";
import { runCli } from "../../support/run-cli.ts";
import { until } from "../../support/until.ts";

describe("the cut as a handle, in a browser", { skip }, () => {
  let ui: TestedUi;
  let browser: Browser;
  let page: Page;
  before(async () => {
    ui = await anUi();
    mkdirSync(join(ui.folder, "runs"));
    const pages = beesAndStones("http://site.example", 60);
    await aCrawledSite(join(ui.folder, "runs"), pages, "run", { strategy: "auto" });
    browser = await launchChromium();
    const context = await browser.newContext({ viewport: { width: 1_280, height: 900 } });
    context.setDefaultTimeout(HANGS_MS);
    page = await context.newPage();
    await page.goto(ui.url);
  });
  after(async () => {
    await browser.close();
    await ui.close();
  });

  const ask = async <Answer>(path: string) =>
    (await (await ui.ask("GET", `/runs/run${path}`)).json()) as Answer;
  const corpus = () => ask<Corpus>("/corpus");
  const panel = () => page.getByRole("region", { name: "What is called relevant" });
  const slider = () => panel().getByRole("slider");
  const sentence = () => panel().getByRole("status").first();

  it("She moves it by keys: the sentence says what it would call, and nothing changes until she uses it", async () => {
    await page.goto(`${ui.origin}/#/runs/run/look`);
    const { called, pages } = await corpus();
    await sentence()
      .filter({ hasText: `${called} of ${pages} pages called relevant` })
      .waitFor();
    await slider().focus();
    await page.keyboard.press("Home");
    await sentence()
      .filter({ hasText: `${pages} of ${pages} pages called relevant` })
      .waitFor();
    await panel()
      .getByText(`${pages - called} pages more than now`)
      .waitFor();
    assert.match((await slider().getAttribute("aria-valuetext")) ?? "", /^0\.00: 60 of 60/);
    assert.deepEqual(await findings(page), []);
    assert.equal((await corpus()).called, called);
    await panel()
      .getByRole("button", { name: /^Back to/ })
      .click();
    await sentence()
      .filter({ hasText: `${called} of ${pages} pages called relevant` })
      .waitFor();
  });

  it("What she uses is called relevant in the table, in Export, in a saved file and by commands", async () => {
    const { outlooks, called: before } = await corpus();
    const chosen = outlooks.find(({ called }) => called < before && called > 0);
    assert.ok(chosen !== undefined);
    await slider().focus();
    await page.keyboard.press("Home");
    for (let steps = Math.round(chosen.at * 100); steps > 0; steps -= 1)
      await page.keyboard.press("ArrowRight");
    await panel()
      .getByRole("button", { name: `Use ${chosen.at.toFixed(2)} everywhere` })
      .click();
    await sentence().filter({ hasText: "The cut is as you chose it" }).waitFor();
    await page.getByLabel("predicted relevant only").check();
    await page.getByText(`1–${Math.min(50, chosen.called)} of ${chosen.called}`).waitFor();
    assert.equal((await ask<Table>("/pages?targets=true")).total, chosen.called);
    await page.getByRole("link", { name: "Export" }).click();
    await sentence()
      .filter({ hasText: `${chosen.called} of 60 pages called relevant` })
      .waitFor();
    await page.getByText(`${chosen.called} pages predicted relevant, of 60`).waitFor();
    assert.deepEqual(await findings(page), []);
    const saved = await (await ui.ask("GET", "/runs/run/export?format=jsonl&targets=true")).text();
    assert.equal(saved.trim().split("\n").length, chosen.called);
    const shown = await panel().locator(".command code").textContent();
    assert.equal(shown, `dowser cut runs/run --min-score ${chosen.at}`);
    const { stdout } = await runCli(["status", "runs/run", "--json"], { cwd: ui.folder });
    assert.equal(JSON.parse(stdout).targets, chosen.called);
  });

  it("One of the two cuts is chosen by a click, and the project decides again", async () => {
    const { named } = await corpus();
    const clean = named.find(({ name }) => name === "clean");
    await panel()
      .getByRole("button", { name: /^Few wrong ones/ })
      .click();
    await until("the cut is kept", async () => (await corpus()).cut.name === "clean");
    await sentence()
      .filter({ hasText: `${clean?.called} of 60 pages` })
      .waitFor();
    await panel().getByRole("button", { name: "as the project says" }).click();
    await until("the project decides", async () => !(await corpus()).cut.isKept);
  });

  it("After labels all pages are judged again as soon as she looks, and every figure follows", async () => {
    const labels = [3, 7, 11].map((number) => ({
      url: `http://site.example/page${number}`,
      label: "bad",
    }));
    await ui.ask("POST", "/runs/run/labels", JSON.stringify({ labels }));
    assert.ok((await corpus()).due !== null);
    await page.getByRole("link", { name: "Look" }).click();
    await until("all pages are judged again", async () => (await corpus()).due === null);
    const { called } = await corpus();
    await sentence()
      .filter({ hasText: `${called} of 60 pages called relevant` })
      .waitFor();
  });

  it("Beside a page that teaches stands what the crawl decided by", async () => {
    await page.getByRole("link", { name: "Judge", exact: true }).click();
    await chooseQueue(page, "2", "likely");
    const reasons = page.getByRole("list", { name: "What the crawl decided by" });
    await reasons.getByText("honey").first().waitFor();
    assert.deepEqual(await findings(page), []);
  });

  it("She judges a sample of the export, whose precision comes before the harvest rate", async () => {
    await page.getByRole("link", { name: "Export" }).click();
    await page.getByText("Not judged by anybody yet.").waitFor();
    await page.getByRole("button", { name: "Judge a sample of the export" }).click();
    await page.locator("article.sheet").waitFor();
    for (const told of [".sheet .score", ".reasons"])
      assert.equal(await page.locator(told).count(), 0, told);
    const { called } = await corpus();
    for (let left = called; left > 0; left -= 1) {
      const url = await page.locator(".sheet .url bdi").textContent();
      await page.keyboard.press("y");
      await until("the next page is shown", async () => {
        const isEnd = await page.getByText("The whole sample is judged").isVisible();
        return isEnd || (await page.locator(".sheet .url bdi").textContent()) !== url;
      });
    }
    await page
      .getByText(`Precision by people of the ${called} pages that it calls relevant: 100.0 %`)
      .waitFor();
    await page.getByRole("link", { name: "Export the pages and the report" }).click();
    const sure = page.getByRole("region", { name: "Precision of the export" });
    await sure.getByText(/^Precision by people/).waitFor();
    const lines = await sure.locator("p").allTextContents();
    assert.match(lines[0] ?? "", /^Precision by people/);
    assert.match(lines[1] ?? "", /^Harvest predicted, not judged/);
    await sentence().filter({ hasText: "pages of a random sample" }).waitFor();
  });
});
