import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import type { PageRecord } from "../../../lib/domain/page/page-record.ts";
import {
  type ChangingSite,
  type SitePage,
  serveChangingSite,
} from "../../support/a-changing-site.ts";
import { runCli, succeed } from "../../support/run-cli.ts";

const LINKS = ["same", "dated", "plain", "edited", "removed", "moved", "liar", "hub"];
const links = (...names: readonly string[]) =>
  names.map((name) => `<a href="/${name}">${name}</a>`).join(" ");
const text = (name: string) => `<title>${name}</title><p>Bees and honey of ${name}.</p>`;

/** A site before it changes. */
const BEFORE: readonly (readonly [string, SitePage])[] = [
  ["/", { body: text("home") + links(...LINKS), etag: '"home"' }],
  ["/same", { body: text("same") + links("queued"), etag: '"s1"' }],
  ["/dated", { body: text("dated"), lastModified: "Mon, 02 Nov 2026 10:00:00 GMT" }],
  ["/plain", { body: text("plain") }],
  ["/edited", { body: text("edited"), etag: '"e1"' }],
  ["/removed", { body: text("removed") }],
  ["/moved", { body: text("moved") }],
  ["/liar", { body: text("liar"), etag: '"l1"' }],
  ["/hub", { body: text("hub") + links("same") }],
  ["/queued", { body: text("queued") }],
];

function change({ pages }: ChangingSite): void {
  pages.set("/edited", { body: `${text("edited")}<p>More of it.</p>`, etag: '"e2"' });
  pages.delete("/removed");
  pages.set("/moved", { status: 301, location: "/moved-here" });
  pages.set("/moved-here", { body: text("moved here") });
  // It says that nothing has changed, but of another version.
  pages.set("/liar", {
    body: `${text("liar")}<p>Changed.</p>`,
    etag: '"l2"',
    alwaysUnmodified: '"l2"',
  });
  pages.set("/hub", { body: text("hub") + links("same", "fresh") });
  pages.set("/fresh", { body: text("fresh") + links("fresher", "edited") });
  pages.set("/fresher", { body: text("fresher") });
}

