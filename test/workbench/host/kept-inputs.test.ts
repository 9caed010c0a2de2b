import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { findings } from "../../support/a-browser-page.ts";
import { aCrawledSite, beesAndStones } from "../../support/a-crawled-site.ts";
import { anUi, type TestedUi } from "../../support/an-ui.ts";
import { HANGS_MS, launchChromium, skip } from "../../support/chromium.ts";

/** All views of a run. */
const VIEWS = ["watch", "judge", "look", "take", "site", "compare", "pages/3"] as const;

describe("what is typed and chosen, and runs that are not there", { skip }, () => {
  let ui: TestedUi;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  before(async () => {
    ui = await anUi();
    mkdirSync(join(ui.folder, "runs"));
    const pages = beesAndStones("http://site.example", 24);
    await aCrawledSite(join(ui.folder, "runs"), pages, "run", { strategy: "auto" });
    browser = await launchChromium();
    context = await browser.newContext({ viewport: { width: 1_280, height: 900 } });
    context.setDefaultTimeout(HANGS_MS);
    page = await context.newPage();
    await page.goto(ui.url);
  });
  after(async () => {
    await browser.close();
    await ui.close();
  });

  const open = async (view: string, run = "run", tab = page) => {
    await tab.goto("about:blank");
    await tab.goto(`${ui.origin}/#/runs/${run}/${view}`);
  };

  it("A cut that is not used yet, what an export is to have, and another budget survive a reload", async () => {
    await open("look");
    const cut = page.getByRole("slider");
    await cut.fill("0.9");
    await page.getByRole("button", { name: "Use 0.90 everywhere" }).waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Use 0.90 everywhere" }).waitFor();
    await page.getByRole("button", { name: /^Back to/ }).click();
    await page.getByText(/^The cut is|The cut is/).waitFor();
    await page.reload();
    await cut.waitFor();
    assert.equal(await page.getByRole("button", { name: "Use 0.90 everywhere" }).count(), 0);

    await open("take");
    await page.getByLabel("Which pages").selectOption("all");
    await page.getByLabel(/Markdown/).check();
    await page.reload();
    assert.ok(await page.getByLabel(/Markdown/).isChecked());
    assert.equal(await page.getByLabel("Which pages").inputValue(), "all");

    await open("watch");
    await page.getByRole("spinbutton").fill("4321");
    await page.reload();
    await page.getByRole("button", { name: "Continue" }).waitFor();
    assert.equal(await page.getByRole("spinbutton").inputValue(), "4321");
  });

  it("So does what was typed to search for examples of a new crawl, until another one begins", async () => {
    await page.goto("about:blank");
    await page.goto(`${ui.origin}/#/begin`);
    await page.getByText(/^Search for examples/).click();
    const words = page.getByPlaceholder("words on the pages");
    await words.fill("wax and honey");
    await page.reload();
    await page.getByText(/^Search for examples/).click();
    assert.equal(await words.inputValue(), "wax and honey");
  });

  it("Two tabs say the same: one that is come back to asks again", async () => {
    const other = await context.newPage();
    await open("judge", "run", other);
    await open("judge");
    const tally = (tab: Page) => tab.locator(".tally");
    await tally(page).waitFor();
    await tally(other).waitFor();
    await page.locator("article.sheet").waitFor();
    await page.keyboard.press("y");
    await tally(page).getByText("1", { exact: true }).first().waitFor();
    await other.evaluate('dispatchEvent(new Event("focus"))');
    await tally(other).getByText("1", { exact: true }).first().waitFor();
    await other.close();
  });

  it("From the fifth label on Judge draws how many relevant pages the labels have found", async () => {
    await open("judge");
    const sheet = page.locator("article.sheet .url bdi");
    for (let at = 0; at < 4; at += 1) {
      const url = await sheet.textContent();
      assert.equal(await page.getByRole("img", { name: /labelled/ }).count(), 0);
      await page.keyboard.press("y");
      await sheet.and(page.getByText(String(url), { exact: true })).waitFor({ state: "hidden" });
    }
    await page.getByRole("img", { name: "5 relevant pages among 5 labelled" }).waitFor();
    assert.deepEqual(await findings(page), []);
  });

  it("Each view of a run that is not there says so once, and asks for nothing", async () => {
    for (const view of VIEWS) {
      await open(view, "nowhere");
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.locator(".fault").waitFor();
      assert.equal(await page.locator(".fault").count(), 1, view);
      assert.equal(await page.locator("main :is(input, select, button)").count(), 0, view);
      assert.deepEqual(await findings(page), [], view);
    }
  });
});
