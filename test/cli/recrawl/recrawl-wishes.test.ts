import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { PageRecord } from "../../../lib/domain/page/page-record.ts";
import { type ChangingSite, serveChangingSite } from "../../support/a-changing-site.ts";
import { succeed } from "../../support/run-cli.ts";

const links = (...names: readonly string[]) =>
  names.map((name) => `<a href="/${name}">${name}</a>`).join(" ");
const text = (name: string) => `<title>${name}</title><p>Bees and honey of ${name}.</p>`;

/** Pages by their etags, which stay the same: at a second visit each is answered by 304. */
const PAGES = [
  ["/", { body: text("home") + links("left", "forgotten", "reserved", "hidden"), etag: '"home"' }],
  ["/left", { body: text("left"), etag: '"l"' }],
  ["/forgotten", { body: text("forgotten"), etag: '"f"' }],
  ["/reserved", { body: text("reserved"), etag: '"r"' }],
  ["/hidden", { body: text("hidden"), etag: '"h"' }],
] as const;

describe("what people and sites ask for between two crawls", () => {
  let folder = "";
  let site: ChangingSite;
  const records = new Map<string, PageRecord>();
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-recrawl-wishes-"));
    site = await serveChangingSite(PAGES);
    const run = join(folder, "run");
    const [project, list] = [join(folder, "project.yaml"), join(folder, "seeds.txt")];
    writeFileSync(list, `${site.origin}/\n`);
    const settings = {
      ...{ name: "site", strategy: "best-first", need: { topic: "bees" } },
      seeds: { file: list },
      politeness: { contact: "test@dowser.example", minDelayMs: 0, allowLoopback: true },
    };
    writeFileSync(project, JSON.stringify(settings));
    await succeed("crawl", project, "--out", run);
    await succeed("forget", run, `${site.origin}/forgotten`, "--reason", "asked");
    rmSync(list);
    const [, , , [, reserved], [, hidden]] = PAGES;
    site.pages.set("/robots.txt", { body: "User-agent: *\nContent-Usage: train-ai=n\nAllow: /\n" });
    site.pages.set("/reserved", { ...reserved, headers: { "tdm-reservation": "1" } });
    site.pages.set("/hidden", { ...hidden, headers: { "x-robots-tag": "noindex" } });
    site.pages.set("/", { body: text("home") + links("forgotten", "left"), etag: '"home-2"' });
    site.requests.length = 0;
    await succeed("recrawl", run);
    const out = await succeed("export", `${run}-2`, "--format", "records");
    for (const line of out.trim().split("\n")) {
      const record: PageRecord = JSON.parse(line);
      records.set(new URL(record.url).pathname, record);
    }
  });
  after(async () => {
    await site.close();
    rmSync(folder, { recursive: true });
  });

  it("A recrawl does not ask for a page that the run before has forgotten, not even by a new link", () => {
    assert.ok(site.requests.some(({ path }) => path === "/left"));
    assert.ok(!site.requests.some(({ path }) => path === "/forgotten"));
  });

  it("An unchanged page has what its host and its headers say of its use now", () => {
    const { change, status, page } = records.get("/reserved") ?? {};
    assert.deepEqual([change, status], ["unchanged", 304]);
    assert.deepEqual(page?.signals, ["content-usage: train-ai=n", "tdm-reservation: 1"]);
    assert.deepEqual(records.get("/left")?.page?.signals, ["content-usage: train-ai=n"]);
  });

  it("An unchanged page whose header begins to keep it out of indexes is a target no more", () => {
    const { change, page } = records.get("/hidden") ?? {};
    assert.deepEqual([change, page?.noindex, page?.isTarget], ["unchanged", true, false]);
  });

  it("A recrawl keeps the list of seeds when the file of the user is gone", async () => {
    const report: { seeds?: object } = JSON.parse(
      await succeed("report", join(folder, "run-2"), "--json"),
    );
    assert.ok(report.seeds);
  });
});
