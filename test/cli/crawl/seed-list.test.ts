import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { runCli, succeed } from "../../support/run-cli.ts";
import { serveHosts } from "../../support/served-hosts.ts";

/** Hosts with two pages each, beside those that answer in other ways. */
const PLAIN = Array.from({ length: 12 }, (_, at) => `site${at}.localhost`);

describe("a crawl from a list of seeds", () => {
  let folder = "";
  let served: Awaited<ReturnType<typeof serveHosts>>;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-seeds-"));
    served = await serveHosts((host, path, port) => {
      if (host === "moved.localhost" && path === "/")
        return { status: 301, headers: { location: `http://site0.localhost:${port}/new` } };
      if (host === "closed.localhost" && path === "/robots.txt")
        return { status: 200, body: "User-agent: *\nDisallow: /" };
      if (host === "gone.localhost") return { status: 404 };
      if (host === "many.localhost") return ["/3"];
      return path === "/" ? ["/more"] : [];
    });
  });
  after(async () => {
    await served.close();
    rmSync(folder, { recursive: true });
  });

  const urlOf = (host: string) => `http://${host}:${served.port}/`;

  function aProject(name: string, lines: readonly string[], more = {}) {
    writeFileSync(join(folder, `${name}.txt`), lines.join("\n"));
    const file = join(folder, `${name}.yaml`);
    const project = {
      ...{ name, strategy: "breadth-first", seeds: { file: `${name}.txt` } },
      politeness: { contact: "me@example.org", minDelayMs: 0, allowLoopback: true },
      ...more,
    };
    writeFileSync(file, JSON.stringify(project));
    return { file, out: join(folder, name) };
  }

  const rows = (text: string): Record<string, unknown>[] =>
    text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));

  it("Each line of a list has an outcome, and each site its figures", async () => {
    const lines = [
      ...PLAIN.map(urlOf),
      urlOf("moved.localhost"),
      urlOf("closed.localhost"),
      urlOf("gone.localhost"),
      urlOf("site1.localhost"),
      "site2.localhost",
    ];
    const { file, out } = aProject("outcomes", lines);
    const { code, stderr } = await runCli(["crawl", file, "--out", out]);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /outcomes\.txt:17 "site2\.localhost" is no seed: no-scheme/u);
    assert.match(stderr, /15 seeds; left out: 1 duplicates, 1 lines that are no URL/u);
    // What became of each line can be told without the user's file.
    rmSync(join(folder, "outcomes.txt"));
    const seeds = rows(await succeed("export", out, "--seeds"));
    assert.deepEqual(
      seeds.map(({ line, state, reason }) => [line, state, reason]),
      [
        ...PLAIN.map((_, at) => [at + 1, "fetched", "page"]),
        [13, "fetched", "page"],
        [14, "refused", "robots"],
        [15, "failed", "gone"],
        [16, "left-out", "duplicate"],
        [17, "left-out", "no-scheme"],
      ],
    );
    assert.equal(seeds[12]?.["redirectedTo"], `${urlOf("site0.localhost")}new`);
    assert.equal(seeds[0]?.["title"], "site0.localhost/");
    // Its site's pages: of a redirect those of where it led, of a line without address none.
    assert.deepEqual(
      [0, 12, 13, 16].map((at) => seeds[at]?.["pages"]),
      [3, 3, 0, null],
    );

    const sites = rows(await succeed("export", out, "--sites"));
    const figures = sites.map(({ site, seeds: count, pages, end, reason }) => {
      return [site, count, pages, end, reason];
    });
    assert.deepEqual(figures[0], ["site0.localhost", 1, 3, "exhausted", null]);
    assert.deepEqual(figures.slice(12), [
      ["closed.localhost", 1, 0, "no-page", "refused:robots"],
      ["gone.localhost", 1, 0, "no-page", "failed:gone"],
      ["moved.localhost", 1, 0, "no-page", "fetched:redirect"],
    ]);

    const csv = await succeed("export", out, "--seeds", "--format", "csv");
    assert.equal(csv.trim().split("\n").length, 18);
    const report = await succeed("report", out, "--html", `${out}.html`);
    const page = readFileSync(`${out}.html`, "utf8");
    assert.match(page, /17 seeds were given\. 15 sites are known/u);
    assert.ok(!page.includes(folder), "a private folder is in the page");
    assert.match(report, /seeds given +17\nfetched: page +13\n/u);
    assert.match(report, /site0\.localhost +1 +3 +3 +100\.0 % +no URL left\n/u);
    assert.match(report, /15 sites: no URL left 12, no page 3\n/u);
    const { seeds: answers } = JSON.parse(await succeed("report", out, "--json"));
    assert.equal(answers.outcomes["refused:robots"], 1);
  });

  it("A site has no more URLs than the scope allows, its seeds first, and says why it ended", async () => {
    const url = urlOf("many.localhost");
    const lines = [`${url}1`, `${url}2`, urlOf("site0.localhost"), urlOf("deep.localhost")];
    const { file, out } = aProject("quota", lines, { scope: { urlsPerSite: 2 } });
    await succeed("crawl", file, "--out", out);
    await succeed("audit", out);
    const sites = rows(await succeed("export", out, "--sites"));
    assert.deepEqual(
      sites.map(({ site, pages, end }) => [site, pages, end]),
      [
        ["many.localhost", 2, "quota"],
        ["deep.localhost", 2, "exhausted"],
        ["site0.localhost", 2, "exhausted"],
      ],
    );
    const { reasons } = JSON.parse(await succeed("report", out, "--json"));
    assert.equal(reasons["refused:site-quota"], 1);
  });

  it("A site has no more pages than the budget allows, and status, report and export say so", async () => {
    const url = urlOf("many.localhost");
    const lines = [
      `${url}1`,
      `${url}2`,
      `${url}4`,
      urlOf("gone.localhost"),
      urlOf("deep.localhost"),
    ];
    const budgeted = (pagesPerSite: number) =>
      aProject("budget", lines, { budget: { pagesPerSite } });
    const { file, out } = budgeted(2);
    await succeed("crawl", file, "--out", out);
    await succeed("audit", out);
    const sites = rows(await succeed("export", out, "--sites"));
    assert.deepEqual(
      sites.map(({ site, pages, waiting, end }) => [site, pages, waiting, end]),
      [
        ["many.localhost", 2, 2, "budget"],
        ["deep.localhost", 2, 0, "budget"],
        ["gone.localhost", 0, 0, "no-page"],
      ],
    );
    const said = await succeed("status", out);
    assert.match(said, /finished: only sites that have all their pages/u);
    assert.match(said, /^2 sites have their 2 pages \(budget\.pagesPerSite\)$/mu);
    const { end, spentSites } = JSON.parse(await succeed("status", out, "--json"));
    assert.deepEqual([end, spentSites], ["budget-site-pages", 2]);
    const report = await succeed("report", out);
    assert.match(report, /3 sites: page budget of a site spent 2, no page 1\n/u);
    // A greater budget goes on with what waits.
    budgeted(9);
    await succeed("crawl", file, "--out", out);
    const more = JSON.parse(await succeed("status", out, "--json"));
    assert.deepEqual([more.end, more.fetched, more.spentSites], ["frontier-empty", 6, 0]);
  });

  it("A resumed crawl keeps its list: a changed one is refused", async () => {
    const { file, out } = aProject("changed", [urlOf("site0.localhost")]);
    await succeed("crawl", file, "--out", out);
    await succeed("crawl", file, "--out", out);
    writeFileSync(join(folder, "changed.txt"), PLAIN.map(urlOf).join("\n"));
    const { code, stderr } = await runCli(["crawl", file, "--out", out]);
    assert.equal(code, 2);
    assert.match(stderr, /run-of-another-project/u);
    assert.match(stderr, /another seeds/u);
  });

  it("`dowser init` takes a list of seeds, says what it holds, and refuses one without a seed", async () => {
    const list = join(folder, "mine.csv");
    writeFileSync(list, `url\n${PLAIN.map(urlOf).join("\n")}\nnothing\n`);
    const out = join(folder, "init.yaml");
    const said = await succeed("init", "--yes", "--seed-file", list, "--out", out);
    assert.match(said, /mine\.csv: 12 seeds; left out: 0 duplicates, 1 lines that are no URL/u);
    assert.match(readFileSync(out, "utf8"), /^seeds:\n {2}file: "mine\.csv"$/mu);
    writeFileSync(list, "url\nnothing\n");
    const refused = await runCli(["init", "--yes", "--seed-file", list, "--out", `${out}.2`]);
    assert.match(refused.stderr, /bad-seed-list/u);
  });

  it("Seeds and sites are written as jsonl or csv, and nothing else", async () => {
    const { file, out } = aProject("formats", [urlOf("site0.localhost")]);
    await succeed("crawl", file, "--out", out);
    for (const options of [
      ["--seeds", "--format", "parquet"],
      ["--seeds", "--sites"],
      ["--sites", "--relevant"],
    ]) {
      const { code, stderr } = await runCli(["export", out, ...options]);
      assert.equal(code, 2);
      assert.match(stderr, /bad-export-format/u);
    }
  });
});
