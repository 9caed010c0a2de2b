import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { writeDemoWarc } from "../../support/demo-warc.ts";
import { runCli } from "../../support/run-cli.ts";

const PROJECT = `
name: bees
need: { topic: beekeeping honey hive }
seeds: { urls: ["http://forum.demo.example/"] }
strategy: best-first
budget: { pages: 7, bytesPerPage: 1MB }
`;

describe("values of the command line instead of the project file's", () => {
  let folder = "";
  let warc = "";
  let file = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-overrides-"));
    ({ warc } = await writeDemoWarc(folder));
    file = join(folder, "project.yaml");
    writeFileSync(file, PROJECT);
  });
  after(() => rmSync(folder, { recursive: true }));

  const crawl = (name: string, ...options: readonly string[]) =>
    runCli(["crawl", file, "--web", warc, "--out", join(folder, name), "--json", ...options]);
  const kept = (name: string) =>
    JSON.parse(readFileSync(join(folder, name, "project.json"), "utf8"));

  it("A crawl keeps the values of the command line, and the same command without them goes on with them", async () => {
    const first = await crawl("kept", "--pages", "3", "--strategy", "random", "--hours", "2");
    assert.equal(JSON.parse(first.stdout).fetched, 3, first.stderr);
    const { budget, strategy } = kept("kept");
    assert.deepEqual([budget.pages, budget.hours, budget.bytesPerPage], [3, 2, 1_000_000]);
    assert.equal(strategy.name, "random");

    const again = await crawl("kept");
    assert.equal(JSON.parse(again.stdout).fetched, 3, again.stderr);
    assert.match(again.stderr, /goes on with .*: --pages 3 --hours 2 --strategy random/);

    const more = await crawl("kept", "--pages", "5");
    assert.equal(JSON.parse(more.stdout).fetched, 5, more.stderr);
    assert.equal(kept("kept").strategy.name, "random");
    const { code, stdout } = await runCli(["audit", join(folder, "kept")]);
    assert.equal(code, 0, stdout);
  });

  it("What follows from a strategy follows from the one of the command line", async () => {
    const { stderr } = await crawl("followed", "--pages", "2", "--strategy", "source:goal=ucc");
    assert.equal(kept("followed").scope.hosts, "seeds", stderr);
  });

  for (const [option, value, problem] of [
    ["--strategy", "bestfirst", /did you mean `best-first`/],
    ["--contact", "nobody", /politeness\.contact: expected an e-mail address/],
    ["--pages", "me", /expected a whole number from 1/],
    ["--hours", "0", /expected a number above 0/],
  ] as const) {
    it(`A crawl with ${option} ${value} is refused like such a project file`, async () => {
      const { code, stderr } = await crawl("refused", option, value);
      assert.equal(code, 2);
      assert.match(stderr, problem);
    });
  }
});
