import assert from "node:assert/strict";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { openSearchIndex } from "../../../lib/adapters/sqlite/search-index.ts";
import type { Fault, RunFigures, Runs, Snippets, Table } from "../../../lib/workbench/schemas.ts";
import { downloadOf, findings } from "../../support/a-browser-page.ts";
import { aCrawledSite, beesAndStones } from "../../support/a-crawled-site.ts";
import { anUi, type TestedUi } from "../../support/an-ui.ts";
import { HANGS_MS, launchChromium, skip } from "../../support/chromium.ts";
import { runCli } from "../../support/run-cli.ts";
import { until } from "../../support/until.ts";
import { untilRead } from "../../support/until-read.ts";

const SITE = "http://site.example";

describe("runs of a folder as a whole, and their pages as rows", () => {
  let ui: TestedUi;
  before(async () => {
    ui = await anUi();
    mkdirSync(join(ui.folder, "runs"));
    await aCrawledSite(join(ui.folder, "runs"), beesAndStones(SITE, 60), "bees");
    mkdirSync(join(ui.folder, "runs/broken"));
    writeFileSync(join(ui.folder, "runs/broken/crawl.sqlite"), "no database");
  });
  after(() => ui.close());

  const read = async <Answer>(path: string): Promise<Answer> =>
    (await ui.ask("GET", path)).json() as Promise<Answer>;
  const names = async () => (await read<Runs>("/runs")).runs.map(({ run }) => run).toSorted();

  it("The figures of a run are those of its status, and grow with a label", async () => {
    const { pages, targets, labels, bytes } = await read<RunFigures>("/runs/bees/figures");
    const { stdout } = await runCli(["status", "runs/bees", "--json"], { cwd: ui.folder });
    const told = JSON.parse(stdout);
    assert.deepEqual([pages, targets, labels], [told.fetched, told.targets, 0]);
    assert.ok(bytes > 10_000);
    const url = `${SITE}/page0`;
    await ui.ask("POST", "/runs/bees/labels", JSON.stringify({ labels: [{ url, label: "good" }] }));
    assert.equal((await read<RunFigures>("/runs/bees/figures")).labels, 1);
  });

  it("A run is duplicated, renamed and deleted, with all that it has, and no other run is touched", async () => {
    const made = await (await ui.ask("POST", "/runs/bees/duplicate")).json();
    assert.deepEqual(made, { run: "bees-2" });
    const [one, other] = await Promise.all(
      ["bees", "bees-2"].map((run) => read<RunFigures>(`/runs/${run}/figures`)),
    );
    assert.deepEqual([other?.pages, other?.labels], [one?.pages, one?.labels]);
    const rename = (to: string) => ui.ask("POST", "/runs/bees-2/rename", JSON.stringify({ to }));
    assert.equal(((await (await rename("bees")).json()) as Fault).code, "run-exists");
    assert.equal(((await (await rename("../out")).json()) as Fault).code, "bad-run-name");
    assert.equal((await rename("wasps")).status, 200);
    assert.equal((await read<Table>("/runs/wasps/pages")).all, 60);
    assert.deepEqual(await names(), ["bees", "broken", "wasps"]);
    assert.equal((await ui.ask("POST", "/runs/wasps/delete")).status, 200);
    assert.equal(existsSync(join(ui.folder, "runs/wasps")), false);
    assert.deepEqual(await names(), ["bees", "broken"]);
    const gone = (await (await ui.ask("POST", "/runs/wasps/delete")).json()) as Fault;
    assert.equal(gone.code, "no-run");
  });

  it("Rows of a search are not saved while another process reads the texts", async (t) => {
    const index = openSearchIndex(join(ui.folder, "runs/bees/search.sqlite"));
    t.after(() => index.close());
    assert.ok(index.begin());
    const refused = await ui.ask("GET", "/runs/bees/rows?format=jsonl&text=summer");
    index.rollback();
    const { code, hint } = (await refused.json()) as Fault;
    assert.deepEqual([refused.status >= 400, code], [true, "texts-being-read"]);
    assert.match(hint, /again when/);
    const saved = await ui.ask("GET", "/runs/bees/rows?format=jsonl&text=summer");
    assert.equal((await saved.text()).trimEnd().split("\n").length, 15);
  });

  it("Pages say in short what decided on them, and the rows that a filter leaves are saved", async () => {
    const best = await read<Table>("/runs/bees/pages?order=score&limit=3");
    const sequences = best.rows.map(({ sequence }) => sequence).join(",");
    const { snippets } = await read<Snippets>(`/runs/bees/snippets?sequences=${sequences}`);
    assert.ok(Object.values(snippets).every((text) => text.some(({ isMarked }) => isMarked)));
    const rows = async (query: string) =>
      (await (await ui.ask("GET", `/runs/bees/rows?${query}`)).text()).trimEnd().split("\n");
    const bees = await untilRead(() => read<Table>("/runs/bees/pages?text=BEES&limit=100"));
    const lines = await rows("format=jsonl&text=BEES");
    assert.equal(lines.length, bees.total);
    const urls = new Set(bees.rows.map(({ url }) => url));
    assert.ok(lines.every((line) => urls.has(JSON.parse(line).url)));
    assert.equal((await rows(`format=csv&sequences=${sequences}`)).length, 4);
    const refused = await ui.ask("GET", "/runs/bees/rows?order=worst");
    assert.equal(((await refused.json()) as Fault).code, "bad-parameters");
  });

  it("In a browser runs are renamed and deleted, which asks; rows are judged and saved where they stand", {
    skip,
  }, async (t) => {
    // Nothing is due: the rows stay where they are.
    assert.equal((await ui.ask("POST", "/runs/bees/look")).status, 200);
    const browser = await launchChromium();
    t.after(() => browser.close());
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    page.setDefaultTimeout(HANGS_MS);
    await page.goto(ui.url);
    const row = (name: string) => page.getByRole("listitem").filter({ hasText: name });
    await row("bees").getByText("60", { exact: true }).waitFor();
    await row("broken")
      .getByText(/cannot be read as a database/)
      .waitFor();
    assert.deepEqual(await findings(page), []);
    await row("bees").getByRole("button", { name: "Duplicate" }).click();
    await row("bees-2").getByRole("button", { name: "Rename" }).click();
    await page.getByLabel("New name of bees-2").fill("hornets");
    await page.keyboard.press("Enter");
    await row("hornets").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Keep it" }).click();
    assert.ok((await names()).includes("hornets"));
    await row("hornets").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete it" }).click();
    await row("hornets").waitFor({ state: "detached" });
    await page.getByRole("link", { name: "bees", exact: true }).click();
    await page.getByRole("link", { name: "Look" }).click();
    await page.locator(".snippet mark").first().waitFor();
    const scores = await page.locator("td.number").allTextContents();
    assert.deepEqual(scores, scores.toSorted().reverse());
    // The first row without a verdict.
    await page.locator("tbody tr:not(:has([aria-pressed=true])) .title a").first().focus();
    await page.keyboard.press("n");
    await page.keyboard.press("y");
    await until("both verdicts are kept", async () => {
      const { good, bad } = await read<{ good: number; bad: number }>("/runs/bees/verdicts");
      return good === 2 && bad === 1;
    });
    await page.getByTitle(/3 labels wait for the crawl/).waitFor();
    await page.locator("tbody .pick input").nth(2).check();
    await page.getByText("1 chosen").waitFor();
    assert.deepEqual(await findings(page), []);
    assert.equal(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
    const saved = await downloadOf(page, page.getByRole("link", { name: "JSON lines" }));
    assert.equal(saved.toString("utf8").trimEnd().split("\n").length, 1);
    await page.locator(".title a").first().click();
    await page.getByRole("heading", { name: "Its text" }).waitFor();
    const headings = await page.locator("article h2").allTextContents();
    assert.deepEqual(headings, ["Why", "Its text"]);
    assert.deepEqual(await findings(page), []);
  });
});
