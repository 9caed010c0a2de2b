import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { downloadOf, judgeByKeys } from "../../support/a-browser-page.ts";
import { anUi, type TestedUi } from "../../support/an-ui.ts";
import { HANGS_MS, launchChromium, skip } from "../../support/chromium.ts";
import { writeDemoWarc } from "../../support/demo-warc.ts";

/** Words of pages on bees: what a person who judges would go by. */
const BEES = /\b(?:bees?|hives?|honey|brood|swarm|queen|beekeep\w*|varroa|colony|comb)\b/gi;

/** Presses of a mouse that a person has for all that is no verdict. */
const MOST_CLICKS = 9;

describe("from a question to an exported corpus, in a browser", { skip }, () => {
  const recordings = mkdtempSync(join(tmpdir(), "dowser-clicks-"));
  let ui: TestedUi;
  let browser: Browser;
  let page: Page;
  before(async () => {
    const { warc } = await writeDemoWarc(recordings);
    ui = await anUi([warc]);
    browser = await launchChromium();
    page = await browser.newPage();
    page.setDefaultTimeout(HANGS_MS);
    await page.addInitScript(`addEventListener("pointerdown", () => {
      localStorage.setItem("clicks", String(1 + Number(localStorage.getItem("clicks"))));
    }, true)`);
    await page.goto(ui.url);
  });
  after(async () => {
    await browser.close();
    await ui.close();
    rmSync(recordings, { recursive: true });
  });

  it("Under ten clicks lead there, beside ten verdicts by key", async (t) => {
    await page.getByLabel("In words").fill("beekeeping in cities, bees and their hives");
    await page.getByRole("button", { name: "Next: where to begin" }).click();
    await page.getByLabel(/Where to begin/).fill("http://forum.demo.example/");
    await page.getByRole("button", { name: "Next: how much" }).click();
    await page.getByLabel("Pages at most").fill("120");
    await page.getByRole("button", { name: "Begin the crawl" }).click();
    await page.getByRole("button", { name: "Continue" }).waitFor();
    await page.getByRole("link", { name: "Judge pages" }).click();
    await judgeByKeys(page, 10, (text) => (text.match(BEES)?.length ?? 0) > 2);
    await page.getByTitle(/10 labels wait/).waitFor();
    await page.getByRole("link", { name: "Export", exact: true }).click();
    const saved = await downloadOf(page, page.locator('a[href*="format=csv"]').first());
    assert.match(saved.toString("utf8"), /^url,/);
    const clicks = Number(await page.evaluate('localStorage.getItem("clicks")'));
    t.diagnostic(`${clicks} clicks`);
    assert.ok(clicks <= MOST_CLICKS, `${clicks} clicks`);
  });
});
