import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { DomUtils, parseDocument } from "htmlparser2";
import sharp from "sharp";
import { writeWarcFile } from "../../../lib/adapters/warc/write-warc-file.ts";
import { loadProject } from "../../../lib/project/load-project.ts";
import { crawlInto } from "../../../lib/run/crawl/crawl.ts";
import { aUrl } from "../../support/a-url.ts";
import { runCli } from "../../support/run-cli.ts";
import { aFetchedPage, linking } from "../../support/scripted-web.ts";

const SITE = "http://site.example";
const HOSTILE_PATH = `/page3?q="><script>alert(1)</script>`;
const PATHS = ["/page0", "/page1", "/page2", HOSTILE_PATH];
/** Of a page whose title would open the report, were it not escaped. */
const HOSTILE_PAGE =
  "<title>&lt;/title&gt;&lt;script&gt;alert(2)&lt;/script&gt;</title><p>Bees make honey.</p>";
const STONES = `<title>Stones</title><p>Stones.</p>${linking(...PATHS.map((path) => path.replaceAll('"', "&quot;")))}`;

describe("dowser report --html and --png", () => {
  let folder = "";
  const at = (name: string) => join(folder, name);
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-write-report-"));
    const pages = PATHS.map((path) => {
      const html = path === HOSTILE_PATH ? HOSTILE_PAGE : STONES;
      return { page: aFetchedPage(aUrl(SITE + path), html), fetchedAt: 0 };
    });
    await writeWarcFile(at("web.warc.gz"), pages, {});
    const need = { topic: "bees honey" };
    const seeds = { urls: [`${SITE}/page0`] };
    const project = { name: "r", need, seeds, strategy: "breadth-first" };
    writeFileSync(at("project.json"), JSON.stringify(project));
    await crawlInto(at("run"), await loadProject(at("project.json")), [at("web.warc.gz")]);
    const truth = PATHS.map((path, index) => ({ url: SITE + path, bees: index > 1 }));
    const lines = [...truth, { url: `${SITE}/unrecorded`, bees: true }];
    writeFileSync(at("truth.jsonl"), lines.map((line) => JSON.stringify(line)).join("\n"));
  });
  after(() => rmSync(folder, { recursive: true }));

  it("`dowser report --html --png` writes a page and pictures of each plot, and prints the usual figures", async () => {
    const files = ["--html", at("report.html"), "--png", at("plots")];
    const truth = ["--truth", at("truth.jsonl"), "--target", "bees=true"];
    const { code, stdout, stderr } = await runCli(["report", at("run"), ...files, ...truth]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /\npages fetched +4 /);
    assert.match(stderr, /report written to .*report\.html\nplot written to /);
    assert.deepEqual(readdirSync(at("plots")).toSorted(), [
      "frontier.png",
      "harvest.png",
      "precision-own.png",
      "precision-truth.png",
      "recall.png",
    ]);
    const { format, width } = await sharp(at("plots/harvest.png")).metadata();
    assert.deepEqual([format, width], ["png", 1_440]);
    // Of three targets by truth one is not recorded, and does not count.
    assert.match(
      readFileSync(at("report.html"), "utf8"),
      /2 of 2 known relevant pages were fetched \(recall 100\.0/,
    );
  });

  it("`dowser report --html` lets no page of the crawl into its markup", () => {
    const html = readFileSync(at("report.html"), "utf8");
    const document = parseDocument(html);
    const scripts = DomUtils.findAll(({ name }) => name === "script", document.children);
    assert.equal(scripts.length, 0);
    const [link] = DomUtils.findAll(
      ({ name, attribs }) => name === "a" && attribs["href"] === aUrl(SITE + HOSTILE_PATH),
      document.children,
    );
    assert.equal(link && DomUtils.textContent(link), "</title><script>alert(2)</script>");
  });

  it("`dowser report --html` names recordings without their folders", () => {
    const html = readFileSync(at("report.html"), "utf8");
    assert.match(html, /on recordings: <bdi>web\.warc\.gz<\/bdi>/);
    assert.ok(!html.includes(folder));
  });

  it("`dowser report --html` reads the cost of a stack from cost.json", async () => {
    writeFileSync(at("run/cost.json"), JSON.stringify({ usage: { lambdaRuns: 10_000_000 } }));
    const { code } = await runCli(["report", at("run"), "--html", at("billed.html")]);
    assert.equal(code, 0);
    assert.match(readFileSync(at("billed.html"), "utf8"), /<p>\$2\.00 at list prices/);
    for (const wrong of [{ lambdaRuns: -1 }, { lambda: 1 }, { s3Reads: "1" }]) {
      writeFileSync(at("run/cost.json"), JSON.stringify({ usage: wrong }));
      const { code, stderr } = await runCli(["report", at("run"), "--html", at("wrong.html")]);
      assert.deepEqual([code, /\[run-damaged\]/.test(stderr)], [1, true]);
    }
    rmSync(at("run/cost.json"));
  });

  it("`dowser report --truth` prints harvest and recall by the truth", async () => {
    const truth = ["--truth", at("truth.jsonl"), "--target", "bees=true"];
    const { stdout } = await runCli(["report", at("run"), ...truth]);
    const [, targets, known, recall, rate, judged] =
      /^relevant pages by the truth file +(\d+) +of (\d+) known: recall ([\d.]+) %\nharvest rate by the truth file +([\d.]+) % +of (\d+) pages/mu.exec(
        stdout,
      ) ?? [];
    assert.equal(rate, ((100 * Number(targets)) / Number(judged)).toFixed(1));
    assert.equal(recall, ((100 * Number(targets)) / Number(known)).toFixed(1));
    const json = JSON.parse((await runCli(["report", at("run"), ...truth, "--json"])).stdout);
    assert.equal(String(json.byTruth.targets), targets);
    assert.match(
      stdout,
      /By the truth file: normalised loss 0\.\d+; mean pages to a relevant page/u,
    );
    assert.ok(json.byTruth.ranked.meanPagesToTarget > 1);
  });

  it("`dowser report --html` refuses truth that is incomplete", async () => {
    const truth = ["--truth", at("truth.jsonl")];
    const half = await runCli(["report", at("run"), "--html", at("half.html"), ...truth]);
    assert.deepEqual([half.code, /\[truth-without-target\]/.test(half.stderr)], [2, true]);
  });
});
