import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import type { Table } from "../../../lib/workbench/schemas.ts";
import { chooseQueue } from "../../support/a-browser-page.ts";
import { aCrawledSite, beesAndStones } from "../../support/a-crawled-site.ts";
import { anUi, type TestedUi } from "../../support/an-ui.ts";
import { HANGS_MS, launchChromium, skip } from "../../support/chromium.ts";
import { until } from "../../support/until.ts";

describe("what is typed while judging, in a browser", { skip }, () => {
  let ui: TestedUi;
  let browser: Browser;
  let page: Page;
  before(async () => {
    ui = await anUi();
    mkdirSync(join(ui.folder, "runs"));
    await aCrawledSite(join(ui.folder, "runs"), beesAndStones("http://site.example", 12));
    browser = await launchChromium();
    const context = await browser.newContext();
    context.setDefaultTimeout(HANGS_MS);
    page = await context.newPage();
    await page.goto(ui.url);
    await page.goto(`${ui.origin}/#/runs/run/judge`);
  });
  after(async () => {
    await browser.close();
    await ui.close();
  });

  const note = () => page.getByLabel("Note on this page");
  const shown = async () => (await page.locator(".sheet .url bdi").textContent()) ?? "";

  async function shows(what: string, isShown: (url: string) => boolean): Promise<string> {
    return until(what, async () => {
      const url = await shown();
      return isShown(url) && url;
    });
  }

  /** Skips a page, and returns the next one. */
  async function skipped(url: string): Promise<string> {
    await page.keyboard.press("s");
    return shows("the next page is shown", (next) => next !== "" && next !== url);
  }

  it("A note stays with its page, whatever queue is looked at meanwhile, and survives a reload", async () => {
    const first = await shows("a page is shown", (url) => url !== "");
    await note().fill("of the first page");
    await note().press("Enter");
    await chooseQueue(page, "2", "likely");
    const second = (await shown()) === first ? await skipped(first) : await shown();
    assert.equal(await note().inputValue(), "");
    await page.keyboard.press("y");
    await shows("the next page is shown", (url) => url !== second);
    await page.reload();
    await chooseQueue(page, "1", "uncertain");
    let url = await shown();
    while (url !== first) url = await skipped(url);
    await until("its note, too", async () => (await note().inputValue()) === "of the first page");
    await page.keyboard.press("n");
    const notes = await until("both verdicts have come", async () => {
      const rows = (await (await ui.ask("GET", "/runs/run/pages?limit=100")).json()) as Table;
      const labelled = rows.rows.filter(({ label }) => label !== null);
      return labelled.length === 2 && labelled.map(({ sequence, url }) => ({ sequence, url }));
    });
    const kept = new Map<string, string | null>();
    for (const { sequence, url } of notes) {
      const card = (await (await ui.ask("GET", `/runs/run/pages/${sequence}`)).json()) as {
        note: string | null;
      };
      kept.set(url, card.note);
    }
    assert.deepEqual(
      kept,
      new Map([...kept.keys()].map((url) => [url, url === first ? "of the first page" : null])),
    );
    assert.deepEqual(new Set(kept.keys()), new Set([first, second]));
  });

  it("The words of a search survive a reload", async () => {
    await page.keyboard.press("/");
    const search = page.getByLabel("Search in text, title or address");
    await search.fill("whole summer");
    await page.getByRole("list", { name: "Found pages" }).waitFor();
    await page.reload();
    await search.waitFor();
    assert.equal(await search.inputValue(), "whole summer");
  });
});
