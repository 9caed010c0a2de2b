import assert from "node:assert/strict";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { ProjectAnswer, Watch } from "../../../lib/workbench/schemas.ts";
import { findings } from "../../support/a-browser-page.ts";
import { aCrawledSite, threePages } from "../../support/a-crawled-site.ts";
import { anUi, type TestedUi } from "../../support/an-ui.ts";
import { HANGS_MS, launchChromium, skip } from "../../support/chromium.ts";
import { runCli } from "../../support/run-cli.ts";

const SEED = "http://gone.example/";
const PROJECT = `# What we look for.
name: empty
need:
  topic: bees honey # two words
seeds:
  urls: [${SEED}]
`;

describe("a crawl that fetched no page, in the workbench", () => {
  let ui: TestedUi;
  let web = "";
  before(async () => {
    ui = await anUi();
    const runs = join(ui.folder, "runs");
    mkdirSync(runs);
    await aCrawledSite(runs, threePages("http://site.example"));
    web = join(ui.folder, "it's a web.warc.gz");
    renameSync(join(runs, "web.warc.gz"), web);
    writeFileSync(join(ui.folder, "empty.yaml"), PROJECT);
    await runCli(["crawl", "empty.yaml", "--web", web], { cwd: ui.folder });
    const other = PROJECT.replace("name: empty", "name: other").replace(
      "bees honey",
      "glaciers ice",
    );
    writeFileSync(join(ui.folder, "other.yaml"), other.replace(SEED, "http://site.example/"));
    await runCli(["crawl", "other.yaml", "--web", web], { cwd: ui.folder });
  });
  after(() => ui.close());

  const read = async <Answer>(path: string): Promise<Answer> =>
    (await ui.ask("GET", path)).json() as Promise<Answer>;

  it("It says what the command says: why there is none, and what to do", async () => {
    const { nothing, crawl } = await read<Watch>("/runs/empty/watch");
    assert.ok(nothing !== null);
    assert.match(nothing.reasons.join("\n"), /nothing was fetched: .*not-recorded 1/);
    const { stdout } = await runCli(["report", "runs/empty"], { cwd: ui.folder });
    for (const line of [...nothing.reasons, ...nothing.advice])
      assert.ok(stdout.toLowerCase().includes(line.slice(0, 40).toLowerCase()), line);
    assert.equal(crawl.state, "finished");
    assert.equal((await read<Watch>("/runs/run/watch")).nothing, null);
  });

  it("One that fetched pages, and no relevant one, says so in the same words", async () => {
    const { nothing, crawl } = await read<Watch>("/runs/other/watch");
    assert.deepEqual([crawl.report?.targets, (crawl.report?.fetched ?? 0) > 0], [0, true]);
    const { stdout } = await runCli(["report", "runs/other"], { cwd: ui.folder });
    assert.ok(nothing !== null && nothing.reasons.length > 0 && nothing.advice.length > 0);
    for (const line of [...nothing.reasons, ...nothing.advice])
      assert.ok(stdout.toLowerCase().includes(line.trim().slice(0, 40).toLowerCase()), line);
  });

  it("The command that it names goes on with the crawl of the recording, whatever its path", async () => {
    const { crawl } = await read<Watch>("/runs/empty/watch");
    assert.ok(crawl.command.startsWith("dowser crawl empty.yaml --out runs/empty --web '"));
    assert.ok(crawl.command.includes(`it'\\''s a web.warc.gz'`), crawl.command);
  });

  it("The project is offered again under a name that is free, with all its comments", async () => {
    const { text, name, problems } = await read<ProjectAnswer>("/runs/empty/again");
    assert.equal(text, PROJECT.replace("name: empty", "name: empty-2"));
    assert.equal(name, "empty-2");
    assert.deepEqual(problems, [
      "politeness.contact: expected an e-mail address or a web page, so that site owners can reach you",
    ]);
    writeFileSync(join(ui.folder, "empty-2.yaml"), text);
    const next = await read<ProjectAnswer>("/runs/empty/again");
    assert.equal(next.name, "empty-3");
  });

  it("In a browser it offers to edit and begin again, and nothing that does nothing", {
    skip,
  }, async () => {
    const browser = await launchChromium();
    const page = await browser.newPage();
    page.setDefaultTimeout(HANGS_MS);
    await page.goto(ui.url);
    await page.goto(`${ui.origin}/#/runs/empty/watch`);
    await page.getByRole("heading", { name: "The crawl has fetched no page" }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Continue" }).count(), 0);
    assert.equal(await page.getByText("robots.txt").count(), 0);
    assert.deepEqual(await findings(page), []);
    await page.getByRole("link", { name: "Judge", exact: true }).click();
    await page.getByRole("heading", { name: "The run has no page" }).waitFor();
    await page.getByRole("link", { name: "see why" }).click();
    await page.getByRole("button", { name: "Edit and begin again" }).click();
    await page.getByLabel("In words").waitFor();
    await page.getByRole("button", { name: "Project file" }).click();
    const field = page.locator("textarea.yaml");
    await field.waitFor();
    assert.match(await field.inputValue(), /^name: empty-\d$/m);
    await browser.close();
  });
});
