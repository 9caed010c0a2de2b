import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { after, before, beforeEach, describe, it } from "node:test";
import { reportText } from "../../../lib/cli/report/report.ts";
import {
  type AskedPage,
  askVerdicts,
  openKeys,
  type VerdictKey,
} from "../../../lib/cli/sample/ask-verdicts.ts";
import { estimateOf } from "../../../lib/evaluation/sample-pages.ts";
import { runStatusText } from "../../../lib/run/crawl/run-status.ts";
import { sampleText } from "../../../lib/run/judge/sample.ts";
import { judgedSample, readSample } from "../../../lib/run/judge/sample-file.ts";
import { aCrawledSite, beesAndStones } from "../../support/a-crawled-site.ts";
import { aUrl } from "../../support/a-url.ts";
import { runCli } from "../../support/run-cli.ts";

const SITE = "http://site.example";
const PAGES = beesAndStones(SITE, 40);

/** Runs the command with keys piped in. */
const judge = (keys: string, ...args: readonly string[]) =>
  runCli(["judge", ...args], { input: keys });

/** The time of asking, in ms since the epoch: no text that is compared here depends on it. */
const NOW = 1_800_000_000_000;

describe("dowser sample and dowser judge", () => {
  let folder = "";
  let run = "";
  const options = { n: 20, seed: 1, out: undefined, targets: false, json: false };
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-judge-"));
    run = await aCrawledSite(folder, PAGES);
  });
  beforeEach(() => {
    for (const name of ["sample.jsonl", "sample.verdicts.jsonl"])
      rmSync(join(run, name), { force: true });
  });
  after(() => rmSync(folder, { recursive: true }));

  it("`dowser sample` draws a sample into the run, once, and explains how to judge it", async () => {
    const { code, stdout, stderr } = await runCli(["sample", run, "--n", "20"]);
    assert.equal(code, 0, stderr);
    assert.match(
      stdout,
      /^\d+ pages, drawn from \d+ groups of scores or answers; kept in .*sample\.jsonl\njudge them with: dowser judge /,
    );
    const sample = readSample(join(run, "sample.jsonl"));
    assert.ok(sample.length >= 20);
    await assert.rejects(sampleText(run, options), { code: "file-exists" });
    const elsewhere = join(folder, "other.jsonl");
    await sampleText(run, { ...options, out: elsewhere });
    assert.deepEqual(readSample(elsewhere), sample);
  });

  it("`dowser sample` reports an error when there is nothing to draw from", async () => {
    await assert.rejects(sampleText(folder, options), { code: "no-run" });
    const { code, stderr } = await runCli(["sample", run, "--queued"]);
    assert.equal(code, 2);
    assert.match(
      stderr,
      /\[nothing-to-sample\]: the run has no queued URL\nhint: name a run that has some/,
    );
  });

  it("`dowser judge` shows title, URL and extract without the crawl's prediction, and prints the estimate", async () => {
    await sampleText(run, options);
    const [first] = readSample(join(run, "sample.jsonl"));
    const { code, stdout, stderr } = await judge("yq", run);
    assert.equal(code, 0, stderr);
    assert.ok(stderr.includes(`\n${first?.title}\n${first?.url}\n\n`));
    assert.match(stderr, /Stones lie there|Bees make honey/);
    assert.doesNotMatch(stderr, /target|other \d/);
    assert.match(
      stdout,
      /^harvest 100\.0 % \(95 % interval .*\) of the 40 pages fetched: 1 of \d+ sampled pages judged by people\nmore verdicts narrow it: \d+ pages of the sample are left: dowser judge .*\n$/,
    );
  });

  it("`dowser judge RUN` draws the sample of a run that has none, and asks about fifty pages at most", async () => {
    const { stdout, stderr } = await judge("n".repeat(40), run);
    assert.match(stderr, /\n1 of 40\n/, "all that there are");
    assert.match(stdout, /^harvest 0\.0 % .*: 40 of 40 sampled pages judged by people\n/);
    for (const name of ["sample.jsonl", "sample.verdicts.jsonl"]) rmSync(join(run, name));
    const some = await judge("nnnnn", run, "--n", "3");
    assert.match(some.stderr, /\n1 of 3\n/);
    assert.match(some.stdout, /: 3 of 40 sampled pages judged by people\n/);
  });

  it("A run is `predicted, not judged` in its status and its report until a page of its sample is judged", async () => {
    const offer = /not judged yet: 40 pages by single keys, about 7 minutes, .*dowser judge /i;
    const shown = async () => [
      await runStatusText(run, { json: false }, NOW),
      await reportText(run, { json: false }),
    ];
    for (const text of await shown()) {
      assert.match(text, /harvest.* predicted, not judged/);
      assert.match(text.replaceAll("\n    ", " "), offer);
    }
    await judge("nq", run);
    for (const text of await shown()) {
      assert.doesNotMatch(text, /harvest predicted, not judged|harvest rate, predicted/);
      assert.match(text, /0\.0 %.* 95 % (interval|confidence)|95 % interval/);
    }
  });

  it("A sample of the queue bounds how many relevant pages are left in it", async () => {
    const directory = await aCrawledSite(folder, PAGES, "few", { budget: { pages: 10 } });
    const file = join(directory, "queued.jsonl");
    const { stdout } = await runCli(["sample", directory, "--queued", "--n", "20"]);
    assert.match(
      stdout,
      /^20 pages, drawn from 10 groups of scores or answers; .*\njudge them with: dowser judge .* --sample /,
    );
    const judged = await judge(`${"n".repeat(19)}y`, directory, "--sample", file);
    assert.match(judged.stderr, /the page is not at hand/);
    const bound =
      /of the 30 URLs that were queued at most \d+ are relevant, at 95 % confidence: 20 of 20 sampled URLs judged by people/i;
    assert.match(judged.stdout, bound);
    assert.match(await runStatusText(directory, { json: false }, NOW), bound);
    assert.match(await reportText(directory, { json: false }), bound);
  });

  it("`dowser judge` gives a precision that the run's report contains from then on", async () => {
    await sampleText(run, options);
    const html = join(folder, "report.html");
    const reported = async () => {
      const { code, stderr } = await runCli(["report", run, "--html", html]);
      assert.equal(code, 0, stderr);
      return readFileSync(html, "utf8").includes("sampled pages judged by people");
    };
    assert.equal(await reported(), false);
    await judge("y", run);
    assert.equal(await reported(), true);
  });

  it("`dowser judge` continues where it was left, and the last verdict on a page counts", async () => {
    await sampleText(run, options);
    const sample = readSample(join(run, "sample.jsonl"));
    await judge("yn", run);
    const file = join(run, "sample.verdicts.jsonl");
    assert.deepEqual(
      readFileSync(file, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).label),
      [1, 0],
    );
    const again = await judge("ybnq", run);
    assert.ok(again.stderr.includes(`1 of ${sample.length - 2}\n${sample[2]?.title}`));
    assert.match(again.stderr, /, you said relevant\n/);
    const { precision } = (await judgedSample(run)) ?? {};
    assert.deepEqual([precision?.cases, precision?.share === 0], [3, false]);
    assert.equal(JSON.parse((await judge("q", run, "--json")).stdout).precision.cases, 3);
  });

  it("`dowser judge` accepts a sample by its own name, and shows pages of the run beside it", async () => {
    await sampleText(run, options);
    assert.match((await judge("y", join(run, "sample.jsonl"))).stderr, /lie there|make honey/);
    const elsewhere = join(folder, "elsewhere.jsonl");
    await sampleText(run, { ...options, out: elsewhere });
    assert.match((await judge("y", elsewhere)).stderr, /the page is not at hand/);
    assert.match((await judge("y", run, "--sample", elsewhere)).stderr, /lie there|make honey/);
    assert.ok(existsSync(join(folder, "elsewhere.verdicts.jsonl")));
  });

  it("`dowser judge` reports an error when there is nobody to judge", async () => {
    await sampleText(run, options);
    const { code, stderr } = await runCli(["judge", run]);
    assert.equal(code, 2);
    assert.match(stderr, /\[no-keys\].*not a terminal/);
    assert.equal((await judge("y", folder)).code, 2);
  });

  it("`dowser judge` reads the verdicts of a file, for sampled pages alone", async () => {
    await sampleText(run, options);
    const labels = join(folder, "labels.jsonl");
    const lines = PAGES.map(([url], number) => {
      return JSON.stringify({ url, label: number % 4 === 3 ? "good" : 0 });
    });
    writeFileSync(labels, lines.join("\n"));
    const { code, stdout, stderr } = await judge("", run, "--labels", labels, "--json");
    assert.equal(code, 0, stderr);
    const { pages, sampled, precision } = JSON.parse(stdout);
    assert.deepEqual([pages, precision.cases], [40, sampled]);
    assert.ok(precision.low <= 0.25 && precision.high >= 0.25);
    writeFileSync(labels, '{"url": "http://site.example/", "label": "wanted"}');
    const wrong = await judge("", run, "--labels", labels);
    assert.match(wrong.stderr, /\[bad-verdicts\].*line 1/);
  });

  it("`dowser report` prints a judged sample's precision before the predicted harvest", async () => {
    assert.doesNotMatch(await reportText(run, { json: false }), /judged sample/);
    await sampleText(run, options);
    assert.equal(JSON.parse(await reportText(run, { json: true })).sample, undefined);
    await judge("yyy", run);
    assert.match(
      await reportText(run, { json: false }),
      /\nfound\n[\s\S]* by people, .* 100\.0 % [\s\S]* as predicted by the crawl /,
    );
    assert.equal(JSON.parse(await reportText(run, { json: true })).sample.precision.share, 1);
  });

  it("`dowser judge` refuses a file that is no sample", async () => {
    writeFileSync(join(run, "sample.jsonl"), '{"url": "http://site.example/"}\n');
    await assert.rejects(judgedSample(run), { code: "bad-sample" });
    assert.throws(() => readSample(join(folder, "none")), { code: "bad-sample" });
  });
});

