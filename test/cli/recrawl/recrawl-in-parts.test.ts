import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { openRecordedWeb } from "../../../lib/adapters/web/recorded/recorded-web.ts";
import type { PageRecord } from "../../../lib/domain/page/page-record.ts";
import {
  type ChangingSite,
  type SitePage,
  serveChangingSite,
} from "../../support/a-changing-site.ts";
import { runCli, startCli, succeed } from "../../support/run-cli.ts";
import { cases } from "../../support/slow.ts";

const PAGES = 80;
const NEWS = Array.from({ length: PAGES / 2 }, (_, n) => `/news/item-${n}`);
const NOTES = Array.from({ length: PAGES / 2 }, (_, n) => `/notes/page-${n}`);
const page = (path: string, more = ""): SitePage => ({
  body: `<title>${path}</title><p>Bees and honey, ${path}.</p>${more}`,
  etag: `"${path}-${more.length}"`,
});
const linkTo = (paths: readonly string[]) =>
  paths.map((path) => `<a href="${path}">${path}</a>`).join("\n");

/** How often a recrawl is killed, and after how many requests each time. */
const KILLS = cases(2, 4);
const REQUESTS_A_KILL = cases(36, 18);

const POLITENESS = { contact: "test@dowser.example", minDelayMs: 0, allowLoopback: true };

describe("a recrawl that is stopped and goes on", () => {
  let folder = "";
  let site: ChangingSite;
  let run = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-recrawl-parts-"));
    const home = page("/", linkTo([...NEWS, ...NOTES]));
    site = await serveChangingSite([
      ["/", home],
      ...[...NEWS, ...NOTES].map((path) => [path, page(path)] as const),
    ]);
    run = join(folder, "runs/site");
    const project = join(folder, "project.yaml");
    const settings = {
      ...{ name: "site", strategy: "best-first", need: { topic: "bees" } },
      seeds: { urls: [`${site.origin}/`] },
      politeness: { ...POLITENESS, maxAttempts: 1 },
    };
    writeFileSync(project, JSON.stringify(settings));
    await succeed("crawl", project, "--out", run);
    for (const path of NEWS) site.pages.set(path, page(path, linkTo([`${path}/comments`])));
    for (const path of NEWS) site.pages.set(`${path}/comments`, page(`${path}/comments`));
  });
  after(async () => {
    await site.close();
    rmSync(folder, { recursive: true });
  });

  async function foundIn(directory: string): Promise<string[]> {
    const out = await succeed("export", directory, "--format", "records");
    const records = out
      .trim()
      .split("\n")
      .map((line): PageRecord => JSON.parse(line));
    return records
      .map(
        ({ url, change, reason, page: found }) =>
          `${url} ${change} ${reason} ${found?.ref?.digest}`,
      )
      .toSorted();
  }

  async function assertAudited(directory: string): Promise<void> {
    const { code, stdout } = await runCli(["audit", directory]);
    assert.equal(code, 0, stdout);
  }

  it("A recrawl killed in the middle, again and again, goes on and finds the same as one that was not", async () => {
    const [calm, killed] = [join(folder, "calm"), join(folder, "killed")];
    // A quarter of the budget is for new pages: there is room for all.
    await succeed("recrawl", run, "--into", calm, "--pages", "200");
    for (let kill = 0; kill < KILLS; kill += 1) {
      let left = REQUESTS_A_KILL;
      const { child, done } = startCli(["recrawl", run, "--into", killed, "--pages", "200"]);
      site.onRequest = () => {
        left -= 1;
        if (left === 0) child.kill("SIGKILL");
      };
      assert.equal((await done).signal, "SIGKILL");
    }
    site.onRequest = () => {};
    const { stdout } = await runCli(["status", killed]);
    assert.match(stdout, /interrupted; the same dowser recrawl command resumes/);
    const { end } = JSON.parse(await succeed("recrawl", run, "--into", killed, "--json"));
    assert.equal(end, "frontier-empty");
    const found = await foundIn(killed);
    assert.deepEqual(found, await foundIn(calm));
    assert.equal(found.filter((line) => line.includes(" changed ")).length, NEWS.length);
    assert.equal(found.filter((line) => line.includes(" new ")).length, NEWS.length);
    const stored = await openRecordedWeb([join(killed, "pages"), join(run, "pages")]);
    const { unresolvedRevisits } = stored.report;
    stored.close();
    assert.equal(unresolvedRevisits, 0);
    await assertAudited(killed);
  });

  it("A small budget is kept: what it leaves is counted, and a share of it is for new pages", async () => {
    const directory = join(folder, "small");
    const out = await succeed("recrawl", run, "--into", directory, "--pages", "40", "--json");
    const { end, changes } = JSON.parse(out);
    assert.equal(end, "budget-pages");
    assert.equal(changes.known, PAGES + 1);
    const visited = changes.changed + changes.unchanged;
    assert.equal(changes.notVisited, PAGES + 1 - visited);
    // The order of visits is tested by itself: here the port of the site puts pages in an order of chance.
    assert.ok(changes.changed > 0, JSON.stringify(changes));
    assert.ok(changes.new > 0, "a share of the budget is for new pages");
    await assertAudited(directory);
  });

  it("Known pages that robots.txt now forbids, and a host that fails, are counted by reason", async () => {
    const directory = join(folder, "forbidden");
    site.pages.set("/robots.txt", { body: "User-agent: *\nDisallow: /notes/\n" });
    site.pages.set(NEWS[0] ?? "", { status: 501 });
    const { stdout } = await runCli(["recrawl", run, "--into", directory, "--json"]);
    site.pages.delete("/robots.txt");
    const { changes } = JSON.parse(stdout);
    assert.deepEqual(changes.unanswered, { robots: NOTES.length, "server-error": 1 });
    assert.equal(changes.gone, 0);
    await assertAudited(directory);
  });

  it("Links that the run before left in its queue stay its own work; the new ones on a changed page are followed", async () => {
    const [part, again] = [join(folder, "part"), join(folder, "part-again")];
    await succeed("crawl", join(folder, "project.yaml"), "--out", part, "--pages", "5");
    const home = page("/", linkTo([...NEWS, ...NOTES, "/brand-new"]));
    site.pages.set("/", home).set("/brand-new", page("/brand-new"));
    const out = await succeed("recrawl", part, "--into", again, "--pages", "50", "--json");
    const { end, changes, reasons } = JSON.parse(out);
    assert.deepEqual([end, changes.new, changes.known], ["frontier-empty", 1, 5]);
    assert.ok(reasons["refused:known-before"] >= PAGES - 5, JSON.stringify(reasons));
    await assertAudited(again);
  });

  it("A recrawl without its run says what is missing, and without a name that a run or a stack is to be named", async () => {
    const [alone, moved] = [join(folder, "alone/site"), join(folder, "alone/again")];
    cpSync(run, alone, { recursive: true });
    // All pages, as their order is one of chance: those that have not changed are stored in the run before.
    await succeed("recrawl", alone, "--into", moved, "--pages", "200");
    rmSync(alone, { recursive: true });
    const { code, stderr } = await runCli(["export", moved, "--format", "jsonl"]);
    assert.equal(code, 2);
    assert.match(stderr, /earlier-run-missing/);
    assert.match((await runCli(["recrawl"])).stderr, /no-stack-named/);
    assert.match((await runCli(["recrawl", join(folder, "none")])).stderr, /no-run/);
  });
});
