import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { forgetInFiles } from "../../../lib/cli/forget/forget-files.ts";
import { compileUrlRules } from "../../../lib/domain/frontier/scope.ts";
import { loadFoundSeeds, loadNeed } from "../../../lib/run/folder/run-inputs.ts";

const ANN = "http://a.example/ann";
const BOB = "http://a.example/bob";
const NOTHING = { labels: 0, examples: 0, texts: 0 };

describe("what the files of a run have of forgotten pages", () => {
  let folder = "";
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "dowser-forget-files-"));
  });
  after(() => rmSync(folder, { recursive: true }));

  const write = (name: string, ...rows: readonly unknown[]) =>
    writeFileSync(join(folder, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const linesOf = (name: string): unknown[] =>
    readFileSync(join(folder, name), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));

  it("Labels, examples, and titles of samples, seeds and search results go; URLs and counts stay", () => {
    const results = [ANN, BOB].map((url) => ({ url, title: "t", extract: "e" }));
    write("log.jsonl", { at: 1, kind: "answered", detail: { query: "q", results } });
    write("labels.jsonl", { at: 1, url: ANN, label: 1, note: "n" }, { at: 2, url: BOB, label: 0 });
    write("sample.jsonl", { url: ANN, title: "t" }, { url: BOB, title: "t" });
    write("sample.verdicts.jsonl", { at: 1, url: ANN, label: 1, note: "n" });
    write("need.json", { good: [{ url: ANN }, { url: BOB }], bad: [], examplePage: { url: ANN } });
    write("seeds.json", { provider: "p", found: [{ query: "q", rank: 1, url: ANN, title: "t" }] });
    const isAnn = compileUrlRules([ANN]);
    const found = { labels: 1, examples: 2, texts: 4 };
    assert.deepEqual(forgetInFiles(folder, isAnn, { isDry: true }), found);
    assert.deepEqual(forgetInFiles(folder, isAnn, { isDry: false }), found);
    assert.deepEqual(forgetInFiles(folder, isAnn, { isDry: false }), NOTHING);
    const taken = { at: 1, url: ANN, label: null };
    assert.deepEqual(linesOf("labels.jsonl"), [taken, { at: 2, url: BOB, label: 0 }, taken]);
    const emptied = [{ url: ANN, title: "", extract: "" }, results[1]];
    assert.deepEqual(linesOf("log.jsonl"), [
      { at: 1, kind: "answered", detail: { query: "q", results: emptied } },
    ]);
    assert.deepEqual(linesOf("sample.jsonl"), [
      { url: ANN, title: "" },
      { url: BOB, title: "t" },
    ]);
    assert.deepEqual(linesOf("sample.verdicts.jsonl"), [{ at: 1, url: ANN, label: 1 }]);
    const need = loadNeed(join(folder, "need.json"));
    assert.deepEqual([need?.good, need?.examplePage], [[{ url: BOB }], undefined]);
    assert.equal(loadFoundSeeds(join(folder, "seeds.json"))?.found[0]?.title, "");
  });

  it("A line that a crash cut short stays, and a label taken back begins a new line behind it", () => {
    writeFileSync(join(folder, "labels.jsonl"), `{"at":1,"url":"${ANN}","label":1}\n{"at":2,"u`);
    forgetInFiles(folder, compileUrlRules(["a.example"]), { isDry: false });
    const lines = readFileSync(join(folder, "labels.jsonl"), "utf8").split("\n");
    const taken = `{"at":1,"url":"${ANN}","label":null}`;
    assert.deepEqual(lines, [taken, '{"at":2,"u', taken, ""]);
  });
});
