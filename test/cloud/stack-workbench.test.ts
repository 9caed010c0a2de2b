import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Browser } from "playwright-core";
import { createDynamoLabelStore } from "../../lib/adapters/aws/dynamo-label-store.ts";
import { openUi } from "../../lib/cli/ui.ts";
import { downloadOf, findings, judgeByKeys } from "../support/a-browser-page.ts";
import { skip as browserSkip, HANGS_MS, launchChromium } from "../support/chromium.ts";
import { runCli } from "../support/run-cli.ts";
import { until } from "../support/until.ts";
import { type Deployment, idOf, theDeployment } from "./support/a-deployment.ts";
import { dynamo, skip } from "./support/ministack.ts";
import { aServedDemo } from "./support/served-web.ts";
import { aBeekeepingProject, endOfCrawl } from "./support/stack-crawl.ts";

const SITES = ["university", "garden-blog"] as const;

/** Pages judged by keys. */
const JUDGED = 5;

describe("a crawl in a stack from its beginning to its export, in a browser", {
  skip: skip || browserSkip,
}, () => {
  let deployment: Deployment;
  let browser: Browser;
  before(async () => {
    deployment = await theDeployment();
    browser = await launchChromium();
  });
  after(() => browser.close());

  it("A researcher begins it, judges pages while it runs, and takes away what pull and export give", async (test) => {
    const web = await aServedDemo(test, SITES);
    const folder = mkdtempSync(join(tmpdir(), "dowser-stack-ui-"));
    const file = join(folder, `${deployment.project}.yaml`);
    const parts = aBeekeepingProject(web.seeds, { pages: 60, minDelayMs: 20 });
    writeFileSync(file, JSON.stringify({ name: deployment.project, ...parts }));
    const { endpoint, token } = deployment.access;
    const access = { DOWSER_ENDPOINT: endpoint, DOWSER_TOKEN: token };
    Object.assign(process.env, access);
    test.after(() => {
      for (const name of Object.keys(access)) delete process.env[name];
    });
    const ui = await openUi(folder, { host: "127.0.0.1", port: 0, web: [], stack: file });
    test.after(() => ui.close());
    const page = await browser.newPage();
    page.setDefaultTimeout(HANGS_MS);

    await page.goto(ui.url);
    await page.goto(`${new URL(ui.url).origin}/#/begin`);
    await page.getByRole("button", { name: "Begin the crawl" }).click();
    await page.getByRole("link", { name: "Judge pages" }).click();
    await judgeByKeys(page, JUDGED, (text) => /\bbees?\b/i.test(text));
    const labels = createDynamoLabelStore({
      client: dynamo,
      tableName: idOf(deployment, "Table"),
    });
    // A verdict whose answer was lost is sent again, and kept twice.
    const judged = async () =>
      new Set((await labels.list()).map(({ url }) => url).filter(isOf(web.seeds)));
    await until("the verdicts are kept", async () => (await judged()).size === JUDGED).catch(
      async ({ message }: Error) => {
        const told = await page.getByRole("alert").allTextContents();
        assert.fail(
          `${message}; kept are ${[...(await judged())].join()}; told was ${told.join()}`,
        );
      },
    );
    assert.deepEqual(await findings(page), []);

    await endOfCrawl(deployment);
    await page.getByRole("link", { name: "Watch" }).click();
    await page
      .getByRole("status")
      .filter({ hasText: /^finished/ })
      .waitFor();
    assert.deepEqual(await findings(page), []);
    await page.getByRole("link", { name: "Export" }).click();
    await page.getByLabel("Which pages").selectOption("all");
    const saved = await downloadOf(
      page,
      page.getByRole("region", { name: "Pages" }).locator('a[href*="format=jsonl"]'),
    );
    const [run, out] = [join(folder, "pulled"), join(folder, "pages.jsonl")];
    for (const words of [
      ["pull", file, "--out", run],
      ["export", run, "--format", "jsonl", "--out", out],
    ]) {
      const { code, stderr } = await runCli(words);
      assert.equal(code, 0, stderr);
    }
    assert.ok(saved.equals(readFileSync(out)));
    assert.equal(saved.toString("utf8").match(/"label":[^n]/g)?.length, JUDGED);
    await page.close();
  });
});

function isOf(seeds: readonly string[]): (url: string) => boolean {
  return (url) => seeds.some((seed) => url.startsWith(seed));
}