describe("keys", () => {
  const keysOf = async (...chunks: readonly string[]) => {
    const keys = openKeys(Readable.from(chunks));
    const all: VerdictKey[] = [];
    for (let key = await keys.next(); key !== undefined; key = await keys.next()) all.push(key);
    return all;
  };

  it("`dowser judge` reads keys as they arrive, whatever is between them", async () => {
    assert.deepEqual(await keysOf("y\nN x", "", "sb"), ["yes", "no", "skip", "back"]);
    assert.deepEqual(await keysOf("\u0003"), ["quit"]);
  });

  it("`dowser judge` reads keys of a terminal one by one, and restores the terminal", async () => {
    const modes: boolean[] = [];
    const setRawMode = (mode: boolean) => modes.push(mode);
    const terminal = Object.assign(Readable.from(["y"]), { isTTY: true, setRawMode });
    const keys = openKeys(terminal as unknown as Parameters<typeof openKeys>[0]);
    assert.equal(await keys.next(), "yes");
    keys.close();
    assert.deepEqual(modes, [true, false]);
  });
});

describe("what is asked", () => {
  const page = (number: number) => ({
    url: aUrl(`${SITE}/${number}`),
    frame: "pages" as const,
    stratum: "other 01/10",
    inclusionProbability: 0.5,
    title: "T \u001b[2J",
    utility: 0.123,
    isTarget: true,
  });

  it("`dowser judge` hides page text that could control a terminal", async () => {
    let shown = "";
    const asked: AskedPage = {
      keys: openKeys(Readable.from(["q"])),
      show: (text) => void (shown += text),
      extractOf: async () => "a \u001b]0;x\u0007",
      save: async () => {},
    };
    assert.equal(await askVerdicts([page(1)], new Map(), asked), "quit");
    assert.ok(!shown.includes("\u001b") && !shown.includes("\u0007"));
  });

  it("`estimateOf` counts the last verdict on each sampled page, and none on others", () => {
    const sample = [page(1), page(2)];
    const verdicts = [
      { url: page(1).url, label: 1 },
      { url: page(9).url, label: 1 },
      { url: page(1).url, label: 0 },
    ];
    const { pages, sampled, precision } = estimateOf(sample, verdicts);
    assert.deepEqual([pages, sampled, precision.cases, precision.share], [4, 2, 1, 0]);
  });
});
