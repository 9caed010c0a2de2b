import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Compared, Overlap } from "../../../lib/workbench/look-schemas.ts";
import type { Fault } from "../../../lib/workbench/schemas.ts";
import { aCrawledSite, beesAndStones } from "../../support/a-crawled-site.ts";
import { anUi, type TestedUi } from "../../support/an-ui.ts";
import { runCli } from "../../support/run-cli.ts";

const SITE = "http://site.example";

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

  it("The texts are compared as the named command does it", async () => {
    const { runs } = await read<Compared>("/runs/first/compare?others=second");
    assert.equal(runs[1]?.command, "dowser overlap runs/first runs/second");
    const { figures } = await read<Overlap>("/runs/first/overlap?other=second");
    const { stdout } = await runCli(["overlap", "runs/first", "runs/second", "--json"], {
      cwd: folder,
    });
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
