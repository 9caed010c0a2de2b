import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { aBeginForm } from "../../support/a-begin-form.ts";
import { findings, openAgain } from "../../support/a-browser-page.ts";
import { anUi, type TestedUi } from "../../support/an-ui.ts";
import { HANGS_MS, launchChromium, skip } from "../../support/chromium.ts";
import { until } from "../../support/until.ts";

describe("the three steps of a new crawl, in a browser", { skip }, () => {
  let ui: TestedUi;
  let browser: Browser;
  let page: Page;
  before(async () => {
    ui = await anUi();
    browser = await launchChromium();
    page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
    page.setDefaultTimeout(HANGS_MS);
  });
  beforeEach(async () => {
    await openAgain(page, ui, "#/begin");
  });
  after(async () => {
    await browser.close();
    await ui.close();
  });

  const { step, tab, written } = aBeginForm(() => page);

  it("One step is open at a time, the others are a line, and a reload keeps step and words", async () => {
    const open = page.locator(".step.open");
    await page.getByLabel("In words").fill("beekeeping");
    await page.getByRole("button", { name: "Next: where to begin" }).click();
    assert.equal(await open.getAttribute("aria-label"), "Where");
    assert.match(
      (await page.getByRole("region", { name: "What" }).textContent()) ?? "",
      /“beekeeping”/,
    );
    await page.getByLabel(/Where to begin/).fill("http://site.example/");
    await page.reload();
    await page.getByLabel(/Where to begin/).waitFor();
    assert.equal(await open.getAttribute("aria-label"), "Where");
    assert.equal(await page.getByLabel(/Where to begin/).inputValue(), "http://site.example/");
    await step("What");
    assert.equal(await page.getByLabel("In words").inputValue(), "beekeeping");
    assert.deepEqual(await findings(page), []);
  });

  it("Nothing is called wrong before a key is pressed; the grey button has its one reason, which leads on", async () => {
    const begin = page.getByRole("button", { name: "Begin the crawl" });
    await page.getByRole("button", { name: "First say what you look for." }).waitFor();
    assert.ok(await begin.isDisabled());
    assert.equal(
      await page.locator("[aria-invalid=true], .problem, .problems li, .fault").count(),
      0,
    );
    await page.getByLabel("In words").fill("bees");
    await page.getByRole("button", { name: "It needs an address to begin with." }).click();
    await page.locator("#begin-seeds:focus").waitFor();
    await page.keyboard.type("site.example/bees");
    await page.getByRole("button", { name: /^It needs your contact/ }).click();
    await page.locator("#begin-contact:focus").waitFor();
    assert.match((await page.getByText("needed", { exact: true }).textContent()) ?? "", /needed/);
    await page.keyboard.type("you@example.org");
    await until("the crawl can begin", () => begin.isEnabled());
    await page.getByLabel("Pages at most").fill("many");
    await page
      .locator("#pages-fault")
      .filter({ hasText: /expected a number/ })
      .waitFor();
    assert.ok(await begin.isDisabled());
    assert.deepEqual(await findings(page), []);
  });

  it("What was typed last is begun, however soon it is sent", async () => {
    await page.getByLabel("In words").fill("bees");
    await step("Where");
    await page.getByLabel(/Where to begin/).fill("http://site.example/");
    await step("Go");
    await page.getByLabel(/site owners/).fill("you@example.org");
    const begin = page.getByRole("button", { name: "Begin the crawl" });
    await until("the crawl can begin", () => begin.isEnabled());
    await page.route("**/crawl", (route) => route.abort());
    const sent = page.waitForRequest((request) => request.method() === "PUT");
    await page.getByLabel("Pages at most").fill("120");
    await page.keyboard.press("Enter");
    assert.match((await sent).postData() ?? "", /pages: 120/);
  });

  it("Addresses are completed, and each is asked once, with its answer beside its line", async () => {
    await step("Go");
    await page.getByLabel(/site owners/).fill("you@example.org");
    await step("Where");
    const seeds = page.getByLabel(/Where to begin/);
    await seeds.fill("127.0.0.1:8080/bees site.invalid");
    assert.equal(await seeds.inputValue(), "127.0.0.1:8080/bees\nsite.invalid");
    await written("https://127.0.0.1:8080/bees", "https://site.invalid");
    assert.equal(await seeds.inputValue(), "https://127.0.0.1:8080/bees\nhttps://site.invalid");
    await page.getByRole("button", { name: "Ask each once" }).click();
    const answers = page.getByRole("list", { name: "What they answer" }).getByRole("listitem");
    await answers
      .nth(0)
      .getByText(/is at a private address/)
      .waitFor();
    await answers
      .nth(1)
      .getByText(/cannot be reached/)
      .waitFor();
  });

  it("What the host did not answer is asked again, so that form and file go on following each other", async () => {
    await page.getByLabel("In words").fill("bees");
    await written("topic: bees");
    let [asked, refused] = [0, 0];
    await page.route("**/api/projects/*", (route) => {
      asked += 1;
      if (asked > 2) return route.continue();
      refused += 1;
      return asked === 1 ? route.abort() : route.fulfill({ status: 408 });
    });
    await tab("Project file");
    await page
      .locator("textarea.yaml")
      .fill("need: { topic: wasps }\nseeds: [http://site.example/]\n");
    await page.getByText("does not answer").waitFor();
    await tab("In three steps");
    await until(
      "the form follows",
      async () => (await page.getByLabel("In words").inputValue()) === "wasps",
    );
    await page.unroute("**/api/projects/*");
    assert.equal(refused, 2);
    assert.equal(await page.locator(".fault").count(), 0);
  });

  it("The file follows the form and the form the file, and what only the file says is kept", async () => {
    await page.getByLabel("In words").fill("bees");
    await tab("Project file");
    const yaml = page.locator("textarea.yaml");
    await yaml.fill(
      "name: own # mine\nneed: { topic: wasps }\nseeds:\n  urls: [http://site.example/]\nscope:\n  maxDepth: 4\nbudget: { pages: 70 }\n",
    );
    await tab("In three steps");
    await until(
      "the form follows",
      async () => (await page.getByLabel("In words").inputValue()) === "wasps",
    );
    assert.equal(await page.getByLabel("Pages at most").inputValue(), "70");
    await page.getByLabel("In words").fill("hornets");
    const text = await written("topic: hornets", "name: own # mine", "maxDepth: 4", "pages: 70");
    assert.doesNotMatch(text, /yaml-language-server/);
    await tab("Project file");
    await yaml.fill(text.replace("pages: 70", "pages: lots"));
    await page.locator(".line.faulty").getByText("expected a number").waitFor();
    await page.getByRole("button", { name: /^line \d+$/ }).click();
    assert.match(String(await page.evaluate("getSelection().toString()")), /pages: lots/);
    assert.deepEqual(await findings(page), []);
    assert.equal(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
    await tab("In three steps");
    await step("Go");
    await page.locator("#pages-fault").waitFor();
    await page.getByLabel("Pages at most").fill("80");
    await written("pages: 80", "maxDepth: 4");
    await tab("Project file");
    await yaml.fill("name: [\n");
    await page.getByText(/^line \d$/).waitFor();
    await page.getByRole("button", { name: "Write it again" }).click();
    await written("topic: hornets", "# A Dowser project");
  });
});
