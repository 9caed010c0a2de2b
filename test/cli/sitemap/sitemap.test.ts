import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { writeWarcFile } from "../../../lib/adapters/warc/write-warc-file.ts";
import { reportText } from "../../../lib/cli/report/report.ts";
import {
  countPageTypes,
  formatArcs,
  formatTypes,
  type SitemapOptions,
  sitemapSvg,
  sitemapText,
  UNTYPED,
} from "../../../lib/cli/sitemap/sitemap.ts";
import { OUTLIER } from "../../../lib/domain/methods/sitemap.ts";
import type { CompiledStrategy } from "../../../lib/domain/methods/strategy.ts";
import { createStrategy } from "../../../lib/project/strategy-choice.ts";
import { aPageType, aSiteArc, aSitemap } from "../../support/a-sitemap.ts";
import { aUrl } from "../../support/a-url.ts";
import { runCli } from "../../support/run-cli.ts";
import { aFetchedPage, linking } from "../../support/scripted-web.ts";

const SITEMAP = aSitemap(2, [aSiteArc(0, 1, 3), aSiteArc(1, 0, 40)], 1);
const PLAIN: SitemapOptions = { json: false, svg: undefined, examples: false };

/** The strategy of a project, with more in what it compiles to. */
function compilingTo(more: Partial<CompiledStrategy>): typeof createStrategy {
  return async (choice, context) => {
    const strategy = await createStrategy(choice, context);
    return { ...strategy, compile: (model) => ({ ...strategy.compile(model), ...more }) };
  };
}

describe("dowser sitemap", () => {
  let folder = "";
  let run = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-sitemap-"));
    run = join(folder, "run");
    const root = "http://site.example/";
    const web = join(folder, "web.warc.gz");
    const pages = [root, `${root}a`, `${root}b`].map((url) => ({
      page: aFetchedPage(aUrl(url), linking("/a", "/b")),
      fetchedAt: 0,
    }));
    await writeWarcFile(web, pages, {});
    const project = join(folder, "project.yaml");
    writeFileSync(project, `name: site\nseeds: { urls: ["${root}"] }\nstrategy: breadth-first\n`);
    const { code, stderr } = await runCli(["crawl", project, "--web", web, "--out", run]);
    assert.equal(code, 0, stderr);
  });
  after(() => rmSync(folder, { recursive: true }));

  const known = compilingTo({ pageTypes: { kind: "known", sitemap: SITEMAP } });

  it("`dowser sitemap` prints the page types with the run's pages, then the links between types", async () => {
    const [types = "", arcs = "", ...rest] = (await sitemapText(run, PLAIN, known)).split("\n\n");
    assert.deepEqual(rest, []);
    assert.match(types, /^page type +sampled +fetched .*\n.*\ntype-1 +10 +0 .*\ntype-2 /);
    assert.match(types, /\(no type\) +3 +\d+$/);
    assert.match(arcs, /^from .*\n.*\ntype-2 +type-1 +40 .*\ntype-1 +type-2 +3 /);
  });

  it("`dowser sitemap` gives everything as JSON", async () => {
    const result = JSON.parse(await sitemapText(run, { ...PLAIN, json: true }, known));
    assert.equal(result.directory, run);
    assert.match(result.model, /^sha256:/);
    const [type] = SITEMAP.types;
    assert.ok(type !== undefined);
    const { pages, ...figures } = type;
    assert.deepEqual(result.types[0], { ...figures, sampled: pages, fetched: 0, targets: 0 });
    assert.deepEqual(result.outliers, { sampled: 1, fetched: 0, targets: 0 });
    assert.equal(result.untyped.fetched, 3);
    assert.deepEqual(result.arcs[0], {
      from: "type-2",
      to: "type-1",
      links: 40,
      apath: "/html/body/ul/li/a.next",
    });
  });

  it("`dowser sitemap` draws the same sitemap into a file", async () => {
    const svg = join(folder, "site.svg");
    assert.match(await sitemapText(run, { ...PLAIN, svg }, known), /\n\ndrawn in .*site\.svg$/);
    assert.equal(readFileSync(svg, "utf8"), sitemapSvg(SITEMAP));
  });

  it("`dowser sitemap` reports the size of the sample while page types are still to be learned", async () => {
    const sampling = compilingTo({ pageTypes: { kind: "learning", from: 1_200 } });
    await assert.rejects(sitemapText(run, PLAIN, sampling), {
      code: "sitemap-not-learned",
      message: /has not learned its page types yet: 3 of 1,200 pages sampled$/,
      hint: /budget/,
    });
  });

  it("`dowser sitemap` reports an error when the strategy has no page types, or there is no run", async () => {
    const other = await runCli(["sitemap", run]);
    assert.equal(other.code, 2);
    assert.match(other.stderr, /no-sitemap.*breadth-first, which knows no page types\n.*source/);
    const none = await runCli(["sitemap", folder]);
    assert.equal(none.code, 2);
    assert.match(none.stderr, /no-run/);
  });

  it("`dowser sitemap` treats a run without project or first model as one that has not learned", async () => {
    for (const part of ["log.jsonl", "project.json"]) {
      const file = join(run, part);
      const kept = readFileSync(file);
      rmSync(file);
      await assert.rejects(sitemapText(run, PLAIN, known), {
        code: "sitemap-not-learned",
        message: /: 3 pages sampled$/,
      });
      writeFileSync(file, kept);
    }
  });

  it("`dowser report` points to `dowser sitemap` when page types are known", async () => {
    const text = await reportText(run, { json: false }, known);
    assert.match(text, /\n2 page types found; seen with: dowser sitemap .*run$/);
    assert.equal(JSON.parse(await reportText(run, { json: true }, known)).pageTypes, 2);
    const without = await runCli(["report", run]);
    assert.doesNotMatch(without.stdout, /page type/);
    assert.ok(!("pageTypes" in JSON.parse((await runCli(["report", run, "--json"])).stdout)));
  });
});

