import assert from "node:assert/strict";
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import { rewriteSegments } from "../../../lib/adapters/files/rewrite-segments.ts";
import { openDatabase } from "../../../lib/adapters/sqlite/open-database.ts";
import { readPlaces, readSegmentEnds } from "../../../lib/adapters/sqlite/sqlite-record-store.ts";
import { forgetText } from "../../../lib/cli/forget/forget.ts";
import { labelAddText } from "../../../lib/cli/label/label.ts";
import { parseSearchQuery } from "../../../lib/domain/text/search-query.ts";
import type { Url } from "../../../lib/domain/web/url/url.ts";
import { readRun } from "../../../lib/run/folder/read-run.ts";
import { RunSearch } from "../../../lib/run/search/search-run.ts";
import { aUrl } from "../../support/a-url.ts";
import { collect } from "../../support/collect.ts";
import { runCli, succeed } from "../../support/run-cli.ts";
import { type HostAnswer, htmlAnswer, serveHosts } from "../../support/served-hosts.ts";
import { findings } from "../../support/spoilt-run.ts";

const SECRET = "Ann-Secret-Name";
const COPIED = `<title>Copied ${SECRET}</title><p>${"Bees and honey, word for word the same. ".repeat(20)}`;

/** Pages of a site; the people are to be forgotten. */
const PAGES: Readonly<Record<string, string>> = {
  "/": `<p>Bees.</p><a href="/people/ann">bees of ${SECRET}</a> <a href="/other">honey</a>
    <a href="/copy">a copy</a> <a href="/people/moved">moved</a>`,
  "/people/ann": `<title>Bees of ${SECRET}</title><p>${SECRET} keeps bees for honey.</p>
    <a href="/found">found by ${SECRET}</a>`,
  "/people/copied": COPIED,
  "/copy": COPIED,
  "/other": `<p>Honey of other bees.</p><a href="/people/copied">x</a><a href="/late">late</a>`,
  "/found": "<p>Bees found.</p>",
  "/late": `<p>Late bees.</p><a href="/people/new">a new one</a>`,
  "/people/new": "<p>Bees of somebody else.</p>",
};

function answerOf(_host: string, path: string): HostAnswer {
  if (path === "/people/moved") return { status: 301, headers: { location: "/found" } };
  return path in PAGES ? htmlAnswer(PAGES[path] ?? "") : { status: 404 };
}

