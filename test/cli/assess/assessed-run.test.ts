import assert from "node:assert/strict";
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Tally } from "../../../lib/workbench/schemas.ts";
import { aCrawledSite, beesAndStones } from "../../support/a-crawled-site.ts";
import { anUi } from "../../support/an-ui.ts";
import { serveAssessor } from "../../support/loopback-assessor.ts";
import { runCli, succeed } from "../../support/run-cli.ts";

const SITE = "http://site.example";

describe("a run that an assessor has read", () => {
  let folder = "";
  let run = "";
  let served: Awaited<ReturnType<typeof serveAssessor>>;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-assessed-"));
    run = await aCrawledSite(folder, beesAndStones(SITE, 40));
    // Every fifth answer is wrong.
    served = await serveAssessor({ sensitivity: 0.8, specificity: 0.8 });
    const project = join(folder, "mine.json");
    const assessor = { url: served.url, model: "m", for: ["count"], price: { in: 1, out: 1 } };
    const seeds = { urls: [`${SITE}/`] };
    writeFileSync(
      project,
      JSON.stringify({ name: "mine", need: { topic: "bees" }, seeds, assessor }),
    );
    await succeed("assess", run, "--project", project, "--yes");
  });
  after(async () => {
    await served.close();
    rmSync(folder, { recursive: true });
  });

  it("The status and the report say what the machine read, and that it is one", async () => {
    const words = /read by m-2026, a machine: 40 pages \(\d+ yes, \d+ no\); 40 requests, 0\.\d+ \$/;
    assert.match(await succeed("status", run), words);
    assert.match(await succeed("report", run), words);
    const { assessed } = JSON.parse(await succeed("report", run, "--json"));
    assert.equal(assessed.pages.yes + assessed.pages.no, 40);
    assert.equal(assessed.agreement, undefined);
  });

  it("The workbench says what the machine read, before a person has judged a page", async (test) => {
    const ui = await anUi();
    test.after(() => ui.close());
    cpSync(run, join(ui.folder, "runs", "run"), { recursive: true });
    const tally = (await (await ui.ask("GET", "/runs/run/verdicts")).json()) as Tally;
    assert.match(tally.assessed ?? "", /^read by m-2026, a machine: 40 pages/);
    assert.match(tally.harvest, /predicted, not judged/);
  });

  it("An export has its answers in columns of their own, and no label of a person", async () => {
    const lines = (await succeed("export", run, "--format", "jsonl")).trim().split("\n");
    const rows = lines.map((line) => JSON.parse(line));
    assert.ok(rows.every(({ label, verdict }) => label === null && verdict === null));
    assert.ok(rows.every(({ assessment }) => ["yes", "no"].includes(assessment)));
    assert.ok(rows.every(({ assessedBy }) => assessedBy === "m-2026, prompt 1"));
  });

  it("A sample is drawn by its answers, and a person's verdicts alone make the figures", async () => {
    const copy = join(folder, "sampled");
    cpSync(run, copy, { recursive: true });
    const { strata } = JSON.parse(await succeed("sample", copy, "--n", "40", "--json"));
    assert.equal(strata, 3);
    const verdicts = join(folder, "verdicts.jsonl");
    const lines = Array.from({ length: 40 }, (_, at) => {
      return JSON.stringify({ url: `${SITE}/page${at}`, label: at % 4 === 3 ? "good" : "bad" });
    });
    writeFileSync(verdicts, lines.join("\n"));
    const judged = await succeed("judge", copy, "--labels", verdicts);
    assert.match(
      judged,
      /^harvest 25\.0 % .* of the 40 pages fetched: 40 read by m-2026, a machine, and \d+ of \d+ sampled pages judged by people; it and they agree on \d+ of \d+\n/,
    );
    assert.match(
      judged,
      /precision by people of the \d+ pages that it calls relevant: \d+\.\d % .*, so that some \d+ of them are, \d+ to \d+/,
    );
    const { assessed, sample } = JSON.parse(await succeed("report", copy, "--json"));
    assert.equal(assessed.agreement.pages, 40);
    assert.ok(assessed.agreement.agreed < 40 && assessed.agreement.agreed > 20);
    assert.equal(sample.precision.share, 0.25);
  });

  it("An audit finds nothing, and what was planted", async () => {
    assert.match(await succeed("audit", run, "--no-replay"), /assessor: nothing found/);
    const copy = join(folder, "planted");
    cpSync(run, copy, { recursive: true });
    const file = join(copy, "assessments.jsonl");
    const lines = readFileSync(file, "utf8").split("\n");
    const first = JSON.parse(lines.find((line) => line.includes('"answer"')) ?? "");
    const strange = { ...first, id: 900, url: `${SITE}/elsewhere`, key: "another" };
    appendFileSync(file, `${JSON.stringify(first)}\n${JSON.stringify(strange)}\n`);
    const label = {
      at: 1,
      url: first.url,
      label: first.verdict === "yes" ? 0 : 1,
      source: "assessor",
    };
    appendFileSync(join(copy, "labels.jsonl"), `${JSON.stringify(label)}\n`);
    const { code, stdout } = await runCli(["audit", copy, "--no-replay"]);
    assert.equal(code, 1);
    for (const found of [
      /the same question was answered twice/,
      /request 900 has an end and no beginning/,
      /elsewhere: was assessed, and is no page of the run/,
      /has a label of an assessor that it did not give/,
    ])
      assert.match(stdout, found);
  });

  it("A page that is forgotten has no answer any more, and its cost stays counted", async () => {
    const copy = join(folder, "forgotten");
    cpSync(run, copy, { recursive: true });
    const before = JSON.parse(await succeed("status", copy, "--json")).assessed;
    await succeed("forget", copy, `${SITE}/page7`, "--reason", "asked for");
    const { assessed } = JSON.parse(await succeed("status", copy, "--json"));
    assert.equal(assessed.pages.yes + assessed.pages.no, 39);
    assert.equal(assessed.dollars, before.dollars);
    assert.doesNotMatch(
      readFileSync(join(copy, "assessments.jsonl"), "utf8"),
      /honey.*page7|Bees 7\b/,
    );
    assert.match(await succeed("audit", copy, "--no-replay"), /assessor: nothing found/);
  });
});
