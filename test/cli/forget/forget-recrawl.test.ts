import assert from "node:assert/strict";
import {
  cpSync,
  mkdirSync,
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
import { forgetText } from "../../../lib/cli/forget/forget.ts";
import { runCli, succeed } from "../../support/run-cli.ts";
import { type HostAnswer, htmlAnswer, serveHosts } from "../../support/served-hosts.ts";
import { change, findings, read } from "../../support/spoilt-run.ts";

/** Words that no other page has, each in another place of the page to forget. */
const MARK = /[a-z]*qzx[a-z]*/gi;

const WHY = { reason: "asked by letter", dryRun: false, json: true };

/** A site about bees; its pages change with the version, so that a recrawl fetches some again. */
function siteOf(version: () => number) {
  const ann = () => `<title>Titleqzx of bees</title><h1>Headqzx</h1>
    <p>${"Bodyqzx bees honey hive comb. ".repeat(20)} annqzx@example.org ${version()}</p>
    <p>Beforeqzx <a href="/child">Childqzx bees honey</a> afterqzx</p>
    ${Array.from({ length: 15 }, (_, child) => `<a href="/child${child}">Childqzx bees</a>`).join(" ")}
    <p><a href="/moved">Movedqzx bees</a> <a href="/late">Lateqzx bees honey hive</a></p>`;
  const plain = (number: number) => {
    const [name, text] =
      number % 2 === 1
        ? ["bees", "Honey bees hive comb keeper. "]
        : ["trains", "Rail train station steam. "];
    const links = [number * 2 + 1, number * 2 + 2, number + 5].filter((next) => next < 24);
    return `<title>${name} ${number}</title><p>${text.repeat(20)} ${number} ${number % 3 === 0 ? version() : ""}</p>
      ${links.map((next) => `<a href="/p${next}">${next % 2 === 1 ? "bees" : "trains"} ${next}</a>`).join(" ")}
      ${number === 0 ? `<a href="/ann">bees honey</a> <a href="/late">x</a>` : ""}`;
  };
  return (_host: string, path: string): HostAnswer => {
    if (path === "/ann") return htmlAnswer(ann());
    if (path === "/moved") return { status: 301, headers: { location: "/target" } };
    if (path === "/" || /^\/(?:p\d+|child\d*|target|late)$/.test(path))
      return htmlAnswer(plain(Number(/\d+/.exec(path)?.[0] ?? 0)));
    return { status: 404 };
  };
}

/** Returns the marks in the files of a run, each with its file; WARC files are unpacked. */
function marksIn(directory: string): string[] {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true });
  const found = files
    .filter((file) => file.isFile())
    .flatMap(({ parentPath, name }) => {
      const bytes = readFileSync(join(parentPath, name));
      const text = (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("latin1");
      return (text.match(MARK) ?? []).map((mark) => `${name} ${mark}`);
    });
  return [...new Set(found)].toSorted();
}

