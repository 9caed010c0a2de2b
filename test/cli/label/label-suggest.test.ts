import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { writeWarcFile } from "../../../lib/adapters/warc/write-warc-file.ts";
import { labelAddText } from "../../../lib/cli/label/label.ts";
import { formatSuggestions, labelSuggestText } from "../../../lib/cli/label/label-suggest.ts";
import type { Suggestion } from "../../../lib/evaluation/link-calibration.ts";
import { loadProject } from "../../../lib/project/load-project.ts";
import { crawlInto } from "../../../lib/run/crawl/crawl.ts";
import { aUrl } from "../../support/a-url.ts";
import { runCli } from "../../support/run-cli.ts";
import { aFetchedPage, linking } from "../../support/scripted-web.ts";

const SITE = "http://site.example";

const BEE = "Bees carry honey to the hive and feed their queen.";
const CAR = "Cars drive on roads and burn petrol in their engines.";
const PAGES: Readonly<Record<string, string>> = {
  "/": linking("/bee1", "/bee2", "/bee3", "/car1", "/car2", "/bee4?x=1&y=2"),
  ...Object.fromEntries(["/bee1", "/bee2", "/bee3"].map((path) => [path, `<p>${BEE} ${path}`])),
  ...Object.fromEntries(["/car1", "/car2"].map((path) => [path, `<p>${CAR} ${path}`])),
  "/bee4?x=1&y=2": `<title>Engines &#27;[31m</title><p>${CAR}`,
};

describe("dowser label suggest", () => {
  let folder = "";
  let web = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-suggest-"));
    web = join(folder, "web.warc.gz");
    const pages = Object.entries(PAGES).map(([path, html]) => {
      return { page: aFetchedPage(aUrl(SITE + path), html), fetchedAt: 0 };
    });
    await writeWarcFile(web, pages, {});
    writeFileSync(join(folder, "good.html"), `<p>${BEE}`);
    writeFileSync(join(folder, "bad.html"), `<p>${CAR}`);
  });
  after(() => rmSync(folder, { recursive: true }));

  async function aRun(name: string, strategy: string): Promise<string> {
    const file = join(folder, `${name}.json`);
    const run = join(folder, name);
    const need = { good: ["good.html", `${SITE}/bee3`], bad: ["bad.html"] };
    const seeds = { urls: [`${SITE}/`] };
    writeFileSync(file, JSON.stringify({ name, need, seeds, strategy }));
    await crawlInto(run, await loadProject(file), [web]);
    return run;
  }

  async function suggested(run: string, n = 10): Promise<Suggestion[]> {
    return JSON.parse(await labelSuggestText(run, { n, json: true })).suggestions;
  }

  it("`dowser label suggest` lists unlabelled pages, those with most estimator disagreement first", async () => {
    const run = await aRun("bees", "adaptive");
    const all = await suggested(run);
    const urls = all.map(({ url }) => url.slice(SITE.length));
    assert.deepEqual(urls.toSorted(), ["/bee1", "/bee2", "/bee4?x=1&y=2", "/car1", "/car2"]);
    for (const [index, { predicted, utility, disagreement }] of all.entries()) {
      assert.ok([predicted, utility, disagreement].every((figure) => figure >= 0 && figure <= 1));
      assert.ok(disagreement <= (all[index - 1]?.disagreement ?? 1));
    }
    assert.deepEqual(await suggested(run, 2), all.slice(0, 2));

    const [first] = all;
    assert.ok(first);
    await labelAddText(run, [first.url, "bad"], { json: true });
    assert.ok((await suggested(run)).every(({ url }) => url !== first.url));
  });

  it("`dowser label suggest` prints URLs that can be pasted after `dowser label add`", async () => {
    const run = await aRun("printed", "adaptive");
    const { code, stdout, stderr } = await runCli(["label", "suggest", run, "--n", "5"]);
    assert.equal(code, 0, stderr);
    const [table = "", uncertain = ""] = stdout.trimEnd().split("\n\n");
    const [titles = "", , ...rows] = table.split("\n");
    assert.match(titles, /^ +link +page +apart +relevant +page's title +URL$/);
    assert.equal(rows.length, 5);
    assert.ok(
      rows.some((row) => / Engines \ufffd\[31m +'http:\/\/site.example\/bee4\?x=1&y=2'$/.test(row)),
    );
    assert.match(
      uncertain.split("\n").at(-1) ?? "",
      /^label them with: dowser label add .*printed URL URL relevant URL irrelevant$/,
    );
  });

  it("`dowser label suggest` also lists the pages that are hardest to judge, and none twice", async () => {
    const run = await aRun("uncertain", "adaptive");
    const text = await labelSuggestText(run, { n: 2, json: true });
    const { suggestions, uncertain } = JSON.parse(text);
    const urls = [...suggestions, ...uncertain].map(({ url }) => url);
    assert.deepEqual([suggestions.length, uncertain.length, new Set(urls).size], [2, 2, 4]);
    const both = JSON.parse(await labelSuggestText(run, { n: 5, json: true }));
    assert.deepEqual(
      both.uncertain.map(({ url }: Suggestion) => url),
      [`${SITE}/`],
      "the only page that no link was scored for",
    );
    const printed = await labelSuggestText(run, { n: 2, json: false });
    const [, told = ""] = printed.split("\n\n");
    assert.match(told, /^pages that are hardest to judge, from many hosts:\n +page +relevant /);
    assert.ok(told.includes(uncertain[0].url), told);
  });

  it("`dowser label suggest` lists pages that are hard to judge for every strategy that learns from labels", async () => {
    const labels = (kind: string, html: string) =>
      [1, 2, 3].map((page) => {
        writeFileSync(join(folder, `${kind}${page}.html`), `<p>${html} ${page}`);
        return `${kind}${page}.html`;
      });
    const need = { good: labels("good", BEE), bad: labels("bad", CAR) };
    const file = join(folder, "learner.json");
    const project = {
      name: "learner",
      need,
      seeds: { urls: [`${SITE}/`] },
      strategy: "link-learner",
    };
    writeFileSync(file, JSON.stringify(project));
    const run = join(folder, "learner");
    await crawlInto(run, await loadProject(file), [web]);
    const found = JSON.parse(await labelSuggestText(run, { n: 3, json: true }));
    assert.deepEqual([found.suggestions.length, found.uncertain.length], [0, 3]);
  });

  it("`dowser label suggest` reports an error without link predictions, and without a run", async () => {
    const run = await aRun("blind", "breadth-first");
    await assert.rejects(suggested(run), {
      code: "no-link-predictions",
      message: /^strategy breadth-first does not predict/,
    });
    await assert.rejects(suggested(folder), { code: "no-run" });
    const { code } = await runCli(["label", "suggest", run, "--n", "0"]);
    assert.equal(code, 2);
  });

  it("`dowser label suggest` reports when there is nothing to suggest", () => {
    assert.match(formatSuggestions("run", [], []), /^nothing to suggest: no unlabelled page/);
  });
});