describe("dowser forget", () => {
  let folder = "";
  let served: Awaited<ReturnType<typeof serveHosts>>;
  let site = "";
  let crawled = "";
  let copies = 0;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-forget-"));
    served = await serveHosts(answerOf);
    site = `http://localhost:${served.port}`;
    crawled = join(folder, "crawled");
    await succeed("crawl", projectOf(6), "--out", crawled);
    await labelAddText(crawled, [`${site}/people/ann`, "good", `${site}/other`, "good"], {
      json: true,
    });
    await succeed("sample", crawled, "--n", "5");
  });
  after(async () => {
    await served.close();
    rmSync(folder, { recursive: true });
  });

  function projectOf(pages: number): string {
    const file = join(folder, "project.json");
    const politeness = { contact: "test@dowser.example", minDelayMs: 0, allowLoopback: true };
    const seeds = { urls: [`${site}/`, `${site}/people/copied`] };
    const parts = { need: { topic: "bees honey" }, seeds, scope: { copies: "group" } };
    const budget = { pages };
    writeFileSync(
      file,
      JSON.stringify({ name: "f", ...parts, budget, strategy: "breadth-first", politeness }),
    );
    return file;
  }

  function copy(): string {
    copies += 1;
    const run = join(folder, `copy${copies}`);
    cpSync(crawled, run, { recursive: true });
    return run;
  }

  /** The text files of a run. */
  function textsOf(run: string): ReadonlyMap<string, string> {
    const names = readdirSync(run).filter((name) => /[.]jsonl?$/.test(name));
    return new Map(names.map((name) => [name, readFileSync(join(run, name), "utf8")]));
  }

  /** The segments of a run, unpacked. */
  function segmentsOf(run: string): string {
    const folder = join(run, "pages");
    const files = readdirSync(folder).map((name) => gunzipSync(readFileSync(join(folder, name))));
    return Buffer.concat(files).toString("latin1");
  }

  /** Names of the files of a run that have a text. */
  function filesWith(run: string, text: string): string[] {
    const plain = [...textsOf(run)].filter(([, content]) => content.includes(text));
    const database = readdirSync(run)
      .filter((name) => name.startsWith("crawl.sqlite"))
      .filter((name) => readFileSync(join(run, name)).includes(text));
    const warc = segmentsOf(run).includes(text) ? ["pages"] : [];
    return [...plain.map(([name]) => name), ...database, ...warc];
  }

  const ofPeople = () => `${site}/people/*`;
  const why = { reason: "asked by letter", dryRun: false, json: true };

  it("A dry run says what would be removed, and changes nothing", async () => {
    const run = copy();
    const [before, warc] = [[...textsOf(run)], segmentsOf(run)];
    const found = JSON.parse(
      await forgetText(run, [ofPeople()], { ...why, dryRun: true, reason: undefined }),
    );
    assert.deepEqual([found.pages, found.records, found.answers], [2, 3, 3]);
    assert.deepEqual([found.labels, found.copies], [1, [`${site}/copy`]]);
    assert.deepEqual([[...textsOf(run)], segmentsOf(run)], [before, warc]);
    assert.equal(readdirSync(join(run, "pages")).length, 1);
    const text = await forgetText(run, [ofPeople()], { ...why, dryRun: true, json: false });
    assert.match(text, /^would be removed: 2 pages, 3 records and 3 stored answers/);
  });

  it("What names no page and no link is said to be only kept from being fetched, with the URL that may be meant", async () => {
    const run = copy();
    const [wrong, pattern] = [`${site}/people/anne`, "/nowhere/*"];
    const text = await forgetText(run, [wrong, pattern, `${site}/late`], { ...why, json: false });
    assert.deepEqual(
      text.split("\n").filter((line) => line.startsWith("no page")),
      [
        `no page or link of ${run} matches ${wrong}: it is only kept from being fetched; did you mean ${site}/people/ann?`,
        `no page or link of ${run} matches ${pattern}: it is only kept from being fetched`,
      ],
    );
    const again = JSON.parse(await forgetText(run, [wrong, ofPeople()], { ...why, dryRun: true }));
    assert.deepEqual(again.unmatched, [wrong]);
  });

  it("No text of a forgotten page is left in any file of the run, and its audit finds nothing", async () => {
    const run = copy();
    const before = filesWith(run, SECRET);
    assert.ok(before.includes("pages") && before.includes("crawl.sqlite"), before.join(" "));
    await forgetText(
      run,
      [`${site}/people/ann`, `${site}/people/copied`, `${site}/copy`, `${site}/`],
      why,
    );
    assert.deepEqual(filesWith(run, SECRET), []);
    assert.deepEqual(await findings(run), []);
  });

  it("No search finds a forgotten page, and the indexes of its texts tell nothing of it", async () => {
    const run = copy();
    const search = async (...words: string[]) =>
      JSON.parse(await succeed("search", run, ...words, "--json"));
    assert.equal((await search(SECRET)).total, 3);
    await search("bees", "--posts");
    const names = ["search.sqlite", "search-posts.sqlite"];
    assert.ok(readFileSync(join(run, "search.sqlite")).includes("/people/ann"));
    const [index = ""] = names;
    const before = readFileSync(join(run, index));
    await forgetText(run, [ofPeople(), `${site}/`, `${site}/copy`], why);
    for (const name of names) {
      const bytes = readFileSync(join(run, name));
      for (const text of ["/people/ann", "/copy", "copied", "keeps"])
        assert.ok(!bytes.includes(text), `${text} in ${name}`);
    }
    assert.deepEqual([(await search(SECRET)).total, (await search("honey")).total], [0, 1]);
    assert.deepEqual(await findings(run), []);
    writeFileSync(join(run, index), before);
    assert.match((await findings(run)).join("\n"), /was to be forgotten/);
    const again = JSON.parse(await forgetText(run, [ofPeople(), `${site}/`, `${site}/copy`], why));
    assert.equal(again.texts, 4);
    assert.deepEqual(await findings(run), []);
  });

  it("A search that was opened before does not find or bring back a forgotten page", async () => {
    const run = copy();
    const opened = readRun(run);
    const search = new RunSearch(run, opened, "pages");
    const query = parseSearchQuery(SECRET);
    assert.equal((await search.search(query, {})).total, 3);
    await forgetText(run, [ofPeople(), `${site}/`, `${site}/copy`], why);
    assert.deepEqual((await search.search(query, {})).results, []);
    search.close();
    await opened.close();
    assert.ok(!readFileSync(join(run, "search.sqlite")).includes("/people/ann"));
  });

  it("All other pages stay as they were, also one that was stored without its body", async () => {
    const run = copy();
    const [before, after] = [readRun(crawled), readRun(run)];
    const kept = (await collect(before.records.list())).filter(
      ({ url, page }) => page !== undefined && !url.includes("/people/"),
    );
    const bodies = new Map<string, unknown>();
    const partsOf = async ({ pages }: typeof before, url: Url) => [
      await pages.get(url),
      await pages.texts?.(url),
    ];
    for (const { url } of kept) bodies.set(url, await before.pages.get(url));
    const people = aUrl(`${site}/people/ann`);
    assert.ok((await partsOf(before, people)).every((part) => part !== undefined));
    await after.close();
    await before.close();
    await forgetText(run, [ofPeople()], why);
    const forgotten = readRun(run);
    for (const { url } of kept) assert.deepEqual(await forgotten.pages.get(url), bodies.get(url));
    assert.deepEqual(await partsOf(forgotten, people), [undefined, undefined]);
    const record = await forgotten.records.get(people);
    assert.deepEqual(
      [record?.state, record?.reason, record?.page],
      ["refused", "forgotten", undefined],
    );
    await forgotten.close();
    assert.deepEqual(await findings(run), []);
    const exported = await succeed("export", run, "--format", "jsonl");
    const urls = exported
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).url);
    assert.deepEqual(
      urls.filter((url) => url.includes("/people/")),
      [],
    );
    assert.ok(urls.includes(`${site}/copy`));
  });

  it("The log says what was removed, when and why; the same call again finds nothing more", async () => {
    const run = copy();
    await forgetText(run, [ofPeople()], why);
    const again = JSON.parse(await forgetText(run, [ofPeople()], why));
    assert.deepEqual([again.records, again.answers, again.labels], [0, 0, 0]);
    const log = readFileSync(join(run, "log.jsonl"), "utf8").trim().split("\n");
    const event = log.map((line) => JSON.parse(line)).find(({ kind }) => kind === "forgotten");
    const { rules, reason, pages, records } = event.detail;
    assert.deepEqual([rules, reason, pages, records], [[ofPeople()], "asked by letter", 2, 3]);
    assert.ok(event.at > 0);
    assert.deepEqual(await findings(run), []);
  });

  it("A resumed crawl fetches no forgotten URL again, nor one that it finds later, and counts them", async () => {
    const run = copy();
    await forgetText(run, [ofPeople()], why);
    const before = served.requests.length;
    await succeed("crawl", projectOf(20), "--out", run);
    const asked = served.requests.slice(before).map(({ path }) => path);
    assert.ok(asked.includes("/late"), asked.join(" "));
    assert.ok(!asked.some((path) => path.startsWith("/people/")), asked.join(" "));
    const lines = (await succeed("export", run, "--explain")).trim().split("\n");
    const rules = new Map(lines.map((line) => [JSON.parse(line).url, JSON.parse(line).rule]));
    assert.equal(rules.get(`${site}/people/ann`), "forgotten");
    assert.equal(rules.get(`${site}/people/new`), "forgotten");
    assert.deepEqual(await findings(run), []);
  });

  it("A host is forgotten with all its pages, and a label given to one does not teach any more", async () => {
    const run = copy();
    await forgetText(run, ["localhost"], why);
    const reader = readRun(run);
    assert.equal((await reader.records.totals()).pages, 0);
    assert.ok((await reader.labels.list()).every(({ label }) => label === null));
    await reader.close();
    assert.deepEqual(readdirSync(join(run, "pages")), []);
    assert.deepEqual(await findings(run), []);
  });

  it("A crawl that knew a label of a forgotten page trains again without it", async () => {
    const run = copy();
    await succeed("crawl", projectOf(7), "--out", run);
    const before = readRun(run);
    const trained = (await before.log.list()).filter(({ kind }) => kind === "trained").length;
    await before.close();
    await forgetText(run, [`${site}/people/ann`], why);
    await succeed("crawl", projectOf(8), "--out", run);
    const after = readRun(run);
    const events = await after.log.list();
    assert.ok(events.filter(({ kind }) => kind === "trained").length > trained);
    const [last] = events.filter(({ kind }) => kind === "labelled").slice(-1);
    assert.equal(last?.detail["labels"], 3);
    await after.close();
    assert.deepEqual(await findings(run), []);
  });

  it("A kill before the database names the copies loses nothing, and the same call completes it", async () => {
    const run = copy();
    const database = openDatabase(join(run, "crawl.sqlite"));
    const index = {
      ends: () => readSegmentEnds(database),
      placesIn: (segment: number) => readPlaces(database, segment),
    };
    const rewriting = { leavesOut: () => false, replacing: async () => undefined };
    await rewriteSegments(join(run, "pages"), index, new Set([1]), rewriting);
    database.close();
    assert.equal(readdirSync(join(run, "pages")).length, 2);
    assert.deepEqual(await findings(run), []);
    await forgetText(run, [ofPeople()], why);
    assert.deepEqual(readdirSync(join(run, "pages")), ["pages-00002.warc.gz"]);
    assert.deepEqual(await findings(run), []);
  });

  it("A kill before the old segments are deleted leaves them to the same call, or to the next crawl", async () => {
    for (const next of ["forget", "crawl"]) {
      const run = copy();
      await forgetText(run, [ofPeople()], why);
      cpSync(join(crawled, "pages"), join(run, "pages"), { recursive: true });
      assert.equal(readdirSync(join(run, "pages")).length, 2);
      if (next === "forget") await forgetText(run, [ofPeople()], why);
      else await succeed("crawl", projectOf(8), "--out", run);
      assert.deepEqual(readdirSync(join(run, "pages")), ["pages-00002.warc.gz"]);
      assert.deepEqual(await findings(run), []);
    }
  });

  it("A kill after the log and before all else is found by the audit, and nothing is fetched again", async () => {
    const run = copy();
    const detail = { rules: [ofPeople()], reason: "asked by letter" };
    const line = JSON.stringify({ at: Date.now(), kind: "forgotten", detail });
    appendFileSync(join(run, "log.jsonl"), `${line}\n`);
    const left = `conservation ${site}/people/ann was to be forgotten, and is still there: run the same dowser forget again`;
    assert.ok((await findings(run)).includes(left));
    const before = served.requests.length;
    await succeed("crawl", projectOf(20), "--out", run);
    const asked = served.requests.slice(before).map(({ path }) => path);
    assert.ok(!asked.some((path) => path.startsWith("/people/")), asked.join(" "));
    await forgetText(run, [ofPeople()], why);
    assert.deepEqual(await findings(run), []);
  });

  it("The training crawl of click paths in a run forgets the same pages, with a log of its own", async () => {
    const run = copy();
    const training = join(run, "training");
    cpSync(crawled, training, { recursive: true });
    const found = JSON.parse(await forgetText(run, [ofPeople()], why));
    assert.deepEqual([found.pages, found.records], [4, 6]);
    const reader = readRun(training);
    assert.equal(await reader.pages.get(aUrl(`${site}/people/ann`)), undefined);
    assert.equal((await reader.log.list()).at(-1)?.kind, "forgotten");
    await reader.close();
    assert.deepEqual(await findings(training), []);
  });

  it("Without a reason, with a word that names nothing, or while it crawls, nothing is forgotten", async () => {
    const run = copy();
    const { code, stderr } = await runCli(["forget", run, site]);
    assert.deepEqual([code, /forget-needs-reason/.test(stderr)], [2, true]);
    const wrong = await runCli(["forget", run, "not a host", "--reason", "x"]);
    assert.deepEqual([wrong.code, /bad-url/.test(wrong.stderr)], [2, true]);
    assert.deepEqual(await findings(run), []);
  });
});
