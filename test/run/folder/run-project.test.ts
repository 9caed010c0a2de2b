import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, it } from "node:test";
import { parseProject } from "../../../lib/project/load-project.ts";
import {
  keysFixedSince,
  loadRunProject,
  refuseOtherRun,
  runProject,
  saveRunProject,
} from "../../../lib/run/folder/run-project.ts";
import { aFolder } from "../../support/a-folder.ts";

const aProject = async (more = "") => parseProject(`name: kept\n${more}`, "project.yaml");

describe("what a run was asked for", () => {
  it("A run's project names the web: the live one, or recordings by absolute paths in their order", async () => {
    assert.equal(runProject(await aProject(), []).web, "live");
    const paths = ["b.warc", "/recordings/a.warc"];
    assert.deepEqual(runProject(await aProject(), paths).web, [resolve("b.warc"), paths[1]]);
  });

  it("A run's project may change in budget and politeness, and in nothing else", async (test) => {
    const folder = aFolder(test);
    const order = (more: string) => (more.startsWith("strategy") ? "" : "strategy: depth-first\n");
    saveRunProject(folder, runProject(await aProject("strategy: depth-first"), []));
    const later = await aProject(
      "strategy: depth-first\nbudget: { pages: 9 }\npoliteness: { minDelayMs: 5 }",
    );
    refuseOtherRun(folder, runProject(later, []));
    for (const [part, more] of [
      ["need", "need: { topic: bees }"],
      ["seeds", "seeds: { urls: [http://a.example/] }"],
      ["need, search", "need: { topic: bees }\nsearch: { provider: local }"],
      ["strategy", "strategy: random"],
      ["scope", "scope: { hosts: seeds }"],
      ["frontier", "frontier: { capacity: 7 }"],
      ["seed", "seed: 7"],
    ] as const) {
      const other = runProject(await aProject(`${order(more)}${more}`), []);
      const expected = { code: "run-of-another-project", message: new RegExp(`another ${part}$`) };
      assert.throws(() => refuseOtherRun(folder, other), expected);
      assert.throws(() => saveRunProject(folder, other), expected);
    }
  });

  it("The request of a run is the same where an earlier version spelled its strategy otherwise", async (test) => {
    const folder = aFolder(test);
    const asked = runProject(await aProject("strategy: { name: published-source }"), []);
    const { paths: _, ...kept } = asked.strategy;
    const earlier = { ...kept, name: "source", variant: "paper", text: false, learning: "counted" };
    writeFileSync(join(folder, "project.json"), JSON.stringify({ ...asked, strategy: earlier }));
    refuseOtherRun(folder, asked);
    const other = runProject(await aProject("strategy: source"), []);
    assert.throws(() => refuseOtherRun(folder, other), { code: "run-of-another-project" });
  });

  it("The request of a run may change in what a query costs, also where it was begun by a version without such a price", async (test) => {
    const folder = aFolder(test);
    const asked = async (price: string) =>
      runProject(await aProject(`need: { topic: b }\nsearch: { provider: local${price} }`), []);
    saveRunProject(folder, await asked(""));
    refuseOtherRun(folder, await asked(", dollarsPerQuery: 0.01"));
    const file = join(folder, "project.json");
    const { search, ...rest } = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(
      file,
      JSON.stringify({ ...rest, search: { ...search, dollarsPerQuery: undefined } }),
    );
    refuseOtherRun(folder, await asked(""));
  });

  it("The run of an older version is resumed if its keys that are fixed now had their values, and is read in any case", async (test) => {
    const folder = aFolder(test);
    saveRunProject(folder, runProject(await aProject("strategy: irobot"), []));
    const file = join(folder, "project.json");
    const older = (minR: number) => {
      const { strategy, scope, ...rest } = JSON.parse(readFileSync(file, "utf8"));
      const traps = { ...scope.traps, maxSegments: 24 };
      const parts = { strategy: { ...strategy, minR }, scope: { ...scope, traps } };
      writeFileSync(file, JSON.stringify({ ...rest, ...parts }));
    };
    const asked = runProject(await aProject("strategy: irobot"), []);
    older(0.3);
    refuseOtherRun(folder, asked);
    assert.deepEqual(keysFixedSince(folder), []);
    older(0.4);
    assert.throws(() => refuseOtherRun(folder, asked), { code: "run-of-another-project" });
    assert.deepEqual(keysFixedSince(folder), ["strategy.minR"]);
    assert.deepEqual(loadRunProject(folder)?.strategy, { name: "irobot" });
    assert.deepEqual(loadRunProject(folder)?.scope?.traps, { hostsPerDomain: 500 });
  });

  it("A run's project refuses another web: a live one after a recording, or another recording", async (test) => {
    const folder = aFolder(test);
    saveRunProject(folder, runProject(await aProject(), ["a.warc"]));
    refuseOtherRun(folder, runProject(await aProject(), [resolve("a.warc")]));
    for (const web of [[], ["b.warc"], ["a.warc", "b.warc"]]) {
      const expected = { code: "run-of-another-project", message: /another web$/ };
      const other = runProject(await aProject(), web);
      assert.throws(() => refuseOtherRun(folder, other), expected);
    }
  });

  it("A run's project is replaced completely, only when it changed, and leaves nothing else behind", async (test) => {
    const folder = aFolder(test);
    const file = join(folder, "project.json");
    const inode = () => statSync(file).ino;
    saveRunProject(folder, runProject(await aProject(), []));
    const first = inode();
    saveRunProject(folder, runProject(await aProject(), []));
    assert.equal(inode(), first, "unchanged");
    // What a kill leaves of a file that was being written.
    writeFileSync(`${file}.new`, "{");
    saveRunProject(folder, runProject(await aProject("budget: { pages: 9 }"), []));
    assert.notEqual(inode(), first, "replaced");
    assert.equal(JSON.parse(readFileSync(file, "utf8")).budget.pages, 9);
    assert.deepEqual(readdirSync(folder), ["project.json"]);
  });

  it("A run's project is reported as damaged when it cannot be read", async (test) => {
    const folder = aFolder(test);
    const file = join(folder, "project.json");
    for (const text of ["", '{"name": "ke', "null"]) {
      writeFileSync(file, text);
      const asked = runProject(await aProject(), []);
      const expected = { code: "run-damaged", value: file, hint: /--out/ };
      assert.throws(() => refuseOtherRun(folder, asked), expected);
      assert.throws(() => saveRunProject(folder, asked), expected);
      assert.throws(() => loadRunProject(folder), expected);
    }
  });

  it("A run's project is undefined when there is no run", async (test) => {
    const none = join(aFolder(test), "none");
    refuseOtherRun(none, runProject(await aProject(), []));
    assert.equal(loadRunProject(none), undefined);
  });

  it("A run's project is read back as it was written", async (test) => {
    const folder = aFolder(test);
    const asked = runProject(await aProject("strategy: hits\nseed: 7"), ["a.warc"]);
    saveRunProject(folder, asked);
    assert.deepEqual(loadRunProject(folder), asked);
  });
});
