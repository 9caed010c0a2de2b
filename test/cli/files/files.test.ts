import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { PageRecord } from "../../../lib/domain/page/page-record.ts";
import { runCli, succeed } from "../../support/run-cli.ts";
import { findings } from "../../support/spoilt-run.ts";
import { type FileSite, serveFiles } from "./support/file-site.ts";

const FILES = [
  "/A.PDF",
  "/a.pdf",
  "/bees.csv",
  "/download?id=3",
  "/get.pdf?v=2",
  "/huge.pdf",
  "/moved-here",
  "/paper.html",
  "/stubborn.pdf",
];

/** On a recording no robots rules apply. */
const RECORDED = [...FILES, "/hidden.pdf"].toSorted();

const PAGES = ["/", "/behind", "/data", "/fake.pdf", "/papers"];

/** Most bytes of a page, so that the endless file ends. */
const BYTES_PER_PAGE = 100_000;

describe("a crawl for files", () => {
  let folder = "";
  let site: FileSite;
  const at = (name: string) => join(folder, name);
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-files-"));
    site = await serveFiles();
  });
  after(async () => {
    await site.close();
    rmSync(folder, { recursive: true });
  });

  function writeProject(name: string, parts: Readonly<Record<string, unknown>>): string {
    const file = at(`${name}.json`);
    const politeness = { contact: "a@b.example", minDelayMs: 0, allowLoopback: true };
    const project = {
      ...{ name, strategy: "breadth-first", politeness },
      need: { files: ["pdf", "csv"] },
      seeds: { urls: [`${site.origin}/`] },
      budget: { pages: 100, bytesPerPage: BYTES_PER_PAGE },
      ...parts,
    };
    writeFileSync(file, JSON.stringify(project));
    return file;
  }

  async function recordsOf(run: string): Promise<ReadonlyMap<string, PageRecord>> {
    const lines = (await succeed("export", at(run), "--format", "records")).trim().split("\n");
    const records = lines.map((line): PageRecord => JSON.parse(line));
    return new Map(records.map((record) => [record.url.slice(site.origin.length), record]));
  }

  const pathsWhere = (
    records: ReadonlyMap<string, PageRecord>,
    holds: (page: NonNullable<PageRecord["page"]>) => boolean,
  ) => {
    const found = [...records].filter(([, { page }]) => page !== undefined && holds(page));
    return found.map(([path]) => path).toSorted();
  };

  const targetsOf = (records: ReadonlyMap<string, PageRecord>) =>
    pathsWhere(records, ({ isTarget }) => isTarget);

  it("A crawl for files has every file of the site as a target, by its media type, and no page", async () => {
    await succeed("crawl", writeProject("whole", {}), "--out", at("whole"));
    const records = await recordsOf("whole");
    assert.deepEqual(targetsOf(records), FILES);
    assert.deepEqual(
      pathsWhere(records, ({ file }) => file === undefined),
      PAGES,
    );
    const { page } = records.get("/a.pdf") ?? {};
    assert.deepEqual(
      [page?.utility, page?.type, page?.why, page?.title, page?.links, page?.file],
      [
        1,
        "file",
        "a file: application/pdf",
        "a.pdf",
        0,
        { mediaType: "application/pdf", isRead: true },
      ],
    );
    assert.match(records.get("/papers")?.page?.why ?? "", /^a page, where files are looked for: /);
  });

  it("A crawl for files takes no links from them, follows those of pages with a file's name, and obeys robots rules", async () => {
    const records = await recordsOf("whole");
    assert.equal(records.has("/from-a-file"), false);
    assert.equal(records.get("/behind")?.reason, "page");
    assert.equal(records.get("/private/secret.pdf")?.reason, "robots");
    const hidden = records.get("/hidden.pdf")?.page;
    assert.deepEqual([hidden?.isTarget, hidden?.noindex], [false, true]);
    // Other types are refused as ever: one by its extension, one by its media type.
    assert.equal(records.has("/picture.png"), false);
    assert.equal(records.get("/notes.txt")?.reason, "content-type");
  });

  it("A crawl for files stores them as pages: decoded, up to the bound of a page", async () => {
    const records = await recordsOf("whole");
    assert.equal(records.get("/bees.csv")?.page?.bodyBytes, 25);
    const huge = records.get("/huge.pdf")?.page;
    assert.deepEqual([huge?.bodyBytes, huge?.truncated], [BYTES_PER_PAGE, "bytes"]);
    assert.ok(site.sentBytes() < 50_000_000, `${site.sentBytes()} bytes were sent`);
    assert.deepEqual(await findings(at("whole")), []);
  });

  it("A crawl for files is explained, reported and exported as others are", async () => {
    const why = await succeed("why", at("whole"), `${site.origin}/download?id=3`);
    assert.match(
      why,
      /relevant, of type file\n {2}a file: application\/pdf\n {2}title: “bees.pdf”/,
    );
    const report = JSON.parse(await succeed("report", at("whole"), "--json"));
    assert.equal(report.targets, FILES.length);
    const csv = await succeed("export", at("whole"), "--format", "csv", "--relevant");
    assert.equal(csv.trim().split("\n").length, 1 + FILES.length);
    await succeed("overlap", at("whole"), at("whole"));
    await succeed("sample", at("whole"));
  });

  it("A label of a person on a file or a page is heard, and makes no page a target", async () => {
    await succeed(
      "crawl",
      writeProject("labelled", { budget: { pages: 6, bytesPerPage: BYTES_PER_PAGE } }),
      "--out",
      at("labelled"),
    );
    const { origin } = site;
    const before = await recordsOf("labelled");
    const [file = ""] = targetsOf(before);
    await succeed("label", "add", at("labelled"), origin + file, "bad", `${origin}/papers`, "good");
    await succeed("crawl", writeProject("labelled", {}), "--out", at("labelled"));
    const records = await recordsOf("labelled");
    assert.deepEqual(
      targetsOf(records),
      FILES.filter((path) => path !== file),
    );
    const why = (path: string) => records.get(path)?.page?.why ?? "";
    assert.equal(
      why(file),
      `labelled bad; without: a file: ${records.get(file)?.page?.file?.mediaType}`,
    );
    assert.match(why("/papers"), /^a page, where files are looked for: labelled good/);
    assert.deepEqual(await findings(at("labelled"), false), []);
  });

  it("A crawl that only asks for files reads no body of one, and records type and size", async () => {
    const files = { types: ["pdf", "csv"], fetch: false };
    const sent = site.sentBytes();
    site.requests.length = 0;
    await succeed("crawl", writeProject("asked", { need: { files } }), "--out", at("asked"));
    const records = await recordsOf("asked");
    assert.deepEqual(targetsOf(records), FILES);
    const file = (path: string) => records.get(path)?.page?.file;
    assert.deepEqual(file("/huge.pdf"), {
      mediaType: "application/pdf",
      isRead: false,
      declaredBytes: 1_073_741_824,
    });
    assert.deepEqual(file("/bees.csv"), { mediaType: "text/csv", isRead: false });
    assert.equal(
      pathsWhere(records, ({ file, bodyBytes }) => file !== undefined && bodyBytes > 0).length,
      0,
    );
    assert.ok(site.sentBytes() - sent < 5_000_000);
    const pages = readFileSync(at("asked/pages/pages-00001.warc.gz"));
    assert.ok(pages.length < 20_000);
  });

  it("A crawl that only asks for files sends HEAD to links that look like one, and GET where HEAD decides nothing", async () => {
    const asked = (path: string) =>
      site.requests.filter((line) => line.endsWith(` ${path}`)).map((line) => line.split(" ")[0]);
    assert.deepEqual(asked("/a.pdf"), ["HEAD"]);
    // The host has refused HEAD by then.
    assert.deepEqual(asked("/bees.csv"), ["GET"]);
    assert.deepEqual(asked("/moved.pdf"), ["HEAD"]);
    assert.deepEqual(asked("/lost.pdf"), ["HEAD"]);
    assert.deepEqual(asked("/stubborn.pdf"), ["HEAD", "GET"]);
    assert.deepEqual(asked("/fake.pdf"), ["HEAD", "GET"]);
    assert.deepEqual(asked("/download?id=3"), ["GET"]);
    assert.deepEqual(asked("/private/secret.pdf"), []);
  });

  it("A crawl that only asks for files passes its audit, and replays from what it stored", async () => {
    assert.deepEqual(await findings(at("asked")), []);
    await succeed("crawl", at("asked.json"), "--web", at("asked/pages"), "--out", at("replayed"));
    const [records, replayed] = [await recordsOf("asked"), await recordsOf("replayed")];
    assert.deepEqual(targetsOf(replayed), RECORDED);
    for (const path of FILES)
      assert.deepEqual(replayed.get(path)?.page?.file, records.get(path)?.page?.file, path);
    assert.deepEqual(await findings(at("replayed")), []);
  });

  it("A recording of whole files answers a crawl that only asks for them", async () => {
    await succeed("crawl", at("asked.json"), "--web", at("whole/pages"), "--out", at("unread"));
    const records = await recordsOf("unread");
    assert.deepEqual(targetsOf(records), RECORDED);
    assert.equal(records.get("/a.pdf")?.page?.file?.isRead, false);
    assert.deepEqual(await findings(at("unread")), []);
  });

  it("A crawl for files that is stopped half-way and resumed ends as one that was not", async () => {
    for (const name of ["whole", "asked"]) {
      const options = { ...JSON.parse(readFileSync(at(`${name}.json`), "utf8")) };
      const budget = { pages: 7, bytesPerPage: BYTES_PER_PAGE };
      writeFileSync(at("part.json"), JSON.stringify({ ...options, budget }));
      const out = at(`resumed-${name}`);
      await succeed("crawl", at("part.json"), "--out", out);
      await succeed("crawl", at(`${name}.json`), "--out", out);
      const [records, resumed] = [await recordsOf(name), await recordsOf(`resumed-${name}`)];
      assert.deepEqual(
        [...resumed].map(([path, { page }]) => [path, page?.isTarget, page?.file]),
        [...records].map(([path, { page }]) => [path, page?.isTarget, page?.file]),
      );
      assert.deepEqual(await findings(out, false), []);
    }
  });

  it("A crawl for files whose last answers are damaged fetches them again, read or unread", async () => {
    for (const name of ["whole", "asked"]) {
      const out = at(`resumed-${name}`);
      const segment = join(out, "pages/pages-00001.warc.gz");
      truncateSync(segment, statSync(segment).size - 900);
      const { code, stderr } = await runCli(["crawl", at(`${name}.json`), "--out", out]);
      assert.equal(code, 0, stderr);
      assert.match(stderr, /fetched again|queued again|damaged/);
      const records = await recordsOf(`resumed-${name}`);
      assert.deepEqual(targetsOf(records), FILES);
      assert.equal(records.get("/huge.pdf")?.page?.file?.isRead, name === "whole");
      assert.deepEqual(await findings(out, false), []);
    }
  });

  it("A crawl for files by a strategy that learns is trained, sampled and labelled as others are", async () => {
    const need = { files: ["pdf", "csv"], topic: "bees honey" };
    const file = writeProject("learning", { need, strategy: { name: "adaptive", warmUp: 4 } });
    await succeed("crawl", file, "--out", at("learning"));
    assert.deepEqual(targetsOf(await recordsOf("learning")), FILES);
    await succeed("label", "suggest", at("learning"));
    await succeed("label", "add", at("learning"), `${site.origin}/papers`, "good");
    await succeed("crawl", file, "--out", at("learning"));
    assert.deepEqual(targetsOf(await recordsOf("learning")), FILES);
    await succeed("report", at("learning"));
    assert.deepEqual(await findings(at("learning"), false), []);
  });

  it("`dowser compare` and other strategies find the same files in the recording of a crawl", async () => {
    for (const need of [
      { files: ["pdf", "csv"] },
      { files: ["pdf", "csv"], topic: "bees honey" },
    ]) {
      const project = writeProject("compared", { need });
      const json = at("compared.json.out");
      const names = "breadth-first,adaptive,shark-search,link-learner";
      const options = ["--budget", "20", "--json", json, "--against", at("whole")];
      await succeed("compare", project, "--strategies", names, ...options);
      const { strategies } = JSON.parse(readFileSync(json, "utf8"));
      for (const name of names.split(","))
        assert.equal(strategies[name].targets, FILES.length, name);
    }
  });
});
