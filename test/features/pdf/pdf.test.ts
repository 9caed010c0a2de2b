import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import { parseProject } from "../../../lib/project/load-project.ts";
import { stackLimits } from "../../../lib/project/stack-limits.ts";
import { requireMemory } from "../../../lib/stack/bundle.ts";
import { type ChangingSite, serveChangingSite } from "../../support/a-changing-site.ts";
import { aPdf } from "../../support/a-pdf.ts";
import { crawlHere, reasonsOf } from "../../support/crawl-here.ts";
import { runCli, succeed } from "../../support/run-cli.ts";

const PDF = { headers: { "content-type": "application/pdf" } };

describe("dowser crawl with scope.pdf", () => {
  let folder = "";
  let site: ChangingSite;
  let report: Buffer;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-pdf-"));
    site = await serveChangingSite([]);
    const lines = [
      { text: "Bees and honey of the year", y: 700 },
      { text: "Read about swarms of bees here.", y: 650 },
    ];
    const links: [string, ...number[]][] = [
      [`${site.origin}/swarms`, 116, 645, 206, 662],
      [`${site.origin}/private/hives`, 50, 100, 100, 120],
      ["javascript:alert(1)", 50, 200, 100, 220],
    ];
    report = aPdf([{ lines, links }], { title: "The Report", language: "en" });
    const home = '<title>Home</title><a href="/report.pdf">Bees</a> <a href="/broken.pdf">Bees</a>';
    site.pages.set("/", { body: home });
    site.pages.set("/report.pdf", { ...PDF, body: report });
    site.pages.set("/broken.pdf", { ...PDF, body: "%PDF-1.4 and no more" });
    site.pages.set("/swarms", { body: "<title>Swarms</title><p>Swarms of bees.</p>" });
    site.pages.set("/private/hives", { body: "<title>Hives</title>" });
    site.pages.set("/robots.txt", { body: "User-agent: *\nDisallow: /private/" });
  });
  after(async () => {
    await site.close();
    rmSync(folder, { recursive: true });
  });

  const crawl = (name: string, scope: object, more: object = {}) =>
    crawlHere({ folder, name, seed: `${site.origin}/`, scope, ...more });

  it("A PDF is a page: judged by its text, with its title, and its links lead on under the rules of every link", async () => {
    const { directory, records } = await crawl("pdf", { pdf: true }, { strategy: "adaptive" });
    assert.deepEqual(reasonsOf(records), {
      ...{ "/": "page", "/report.pdf": "page", "/swarms": "page" },
      ...{ "/broken.pdf": "pdf-unreadable", "/private/hives": "robots" },
    });
    const pdf = records.get("/report.pdf")?.page;
    assert.deepEqual(
      [pdf?.title, pdf?.mediaType, pdf?.bodyBytes, pdf?.language, pdf?.links],
      ["The Report", "application/pdf", report.length, "en", 2],
    );
    assert.ok((pdf?.utility ?? 0) > 0, "its text is about the topic");
    const swarms = records.get("/swarms");
    assert.equal(swarms?.parent, `${site.origin}/report.pdf`);
    assert.equal(swarms?.snippet?.anchor, "swarms of bees");
    assert.match(records.get("/broken.pdf")?.detail ?? "", /damaged/);
    const exported = await succeed("export", directory, "--format", "jsonl");
    const rows = exported
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.match(
      rows.find(({ url }) => url.endsWith(".pdf")).text,
      /Read about swarms of bees here/,
    );
    const { code, stdout } = await runCli(["audit", directory]);
    assert.equal(code, 0, stdout);
  });

  it("The recording has the PDF as it was sent, and a replay goes the same way; so does a crawl with threads", async () => {
    const { directory, records } = await crawl("recorded", { pdf: true });
    const file = join(directory, "pages/pages-00001.warc.gz");
    assert.ok(gunzipSync(readFileSync(file)).includes(report));
    const again = await crawl("replayed", { pdf: true }, { recordings: [file] });
    assert.deepEqual(reasonsOf(again.records), {
      ...reasonsOf(records),
      "/private/hives": "not-recorded",
    });
    const { records: inThread } = await crawl("threads", { pdf: true }, { threads: 1 });
    assert.deepEqual(reasonsOf(inThread), reasonsOf(records));
    assert.equal(
      inThread.get("/report.pdf")?.page?.ref?.digest,
      records.get("/report.pdf")?.page?.ref?.digest,
    );
  });

  it("A PDF whose type says nothing is told by its first bytes, live and on replay alike", async () => {
    const sent: readonly (readonly [path: string, headers: Record<string, string>])[] = [
      ["/octet.pdf", { "content-type": "application/octet-stream" }],
      ["/get", { "content-type": "binary/octet-stream" }],
      ["/save.pdf", { "content-type": "application/force-download" }],
      ["/none.pdf", {}],
    ];
    for (const [path, headers] of sent) site.pages.set(path, { headers, body: report });
    const octets = { headers: { "content-type": "application/octet-stream" } };
    site.pages.set("/setup", { ...octets, body: "MZ".padEnd(2_000, "\0") });
    const links = [...sent.map(([path]) => path), "/setup"].map(
      (path) => `<a href="${path}">b</a>`,
    );
    site.pages.set("/files", { body: `<title>Files</title>${links.join(" ")}` });
    const seed = `${site.origin}/files`;
    const expected = {
      ...{ "/files": "page", "/octet.pdf": "page", "/get": "page", "/save.pdf": "page" },
      ...{ "/none.pdf": "page", "/setup": "content-type" },
    };
    const reasons = (records: Parameters<typeof reasonsOf>[0]) =>
      Object.fromEntries(Object.entries(reasonsOf(records)).filter(([path]) => path in expected));
    const { directory, records } = await crawl("vague", { pdf: true }, { seed });
    assert.deepEqual(reasons(records), expected);
    assert.equal(records.get("/get")?.page?.mediaType, "application/pdf");
    assert.equal(records.get("/setup")?.detail, "application/octet-stream");
    const file = join(directory, "pages/pages-00001.warc.gz");
    const again = await crawl("vague-again", { pdf: true }, { seed, recordings: [file] });
    assert.deepEqual(reasons(again.records), expected);
    const { code, stdout } = await runCli(["audit", directory]);
    assert.equal(code, 0, stdout);
    const off = await crawl("vague-off", {}, { seed });
    const replayed = await crawl("vague-off-again", {}, { seed, recordings: [file] });
    for (const path of ["/get", "/setup"])
      assert.deepEqual(
        [off, replayed].map(({ records: all }) => all.get(path)?.detail),
        path === "/get"
          ? Array(2).fill("binary/octet-stream")
          : Array(2).fill("application/octet-stream"),
        path,
      );
  });

  it("PDFs are not asked for by default", async () => {
    const { records } = await crawl("off", {});
    assert.deepEqual(reasonsOf(records), { "/": "page" });
  });

  it("A PDF is a page or a file, and a stack reads it where its harvesters have the memory", async () => {
    const project = (parts: object) =>
      parseProject(
        JSON.stringify({ name: "p", seeds: { urls: ["https://a.example/"] }, ...parts }),
        "p.yaml",
      );
    await assert.rejects(project({ scope: { pdf: true }, need: { files: ["pdf"] } }), {
      code: "bad-project",
    });
    const asked = await project({ scope: { pdf: true }, need: { topic: "bees" } });
    const { harvesterMb } = stackLimits(asked);
    assert.doesNotThrow(() => requireMemory(asked, harvesterMb));
    const message = /^harvesters of 384 MB cannot read PDFs: they need 1120 MB/;
    assert.throws(() => requireMemory(asked, 384), { code: "project-not-for-stack", message });
  });
});
