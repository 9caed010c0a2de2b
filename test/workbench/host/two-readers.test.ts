import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { chooseQueue, findings, judgeByKeys } from "../../support/a-browser-page.ts";
import { aCrawledSite, beesAndStones } from "../../support/a-crawled-site.ts";
import { anUi, type TestedUi } from "../../support/an-ui.ts";
import { HANGS_MS, launchChromium, skip } from "../../support/chromium.ts";
import { IS_SLOW } from "../../support/slow.ts";
import { until } from "../../support/until.ts";

/** Colours, and widths in px: each of them once in the gate, with each other in the slow run. */
const LOOKS = [
  ...([
    ["light", 390],
    ["dark", 1_440],
  ] as const),
  ...(IS_SLOW
    ? ([
        ["light", 1_440],
        ["dark", 390],
      ] as const)
    : []),
];

/** What is opened in a view before it is checked. */
const OPENS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async "runs/run/compare"(page) {
    await page.getByLabel("smaller").check();
    await page.getByRole("button", { name: "Compare their texts" }).click();
    await page.locator(".phrases").waitFor();
  },
};

/** Names of tables whose last columns are out of sight. */
const CUT_TABLES = `[...document.querySelectorAll(".wide")]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
  .map((table) => table.getAttribute("aria-label"))`;