const lines = (table: string) => table.split("\n").slice(2);
const cells = (line: string) => line.trim().split(/\s{2,}/);

describe("the table of page types", () => {
  const counts = new Map([
    ["type-1", { pages: 1_200, targets: 7 }],
    [OUTLIER, { pages: 3, targets: 1 }],
    [UNTYPED, { pages: 60, targets: 0 }],
  ]);

  it("The page type table has a line for each type, for outliers, and for earlier pages", () => {
    const table = formatTypes(aSitemap(2, [], 4), counts, false);
    assert.deepEqual(lines(table).map(cells), [
      ["type-1", "10", "1,200", "7", "0.250", "0.500", "0.125", "http://site.example/1/a"],
      ["type-2", "10", "0", "0", "0.250", "0.500", "0.125", "http://site.example/2/a"],
      ["outlier", "4", "3", "1"],
      ["(no type)", "60", "0"],
    ]);
  });

  it("The page type table names all examples when asked, each in its own line", () => {
    const table = formatTypes(aSitemap(1), counts, true);
    assert.deepEqual(
      lines(table)
        .slice(0, 3)
        .map((line) => cells(line).at(-1)),
      ["a", "b", "c"].map((page) => `http://site.example/1/${page}`),
    );
    assert.match(table, /examples\n/);
  });

  it("The page type table keeps the line of a type without examples", () => {
    const table = formatTypes(aSitemap([aPageType(0, { examples: [] })]), new Map(), true);
    assert.deepEqual(cells(lines(table)[0] ?? "").slice(0, 2), ["type-1", "10"]);
  });
});

describe("the table of arcs", () => {
  it("The arc table gives source, target, number and position of links, the largest first", () => {
    const table = formatArcs(aSitemap(2, [aSiteArc(0, 1, 2.25), aSiteArc(1, 0, 1_234.4)]));
    assert.deepEqual(lines(table).map(cells), [
      ["type-2", "type-1", "1,234", "/html/body/ul/li/a.next"],
      ["type-1", "type-2", "2.3", "/html/body/ul/li/a.next"],
    ]);
  });

  it("The arc table ends after 30 arcs, and prints how many more there are", () => {
    const arcs = Array.from({ length: 33 }, (_, number) => aSiteArc(number, 0, number));
    const printed = lines(formatArcs(aSitemap(33, arcs)));
    assert.equal(printed.length, 31);
    assert.match(printed.at(-1) ?? "", /^and 3 more/);
    assert.equal(lines(formatArcs(aSitemap(33, arcs.slice(3)))).length, 30);
  });

  it("The arc table shows the end of a long path, and no character that controls a terminal", () => {
    const apath = `${"/div".repeat(100)}/a.\u001b[2Jred\u202e`;
    const [line = ""] = lines(formatArcs(aSitemap(1, [{ ...aSiteArc(0, 0, 1), apath }])));
    const shown = cells(line).at(-1) ?? "";
    assert.equal(shown.length, 60);
    assert.match(shown, /^….*\/a\.\ufffd\[2Jred\ufffd$/);
  });
});

describe("the pages of a run by type", () => {
  it("A page that an earlier model judged is counted under its type of the last model", async () => {
    const page = (model: string, type: string | undefined, isTarget: boolean) => ({
      page: { model, type, isTarget },
    });
    const records = [
      page("new", "type-1", true),
      page("new", "type-1", false),
      page("new", OUTLIER, false),
      page("old", "type-1", true),
      page("old", undefined, false),
      { page: undefined },
    ];
    const counts = await countPageTypes(records, "new", async ({ page: judged }) =>
      judged?.type === undefined ? undefined : "type-2",
    );
    assert.deepEqual(Object.fromEntries(counts), {
      "type-1": { pages: 2, targets: 1 },
      outlier: { pages: 1, targets: 0 },
      "type-2": { pages: 1, targets: 1 },
      "(no type)": { pages: 1, targets: 0 },
    });
  });
});
