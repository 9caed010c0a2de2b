import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { writeWarcFile } from "../../../lib/adapters/warc/write-warc-file.ts";
import { aBeginForm } from "../../support/a-begin-form.ts";
import { findings, openAgain } from "../../support/a-browser-page.ts";
import { aCrawledSite, beesAndStones } from "../../support/a-crawled-site.ts";
import { aUrl } from "../../support/a-url.ts";
import { anUi, type TestedUi } from "../../support/an-ui.ts";
import { HANGS_MS, launchChromium, skip } from "../../support/chromium.ts";
import { aFetchedPage, linking } from "../../support/scripted-web.ts";
import { until } from "../../support/until.ts";

/** A page that would run, or close what shows it. */
const HOSTILE = `<title></textarea><script>alert("honey")</script><img src=x onerror=alert(1)></title>
  <p>honey </div><script>alert(1)</script><img src="http://127.0.0.1:9/x">${"honey ".repeat(3_000)}</p>`;

describe("the form of a new crawl, in a browser", { skip }, () => {
  const work = mkdtempSync(join(tmpdir(), "dowser-begin-"));
  const complaints: string[] = [];
  let ui: TestedUi;
  let browser: Browser;
  let page: Page;
  before(async () => {
    mkdirSync(join(work, "runs"));
    await aCrawledSite(join(work, "runs"), [
      ["http://site.example/", linking("/page0", "/hostile")],
      ...beesAndStones("http://site.example", 12),
      ["http://site.example/hostile", HOSTILE],
    ]);
    writeFileSync(
      join(work, "bees.csv"),
      "name,synonyms,broader\nbee,Apis,insects\nqueen,,bee\nfly,,insects\n",
    );
    ui = await anUi([], work);
    browser = await launchChromium();
    page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
    page.setDefaultTimeout(HANGS_MS);
    page.on("console", (message) => {
      // A refusal is an answer.
      if (!message.text().startsWith("Failed to load resource")) complaints.push(message.text());
    });
    page.on("pageerror", ({ message }) => complaints.push(message));
  });
  beforeEach(async () => {
    await openAgain(page, ui, "#/begin");
  });
  after(async () => {
    await browser.close();
    await ui.close();
    rmSync(work, { recursive: true });
    assert.deepEqual(complaints, []);
  });

  const chooser = (name: RegExp) => page.getByLabel(name).and(page.locator("input[type=file]"));

  const { step, written } = aBeginForm(() => page);

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
    await written("topic: beekeeping\n", '- "examples/hives/*.html"');
    assert.deepEqual(await findings(page), []);
    assert.equal(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
  });

  it("A list of seeds is chosen by the keyboard, and may be chosen again", async () => {
    await step("Where");
    const seeds = chooser(/drop lists/);
    const list = { name: "seeds.txt", mimeType: "text/plain", buffer: Buffer.from("") };
    await seeds.focus();
    assert.equal(await page.evaluate("document.activeElement.type"), "file");
    await seeds.setInputFiles({ ...list, buffer: Buffer.from("http://one.example/\n") });
    await written("http://one.example/");
    await seeds.setInputFiles({ ...list, buffer: Buffer.from("http://two.example/\n") });
    await written("http://one.example/", "http://two.example/");
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

  it("Pages of an earlier run are searched, and one key each makes them examples", async () => {
    await page.getByText("Search for examples").click();
    await page.getByLabel("Search in").selectOption("the pages of run");
    const words = page.getByLabel("for", { exact: true });
    await words.fill("honey");
    await words.press("Enter");
    await page.getByText("4 pages, the best first.").waitFor();
    const opened = page.locator(".found .open button.title");
    await page.locator(".found .open button.title:focus").waitFor();
    await page.locator(".opened .text mark").first().waitFor();
    assert.deepEqual(await findings(page), []);
    const titles: string[] = [];
    for (const key of ["n", "y", "s", "y"]) {
      await until("the next page is opened", async () => {
        const title = (await opened.textContent()) ?? "";
        return !titles.includes(title) && titles.push(title) > 0;
      });
      await page.keyboard.press(key);
    }
    const examples = async (count: number) =>
      until(`${count} examples are there`, async () => {
        const lines = (await page.getByLabel(/Examples/).inputValue()).split("\n");
        return lines.length === count && lines;
      });
    const good = await examples(2);
    for (const entry of good) {
      assert.match(entry, /^examples\/run\/site\.example-\w+-[0-9a-f]{8}\.html$/);
      await until(`${entry} is kept`, () => existsSync(join(ui.folder, entry)));
    }
    assert.deepEqual(await page.locator(".found .mark").allTextContents(), [
      " bad",
      " good",
      " good",
    ]);
    await page.keyboard.press("y");
    await examples(1);
    await written('  bad:\n    - "examples/run/');
    assert.equal(
      await page.getByRole("heading", { level: 1 }).textContent(),
      "What are you looking for?",
    );
    assert.equal(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
  });

  it("What a found page contains is text, however it is written", async () => {
    const dialogs: string[] = [];
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await page.getByText("Search for examples").click();
    await page.getByLabel("for", { exact: true }).fill("honey alert");
    await page.getByRole("button", { name: "Search" }).click();
    const hostile = page.locator(".found button.title", { hasText: "<script>alert" });
    await hostile.click();
    await page.locator(".opened .text mark").first().waitFor();
    assert.equal(await page.locator("main script, main img").count(), 0);
    assert.deepEqual(dialogs, []);
    assert.deepEqual(await findings(page), []);
  });

  it("A verdict that cannot be kept is taken back, and the fault is told", async () => {
    await page.route("**/api/search/page", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    // Chromium may let requests of a page that is open already pass by the route.
    await page.reload();
    await page.getByText("Search for examples").click();
    await page.getByLabel("for", { exact: true }).fill("honey");
    await page.getByRole("button", { name: "Search" }).click();
    await page.locator(".opened .text mark").first().waitFor();
    await page.keyboard.press("y");
    await page.getByText("Dowser does not answer.").first().waitFor();
    assert.equal(await page.getByLabel(/Examples/).inputValue(), "");
  });

  it("The engine that the form names is written into the project, and can be searched", async () => {
    await page.getByLabel("In words").fill("bees");
    await step("Where");
    await page.getByText("Let a search engine find more").click();
    await page.getByLabel("Search engine").selectOption("a SearXNG instance");
    await page.getByText(/Put right first: search\.url: /).waitFor();
    await page.getByLabel("Address of the instance").fill("http://127.0.0.1:9");
    await written("search:\n  provider: searxng\n  url: ", "127.0.0.1:9");
    await step("What");
    await page.getByText("Search for examples").click();
    await page.getByLabel("Search in").selectOption("the web, by searxng");
    await page.getByLabel("for", { exact: true }).fill("bees");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByRole("alert").first().waitFor();
  });

  it("A topic of an ontology is looked up, its concepts are pruned, and the project names what is left", async () => {
    await page.getByText("Concepts of an ontology").click();
    await page.getByLabel("Topic in it").fill("be");
    await page.getByLabel("Topic in it").press("Enter");
    await page.getByText('the ontology knows no topic "be"').waitFor();
    await page.getByLabel("Topic in it").fill("bee");
    await page.getByRole("button", { name: "Look up" }).click();
    await page.getByText("4 of 4 concepts stay.").waitFor();
    assert.deepEqual(await findings(page), []);
    await page.getByRole("checkbox", { name: /^fly/ }).focus();
    await page.keyboard.press("Space");
    await page.getByText("3 of 4 concepts stay.").waitFor();
    await page.getByRole("button", { name: "Keep these 3 concepts" }).press("Enter");
    await written("topic: bee\n", 'ontology: "concepts/bee.yaml"');
    assert.doesNotMatch(readFileSync(join(work, "concepts/bee.yaml"), "utf8"), /fly/);
    await page.getByLabel("In words").fill("bumblebees");
    await page.getByText(/kept for other words/).waitFor();
    await page.getByRole("button", { name: "Use none" }).click();
    await page.getByText(/kept for other words/).waitFor({ state: "detached" });
    assert.equal(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
  });

  it("Words beside the topic are asked for once there is one, and are written into the project", async () => {
    await page.getByLabel("In words").fill("beekeeping");
    await page.getByLabel(/Words that such pages have/).fill("hive, queen bee, varroa");
    await written("  topic: beekeeping\n", "  words: [hive, queen bee, varroa]\n");
    await page.getByLabel("In words").fill("");
    assert.equal(await page.getByLabel(/Words that such pages have/).count(), 0);
    await written("# need:", "  # words: ");
  });

  it("Pages, hours and dollars are forecast while one types, and the limit that ends it is named", async () => {
    const forecast = page.getByRole("group", { name: "Forecast" });
    await step("Where");
    await page.getByLabel(/Where to begin/).fill("http://one.example/");
    await step("Go");
    await page.getByText("Name, time, money and pace").click();
    await page.getByLabel("Pages at most").fill("24000");
    await forecast.getByText("24,000 pages, about 10 h, no cost").waitFor();
    await step("Where");
    await page.getByLabel(/Where to begin/).fill("http://one.example/ http://two.example/");
    await step("Go");
    await forecast.getByText("24,000 pages, about 5 h, no cost").waitFor();
    await forecast.getByText("on the 2 hosts where it begins; with more hosts").waitFor();
    await page.getByLabel("Hours at most").fill("1");
    await forecast.getByText(/^4,800 pages, about 60 min, no cost: the hours end it/).waitFor();
    await page.getByLabel("Seconds between requests").fill("0.5");
    await forecast.getByText(/^7,200 pages/).waitFor();
    await page.getByLabel("Dollars at most").fill("0.01");
    await written("dollars: 0.01");
    await forecast
      .getByText(/pages, .* the (?:hours|dollars) end it/)
      .nth(1)
      .waitFor();
    await page.getByLabel("Pages at most").fill("many");
    await forecast.waitFor({ state: "detached" });
    assert.deepEqual(await findings(page), []);
  });

  it("Click paths are recorded by going through stored pages, link by link", async () => {
    await page.getByText("Click paths to such pages").click();
    await page.getByLabel("from the page").press("Enter");
    const way = page.getByRole("region", { name: "The path so far" });
    const keep = way.getByRole("button", { name: "This is such a page" });
    assert.equal(await keep.isDisabled(), true);
    const links = page.getByRole("list", { name: "Links" });
    await links.getByRole("listitem").filter({ hasText: "/page0" }).getByRole("button").click();
    await way.getByRole("heading", { name: "Stones 0" }).waitFor();
    await page.getByLabel("Its links, with the words").fill("page3");
    await links.locator("button").first().press("Enter");
    await way.getByRole("heading", { name: "Bees 3" }).waitFor();
    assert.deepEqual(await findings(page), []);
    await keep.click();
    await way.getByRole("button", { name: "Back" }).click();
    await way.getByRole("heading", { name: "Stones 0" }).waitFor();
    const site = "http://site.example";
    const line = `${site}/ ${site}/page0 ${site}/page3`;
    assert.equal(await page.getByLabel("Recorded paths").inputValue(), line);
    await page.getByRole("button", { name: "Keep this path" }).click();
    const text = await written('\n  paths: "paths/paths.txt"');
    assert.match(text, /need:[^]*\n  paths: "paths\/paths\.txt"/);
    assert.equal(readFileSync(join(work, "paths/paths.txt"), "utf8"), `${line}\n`);
    assert.equal(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
  });

  it("What the host cannot do is not offered", async () => {
    const gathering = page.getByText(/or drop|Search for examples|Concepts of|Click paths/);
    await gathering.first().waitFor();
    assert.equal(await gathering.count(), 5);
    await page.route("**/api/host", async (route) => {
      const host = await (await route.fetch()).json();
      await route.fulfill({ json: { ...host, can: { ...host.can, gather: false } } });
    });
    await page.reload();
    await page.getByLabel("In words").waitFor();
    assert.equal(await gathering.count(), 0);
  });
});
