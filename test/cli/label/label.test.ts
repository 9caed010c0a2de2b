import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { writeWarcFile } from "../../../lib/adapters/warc/write-warc-file.ts";
import { labelAddText } from "../../../lib/cli/label/label.ts";
import { labelListText } from "../../../lib/cli/label/label-list.ts";
import { reportText } from "../../../lib/cli/report/report.ts";
import type { PageLabel } from "../../../lib/ports/label-store.ts";
import { loadProject } from "../../../lib/project/load-project.ts";
import { crawlInto } from "../../../lib/run/crawl/crawl.ts";
import { readRun } from "../../../lib/run/folder/read-run.ts";
import { aUrl } from "../../support/a-url.ts";
import { collect } from "../../support/collect.ts";
import { runCli } from "../../support/run-cli.ts";
import { aFetchedPage, linking } from "../../support/scripted-web.ts";

const SITE = "http://site.example";

/** Pages about apples and about bees, linked from the first, and one that is moved. */
const PAGES: Readonly<Record<string, string>> = {
  "/": linking("/apple1", "/bee1", "/apple2", "/bee2", "/moved"),
  "/apple1": "<h1>apple1</h1><p>Apples ripen on the trees of the orchard in autumn.</p>",
  "/apple2": "<h1>apple2</h1><p>An orchard of apple trees wants much sun in autumn.</p>",
  "/bee1": "<h1>bee1</h1><p>Bees carry honey to the hive and feed their queen.</p>",
  "/bee2": "<h1>bee2</h1><p>The queen of a hive of bees lives on honey for years.</p>",
  "/here": `<h1>here</h1><p>Nothing about either of them.</p>${linking("/late")}`,
  "/late": "<p>Never fetched.</p>",
};
const FETCHED = 6;

