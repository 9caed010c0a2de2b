import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { reportChapters, reportHtml } from "../../../lib/evaluation/report/report-html.ts";
import { findings } from "../../support/a-browser-page.ts";
import { aRunReport } from "../../support/a-run-report.ts";
import { launchChromium, skip } from "../../support/chromium.ts";
import { faintTexts } from "../../support/faint-texts.ts";

/** Least contrast of text (WCAG 2.2, 1.4.3). */
const CONTRAST = 4.5;

describe("a report in a browser", { skip }, () => {
  let folder = "";
  let browser: Browser | undefined;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-report-html-"));
    const report = await aRunReport();
    writeFileSync(join(folder, "report.html"), reportHtml(report, reportChapters(report)));
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  /** Opens the report; what the browser has to complain of is in `complaints`. */
  async function open(options: { scheme: "light" | "dark"; width: number }) {
    assert.ok(browser !== undefined);
    const { scheme: colorScheme, width } = options;
    const page: Page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", ({ message }) => complaints.push(message));
    page.on("request", (request) => {
      if (request.url() !== file) complaints.push(`asks for ${request.url()}`);
    });
    const file = pathToFileURL(join(folder, "report.html")).href;
    await page.goto(file);
    return { page, complaints };
  }

  for (const scheme of ["light", "dark"] as const) {
    for (const width of [1_200, 390]) {
      it(`The report fits in ${scheme} at ${width} px without overflow, all its text is legible, and axe finds nothing`, async () => {
        const { page, complaints } = await open({ scheme, width });
        assert.ok((await page.screenshot({ fullPage: true })).length > 10_000);
        const scrolls = await page.evaluate("document.documentElement.scrollWidth");
        assert.equal(scrolls, width);
        assert.deepEqual(await faintTexts(page, CONTRAST), []);
        assert.deepEqual(complaints, []);
        assert.deepEqual(await findings(page), []);
        const isWide = await page.locator("svg.wide").first().isVisible();
        assert.equal(isWide, width > 600);
        await page.close();
      });
    }
  }

  it("The report prints in light colours, whatever the screen", async () => {
    const { page } = await open({ scheme: "dark", width: 700 });
    await page.emulateMedia({ media: "print" });
    const colour = await page.evaluate("getComputedStyle(document.body).backgroundColor");
    assert.equal(colour, "rgb(255, 255, 255)");
    assert.deepEqual(await faintTexts(page, CONTRAST), []);
    await page.close();
  });
});
