import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { writeWarcFile } from "../../../lib/warc/write-warc-file.ts";
import { findings } from "../../support/a-browser-page.ts";
import { aUrl } from "../../support/a-url.ts";
import { anUi, type TestedUi } from "../../support/an-ui.ts";
import { launchChromium, skip } from "../../support/chromium.ts";
import { aFetchedPage } from "../../support/scripted-web.ts";

describe("the form of a new crawl, in a browser", { skip }, () => {
  const work = mkdtempSync(join(tmpdir(), "dowser-begin-"));
  const complaints: string[] = [];
  let ui: TestedUi;
  let browser: Browser;
  let page: Page;
  before(async () => {
    ui = await anUi();
    browser = await launchChromium();
  });
  beforeEach(async () => {
    await page?.context().close();
    page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
    page.setDefaultTimeout(20_000);
    page.on("console", (message) => {
      // A refusal is an answer.
      if (!message.text().startsWith("Failed to load resource")) complaints.push(message.text());
    });
    page.on("pageerror", ({ message }) => complaints.push(message));
    await page.goto(ui.url);
  });
  after(async () => {
    await browser.close();
    await ui.close();
    rmSync(work, { recursive: true });
    assert.deepEqual(complaints, []);
  });

  const chooser = (name: RegExp) => page.getByLabel(name).and(page.locator("input[type=file]"));

  /** Waits until the project file, which is written while one types, has some words. */
  async function written(words: string): Promise<string> {
    const field = page.locator("textarea.yaml");
    for (let tries = 0; tries < 400; tries += 1) {
      if ((await field.inputValue()).includes(words)) break;
      await page.waitForTimeout(25);
    }
    const text = await field.inputValue();
    assert.ok(text.includes(words), text);
    return text;
  }

  /** Drops files on an element, as a person does with a mouse. */
  async function drop(selector: string, files: readonly (readonly [string, Buffer])[]) {
    const given = files.map(([name, bytes]) => [name, bytes.toString("base64")]);
    const transfer = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      for (const [name, text] of ${JSON.stringify(given)}) {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], name));
      }
      return transfer;
    })()`);
    await page.locator(selector).first().dispatchEvent("drop", { dataTransfer: transfer });
  }

  it("Pages, recordings and lists are dropped on the examples, and nothing that was typed is lost", async () => {
    const warc = join(work, "hives.warc.gz");
    const html = "<script>alert(1)</script><p>Bees";
    await writeWarcFile(
      warc,
      ["/a", "/b"].map((path) => ({
        page: aFetchedPage(aUrl(`http://hive.example${path}`), html),
        fetchedAt: 0,
      })),
      {},
    );
    await page.getByLabel(/Examples/).fill("http://typed.example/");
    await drop(".drop", [
      ["my bees.html", Buffer.from(html)],
      ["notes.exe", Buffer.from("x")],
      ["broken.warc", Buffer.from("x")],
      ["hives.warc.gz", readFileSync(warc)],
      ["more.csv", Buffer.from("url,note\nhttp://listed.example/,x\nnone,y\n")],
    ]);
    await page.getByLabel("In words").pressSequentially("beekeeping");
    await page.getByText(/hives\.warc\.gz: 2 example pages/).waitFor();
    await page.getByText(/more\.csv: .*"none" is no seed/).waitFor();
    await page.getByText("notes.exe cannot be taken here").waitFor();
    await page
      .getByText(/broken\.warc.* not a WARC|broken\.warc/)
      .first()
      .waitFor();
    assert.equal(
      await page.getByLabel(/Examples/).inputValue(),
      [
        "http://typed.example/",
        "examples/my-bees.html",
        "examples/hives/*.html",
        "http://listed.example/",
      ].join("\n"),
    );
    const text = await written("hives");
    assert.match(text, /topic: beekeeping/);
    assert.match(text, /- "examples\/hives\/\*\.html"/);
    assert.deepEqual(await findings(page), []);
    assert.equal(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
  });

  it("A list of seeds is chosen by the keyboard, and may be chosen again", async () => {
    const seeds = chooser(/drop lists/);
    const list = { name: "seeds.txt", mimeType: "text/plain", buffer: Buffer.from("") };
    await seeds.focus();
    assert.equal(await page.evaluate("document.activeElement.type"), "file");
    await seeds.setInputFiles({ ...list, buffer: Buffer.from("http://one.example/\n") });
    await written("http://one.example/");
    await seeds.setInputFiles({ ...list, buffer: Buffer.from("http://two.example/\n") });
    const text = await written("http://two.example/");
    assert.match(text, /http:\/\/one\.example\//);
    await seeds.setInputFiles({ name: "page.html", mimeType: "", buffer: Buffer.from("x") });
    await page.getByText("page.html cannot be taken here").waitFor();
  });

  it("A file that is too long is not even sent", async () => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const file = join(work, "web.warc");
    writeFileSync(file, "");
    truncateSync(file, 33 * 2 ** 20);
    await chooser(/drop saved pages/).setInputFiles(file);
    await page.getByText("web.warc has 33 MiB; at most 32 are taken").waitFor();
    assert.ok(asked.every((url) => !url.includes("/examples/")));
  });
});
