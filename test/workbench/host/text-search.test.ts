import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Browser, Page, Route } from "playwright-core";
import type { Queue, Table } from "../../../lib/workbench/schemas.ts";
import { findings } from "../../support/a-browser-page.ts";
import { aCrawledSite } from "../../support/a-crawled-site.ts";
import { anUi, type TestedUi } from "../../support/an-ui.ts";
import { HANGS_MS, launchChromium, skip } from "../../support/chromium.ts";
import { untilRead } from "../../support/until-read.ts";

const SITE = "http://site.example";

/** Pages whose words are in title, text or address. */
const PAGES: readonly (readonly [string, string])[] = [
  [
    `${SITE}/`,
    `<title>Start</title><main><p>Bees. <a href="/varroa">one</a> <a href="/two">two</a> <a href="/drones">three</a></p></main>`,
  ],
  [
    `${SITE}/varroa`,
    "<title>Mites</title><main><p>Oxalic acid works against mites in winter.</p></main>",
  ],
  [
    `${SITE}/two`,
    "<title>Winter</title><main><p>The varroa mite: bees with the varroa mite die in winter.</p></main>",
  ],
  [`${SITE}/drones`, "<title>Drones</title><main><p>Drones leave in late summer.</p></main>"],
];

describe("the full-text search of a run in the workbench", () => {
  const folder = mkdtempSync(join(tmpdir(), "dowser-text-search-"));
  let ui: TestedUi;
  before(async () => {
    mkdirSync(join(folder, "runs"));
    await aCrawledSite(join(folder, "runs"), PAGES);
    ui = await anUi([], folder);
  });
  after(async () => {
    await ui.close();
    rmSync(folder, { recursive: true });
  });

  function get<Answer extends Table | Queue>(path: string): Promise<Answer> {
    return untilRead(async () => {
      const response = await ui.ask("GET", `/runs/run${path}`);
      assert.equal(response.status, 200, await response.clone().text());
      return (await response.json()) as Answer;
    });
  }

  it("The table has the pages with the words in their texts, best match first, then those with them in the address", async () => {
    const { rows, total, texts } = await get<Table>("/pages?text=varroa&order=match");
    assert.deepEqual([rows.map(({ title }) => title), total], [["Winter", "Mites"], 2]);
    assert.equal(texts?.state, "whole");
    assert.deepEqual(
      rows.map(({ snippet }) => snippet.filter(({ isMarked }) => isMarked).map(({ text }) => text)),
      [["varroa", "varroa"], []],
    );
  });

  it("The other filters of the table hold for what was found", async () => {
    const { rows } = await get<Table>(
      "/pages?text=winter&order=title&host=site.example&minScore=0",
    );
    assert.deepEqual(
      rows.map(({ title }) => title),
      ["Mites", "Winter"],
    );
    assert.equal((await get<Table>("/pages?text=winter&minScore=1")).total, 0);
  });

  it("Without a word nothing is searched", async () => {
    for (const text of ["", "%20", "-varroa", "!!"]) {
      const { texts } = await get<Table>(`/pages?text=${text}`);
      assert.equal(texts, null, text);
    }
  });

  it("The queue of a search has the unlabelled pages with the words, with what was searched for", async () => {
    const { cards } = await get<Queue>("/queue?queue=search&search=varroa");
    assert.deepEqual(
      cards.map(({ title }) => title),
      ["Winter", "Mites"],
    );
    assert.match(cards[0]?.snippet?.map(({ text }) => text).join("") ?? "", /^The varroa mite/);
    const [{ url } = { url: "" }] = cards;
    const labels = JSON.stringify({ labels: [{ url, label: "good" }] });
    await ui.ask("POST", "/runs/run/labels", labels);
    const left = await get<Queue>("/queue?queue=search&search=varroa");
    assert.deepEqual(
      left.cards.map(({ title }) => title),
      ["Mites"],
    );
  });

  describe("in a browser", { skip }, () => {
    let browser: Browser;
    let page: Page;
    before(async () => {
      browser = await launchChromium();
      const context = await browser.newContext();
      context.setDefaultTimeout(HANGS_MS);
      page = await context.newPage();
      await page.goto(ui.url);
    });
    after(async () => {
      await browser.close();
    });

    it("In Look the key / leads to the search, and what is found shows the words in their text", async () => {
      await page.goto(`${ui.origin}/#/runs/run/look`);
      // Pages near the cut are named above the table, too.
      const table = page.getByRole("table");
      await table.getByRole("link", { name: "Drones" }).waitFor();
      await page.keyboard.press("/");
      const search = page.getByLabel("Search in text, title or address");
      await page.locator("input[type=search]:focus").waitFor();
      await page.keyboard.press("/");
      assert.equal(await search.inputValue(), "");
      await page.keyboard.type('"varroa mite" OR oxalic');
      await table.getByRole("link", { name: "Drones" }).waitFor({ state: "detached" });
      const marks = page.locator("td mark");
      // Letters are typed one by one, and what is typed so far may be searched for, too.
      await marks.filter({ hasText: "Oxalic" }).first().waitFor();
      assert.deepEqual(new Set(await marks.allTextContents()), new Set(["varroa mite", "Oxalic"]));
      assert.equal(await page.getByLabel("Order").inputValue(), "match");
      assert.deepEqual(await findings(page), []);
      await search.fill("");
      await page.getByRole("link", { name: "Drones" }).waitFor();
      assert.equal(await page.getByLabel("Order").inputValue(), "score");
    });

    it("In Judge the key / leads to the search, whose pages are listed and chosen", async () => {
      await page.goto(`${ui.origin}/#/runs/run/judge`);
      await page.locator("article.sheet").waitFor();
      await page.keyboard.press("/");
      const search = page.getByLabel("Search in text, title or address");
      await search.waitFor();
      await page.locator("input[type=search]:focus").waitFor();
      await page.keyboard.type("winter OR drones\n");
      const hits = page.getByRole("list", { name: "Found pages" });
      await hits.getByRole("button", { name: "Drones" }).click();
      await page.getByRole("heading", { name: "Drones" }).waitFor();
      assert.equal(await hits.locator("[aria-current]").textContent(), "Drones");
      assert.ok((await hits.locator("mark").count()) > 0);
      assert.deepEqual(await findings(page), []);
      await page.keyboard.press("n");
      await page.getByRole("heading", { name: "Drones" }).waitFor({ state: "detached" });
    });

    it("In Judge a late answer does not take the place of that to the whole search", async () => {
      await page.goto(ui.url);
      await page.goto(`${ui.origin}/#/runs/run/judge`);
      await page.locator("article.sheet").waitFor();
      await page.keyboard.press("/");
      const search = page.getByLabel("Search in text, title or address");
      const late = Promise.withResolvers<Route>();
      const ofPart = /[?&]search=bees(?:&|$)/;
      await page.route(ofPart, (route) => late.resolve(route));
      await search.fill("bees");
      const route = await late.promise;
      await search.fill("bees OR oxalic");
      const hits = page.getByRole("list", { name: "Found pages" });
      const mites = hits.getByRole("button", { name: "Mites" });
      await mites.waitFor();
      const answered = page.waitForResponse(ofPart);
      await route.continue();
      await (await answered).finished();
      await page.evaluate("new Promise(requestAnimationFrame)");
      assert.equal(await mites.count(), 1);
    });
  });
});
