import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { RunCrawl } from "../../../lib/workbench/schemas.ts";
import { downloadOf, findings, judgeByKeys } from "../../support/a-browser-page.ts";
import { anUi, signalCrawls, type TestedUi } from "../../support/an-ui.ts";
import { HANGS_MS, launchChromium, skip } from "../../support/chromium.ts";
import { writeDemoWarc } from "../../support/demo-warc.ts";
import { runCli } from "../../support/run-cli.ts";
import { cases, IS_SLOW } from "../../support/slow.ts";
import { until } from "../../support/until.ts";

/** Addresses of the generated web, as a person would paste them. */
const EXAMPLES = [
  "http://garden-blog.demo.example/2025/10/the-long-landing-board-22",
  "http://forum.demo.example/viewtopic.php?f=2&t=124",
  "http://forum.demo.example/viewtopic.php?f=11&t=343",
];
const SEEDS = ["forum", "garden-blog", "travel-blog", "university"];

/** Formats that are compared with what the command writes. */
const FORMATS = IS_SLOW ? (["csv", "jsonl", "parquet", "warc"] as const) : (["jsonl"] as const);

/** Pages of the crawl, and those to which she raises them. */
const PAGES = cases(200, 500);
const MORE = cases(350, 1_400);

/** Pages that she judges before the crawl goes on. */
const JUDGED = cases(12, 30);

/** Words of pages on bees: what a person who judges would go by. */
const BEES = /\b(?:bee|bees|hive|hives|honey|brood|swarm|queen|beekeep\w*|varroa|colony|comb)\b/gi;