describe("dowser forget in a run that was visited again", () => {
  let folder = "";
  let served: Awaited<ReturnType<typeof serveHosts>>;
  let site = "";
  let version = 1;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-forget-recrawl-"));
    served = await serveHosts(siteOf(() => version));
    site = `http://localhost:${served.port}`;
  });
  after(async () => {
    await served.close();
    rmSync(folder, { recursive: true });
  });

  /** Strategy → the folder of its runs, which are crawled once. */
  const crawled = new Map<string, Promise<string>>();
  let copies = 0;

  /** Returns a copy of the run that visited the site again, beside one of the run before. */
  async function crawledTwice(strategy: string): Promise<string> {
    const made = crawled.get(strategy) ?? crawlTwice(strategy);
    crawled.set(strategy, made);
    copies += 1;
    const runs = join(folder, `copy${copies}`, "runs");
    cpSync(await made, runs, { recursive: true });
    return join(runs, "site-2");
  }

  /** Crawls the site, labels pages, crawls on, and visits it again in `site-2`; returns the folder of both. */
  async function crawlTwice(strategy: string): Promise<string> {
    version = 1;
    const runs = join(folder, strategy, "runs");
    const run = join(runs, "site");
    const project = (pages: number) => {
      const file = join(folder, `${strategy}.json`);
      const politeness = { contact: "test@dowser.example", minDelayMs: 0, allowLoopback: true };
      const parts = { need: { topic: "bees honey" }, seeds: { urls: [`${site}/`, `${site}/p2`] } };
      writeFileSync(
        file,
        JSON.stringify({ name: "site", ...parts, budget: { pages }, strategy, politeness }),
      );
      return file;
    };
    await succeed("crawl", project(12), "--out", run);
    const labels = [`${site}/ann`, "good", `${site}/p1`, "good", `${site}/p2`, "bad"];
    await succeed("label", "add", run, ...labels, `${site}/`, "bad");
    await succeed("crawl", project(60), "--out", run);
    version = 2;
    await succeed("recrawl", run);
    // More than there are: the sample has all pages.
    await succeed("sample", `${run}-2`, "--n", "100");
    return runs;
  }

  for (const strategy of ["auto", "adaptive"]) {
    it(`No word of a page is left in a recrawl, in the run before it, or in a model: ${strategy}`, async () => {
      const again = await crawledTwice(strategy);
      const first = again.slice(0, -2);
      assert.ok(marksIn(again).some((mark) => /crawl\.sqlite\S* Childqzx/.test(mark)));
      const answer = JSON.parse(await forgetText(again, [`${site}/ann`], WHY));
      assert.deepEqual(marksIn(again), []);
      assert.deepEqual(await findings(again), []);
      assert.ok(answer.models > 0);
      assert.deepEqual(answer.elsewhere, [first]);
      assert.notDeepEqual(marksIn(first), []);
      await forgetText(first, [`${site}/ann`], WHY);
      assert.deepEqual(marksIn(first), []);
      assert.deepEqual(await findings(first), []);
      assert.deepEqual(await findings(again), []);
    });
  }

  it("--chain forgets in all runs of the same pages, and crawls go on with a model that is trained again", async () => {
    const again = await crawledTwice("adaptive");
    const first = again.slice(0, -2);
    const answer = JSON.parse(await forgetText(first, [`${site}/ann`], { ...WHY, chain: true }));
    assert.deepEqual(answer.elsewhere, []);
    for (const run of [first, again]) {
      assert.deepEqual(marksIn(run), []);
      assert.equal(read(run, "SELECT count(*) AS count FROM model")[0]?.["count"], 1);
    }
    await succeed("recrawl", first, "--into", `${first}-3`);
    assert.deepEqual(marksIn(`${first}-3`), []);
    for (const run of [first, again, `${first}-3`]) assert.deepEqual(await findings(run), [], run);
  });

  it("A recrawl that goes on takes no text of a forgotten page from the run before", async () => {
    const again = await crawledTwice("adaptive");
    const first = again.slice(0, -2);
    rmSync(again, { recursive: true });
    version = 3;
    await succeed("recrawl", first, "--pages", "3");
    await forgetText(again, [`${site}/ann`], WHY);
    await succeed("recrawl", first, "--into", again, "--pages", "60");
    assert.deepEqual(marksIn(again), []);
    assert.deepEqual(await findings(again), []);
  });

  it("Pages of the run that the workbench keeps as examples go, too; those of other pages stay", async () => {
    const again = await crawledTwice("breadth-first");
    const examples = join(again, "../../examples/site-2");
    mkdirSync(examples, { recursive: true });
    const saved = (path: string, text: string) => {
      const url = site + path;
      const from = `<!-- saved from url=(${String(url.length).padStart(4, "0")})${url} -->`;
      return `\uFEFF${from}\n${text}`;
    };
    writeFileSync(join(examples, "ann-1.html"), saved("/ann", "Bodyqzx"));
    writeFileSync(join(examples, "p1-2.html"), saved("/p1", "bees"));
    await forgetText(again, [`${site}/ann`], WHY);
    assert.deepEqual(readdirSync(examples), ["p1-2.html"]);
  });

  it("An audit finds a text beside a link, a model and a title that were to be forgotten", async () => {
    const run = await crawledTwice("adaptive");
    await forgetText(run, [`${site}/ann`], WHY);
    const [model] = read(run, "SELECT hash FROM model");
    assert.ok(model);
    const text = JSON.stringify({ anchor: "a", before: "", after: "", title: "A title" });
    const child = `${site}/child`;
    change(run, "UPDATE link SET snippet = ? WHERE url = ?", text, child);
    const sample = join(run, "sample.jsonl");
    const lines = readFileSync(sample, "utf8").split("\n");
    assert.ok(lines.some((line) => line.includes(`${site}/ann"`)));
    writeFileSync(
      sample,
      lines
        .map((line) =>
          line.includes(`${site}/ann"`) ? line.replace('"title":""', '"title":"A"') : line,
        )
        .join("\n"),
    );
    const found = (await findings(run)).join("\n");
    assert.match(found, /\/child was to be forgotten, and the text beside this link is from it/);
    assert.match(found, /1 texts of it are in the files of the run/);
    const log = join(run, "log.jsonl");
    const events = readFileSync(log, "utf8").trim().split("\n");
    const { at } = JSON.parse(events.at(-1) ?? "{}");
    const detail = { rules: [`${site}/ann`], reason: "x", models: 1 };
    const forgotten = JSON.stringify({ at, kind: "forgotten", detail });
    writeFileSync(log, `${[...events, forgotten].join("\n")}\n`);
    assert.match((await findings(run)).join("\n"), /this model may have words of it/);
    await forgetText(run, [`${site}/ann`], WHY);
    assert.deepEqual(await findings(run), []);
  });

  it("`dowser forget` says which other runs still have the page", async () => {
    const again = await crawledTwice("breadth-first");
    const { stdout } = await runCli(["forget", again, `${site}/ann`, "--reason", "asked"]);
    assert.match(stdout, /also in \S*runs\/site: --chain forgets there, too/);
  });
});