describe("several readers of one run", { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), "dowser-readers-"));
  let ui: TestedUi;
  let browser: Browser;
  before(async () => {
    mkdirSync(join(folder, "runs"));
    await aCrawledSite(join(folder, "runs"), beesAndStones("http://site.example", 40));
    await aCrawledSite(join(folder, "runs"), beesAndStones("http://site.example", 20), "smaller");
    ui = await anUi([], folder);
    browser = await launchChromium();
  });
  after(async () => {
    await browser.close();
    await ui.close();
    rmSync(folder, { recursive: true });
  });

  async function openJudge(context: BrowserContext): Promise<Page> {
    context.setDefaultTimeout(HANGS_MS);
    const page = await context.newPage();
    await page.goto(ui.url);
    await page.goto(`${ui.origin}/#/runs/run/judge`);
    await page.locator("article.sheet").waitFor();
    return page;
  }

  async function tally(): Promise<{ good: number; bad: number }> {
    return (await (await ui.ask("GET", "/runs/run/verdicts")).json()) as {
      good: number;
      bad: number;
    };
  }

  /** Waits until the host has so many labels. */
  async function labelled(labels: number): Promise<void> {
    await until(`there are ${labels} labels`, async () => {
      const { good, bad } = await tally();
      return good + bad === labels;
    });
  }

  it("Two people judge at once: each verdict is kept with its name, and none is lost", async () => {
    const people = await Promise.all([browser.newContext(), browser.newContext()]);
    const [one, other] = await Promise.all(people.map(openJudge));
    assert.ok(one !== undefined && other !== undefined);
    await one.getByLabel(/Your name/).fill("Ada");
    await other.getByLabel(/Your name/).fill("Grace");
    for (const page of [one, other]) await page.keyboard.press("Enter");
    await chooseQueue(other, "2", "likely");
    await Promise.all([judgeByKeys(one, 5, () => true), judgeByKeys(other, 5, () => false)]);
    const given = () =>
      readFileSync(join(folder, "runs/run/labels.jsonl"), "utf8").match(/"by":"\w+"/g);
    await until("ten verdicts are kept", () => given()?.length === 10);
    const names = Object.groupBy(given() ?? [], (by) => by);
    assert.equal(names['"by":"Ada"']?.length, 5);
    assert.equal(names['"by":"Grace"']?.length, 5);
    await Promise.all(people.map((context) => context.close()));
  });

  it("A verdict that Dowser does not take at once waits in the browser, also when that is closed", async () => {
    const { good, bad } = await tally();
    const context = await browser.newContext();
    // Before the page is opened: Chromium may let requests of an open one pass by.
    await context.route("**/labels", (route) => route.abort());
    const page = await openJudge(context);
    await page.keyboard.press("y");
    await page.getByText("1 verdict is kept here until Dowser takes it").waitFor();
    await page.getByText("Dowser does not answer.").waitFor();
    await page.close();
    const still = await tally();
    assert.deepEqual([still.good, still.bad], [good, bad]);
    await context.unroute("**/labels");
    await openJudge(context);
    await labelled(good + bad + 1);
    await context.close();
  });

  it("Everything is reached by keys: from the address to a verdict, a note and the table", async () => {
    const { good, bad } = await tally();
    const context = await browser.newContext();
    const page = await openJudge(context);
    await page.keyboard.press("m");
    await page.keyboard.type("yes, no: only a note");
    await page.keyboard.press("Enter");
    await page.keyboard.press("y");
    await labelled(good + bad + 1);
    const reached: string[] = [];
    await page.evaluate("document.activeElement?.blur?.(); scrollTo(0, 0)");
    for (let tries = 0; tries < 40; tries += 1) {
      await page.keyboard.press("Tab");
      const name: unknown = await page.evaluate(
        "document.activeElement?.textContent?.trim().slice(0, 20)",
      );
      reached.push(String(name));
      if (name === "4Look") break;
    }
    assert.equal(reached.at(-1), "4Look", reached.join(", "));
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Pages of run" }).waitFor();
    await context.close();
  });

  for (const [colorScheme, width] of LOOKS) {
    it(`Every view fits in ${colorScheme} at ${width} px, and axe-core finds nothing`, async () => {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 844 } });
      const page = await openJudge(context);
      const views = {
        runs: ".runs",
        begin: ".head",
        "runs/run/watch": ".figures",
        "runs/run/judge": "article.sheet",
        "runs/run/look": "table.pages",
        "runs/run/site": "#hosts",
        "runs/run/compare": ".choices",
        "runs/run/pages/3": "#why",
        "runs/run/take": "#report",
      };
      for (const [view, shows] of Object.entries(views)) {
        await page.goto(`${ui.origin}/#/${view}`);
        await page.locator(shows).first().waitFor();
        await OPENS[view]?.(page);
        assert.deepEqual(await findings(page), [], view);
        const scrolls = await page.evaluate("document.documentElement.scrollWidth");
        assert.equal(scrolls, width, view);
        assert.deepEqual(await page.evaluate(CUT_TABLES), [], view);
      }
      await page.evaluate("document.body.append(document.createElement('img'))");
      assert.match((await findings(page)).join("\n"), /^image-alt: img: /m, "what is planted");
      await context.close();
    });
  }

  it("The report opens without script or request of its own, and prints without its navigation", async () => {
    const context = await browser.newContext();
    const page = await openJudge(context);
    await page.goto(`${ui.origin}/#/runs/run/take`);
    const [report] = await Promise.all([
      context.waitForEvent("page"),
      page.getByRole("link", { name: "Open it to print" }).click(),
    ]);
    await report.getByRole("heading", { level: 1 }).waitFor();
    assert.equal(await report.evaluate("self.origin"), "null");
    await report.emulateMedia({ media: "print" });
    assert.equal(await report.locator("nav").first().isVisible(), false);
    assert.equal((await report.pdf()).subarray(0, 5).toString(), "%PDF-");
    await context.close();
  });

  it("A tab that nobody sees asks for nothing, and has the newest figures when it is seen again", async () => {
    const context = await browser.newContext();
    context.setDefaultTimeout(HANGS_MS);
    const page = await context.newPage();
    // In the page itself: this process hears of its requests later.
    await page.addInitScript(`{
      const ask = window.fetch;
      window.asked = [];
      window.fetch = (...given) => {
        asked.push(new URL(given[0], location.href).pathname);
        return ask(...given);
      };
    }`);
    await page.clock.install();
    await page.goto(ui.url);
    await page.goto(`${ui.origin}/#/runs/run/watch`);
    await page.locator(".figures").waitFor();
    const turn = (hidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, "hidden", { value: ${hidden}, configurable: true });
        asked.length = 0;
        document.dispatchEvent(new Event("visibilitychange"))`);
    const asked = () => page.evaluate<string[]>("asked");
    await turn(true);
    // Longer than the time between two questions.
    await page.clock.runFor(10_000);
    assert.deepEqual(await asked(), []);
    await Promise.all([
      page.waitForResponse((response) => response.url().endsWith("/watch")),
      turn(false),
    ]);
    assert.deepEqual(
      new Set(await asked()),
      new Set(["/api/runs/run/events", "/api/runs/run/watch"]),
    );
    await context.close();
  });

  it("The random sample is judged without the crawl's own opinion, and measures precision", async () => {
    const context = await browser.newContext();
    const page = await openJudge(context);
    const before = await tally();
    await chooseQueue(page, "4", "random");
    await page.getByRole("button", { name: "Draw a sample" }).click();
    await page.locator("article.sheet").waitFor();
    assert.equal(await page.locator("article.sheet .score, article.sheet mark").count(), 0);
    await judgeByKeys(page, 10, (text) => text.includes("honey"));
    await page.getByText(/95 % interval .*: 10 of 40 sampled pages judged by people/).waitFor();
    const { good, bad } = await tally();
    assert.deepEqual([good, bad], [before.good, before.bad]);
    await context.close();
  });

  it("A second person reads the same sampled pages, and Cohen's kappa says how the two agree", async () => {
    const [ada, grace] = await Promise.all(
      ["Ada", "Grace"].map(async (name) => {
        const page = await openJudge(await browser.newContext());
        await page.getByLabel(/Your name/).fill(name);
        await page.keyboard.press("Enter");
        return page;
      }),
    );
    assert.ok(ada !== undefined && grace !== undefined);
    await chooseQueue(ada, "4", "random");
    await judgeByKeys(ada, 8, (text) => text.includes("honey"));
    await waitForVerdicts("Ada", 8);
    await chooseQueue(grace, "7", "second");
    await grace.locator("article.sheet").waitFor();
    assert.equal(await grace.locator("article.sheet .score, article.sheet mark").count(), 0);
    assert.deepEqual(await findings(grace), []);
    await judgeByKeys(grace, 7, (text) => text.includes("honey"));
    await grace.keyboard.press("n");
    await grace.getByText("There is nothing to read again").waitFor();
    await grace.getByText(/Ada and Grace say the same of [78] of 8 pages/).waitFor();
    assert.deepEqual(await findings(grace), []);
    await Promise.all([ada, grace].map((page) => page.context().close()));
  });

  it("Pages that the crawl judges otherwise than a person are a queue; a verdict given twice ends the doubt", async () => {
    const context = await browser.newContext();
    const page = await openJudge(context);
    const labels = [{ url: "http://site.example/page1", label: "good" }];
    await ui.ask("POST", "/runs/run/labels", JSON.stringify({ labels }));
    const queued = async () => {
      const answer = await ui.ask("GET", "/runs/run/queue?queue=disagreements&limit=100");
      return ((await answer.json()) as { cards: { url: string }[] }).cards.map(({ url }) => url);
    };
    assert.ok((await queued()).includes("http://site.example/page1"));
    await chooseQueue(page, "6", "disagreements");
    const [first = ""] = await queued();
    await page.locator(".url bdi", { hasText: first }).waitFor();
    assert.deepEqual(await findings(page), []);
    // The crawl finds stones bad, and bees good: the person stays with the label.
    const given = readFileSync(join(folder, "runs/run/labels.jsonl"), "utf8");
    const last =
      given
        .trimEnd()
        .split("\n")
        .findLast((line) => line.includes(`"${first}"`)) ?? "";
    await page.keyboard.press(last.includes('"label":1') ? "y" : "n");
    await until("the page leaves the queue", async () => !(await queued()).includes(first));
    await context.close();
  });

  /** Waits until so many verdicts of a person on the sample are kept. */
  async function waitForVerdicts(name: string, count: number): Promise<void> {
    const file = join(folder, "runs/run/sample.verdicts.jsonl");
    const given = () => readFileSync(file, "utf8").split(`"by":"${name}"`).length - 1;
    await until(`${name} has given ${count} verdicts`, () => given() >= count);
    assert.equal(given(), count);
  }
});
