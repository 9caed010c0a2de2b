import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { writeWarcFile } from "../../../lib/adapters/warc/write-warc-file.ts";
import { loadProject } from "../../../lib/project/load-project.ts";
import { crawlInto } from "../../../lib/run/crawl/crawl.ts";
import { findings } from "../../support/a-browser-page.ts";
import { aUrl } from "../../support/a-url.ts";
import { anUi, type TestedUi } from "../../support/an-ui.ts";
import { HANGS_MS, launchChromium, skip } from "../../support/chromium.ts";
import { aFetchedPage, linking } from "../../support/scripted-web.ts";

/** Pages that try to run, to load, to leave, or to cover the page that shows them. */
function hostilePages(evil: string): readonly string[] {
  return [
    `<title>script bees</title><script>parent.document.title = "taken"; fetch("${evil}/script")</script>
     <p onclick="fetch('${evil}/click')">Bees and honey.</p><img src="${evil}/image" onerror="fetch('${evil}/error')">
     <svg onload="fetch('${evil}/svg')"><script>fetch("${evil}/svg-script")</script></svg>`,
    `<title>style bees</title><style>@import "${evil}/import"; * { position: fixed; inset: 0; z-index: 99999 }</style>
     <link rel="stylesheet" href="${evil}/style"><link rel="preconnect" href="${evil}"><link rel="prefetch" href="${evil}/prefetch">
     <div style="position:fixed;inset:0;background:url(${evil}/background)">Bees cover all.</div>`,
    `<title>leave bees</title><meta http-equiv="refresh" content="0;url=${evil}/refresh"><base href="${evil}/">
     <a href="${evil}/link" target="_top" ping="${evil}/ping">Bees lead away</a>
     <form action="${evil}/form"><input name="x"><button>Bees</button></form>`,
    `<title>frames bees</title><iframe src="${evil}/frame"></iframe><object data="${evil}/object"></object>
     <embed src="${evil}/embed"><video src="${evil}/video" poster="${evil}/poster"></video><p>Bees in frames.</p>`,
    `<title>${"bees ".repeat(20_000)}</title><p>A huge title.</p>`,
    `<html dir="rtl"><title>\u202Eسيئة bees\u202E</title><p>نحل \u202E and bees</p>`,
    `<title></title><plaintext></style></script><script>fetch("${evil}/plaintext")</script> bees`,
    `<title><script>alert(1)</script>"><img src=x onerror=alert(1)> bees</title><p>${"<div>".repeat(5_000)}bees deep down`,
  ];
}

describe("pages that were crawled, in the workbench", { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), "dowser-hostile-"));
  const asked: string[] = [];
  let evil: Server;
  let ui: TestedUi;
  let browser: Browser;
  let page: Page;
  let count = 0;
  before(async () => {
    evil = createServer(({ url = "" }, response) => {
      asked.push(url);
      response.end();
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => evil.once("listening", resolve));
    const address = evil.address();
    const port = typeof address === "object" ? address?.port : 0;
    const pages = hostilePages(`http://127.0.0.1:${port}`);
    count = pages.length;
    await crawlPages(pages);
    ui = await anUi([], folder);
    browser = await launchChromium();
    page = await browser.newPage();
    page.setDefaultTimeout(HANGS_MS);
    await page.goto(ui.url);
  });
  after(async () => {
    await browser.close();
    await ui.close();
    evil.close();
    rmSync(folder, { recursive: true });
  });

  async function crawlPages(pages: readonly string[]): Promise<void> {
    const urls = pages.map((_, index) => `http://site.example/${index}`);
    const recorded = [
      aFetchedPage(aUrl("http://site.example/"), linking(...urls)),
      ...pages.map((html, index) => aFetchedPage(aUrl(urls[index] ?? ""), html)),
    ];
    const web = join(folder, "web.warc.gz");
    await writeWarcFile(
      web,
      recorded.map((each) => ({ page: each, fetchedAt: 0 })),
      {},
    );
    const file = join(folder, "hostile.yaml");
    const project = {
      name: "hostile",
      need: { topic: "bees honey" },
      seeds: { urls: ["http://site.example/"] },
    };
    writeFileSync(file, JSON.stringify({ ...project, strategy: "breadth-first" }));
    await crawlInto(join(folder, "runs/hostile"), await loadProject(file), [web]);
  }

  it("A page that was crawled runs nothing, loads nothing, and does not leave its frame", async () => {
    for (let sequence = 1; sequence <= count + 1; sequence += 1) {
      await page.goto(`${ui.origin}/#/runs/hostile/pages/${sequence}`);
      await page.getByRole("button", { name: "Show the page" }).click();
      const frame = page.frameLocator("iframe.stored");
      await frame.locator("body").waitFor({ state: "attached" });
      for (const link of await frame.locator("a").all()) await link.click({ force: true });
      await page.getByRole("button", { name: "Show its text" }).waitFor();
      assert.match(await page.title(), /^Page · hostile/);
      assert.deepEqual(await findings(page), [], `page ${sequence}`);
      assert.equal(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
    }
    assert.deepEqual(asked, []);
  });

  it("A page that was crawled has an origin of its own: it cannot reach what shows it", async () => {
    const path = "/api/runs/hostile/pages/2/frame";
    const { address } = (await (await ui.ask("POST", "/once", path)).json()) as { address: string };
    const response = await page.goto(`${ui.origin}${address}`);
    assert.equal(response?.status(), 200);
    assert.equal(await page.evaluate("self.origin").catch(() => "null"), "null");
    const { headers } = await fetch(`${ui.origin}${path}`, {
      headers: { authorization: `Bearer ${new URL(ui.url).searchParams.get("token")}` },
    });
    assert.match(headers.get("content-security-policy") ?? "", /^sandbox; default-src 'none'/);
  });

  it("Titles of strangers are text in every view", async () => {
    const dialogs: string[] = [];
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    for (const view of ["watch", "judge", "look"]) {
      await page.goto(`${ui.origin}/#/runs/hostile/${view}`);
      await page.getByText("script bees").filter({ visible: true }).first().waitFor();
      assert.equal(await page.locator("main script, main img, main svg script").count(), 0);
      assert.deepEqual(await findings(page), [], view);
    }
    assert.deepEqual(dialogs, []);
    assert.deepEqual(asked, []);
  });
});
