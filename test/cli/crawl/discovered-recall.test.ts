import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { writeDemoWarc } from "../../support/demo-warc.ts";
import { runCli } from "../../support/run-cli.ts";
import { cases } from "../../support/slow.ts";

/** The recall at which a crawl stops, and how it says so. */
const RECALL = cases(0.2, 0.5);
const STATED = `at least [${10 * RECALL}-9]\\d`;

describe("a crawl that stops by the recall of what it discovers", () => {
  let folder = "";
  let warc = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-discovered-"));
    ({ warc } = await writeDemoWarc(folder));
  });
  after(() => rmSync(folder, { recursive: true }));

  async function crawl(name: string, parts: object, options: readonly string[] = []) {
    const project = {
      name,
      need: { topic: "beekeeping honey hive" },
      seeds: {
        urls: ["forum", "garden-blog", "news"].map((site) => `http://${site}.demo.example/`),
      },
      strategy: "best-first",
      politeness: { contact: "you@example.org" },
      ...parts,
    };
    const file = join(folder, `${name}.yaml`);
    writeFileSync(file, JSON.stringify(project));
    const run = join(folder, name);
    const crawled = await runCli(["crawl", file, "--web", warc, "--out", run, ...options]);
    assert.equal(crawled.code, 0, crawled.stderr);
    return { run, stdout: crawled.stdout };
  }

  it("stops when few enough can be left, says by whose judgement, and its audit replays it", async () => {
    const stop = { recall: RECALL, of: "discovered" };
    const { run, stdout } = await crawl("stated", { stop, budget: { pages: 2000 } });
    assert.match(stdout, /few enough relevant pages can be left among the URLs discovered/u);
    assert.match(
      stdout,
      new RegExp(`recall: ${STATED}.* \\d+ found, at most .* all as predicted by the crawl`, "u"),
    );

    const { recall, fetched } = JSON.parse((await runCli(["report", run, "--json"])).stdout);
    assert.ok(recall.isStated && recall.draws > 0 && fetched < 1400, JSON.stringify(recall));
    assert.ok(recall.found / (recall.found + recall.left) >= RECALL);
    const text = (await runCli(["report", run])).stdout;
    assert.match(text, new RegExp(`By draws by chance: recall: ${STATED}`, "u"));

    const status = (await runCli(["status", run])).stdout;
    assert.match(status, new RegExp(`recall: ${STATED}`, "u"));

    const audited = await runCli(["audit", run]);
    assert.equal(audited.code, 0, audited.stdout);
  });

  it("says what the draws are worth when its budget ends it before", async () => {
    const { stdout } = await crawl("short", { stop: { of: "discovered" }, budget: { pages: 60 } });
    assert.match(stdout, /recall: at least \d.* by \d+ draws by chance .* 90 % is not stated yet/u);
  });

  it("makes no draw by chance and no statement without the rule", async () => {
    const { run, stdout } = await crawl("without", { budget: { pages: 60 } });
    assert.doesNotMatch(stdout, /recall:/u);
    const report = JSON.parse((await runCli(["report", run, "--json"])).stdout);
    assert.equal(report.recall ?? null, null);
  });
});
