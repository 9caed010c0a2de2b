import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { playStory } from "../../../bench/workbench/play-story.ts";
import type { Runs, Tally } from "../../../lib/workbench/schemas.ts";
import { anUi, type TestedUi } from "../../support/an-ui.ts";
import { HANGS_MS, launchChromium, skip } from "../../support/chromium.ts";
import { writeDemoWarc } from "../../support/demo-warc.ts";

/** Words of pages on bees: what a person who judges would go by. */
const BEES = /\b(?:bees?|hives?|honey|brood|swarm|queen|beekeep\w*|varroa|colony|comb)\b/gi;

/** Presses of a mouse that a person has for all that is no verdict. */
const MOST_CLICKS = 9;

describe("from a question to an exported corpus, in a browser", { skip }, () => {
  const recordings = mkdtempSync(join(tmpdir(), "dowser-clicks-"));
  let ui: TestedUi;
  let browser: Browser;
  let page: Page;
  before(async () => {
    const { warc } = await writeDemoWarc(recordings);
    ui = await anUi([warc]);
    browser = await launchChromium();
    page = await browser.newPage();
    page.setDefaultTimeout(HANGS_MS);
    // As they bubble: what is driven stops a press before, where its target moved meanwhile, and presses again.
    await page.addInitScript(`addEventListener("pointerdown", () => {
      localStorage.setItem("clicks", String(1 + Number(localStorage.getItem("clicks"))));
    })`);
    await page.goto(ui.url);
  });
  after(async () => {
    await browser.close();
    await ui.close();
    rmSync(recordings, { recursive: true });
  });

  it("Under ten clicks lead there, beside verdicts by key: taught, cut, sampled and saved", async (t) => {
    const played = await playStory(page, {
      question: "beekeeping in cities, bees and their hives",
      seeds: ["http://forum.demo.example/"],
      pages: 120,
      verdicts: 10,
      sampled: 5,
      isRelevant: (_, text) => (text.match(BEES)?.length ?? 0) > 2,
    });
    const clicks = Number(await page.evaluate('localStorage.getItem("clicks")'));
    t.diagnostic(`${clicks} clicks`);
    assert.ok(clicks <= MOST_CLICKS, `${clicks} clicks`);
    assert.equal(played.clicks, clicks);
    assert.ok(played.keys <= 15, `${played.keys} keys`);
    assert.ok(played.saved.length > 0);
    const [run] = ((await (await ui.ask("GET", "/runs")).json()) as Runs).runs;
    const answer = await ui.ask("GET", `/runs/${run?.run}/verdicts`);
    const { exported, good, bad } = (await answer.json()) as Tally;
    assert.equal(good + bad, 10);
    assert.equal(exported?.of, played.saved.length);
    assert.equal(exported.precision?.cases, played.keys - 10);
  });
});
