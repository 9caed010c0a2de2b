import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { readRun } from "../../../lib/run/folder/read-run.ts";
import { aCrawledSite, beesAndStones } from "../../support/a-crawled-site.ts";
import { collect } from "../../support/collect.ts";
import { startCli, succeed } from "../../support/run-cli.ts";
import { cases } from "../../support/slow.ts";
import { findings } from "../../support/spoilt-run.ts";

const SITE = "http://site.example";
const COUNT = 150;
const FORGOTTEN = ["forget", "/page1*", "--reason", "asked by letter"];

describe("dowser forget, killed", () => {
  let folder = "";
  let crawled = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-forget-kill-"));
    crawled = await aCrawledSite(folder, beesAndStones(SITE, COUNT));
  });
  after(() => rmSync(folder, { recursive: true }));

  /** Kills the command so long after it wrote to the log, in ms. */
  async function forgetUntilKilled(run: string, afterMs: number): Promise<void> {
    const log = join(run, "log.jsonl");
    const { size } = statSync(log);
    const [command = "", ...rest] = FORGOTTEN;
    const { child, done } = startCli([command, run, ...rest]);
    const watch = setInterval(() => {
      if (statSync(log).size === size) return;
      clearInterval(watch);
      setTimeout(() => child.kill("SIGKILL"), afterMs);
    }, 0);
    await done;
    clearInterval(watch);
  }

  /** Returns the paths of pages that have a record, each of which must be readable. */
  async function pathsIn(run: string): Promise<string[]> {
    const reader = readRun(run);
    const pages = (await collect(reader.records.list())).filter(({ page }) => page !== undefined);
    for (const { url } of pages) assert.ok(await reader.pages.get(url), url);
    await reader.close();
    return pages.map(({ url }) => url.slice(SITE.length));
  }

  it("A kill at any moment loses no other page, and the same call completes the work", async () => {
    const kept = (await pathsIn(crawled)).filter((path) => !path.startsWith("/page1"));
    assert.ok(kept.length > COUNT / 4 && kept.length < COUNT);
    const kills = cases(2, 40);
    for (let kill = 0; kill < kills; kill += 1) {
      const run = join(folder, `run${kill}`);
      cpSync(crawled, run, { recursive: true });
      await forgetUntilKilled(run, (60 * kill) / kills);
      const left = await findings(run, false);
      assert.deepEqual(
        left.filter((each) => !each.includes("was to be forgotten, and is still there")),
        [],
      );
      const [command = "", ...rest] = FORGOTTEN;
      await succeed(command, run, ...rest);
      assert.deepEqual(await findings(run, false), []);
      assert.deepEqual(await pathsIn(run), kept);
      assert.equal(readdirSync(join(run, "pages")).length, 1);
      rmSync(run, { recursive: true });
    }
  });
});
