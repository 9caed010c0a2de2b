import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { writeWarcFile } from "../../../lib/adapters/warc/write-warc-file.ts";
import { labelAddText } from "../../../lib/cli/label/label.ts";
import { labelImportText } from "../../../lib/cli/label/label-import.ts";
import { labelListText } from "../../../lib/cli/label/label-list.ts";
import { type LabelRemoveOptions, labelRemoveText } from "../../../lib/cli/label/label-remove.ts";
import { loadProject } from "../../../lib/project/load-project.ts";
import { crawlInto } from "../../../lib/run/crawl/crawl.ts";
import { readRun } from "../../../lib/run/folder/read-run.ts";
import { aUrl } from "../../support/a-url.ts";
import { collect } from "../../support/collect.ts";
import { runCli } from "../../support/run-cli.ts";
import { aFetchedPage, linking } from "../../support/scripted-web.ts";

const SITE = "http://site.example";

const PAGES: Readonly<Record<string, string>> = {
  "/": linking("/apple", "/bee", "/stone"),
  "/apple": "<p>Apples ripen on the trees of the orchard in autumn.</p>",
  "/bee": "<p>Bees carry honey to the hive and feed their queen.</p>",
  "/stone": "<p>Stones lie there.</p>",
};

describe("dowser label remove", () => {
  let folder = "";
  let run = "";
  let crawl: () => Promise<unknown>;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-label-remove-"));
    run = join(folder, "run");
    const web = join(folder, "web.warc.gz");
    const example = join(folder, "example.html");
    const project = join(folder, "project.json");
    const pages = Object.entries(PAGES).map(([path, html]) => ({
      page: aFetchedPage(aUrl(`${SITE}${path}`), html),
      fetchedAt: 0,
    }));
    await writeWarcFile(web, pages, {});
    writeFileSync(example, PAGES["/apple"] ?? "");
    const need = { topic: "orchard apples", good: [example] };
    const seeds = { urls: [`${SITE}/`] };
    writeFileSync(project, JSON.stringify({ name: "r", need, seeds, strategy: "shark-search" }));
    crawl = async () => crawlInto(run, await loadProject(project), [web]);
    await crawl();
  });
  beforeEach(() => rmSync(join(run, "labels.jsonl"), { force: true }));
  after(() => rmSync(folder, { recursive: true }));

  const add = (...words: string[]) => labelAddText(run, words, { json: true });

  function remove(urls: readonly string[], options: Partial<LabelRemoveOptions> = {}) {
    const rest = { from: undefined, by: undefined, json: true, ...options };
    return labelRemoveText(run, urls, rest);
  }

  async function importTable(...rows: string[]) {
    const bytes = Buffer.from(["url,label,by", ...rows].join("\n"));
    await labelImportText(run, bytes, {
      as: undefined,
      column: [],
      source: "person" as const,
      json: true,
    });
  }

  async function listed(): Promise<readonly unknown[]> {
    const { labels } = JSON.parse(await labelListText(run, { json: true }));
    return labels.map(({ url, label }: { url: string; label: number | null }) => [
      url.slice(SITE.length),
      label,
    ]);
  }

  function aFile(text: string): string {
    const file = join(folder, "urls.txt");
    writeFileSync(file, text);
    return file;
  }

  async function targets(): Promise<readonly string[]> {
    const opened = readRun(run);
    const records = await collect(opened.records.list());
    await opened.close();
    return records.flatMap(({ url, page }) => (page?.isTarget ? [url.slice(SITE.length)] : []));
  }

  it("A page that is labelled again after its label was removed has the new label", async () => {
    await add(`${SITE}/bee`, "good");
    await remove([`${SITE}/bee`]);
    await add(`${SITE}/bee`, "bad");
    assert.deepEqual(await listed(), [["/bee", 0]]);
  });

  it("All labels of one person are removed by the name, and of the named pages only theirs", async () => {
    await importTable(`${SITE}/bee,good,Ann`, `${SITE}/apple,bad,Ben`, `${SITE}/stone,bad,Ann`);
    await assert.rejects(remove([`${SITE}/apple`], { by: "Ann" }), { code: "nothing-to-remove" });
    await remove([], { by: "Ann" });
    assert.deepEqual(await listed(), [
      ["/apple", 0],
      ["/bee", null],
      ["/stone", null],
    ]);
  });

  it("The pages may be in a list of URLs or in a table that was imported", async () => {
    const rows = [`${SITE}/bee,good,`, `${SITE}/stone,bad,`];
    for (const file of [`# wrong ones\n${SITE}/bee\n`, `label,url\ngood,${SITE}/bee\n`]) {
      await importTable(...rows);
      await remove([], { from: aFile(file) });
      assert.deepEqual(await listed(), [
        ["/stone", 0],
        ["/bee", null],
      ]);
    }
  });

  it("A page without a label is an error that offers a labelled one, and nothing is removed", async () => {
    await add(`${SITE}/bee`, "good");
    const like = { code: "nothing-to-remove", hint: /^did you mean http:\/\/site\.example\/bee\?/ };
    await assert.rejects(remove([`${SITE}/bee`, `${SITE}/bees`]), like);
    await assert.rejects(remove([]), {
      code: "nothing-to-remove",
      hint: /--from, or a person with --by/,
    });
    await assert.rejects(remove([], { by: "Ann" }), /no label in .* is by Ann/);
    assert.deepEqual(await listed(), [["/bee", 1]]);
  });

  it("`dowser label remove` says how many labels it removed, and `label list` that they are", async () => {
    await add(`${SITE}/bee`, "good");
    const { code, stdout, stderr } = await runCli(["label", "remove", run, `${SITE}/bee`]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^removed: 1 label; a running crawl applies this within seconds/);
    const { stdout: list } = await runCli(["label", "list", run]);
    assert.match(list, /\nremoved +\S+Z +not yet +http:\/\/site\.example\/bee\n/);
  });

  it("A label that is removed is out of the list, and its page is judged by the model again", async () => {
    const before = await targets();
    await add(`${SITE}/bee`, "good", `${SITE}/apple`, "bad");
    await crawl();
    assert.deepEqual(await targets(), ["/bee"]);
    await remove([`${SITE}/bee`, `${SITE}/apple`]);
    assert.deepEqual(await listed(), [
      ["/bee", null],
      ["/apple", null],
    ]);
    await crawl();
    assert.deepEqual(await listed(), []);
    assert.deepEqual(await targets(), before);
  });
});
