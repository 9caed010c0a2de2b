import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { currentLabels, ofPeople } from "../../../lib/crawl/labels.ts";
import type { LabelEntry } from "../../../lib/ports/label-store.ts";
import { aCrawledSite, threePages } from "../../support/a-crawled-site.ts";
import { aUrl } from "../../support/a-url.ts";
import { runCli, succeed } from "../../support/run-cli.ts";

const SITE = "http://site.example";

describe("the sources of labels", () => {
  let folder = "";
  let run = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-label-sources-"));
    run = await aCrawledSite(folder, threePages(SITE));
  });
  beforeEach(() => rmSync(join(run, "labels.jsonl"), { force: true }));
  after(() => rmSync(folder, { recursive: true }));

  async function imported(table: string, ...args: readonly string[]): Promise<string> {
    const file = join(folder, "labels.csv");
    writeFileSync(file, table);
    return succeed("label", "import", run, file, ...args);
  }

  /** Returns how many pages people labelled. */
  async function labelledInReport(): Promise<number> {
    const { labelled } = JSON.parse(await succeed("report", run, "--json"));
    return labelled.good + labelled.bad;
  }

  async function sourcesOfExport(): Promise<Record<string, unknown>> {
    const lines = (await succeed("export", run, "--format", "jsonl")).trim().split("\n");
    const rows = lines.map((line) => JSON.parse(line));
    return Object.fromEntries(rows.map(({ url, labelSource }) => [url, labelSource]));
  }

  it("A person's label goes before a machine's, whichever came last, until it is taken back", () => {
    const [url, at] = [aUrl(`${SITE}/a`), 0];
    const person: LabelEntry = { at, url, label: 0 };
    const machine: LabelEntry = { at, url, label: 1, source: "assessor" };
    const lastOf = (...entries: LabelEntry[]) => currentLabels(entries).get(url)?.label;
    assert.equal(lastOf(person, machine), 0);
    assert.equal(lastOf(machine, person), 0);
    assert.equal(lastOf(person, { at, url, label: null }, machine), 1);
    assert.equal(lastOf(machine, { at, url, label: 0, source: "import" }), 0);
    assert.deepEqual(ofPeople([person, machine]), [person]);
  });

  it("Imported labels teach and count in no figure of people, unless somebody says that people gave them", async () => {
    const table = `url,label\n${SITE}/a,good\n${SITE}/b,bad\n`;
    assert.match(await imported(table), /count in no figure of people.*--source person/);
    assert.equal(await labelledInReport(), 0);
    const byFile = { [`${SITE}/`]: null, [`${SITE}/a`]: "import", [`${SITE}/b`]: "import" };
    assert.deepEqual(await sourcesOfExport(), byFile);
    assert.doesNotMatch(await imported(table, "--source", "person"), /count in no figure/);
    assert.equal(await labelledInReport(), 2);
  });

  it("A row says whose its label is, before the option does", async () => {
    const rows = `${SITE}/a,good,assessor\n${SITE}/b,bad,\n${SITE}/,good,Person`;
    await imported(`url,label,labelSource\n${rows}\n`, "--source", "person");
    assert.equal(await labelledInReport(), 2);
    await imported(`url,label,labelSource\n${SITE}/b,bad,agent\n`);
    assert.equal((await sourcesOfExport())[`${SITE}/b`], "person");
    assert.match(await succeed("label", "list", run), /relevant .* \(assessor\) .*\/a/);
    assert.match(await succeed("why", run, `${SITE}/a`), /labelled relevant, by a machine/);
    const wrong = join(folder, "wrong.csv");
    writeFileSync(wrong, `url,label,labelSource\n${SITE}/a,good,oracle\n`);
    const { code, stderr } = await runCli(["label", "import", run, wrong]);
    assert.equal(code, 2);
    assert.match(stderr, /oracle in row 1 is neither person, assessor, agent nor import/);
  });

  it("What a program says that works for somebody is kept as an agent's, and counts in no figure of people", async () => {
    await imported(`url,label,labelSource\n${SITE}/a,good,agent\n`);
    assert.equal(await labelledInReport(), 0);
    assert.equal((await sourcesOfExport())[`${SITE}/a`], "agent");
    assert.match(await succeed("why", run, `${SITE}/a`), /labelled relevant, by a machine.*agent/);
  });

  it("A label of a source that is not known is no person's", async () => {
    const line = { at: 1, url: `${SITE}/a`, label: 1, source: "a later version's" };
    appendFileSync(join(run, "labels.jsonl"), `${JSON.stringify(line)}\n`);
    assert.equal(await labelledInReport(), 0);
    assert.equal((await sourcesOfExport())[`${SITE}/a`], "import");
  });

  it("Machines' answers in a file of verdicts are no verdicts on a sample, and agree with nobody", async () => {
    await succeed("sample", run, "--n", "3");
    const file = join(folder, "verdicts.jsonl");
    const urls = ["/", "/a", "/b"];
    const lines = urls.map((path) => ({ url: SITE + path, label: 1, source: "assessor" }));
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join("\n"));
    const judged = JSON.parse(await succeed("judge", run, "--labels", file, "--json"));
    assert.equal(judged.precision.cases, 0);
    const kept = { at: 1, url: `${SITE}/a`, label: 1, by: "MODEL", source: "assessor" };
    appendFileSync(join(run, "sample.verdicts.jsonl"), `${JSON.stringify(kept)}\n`);
    const { sample } = JSON.parse(await succeed("report", run, "--json"));
    assert.equal(sample, undefined);
    const rows = (await succeed("export", run, "--format", "jsonl")).trim().split("\n");
    assert.ok(rows.every((row) => JSON.parse(row).verdict === null));
  });
});