describe("a crawl from its beginning to its report, in a browser", { skip }, () => {
  let recordings = "";
  let ui: TestedUi;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const complaints: string[] = [];
  const run = "runs/bees";
  before(async () => {
    recordings = mkdtempSync(join(tmpdir(), "dowser-story-"));
    const { warc } = await writeDemoWarc(recordings);
    ui = await anUi([warc]);
    browser = await launchChromium();
    context = await browser.newContext({ viewport: { width: 1_280, height: 800 } });
    context.setDefaultTimeout(HANGS_MS);
    page = await context.newPage();
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", ({ message }) => complaints.push(message));
    await page.goto(ui.url);
  });
  after(async () => {
    await browser.close();
    signalCrawls(ui.folder, "SIGCONT");
    await ui.close();
    rmSync(recordings, { recursive: true });
  });

  const crawl = async () => (await (await ui.ask("GET", "/runs/bees/crawl")).json()) as RunCrawl;

  /** Stops the process of the crawl as soon as something is so: it may be faster than a busy browser. */
  async function stopCrawlWhen(what: string, isSo: () => boolean | Promise<boolean>) {
    await until(what, isSo);
    signalCrawls(ui.folder, "SIGSTOP");
  }

  const cli = async (...args: string[]) => (await runCli(args, { cwd: ui.folder })).stdout;

  it("A researcher says what she looks for, and the project file is written beside the form", async () => {
    await page.getByLabel("In words").fill("beekeeping");
    await page.getByLabel(/Examples/).fill(EXAMPLES.join("\n"));
    await page.getByRole("button", { name: "Next: where to begin" }).click();
    await page
      .getByLabel(/Where to begin/)
      .fill(SEEDS.map((name) => `http://${name}.demo.example/`).join(" "));
    await page.getByRole("button", { name: "Next: how much" }).click();
    await page.getByText("Name, time, money and pace").click();
    await page.getByLabel("Name of the crawl").fill("bees");
    await page.getByLabel("Pages at most").fill("many");
    await page.getByText(/budget\.pages: .*many/).waitFor();
    assert.ok(await page.getByRole("button", { name: "Begin the crawl" }).isDisabled());
    await page.getByLabel("Pages at most").fill(String(PAGES));
    await page.getByLabel(/site owners/).fill("you@example.org");
    await page.getByRole("region", { name: "What" }).locator("button.head").click();
    await page.getByText(/^Strategy auto: it learns from the examples/).waitFor();
    assert.deepEqual(await findings(page), []);
    await page.reload();
    assert.equal(await page.getByLabel("In words").inputValue(), "beekeeping");
    await page.getByRole("button", { name: "Begin the crawl" }).click();
    await stopCrawlWhen(
      "pages are fetched",
      async () => ((await crawl()).report?.fetched ?? 0) > 0,
    );
    await page.getByRole("status").filter({ hasText: "crawling" }).waitFor();
  });

  it("She watches it, closes the browser, and comes back to a crawl that went on", async () => {
    await page.getByRole("link", { name: "Judge pages" }).waitFor();
    assert.deepEqual(await findings(page), []);
    const before = await fetched(page);
    await page.close();
    signalCrawls(ui.folder, "SIGCONT");
    page = await context.newPage();
    page.on("pageerror", ({ message }) => complaints.push(message));
    await page.goto(`${ui.origin}/`);
    await page.getByRole("link", { name: "bees", exact: true }).click();
    await page.getByRole("link", { name: "Judge pages" }).waitFor();
    await page.getByRole("button", { name: "Continue" }).waitFor();
    assert.ok(before < PAGES);
    await until("all pages are counted", async () => (await fetched(page)) === PAGES);
  });

  it("She judges pages by keys alone, and the crawl learns from them", async () => {
    await page.getByRole("link", { name: "Judge pages" }).press("Enter");
    const order = await queue();
    await judgeByKeys(page, JUDGED, (text) => (text.match(BEES)?.length ?? 0) > 2);
    await tallied(JUDGED);
    assert.deepEqual(await findings(page), []);
    await page.getByRole("link", { name: "Watch" }).click();
    await page.getByLabel("to").fill(String(MORE));
    await page.getByRole("button", { name: "Continue" }).click();
    await stopCrawlWhen("the crawl has learned", () =>
      /"labelled"[^]*"trained"/.test(readFileSync(join(ui.folder, run, "log.jsonl"), "utf8")),
    );
    await page.getByText(`and ${JUDGED} of your labels`).waitFor();
    const judged = JSON.parse(await cli("label", "list", run, "--json")).labels;
    assert.equal(judged.length, JUDGED);
    const left = new Set(await queue());
    assert.notDeepEqual(order.filter((url) => left.has(url)).slice(0, 3), order.slice(0, 3));
  });

  it("She takes a verdict back: the page before comes again, and its last verdict counts", async () => {
    await page.getByRole("link", { name: "Judge pages" }).click();
    const title = await page.locator(".sheet h2").textContent();
    await page.keyboard.press("y");
    await page
      .locator(".sheet h2")
      .filter({ hasNotText: title ?? "" })
      .waitFor();
    await page.keyboard.press("b");
    await page
      .locator(".sheet h2")
      .filter({ hasText: title ?? "" })
      .waitFor();
    await page.keyboard.press("n");
    await tallied(JUDGED + 1);
  });

  it("She pauses it, and report and exports are those of the commands", async () => {
    await page.getByRole("link", { name: "Watch" }).click();
    await page.getByRole("button", { name: "Pause" }).click();
    await until("the order to pause has come", async () => (await crawl()).requested === "pause");
    signalCrawls(ui.folder, "SIGCONT");
    await page
      .getByRole("status")
      .filter({ hasText: /^(?:paused|finished)/ })
      .waitFor();
    await page.getByRole("link", { name: "Export" }).click();
    await page.getByRole("link", { name: "Save the report" }).waitFor();
    assert.deepEqual(await findings(page), []);
    await page.getByLabel("Which pages").selectOption("all");
    for (const format of FORMATS) {
      const pages = page.getByRole("region", { name: "Pages" });
      const link = pages.locator(`a[href*="format=${format}"]`);
      const saved = await downloadOf(page, link);
      const out = join(ui.folder, `pages.${format}`);
      await cli("export", run, "--format", format, "--out", out);
      const own = readFileSync(out);
      const isSame = format === "warc" ? sameRecords(saved, own) : saved.equals(own);
      assert.ok(isSame, format);
    }
    const posts = page.getByRole("link", { name: "Posts as CSV" });
    await cli("export", run, "--format", "csv", "--posts", "--out", join(ui.folder, "posts.csv"));
    const savedPosts = await downloadOf(page, posts);
    assert.ok(savedPosts.equals(readFileSync(join(ui.folder, "posts.csv"))), "the posts differ");
    const report = await downloadOf(page, page.getByRole("link", { name: "Save the report" }));
    await cli("report", run, "--html", "report.html");
    const own = readFileSync(join(ui.folder, "report.html"), "utf8");
    assert.ok(withoutTimes(report.toString("utf8")) === withoutTimes(own), "the reports differ");
  });

  it("She looks at the pages, and the machine that she came from is not asked for anything else", async () => {
    await page.getByRole("link", { name: "Look" }).click();
    await page.getByLabel("Search in text, title or address").fill("queen");
    await page.getByLabel("predicted relevant only").check();
    await page.getByLabel("Order").selectOption("score");
    await page.getByRole("row").nth(1).waitFor();
    assert.deepEqual(await findings(page), []);
    await page.locator("td.title a").first().click();
    await page.getByRole("heading", { name: "Why", exact: true }).waitFor();
    await page.getByRole("button", { name: "Show the page" }).click();
    await page.frameLocator("iframe").locator("body").waitFor();
    assert.deepEqual(await findings(page), []);
    assert.deepEqual(complaints, []);
  });

  async function queue(): Promise<string[]> {
    const answer = await ui.ask("GET", "/runs/bees/queue?queue=uncertain&limit=20");
    const { cards } = (await answer.json()) as { cards: { url: string }[] };
    return cards.map(({ url }) => url);
  }

  /** Waits until the host has so many labels. */
  async function tallied(labels: number): Promise<void> {
    await until(`there are ${labels} labels`, async () => {
      const answer = await ui.ask("GET", "/runs/bees/verdicts");
      const { good, bad } = (await answer.json()) as { good: number; bad: number };
      return good + bad >= labels;
    });
  }
});

async function fetched(page: Page): Promise<number> {
  const text = await page.locator(".figure dd").first().textContent();
  return Number.parseInt((text ?? "0").replaceAll(",", ""), 10);
}

/** Each WARC file names its records, and when it was written. */
function sameRecords(one: Buffer, other: Buffer): boolean {
  const records = (packed: Buffer) =>
    gunzipSync(packed)
      .toString("latin1")
      .replaceAll(/^WARC-(?:Record-ID|Date|Filename|Warcinfo-ID|Concurrent-To): .*$/gm, "");
  return records(one) === records(other);
}

/** A report says when it was written. */
function withoutTimes(html: string): string {
  return html.replaceAll(/\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?/g, "TIME");
}