describe("dowser recrawl", () => {
  let folder = "";
  let site: ChangingSite;
  let run = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-recrawl-"));
    site = await serveChangingSite(BEFORE);
    run = join(folder, "runs/site");
    const project = join(folder, "project.yaml");
    const settings = {
      ...{ name: "site", strategy: "best-first", need: { topic: "bees" } },
      seeds: { urls: [`${site.origin}/`] },
      politeness: { contact: "test@dowser.example", minDelayMs: 0, allowLoopback: true },
    };
    writeFileSync(project, JSON.stringify(settings));
    await succeed("crawl", project, "--out", run);
    change(site);
    site.requests.length = 0;
    await succeed("recrawl", run);
  });
  after(async () => {
    await site.close();
    rmSync(folder, { recursive: true });
  });

  async function changesOf(directory: string): Promise<Record<string, string>> {
    const out = await succeed("export", directory, "--format", "records");
    const records = out
      .trim()
      .split("\n")
      .map((line): PageRecord => JSON.parse(line));
    return Object.fromEntries(
      records.map(({ url, change: found, status, reason }) => [
        new URL(url).pathname,
        `${found ?? reason} ${status}`,
      ]),
    );
  }

  it("A recrawl says of each page whether it is new, changed, unchanged, moved or gone", async () => {
    assert.deepEqual(await changesOf(`${run}-2`), {
      "/": "unchanged 304",
      "/same": "unchanged 304",
      "/dated": "unchanged 304",
      "/plain": "unchanged 200",
      "/edited": "changed 200",
      "/removed": "gone 404",
      "/moved": "moved 301",
      "/moved-here": "new 200",
      "/liar": "changed 200",
      "/hub": "changed 200",
      "/fresh": "new 200",
      "/fresher": "new 200",
      "/queued": "unchanged 200",
    });
  });

  it("A recrawl asks with the validators of the last answer; a 304 of another version is not believed, and the page is asked for whole", () => {
    const asked = Map.groupBy(site.requests, ({ path }) => path);
    assert.deepEqual(
      ["/same", "/dated", "/plain", "/edited", "/liar", "/fresh"].map((path) =>
        asked.get(path)?.map(({ etag, since }) => etag ?? since ?? "no condition"),
      ),
      [
        ['"s1"'],
        ["Mon, 02 Nov 2026 10:00:00 GMT"],
        ["no condition"],
        ['"e1"'],
        ['"l1"', "no condition"],
        ["no condition"],
      ],
    );
  });

  it("A recrawl stores an unchanged page as a revisit, and every reader of the run finds its body", async () => {
    const warc = gunzipSync(readFileSync(join(`${run}-2`, "pages/pages-00001.warc.gz"))).toString();
    assert.equal(warc.match(/revisit\/server-not-modified/g)?.length, 3);
    assert.equal(warc.match(/revisit\/identical-payload-digest/g)?.length, 2);
    const out = await succeed("export", `${run}-2`, "--format", "jsonl");
    const pages = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const texts = new Map(pages.map(({ url, text: main }) => [new URL(url).pathname, main]));
    assert.match(texts.get("/same"), /Bees and honey of same/);
    assert.match(texts.get("/plain"), /Bees and honey of plain/);
    assert.match(texts.get("/edited"), /More of it/);
    const changes = pages.map(({ change: found }) => String(found)).toSorted();
    assert.deepEqual(changes, [
      ...["changed", "changed", "changed", "new", "new", "new"],
      ...Array.from({ length: 5 }, () => "unchanged"),
    ]);
  });

  it("A revisit of a page that the server calls unchanged has the head of its first answer: a reader that shows a 304 without a body shows the page", () => {
    const warc = gunzipSync(readFileSync(join(`${run}-2`, "pages/pages-00001.warc.gz"))).toString();
    const revisits = warc
      .split("WARC/1.1\r\n")
      .filter((record) => record.includes("revisit/server-not-modified"));
    assert.equal(revisits.length, 3);
    for (const revisit of revisits) {
      const [, head = "", body] = revisit.split("\r\n\r\n");
      assert.match(head, /^HTTP\/1\.1 200 OK\r\n/);
      assert.match(head, /\r\ncontent-type: text\/html/i);
      assert.equal(body, "");
    }
  });

  it("The run before keeps its own version of every page", async () => {
    const out = await succeed("export", run, "--format", "jsonl");
    const pages = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const edited = pages.find(({ url }) => url.endsWith("/edited"));
    assert.doesNotMatch(edited.text, /More of it/);
    assert.ok(pages.some(({ url }) => url.endsWith("/removed")));
  });

  it("Report and status say what has changed and what it cost", async () => {
    const [report, status] = [
      await succeed("report", `${run}-2`),
      await succeed("status", `${run}-2`),
    ];
    for (const text of [report, status]) {
      assert.match(text, /known before +10\n *new +3\n *changed +3\n *unchanged +5\n/);
      assert.match(text, /moved +1\ngone +1\nnot visited yet +0/);
    }
    const { changes } = JSON.parse(await succeed("report", `${run}-2`, "--json"));
    assert.ok(changes.sentBytes < changes.bodyBytes);
    await succeed("report", `${run}-2`, "--html", join(folder, "report.html"));
    assert.match(readFileSync(join(folder, "report.html"), "utf8"), /What has changed/);
  });

  it("The next recrawl comes from the last: versions of a page are in the runs, and a gone page is asked for again", async () => {
    site.pages.set("/removed", { body: text("removed") });
    site.pages.set("/plain", { body: `${text("plain")}<p>Now edited.</p>` });
    const { directory, of, changes } = JSON.parse(await succeed("recrawl", run, "--json"));
    assert.deepEqual([directory, of], [`${run}-3`, `${run}-2`]);
    const found = await changesOf(directory);
    const { "/removed": removed, "/plain": plain, "/same": same, "/moved": moved } = found;
    assert.deepEqual(
      [removed, plain, same, moved],
      ["unchanged 200", "changed 200", "unchanged 304", "unchanged 301"],
    );
    assert.equal(changes.known, 13);
    const out = await succeed("export", directory, "--format", "jsonl");
    const bodies = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.match(bodies.find(({ url }) => url.endsWith("/same")).text, /honey of same/);
    const { code, stdout } = await runCli(["audit", directory]);
    assert.equal(code, 0, stdout);
  });

  it("The audit of a recrawl is green", async () => {
    const { code, stdout } = await runCli(["audit", `${run}-2`]);
    assert.equal(code, 0, stdout);
  });
});
