import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import type { Corpus } from "../../../lib/workbench/corpus-schemas.ts";
import type { Card, Table, Tally } from "../../../lib/workbench/schemas.ts";
import { findings } from "../../support/a-browser-page.ts";
import { aCrawledSite, beesAndStones } from "../../support/a-crawled-site.ts";
import { anUi, type TestedUi } from "../../support/an-ui.ts";
import { HANGS_MS, launchChromium, skip } from "../../support/chromium.ts";
import { runCli } from "../../support/run-cli.ts";
import { until } from "../../support/until.ts";

describe("what was done is taken back by a key, in any view", { skip }, () => {
  let ui: TestedUi;
  let browser: Browser;
  let page: Page;
  before(async () => {
    ui = await anUi();
    mkdirSync(join(ui.folder, "runs"));
    const pages = beesAndStones("http://site.example", 24);
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
  const shown = () => page.locator(".sheet .url bdi").textContent();

  /** Waits until the host has these labels. */
  async function labelled(good: number, bad: number): Promise<void> {
    await until(`there are ${good} good and ${bad} bad labels`, async () => {
      const tally = await ask<Tally>("/verdicts");
      return tally.good === good && tally.bad === bad;
    });
  }

  it("A label goes, and its page comes back; one that was another before is that again", async () => {
    await page.goto(`${ui.origin}/#/runs/run/judge`);
    await page.locator("article.sheet").waitFor();
    const first = await shown();
    await page.keyboard.press("y");
    await labelled(1, 0);
    await until("the next page is shown", async () => (await shown()) !== first);
    await page.keyboard.press("z");
    await until("the page comes back", async () => (await shown()) === first);
    await labelled(0, 0);
    await page.keyboard.press("y");
    await until("the next page is shown", async () => (await shown()) !== first);
    await page.keyboard.press("b");
    await until("the page comes back", async () => (await shown()) === first);
    await page.keyboard.press("n");
    await labelled(0, 1);
    await page.getByRole("button", { name: /^Undo/ }).click();
    await labelled(1, 0);
    await page.keyboard.press("z");
    await labelled(0, 0);
    assert.deepEqual(await findings(page), []);
  });

  it("The labels of a selection go together", async () => {
    await page.getByRole("link", { name: "Look", exact: true }).click();
    const rows = page.locator("table.pages tbody tr");
    await rows.first().waitFor();
    for (const at of [0, 1, 2]) await rows.nth(at).getByRole("checkbox").check();
    await page.getByRole("button", { name: "Irrelevant", exact: true }).click();
    await labelled(0, 3);
    await page.getByRole("status").filter({ hasText: "3 pages: irrelevant" }).waitFor();
    assert.deepEqual(await findings(page), []);
    await page.getByRole("button", { name: "Choose none" }).click();
    await page.keyboard.press("z");
    await page.getByText("3 chosen").waitFor();
    await page.keyboard.press("z");
    await labelled(0, 0);
    const said = page.locator('.say button[aria-pressed="true"]');
    await until("no row says so", async () => (await said.count()) === 0);
  });

  it("A cut goes, from another view, too", async () => {
    const { cut } = await ask<Corpus>("/corpus");
    const clean = page.getByRole("button", { name: /^Few wrong ones/ });
    await clean.click();
    await until("the cut is kept", async () => (await ask<Corpus>("/corpus")).cut.isKept);
    await page.getByRole("link", { name: "Watch", exact: true }).click();
    await page.getByRole("status").filter({ hasText: "Another cut is used" }).waitFor();
    await page.keyboard.press("z");
    await until("the cut is as before", async () => !(await ask<Corpus>("/corpus")).cut.isKept);
    assert.deepEqual((await ask<Corpus>("/corpus")).cut, cut);
  });

  it("What a machine said of a page holds again when a person takes a label back", async () => {
    const { rows } = await ask<Table>("/pages?order=score&limit=1");
    const [best] = rows;
    assert.ok(best !== undefined);
    const { url, sequence } = best;
    writeFileSync(join(ui.folder, "labels.csv"), `url,label\n${url},1\n`);
    await runCli(["label", "import", "runs/run", "labels.csv"], { cwd: ui.folder });
    const say = (label: "bad" | null) =>
      ui.ask("POST", "/runs/run/labels", JSON.stringify({ labels: [{ url, label }] }));
    const card = async () => {
      const { label, source } = await ask<Card>(`/pages/${sequence}`);
      return [label, source];
    };
    assert.deepEqual(await card(), [1, "import"]);
    await say("bad");
    assert.deepEqual(await card(), [0, "person"]);
    await say(null);
    assert.deepEqual(await card(), [1, "import"]);
  });
});