describe("dowser label", () => {
  let folder = "";
  let web = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-label-"));
    web = join(folder, "web.warc.gz");
    const headers = [["location", "/here"]] as const;
    const moved = aFetchedPage(aUrl(`${SITE}/moved`), "", { status: 301, headers });
    const pages = Object.entries(PAGES).map(([path, html]) =>
      aFetchedPage(aUrl(`${SITE}${path}`), html),
    );
    await writeWarcFile(
      web,
      [...pages, moved].map((each) => ({ page: each, fetchedAt: 0 })),
      {},
    );
  });
  after(() => rmSync(folder, { recursive: true }));

  /** A run that looked for apples, with all of its budget spent. */
  async function aRun(name: string, more: Readonly<Record<string, unknown>> = {}) {
    const file = join(folder, `${name}.json`);
    const run = join(folder, name);
    const text = {
      name,
      need: { topic: "orchard apples trees autumn" },
      seeds: { urls: [`${SITE}/`] },
      strategy: "shark-search",
      extract: { heading: "h1" },
      budget: { pages: FETCHED },
      ...more,
    };
    writeFileSync(file, JSON.stringify(text));
    const crawl = async () => crawlInto(run, await loadProject(file), [web]);
    assert.equal((await crawl()).report.fetched, FETCHED);
    return { run, crawl };
  }

  const add = (run: string, ...words: string[]) => labelAddText(run, words, { json: true });

  async function listed(run: string) {
    const { labels } = JSON.parse(await labelListText(run, { json: true }));
    return labels.map(({ url, label, isApplied }: PageLabel & { isApplied: boolean }) => {
      return [url.slice(SITE.length), label, isApplied];
    });
  }

  async function pagesOf(directory: string) {
    const run = readRun(directory);
    const records = await collect(run.records.list());
    await run.close();
    return new Map(
      records.flatMap(({ url, page }) => (page ? [[url.slice(SITE.length), page]] : [])),
    );
  }

  const targetsIn = (pages: Awaited<ReturnType<typeof pagesOf>>) =>
    [...pages].flatMap(([path, { isTarget }]) => (isTarget ? [path] : [])).toSorted();

  it("`dowser label` makes an ended crawl judge its stored pages again, without fetching one", async () => {
    const { run, crawl } = await aRun("ended");
    const before = await pagesOf(run);
    assert.deepEqual(targetsIn(before), ["/apple1", "/apple2"]);
    const words = ["/bee1", "good", "/bee2", "relevant", "/apple1", "irrelevant", "/apple2", "bad"];
    const args = words.map((word) => (word.startsWith("/") ? SITE + word : word));
    const { code, stdout, stderr } = await runCli(["label", "add", run, ...args]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^labelled: 2 relevant, 2 irrelevant; /);
    const { end, report } = await crawl();
    const after = await pagesOf(run);
    assert.ok((after.get("/bee1")?.utility ?? 0) > (before.get("/bee1")?.utility ?? 1));
    assert.equal(after.get("/bee2")?.isTarget, true);
    assert.deepEqual(after.get("/bee2")?.fields, { heading: "bee2" });
    assert.deepEqual(
      [end, report.fetched, report.targets],
      ["budget-pages", FETCHED, targetsIn(after).length],
    );
    assert.deepEqual(JSON.parse(await reportText(run, { json: true })).targets, report.targets);
  });

  it("`dowser label` lists the labels that apply, and whether the crawl knows them", async () => {
    const { run, crawl } = await aRun("listed");
    assert.deepEqual(await listed(run), []);
    await add(run, `${SITE}/bee1`, "good", `${SITE}/apple1`, "bad");
    await crawl();
    await add(run, `${SITE}/bee1`, "bad");
    assert.deepEqual(await listed(run), [
      ["/apple1", 0, true],
      ["/bee1", 0, false],
    ]);
    const { stdout } = await runCli(["label", "list", run]);
    assert.match(stdout, /\nirrelevant +\S+Z +yes +http:\/\/site\.example\/apple1\n/);
    assert.match(stdout, /\nirrelevant +\S+Z +not yet +http:\/\/site\.example\/bee1\n/);
  });

  it("`dowser label` writes a label as one line, and continues after one that was cut short", async () => {
    const { run } = await aRun("lines");
    const file = join(run, "labels.jsonl");
    const [added] = JSON.parse(await add(run, `${SITE}/bee1`, "good")).labels;
    assert.deepEqual(Object.keys(added), ["at", "url", "label"]);
    assert.equal(readFileSync(file, "utf8"), `${JSON.stringify(added)}\n`);
    appendFileSync(file, '{"at":1,"url":"http://si');
    await add(run, `${SITE}/bee2`, "bad");
    assert.deepEqual(await listed(run), [
      ["/bee1", 1, false],
      ["/bee2", 0, false],
    ]);
  });

  it("`dowser label` knows a page by an alias, by a redirect, and without dropped parameters", async () => {
    const { run } = await aRun("named", { scope: { dropParameters: ["utm_*"] } });
    const urls = ["/bee1/", "/moved", "/apple1?utm_source=x#part"].map((path) => SITE + path);
    await add(run, ...urls, "good");
    assert.deepEqual(
      (await listed(run)).map(([path]: [string]) => path),
      ["/bee1", "/here", "/apple1"],
    );
  });

  it("`dowser label` accepts an example of the project, which a label may contradict", async () => {
    const example = join(folder, "example.html");
    writeFileSync(example, PAGES["/bee1"] ?? "");
    const { run, crawl } = await aRun("examples", { need: { good: [example] } });
    assert.deepEqual(targetsIn(await pagesOf(run)), ["/bee1", "/bee2"]);
    await add(run, `http://file.invalid${example}`, "bad", `${SITE}/apple1`, "good");
    await crawl();
    assert.deepEqual(targetsIn(await pagesOf(run)), ["/apple1"]);
  });

  it("`dowser label` refuses a label that would leave the strategy nothing to look for", async () => {
    const example = join(folder, "only.html");
    writeFileSync(example, PAGES["/bee1"] ?? "");
    const strategy = { name: "commd", indicator: "topic" };
    const { run } = await aRun("only", { need: { good: [example] }, strategy });
    const only = `http://file.invalid${example}`;
    await assert.rejects(add(run, only, "bad"), { code: "no-need" });
    await add(run, only, "bad", `${SITE}/apple1`, "good");
  });

  it("`dowser label` names what is wrong, and adds nothing", async () => {
    const { run } = await aRun("wrong");
    const good = `${SITE}/bee1`;
    const wrong: [string[], string, RegExp][] = [
      [[good], "bad-label", /bee1 has no label/],
      [[good, "good", good, "god"], "bad-label", /^god is neither relevant nor irrelevant$/],
      [[good, "fine"], "bad-label", /^fine is neither relevant nor irrelevant$/],
      [["good", good], "bad-label", /no URL precedes good/],
      [["bee1", "good"], "bad-url", /bee1 is not an HTTP URL: malformed/],
      [
        [good, `${SITE}/late`, "good"],
        "page-not-stored",
        /no page of http:\/\/site\.example\/late/,
      ],
    ];
    for (const [words, code, message] of wrong) {
      await assert.rejects(add(run, ...words), { code, message });
    }
    const like = { code: "page-not-stored", hint: /^did you mean http:\/\/site\.example\/bee1\?/ };
    await assert.rejects(add(run, `${SITE}/bees1`, "good"), like);
    assert.deepEqual(await listed(run), []);
    await assert.rejects(add(folder, good, "good"), { code: "no-run" });
    await assert.rejects(listed(folder), { code: "no-run" });
    const { code, stderr } = await runCli(["label", "add", run, good, "god"]);
    assert.equal(code, 2);
    assert.match(stderr, /bad-label.*\n.*write relevant or irrelevant after/);
  });
});
