import assert from "node:assert/strict";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import { reportText } from "../../../lib/cli/report/report.ts";
import { readRun } from "../../../lib/run/folder/read-run.ts";
import { aUrl } from "../../support/a-url.ts";
import { skip } from "../../support/chromium.ts";
import { runCli, succeed } from "../../support/run-cli.ts";
import { type HostAnswer, htmlAnswer, serveHosts } from "../../support/served-hosts.ts";
import { change, findings } from "../../support/spoilt-run.ts";

const SHELL =
  '<!doctype html><title>Shop</title><div id="root"></div><script src="/app.js"></script>';
const APP = `fetch('/data' + location.pathname).then((r) => r.json()).then(({ text, links }) => {
  document.title = text;
  root.innerHTML = '<p>' + (text + ' of bees. ').repeat(9) + '</p>' + links.map((l) => '<a href="' + l + '">' + l + '</a>').join(' ');
});`;

function answerOf(_host: string, path: string): HostAnswer {
  if (path === "/robots.txt")
    return {
      status: 200,
      headers: { "content-type": "text/plain" },
      body: "User-agent: *\nDisallow: /data/hidden",
    };
  if (path === "/app.js")
    return { status: 200, headers: { "content-type": "text/javascript" }, body: APP };
  if (path === "/plain") return htmlAnswer(`<p>${"Plain words of bees. ".repeat(40)}</p>`);
  if (!path.startsWith("/data/")) return htmlAnswer(SHELL);
  const links = path === "/data/" ? ["/honey", "/hidden", "/plain"] : [];
  const body = JSON.stringify({ text: `Words-${path.slice(6) || "home"}`, links });
  return { status: 200, headers: { "content-type": "application/json" }, body };
}

describe("dowser crawl with `render`", { skip }, () => {
  let folder = "";
  let run = "";
  let site = "";
  let served: Awaited<ReturnType<typeof serveHosts>>;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-render-"));
    run = join(folder, "run");
    served = await serveHosts(answerOf);
    site = `http://localhost:${served.port}`;
    await succeed("crawl", projectWith({}), "--out", run);
  });
  after(async () => {
    await served.close();
    rmSync(folder, { recursive: true });
  });

  function projectWith(render: object): string {
    const file = join(folder, "project.json");
    const politeness = { contact: "test@dowser.example", minDelayMs: 0, allowLoopback: true };
    const parts = { seeds: { urls: [`${site}/`] }, strategy: "breadth-first", politeness, render };
    writeFileSync(file, JSON.stringify({ name: "rendered", ...parts }));
    return file;
  }

  function warcOf(directory: string): string {
    const files = readdirSync(directory).filter((name) => name.endsWith(".warc.gz"));
    return files.map((name) => gunzipSync(readFileSync(join(directory, name)))).join("");
  }

  it("The links that scripts make are found, marked and crawled, and robots.txt holds for data", async () => {
    const opened = readRun(run);
    try {
      const home = await opened.records.get(aUrl(`${site}/`));
      assert.deepEqual([home?.page?.title, home?.page?.rendering?.links], ["Words-home", 3]);
      const honey = await opened.records.get(aUrl(`${site}/honey`));
      assert.deepEqual([honey?.page?.title, honey?.snippet?.onlyRendered], ["Words-honey", true]);
      const hidden = await opened.records.get(aUrl(`${site}/hidden`));
      assert.equal(hidden?.page?.title, "Shop");
      assert.deepEqual(hidden?.page?.rendering?.refused, { robots: 1 });
      const plain = await opened.records.get(aUrl(`${site}/plain`));
      assert.equal(plain?.page?.rendering, undefined);
    } finally {
      await opened.close();
    }
    assert.ok(!served.requests.some(({ path }) => path === "/data/hidden"));
  });

  it("Both forms of a page are stored, and the audit finds nothing", async () => {
    const warc = warcOf(join(run, "pages"));
    assert.equal(warc.match(/WARC-Type: response/g)?.length, 4);
    assert.equal(warc.match(/WARC-Type: conversion/g)?.length, 2);
    const id = /WARC-Refers-To: (<urn:uuid:[^>]+>)/.exec(warc)?.[1] ?? "none";
    assert.ok(warc.includes(`WARC-Record-ID: ${id}`), "the conversion refers to the response");
    assert.deepEqual(await findings(run), []);
  });

  it("The audit finds a rendered page that is damaged, elsewhere or not named by its record", async () => {
    const damages = [
      "UPDATE rendered_page SET offset = offset + 1",
      "UPDATE rendered_page SET length = length - 1",
      "UPDATE rendered_page SET segment = segment + 1",
      "UPDATE rendered_page SET url = url || 'x'",
      "DELETE FROM rendered_page",
      "UPDATE record SET json = json_remove(json, '$.page.rendering.ref') WHERE url LIKE '%/honey'",
    ];
    for (const [index, sql] of damages.entries()) {
      const copy = join(folder, `damaged${index}`);
      cpSync(run, copy, { recursive: true });
      change(copy, sql);
      assert.notDeepEqual(await findings(copy), [], sql);
    }
  });

  it("Report and status count what was rendered", async () => {
    const { rendering } = JSON.parse(await reportText(run, { json: true }));
    assert.deepEqual(rendering.pages, { rendered: 2, "no-more": 1 });
    assert.deepEqual([rendering.links, rendering.requests], [3, 3]);
    assert.match(await reportText(run, { json: false }), /2 pages were read as scripts left them/);
    assert.match(await succeed("status", run), /rendering sent 3 requests/);
  });

  it("An export has the text of the rendered page, and a WARC export both forms", async () => {
    const lines = (await succeed("export", run, "--format", "jsonl", "--all-columns"))
      .trim()
      .split("\n");
    const honey = lines.map((line) => JSON.parse(line)).find(({ url }) => url.endsWith("/honey"));
    assert.deepEqual([honey.rendering, honey.onlyRendered], ["rendered", true]);
    assert.match(honey.text, /Words-honey of bees/);
    const exported = mkdtempSync(join(folder, "export-"));
    await succeed("export", run, "--format", "warc", "--out", join(exported, "out.warc.gz"));
    assert.equal(warcOf(exported).match(/WARC-Type: conversion/g)?.length, 2);
  });

  it("A forgotten page leaves neither form behind", async () => {
    assert.match(warcOf(join(run, "pages")), /Words-honey/);
    await succeed("forget", run, `${site}/honey`, "--reason", "asked for");
    assert.doesNotMatch(warcOf(join(run, "pages")), /honey of bees/);
    assert.deepEqual(await findings(run), []);
  });

  it("A browser that is missing is one clear error, before anything is fetched", async () => {
    const asked = served.requests.length;
    const out = join(folder, "none");
    const file = projectWith({ browser: "/nowhere/chromium" });
    const { code, stderr } = await runCli(["crawl", file, "--out", out]);
    assert.equal(code, 2);
    assert.match(stderr, /\[renderer-missing\]/);
    assert.match(stderr, /npm install playwright-core/);
    assert.deepEqual(
      [existsSync(join(out, "crawl.sqlite")), served.requests.length],
      [false, asked],
    );
  });
});
