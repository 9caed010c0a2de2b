import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { aCrawledSite, beesAndStones } from "../../support/a-crawled-site.ts";
import { anUi, type TestedUi } from "../../support/an-ui.ts";
import { HANGS_MS, launchChromium, skip } from "../../support/chromium.ts";

/** What a page of another port tries, each in its own way; it tells what it got. */
const ATTEMPTS = `
const got = {};
const tries = {
  read: () => fetch(B + "/api/runs", { credentials: "include" }).then((r) => r.text()),
  blind: () => fetch(B + "/api/runs", { credentials: "include", mode: "no-cors" }).then((r) => r.status || "refused"),
  send: () => fetch(B + "/api/runs/run/sample", { method: "POST", credentials: "include", mode: "no-cors" }).then((r) => r.status || "refused"),
  issue: () => fetch(B + "/api/once", { method: "POST", body: "/api/runs/run/report.html" }).then((r) => r.text()),
  frame: () => new Promise((done) => {
    const frame = document.createElement("iframe");
    frame.src = B + "/";
    frame.onload = () => done(frame.contentDocument === null ? "refused" : "read");
    document.body.append(frame);
  }),
  storage: async () => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie]),
};
for (const [name, attempt] of Object.entries(tries)) got[name] = await attempt().catch(() => "refused");
document.title = JSON.stringify(got);`;

describe("a server at another port of this machine", { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), "dowser-neighbour-"));
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.url} ${JSON.stringify(request.headers)}`);
    response.setHeader("content-type", "text/html");
    const of = `const B = ${JSON.stringify(ui.origin)};`;
    response.end(`<title>neighbour</title><script type="module">${of}${ATTEMPTS}</script>`);
  });
  let ui: TestedUi;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  before(async () => {
    mkdirSync(join(folder, "runs"));
    await aCrawledSite(join(folder, "runs"), beesAndStones("http://site.example", 8));
    ui = await anUi([], folder);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    browser = await launchChromium();
    context = await browser.newContext();
    context.setDefaultTimeout(HANGS_MS);
    page = await context.newPage();
    await page.goto(ui.url);
    await page.getByRole("heading", { name: "run" }).first().waitFor();
  });
  after(async () => {
    await browser.close();
    server.close();
    await ui.close();
    rmSync(folder, { recursive: true });
  });

  const token = () => String(new URL(ui.url).searchParams.get("token"));

  it("The page works, and its address and its cookies hold no secret", async () => {
    assert.equal(new URL(page.url()).search, "");
    assert.deepEqual(await context.cookies(), []);
    assert.equal(await page.evaluate("document.cookie"), "");
    await page.reload();
    await page.getByRole("heading", { name: "run" }).first().waitFor();
  });

  it("The page works in another tab, and when it is opened again", async () => {
    const other = await context.newPage();
    await other.goto(`${ui.origin}/#/runs/run/look`);
    await other.getByRole("table").first().waitFor();
    await other.close();
    await page.close();
    page = await context.newPage();
    await page.goto(ui.origin);
    await page.getByRole("heading", { name: "run" }).first().waitFor();
  });

  it("It receives no secret, and can do and read nothing with what the browser has", async () => {
    for (const name of ["127.0.0.1", "localhost"]) {
      const { port: at } = server.address() as AddressInfo;
      const neighbour = await context.newPage();
      await neighbour.goto(`http://${name}:${at}/`);
      await neighbour.waitForFunction("document.title.startsWith('{')");
      const got: Record<string, unknown> = JSON.parse(await neighbour.title());
      assert.equal(got["storage"], '[{},{},""]');
      const { storage: _storage, ...others } = got;
      for (const [attempt, result] of Object.entries(others))
        assert.equal(result, "refused", attempt);
      await neighbour.close();
    }
    assert.ok(heard.length >= 2);
    for (const request of heard) {
      assert.ok(!request.includes(token()), request);
      assert.doesNotMatch(request, /cookie|authorization/i);
    }
  });

  it("A stored page is shown by an address that no longer holds when it is seen", async () => {
    await page.goto(`${ui.origin}/#/runs/run/pages/1`);
    await page.getByRole("button", { name: "Show the page" }).click();
    const frame = page.locator("iframe");
    await frame.waitFor();
    const source = String(await frame.getAttribute("src"));
    await page.frameLocator("iframe").locator("body").waitFor();
    assert.match(source, /^\/once\//);
    assert.equal((await fetch(ui.origin + source)).status, 401);
  });
});
