import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { knownSitemap } from "../../../lib/workbench/host/look-answers.ts";
import type { Compared, Overlap, Site } from "../../../lib/workbench/look-schemas.ts";
import type { Fault, Table } from "../../../lib/workbench/schemas.ts";
import { aCrawledSite, beesAndStones } from "../../support/a-crawled-site.ts";
import { aSiteArc, aSitemap } from "../../support/a-sitemap.ts";
import { anUi, type TestedUi } from "../../support/an-ui.ts";
import { runCli } from "../../support/run-cli.ts";
import { untilRead } from "../../support/until-read.ts";

const SITE = "http://site.example";

/** Pages about bees with a price, which one does not name. */
function pricedBees(): [url: string, html: string][] {
  const prices = ["9.50", "1,200", "on demand", "", "30"];
  const pages = prices.map((price, at): [string, string] => [
    `${SITE}/honey${at}`,
    `<title>Honey ${at}</title><p>Bees of hive ${at} make honey, the whole summer long.</p>${price === "" ? "" : `<b class="price">${price}</b>`}`,
  ]);
  const links = pages.map(([url]) => `<a href="${url}">${url}</a>`).join(" ");
  return [[`${SITE}/`, `<title>Start</title>${links} <a href="/none">none</a>`], ...pages];
}

describe("fields, hosts and types of a run, over the API of the workbench", () => {
  const folder = mkdtempSync(join(tmpdir(), "dowser-fields-"));
  let ui: TestedUi;
  before(async () => {
    mkdirSync(join(folder, "runs"));
    const extract = { price: ".price" };
    await aCrawledSite(join(folder, "runs"), pricedBees(), "priced", { extract });
    ui = await anUi([], folder);
  });
  after(async () => {
    await ui.close();
    rmSync(folder, { recursive: true });
  });

  const table = (query: string) =>
    untilRead(
      async () => (await ui.ask("GET", `/runs/priced/pages?${query}`)).json() as Promise<Table>,
    );
  const prices = async (query: string) =>
    (await table(query)).rows.map(({ fields }) => fields["price"] ?? null);

  it("Fields are columns, sorted as numbers where they are ones, and those without a value come last", async () => {
    assert.deepEqual((await table("limit=1")).fields, ["price"]);
    const rising = await prices("order=field-rising&field=price&limit=10");
    assert.deepEqual(rising, ["9.50", "30", "1,200", "on demand", null, null]);
    const falling = await prices("order=field-falling&field=price&limit=10");
    assert.deepEqual(falling, ["on demand", "1,200", "30", "9.50", null, null]);
  });

  it("Words are found in fields, too", async () => {
    assert.deepEqual(await prices("text=DEMAND honey"), ["on demand"]);
  });

  it("The site has its hosts and the addresses without a page by rule, with what the rule means", async () => {
    const site = (await (await ui.ask("GET", "/runs/priced/site")).json()) as Site;
    assert.deepEqual(site.hosts, [{ host: "site.example", pages: 6, targets: 5, waiting: 0 }]);
    assert.deepEqual([site.hostCount, site.types], [1, []]);
    assert.deepEqual(site.sitemap, { kind: "none", strategy: "breadth-first" });
    assert.deepEqual(
      site.rejected.map(({ reason, urls }) => [reason, urls]),
      [["failed:not-recorded", 1]],
    );
    assert.match(site.rejected[0]?.meaning ?? "", /the recording has no answer/);
  });
});

describe("the learned types of a site, as the workbench shows them", () => {
  it("The largest arcs come first, by the names of their types, and thirty at most", () => {
    const arcs = Array.from({ length: 40 }, (_, links) => aSiteArc(0, 1, links));
    const site = knownSitemap(aSitemap(2, [...arcs, aSiteArc(1, -1, 99)], 3));
    assert.ok(site.kind === "known");
    assert.deepEqual([site.types.length, site.outliers, site.arcCount], [2, 3, 41]);
    assert.equal(site.arcs.length, 30);
    assert.deepEqual(
      site.arcs.slice(0, 2).map(({ from, to, links }) => [from, to, links]),
      [
        ["type-2", "outlier", 99],
        ["type-1", "type-2", 39],
      ],
    );
  });
});

describe("runs side by side, over the API of the workbench", () => {
  const folder = mkdtempSync(join(tmpdir(), "dowser-looks-"));
  let ui: TestedUi;
  before(async () => {
    mkdirSync(join(folder, "runs"));
    // The second crawl sees half of the pages of the first, the third a site of its own.
    const sites = {
      first: [SITE, 40],
      second: [SITE, 20],
      third: ["http://other.example", 8],
    } as const;
    for (const [name, [site, pages]] of Object.entries(sites)) {
      await aCrawledSite(join(folder, "runs"), beesAndStones(site, pages), name);
    }
    const need = { topic: "stones" };
    await aCrawledSite(join(folder, "runs"), beesAndStones(SITE, 20), "stones", { need });
    ui = await anUi([], folder);
  });
  after(async () => {
    await ui.close();
    rmSync(folder, { recursive: true });
  });

  const read = async <Answer>(path: string): Promise<Answer> =>
    (await ui.ask("GET", path)).json() as Promise<Answer>;

  it("Each run has its curve, and what it shares with the first one by address", async () => {
    const { runs } = await read<Compared>("/runs/first/compare?others=second,third");
    assert.deepEqual(
      runs.map(({ run, pages, targets, hosts }) => [run, pages, targets, hosts]),
      [
        ["first", 40, 10, 1],
        ["second", 20, 5, 1],
        ["third", 8, 2, 1],
      ],
    );
    assert.deepEqual(runs[1]?.harvest.at(-1), { pages: 20, targets: 5 });
    const [own, half, none] = runs.map(({ shared }) => shared);
    assert.equal(own, null);
    assert.deepEqual([half?.pages, half?.targets, half?.sites], [20, 5, 1]);
    assert.equal(half?.all?.estimate, 10, "all pages of the smaller run are in the larger one");
    assert.deepEqual(none, { pages: 0, targets: 0, sites: 0, all: null });
  });

  it("A page that only one of two runs finds relevant is shared, but no relevant page in both", async () => {
    const { runs } = await read<Compared>("/runs/first/compare?others=stones");
    assert.deepEqual([runs[1]?.targets, runs[1]?.shared?.pages], [15, 20]);
    assert.deepEqual([runs[1]?.shared?.targets, runs[1]?.shared?.all], [0, null]);
  });

  it("The texts are compared as the named command does it", async () => {
    const { runs } = await read<Compared>("/runs/first/compare?others=second");
    assert.equal(runs[1]?.command, "dowser overlap runs/first runs/second");
    const { figures } = await read<Overlap>("/runs/first/overlap?other=second");
    const words = ["overlap", "runs/first", "runs/second", "--json"];
    const { stdout } = await runCli(words, { cwd: folder });
    const told = JSON.parse(stdout).figures;
    assert.deepEqual(figures?.keywords, told.keywords);
    assert.deepEqual(figures?.documents, told.documents);
    assert.deepEqual(figures?.common, told.lists.common);
  });

  it("A run that is not there, or a sixth one, is refused", async () => {
    const refused = async (others: string) => {
      const response = await ui.ask("GET", `/runs/first/compare?others=${others}`);
      assert.ok(response.status >= 400);
      return (await response.json()) as Fault;
    };
    assert.equal((await refused("nowhere")).code, "no-run");
    assert.equal((await refused("..%2Fout")).code, "bad-run-name");
    assert.equal((await refused("a,b,c,d,e")).code, "bad-parameters");
  });
});
