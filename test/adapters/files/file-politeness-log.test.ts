import assert from "node:assert/strict";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import {
  createPolitenessLog,
  readPolitenessLog,
} from "../../../lib/adapters/files/file-politeness-log.ts";
import type { PolitenessEntry } from "../../../lib/domain/web/politeness/politeness-entry.ts";
import { hostOf } from "../../../lib/domain/web/url/canonical-url.ts";
import { aFolder } from "../../support/a-folder.ts";
import { aUrl } from "../../support/a-url.ts";

const SETTINGS: PolitenessEntry = {
  kind: "settings",
  at: 1,
  productToken: "Dowser",
  minDelayMs: 5,
  maxCrawlDelayMs: 9,
  connectionsPerHost: 1,
};
const PAGE = aUrl("http://site.example/a");
const ROBOTS: PolitenessEntry = {
  kind: "robots",
  at: 2,
  origin: "http://site.example",
  file: { kind: "found", text: "User-agent: *\nDisallow: /ä" },
};
const FAILED: PolitenessEntry = { kind: "failed", at: 3, ms: 4, url: PAGE, retryAfterMs: 0 };

describe("the politeness log of a run", () => {
  it("The politeness log keeps entries from before it had a file, and gives them back by host", async (test) => {
    const file = join(aFolder(test), "politeness.jsonl");
    const log = createPolitenessLog();
    await log.add(ROBOTS);
    await log.writeTo(file);
    await log.add(SETTINGS);
    await log.add({ ...ROBOTS, origin: "https://other.example:8443" });
    await log.add(FAILED);
    const read = await readPolitenessLog(file);
    assert.deepEqual(read.settings, [SETTINGS]);
    assert.deepEqual(await read.entriesOf(hostOf(PAGE)), [ROBOTS, FAILED]);
    assert.equal((await read.entriesOf(hostOf(aUrl("https://other.example:8443/")))).length, 1);
    assert.deepEqual(await read.entriesOf(hostOf(aUrl("http://unknown.example/"))), []);
    await read.close();
  });

  it("The politeness log continues after a line that a kill cut short", async (test) => {
    const file = join(aFolder(test), "politeness.jsonl");
    writeFileSync(file, JSON.stringify(ROBOTS).slice(0, 30));
    const log = createPolitenessLog();
    await log.writeTo(file);
    await log.add(FAILED);
    assert.ok(readFileSync(file, "utf8").includes(`\n${JSON.stringify(FAILED)}\n`));
    appendFileSync(file, "{");
    const read = await readPolitenessLog(file);
    assert.deepEqual(await read.entriesOf(hostOf(PAGE)), [FAILED]);
    await read.close();
  });

  it("The politeness log keeps entries whole that are added at once, the longest robots files among them", async (test) => {
    const file = join(aFolder(test), "politeness.jsonl");
    const log = createPolitenessLog();
    await log.writeTo(file);
    const entries = Array.from({ length: 8 }, (_, at): PolitenessEntry => {
      const text = `# ${at}\n`.repeat(160_000);
      return { ...ROBOTS, origin: `http://${at}.example`, file: { kind: "found", text } };
    });
    await Promise.all(entries.map((entry) => log.add(entry)));
    const read = await readPolitenessLog(file);
    assert.equal(read.damagedLines, 0);
    for (const [at, entry] of entries.entries())
      assert.deepEqual(await read.entriesOf(hostOf(aUrl(`http://${at}.example/`))), [entry]);
    await read.close();
  });
});
