import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it, type TestContext } from "node:test";
import { gunzipSync } from "node:zlib";
import { unzipSync } from "fflate";
import { aCrawledSite } from "../../support/a-crawled-site.ts";
import { runCli } from "../../support/run-cli.ts";
import { linking } from "../../support/scripted-web.ts";
import { IS_SLOW } from "../../support/slow.ts";

const SITE = "http://www.site.example";

/** So many pages that the index has more than one block. */
const PATHS = Array.from({ length: 320 }, (_, page) => `/Page?n=${page}`);

const PAGES: [url: string, html: string][] = [
  [`${SITE}/`, `<title>All «pages»</title><p>Bees.</p>${linking(...PATHS)}`],
  ...PATHS.map((path): [string, string] => [SITE + path, `<title>${path}</title><p>Honey.</p>`]),
];

/** The tool that the authors of the format keep: https://github.com/webrecorder/py-wacz. */
const PY_WACZ = "wacz==0.6.0";

interface Indexed {
  readonly key: string;
  readonly time: string;
  readonly fields: Readonly<Record<string, string>>;
}

const sha256 = (bytes: Uint8Array) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

describe("a WACZ export", () => {
  let folder = "";
  let file = "";
  let files: Readonly<Record<string, Uint8Array>> = {};
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-wacz-"));
    file = join(folder, "site.wacz");
    const run = await aCrawledSite(folder, PAGES);
    const { code, stderr } = await runCli(["export", run, "--format", "wacz", "--out", file]);
    assert.equal(code, 0, stderr);
    files = unzipSync(readFileSync(file));
  });
  after(() => rmSync(folder, { recursive: true }));

  const bytesOf = (path: string): Uint8Array => files[path] ?? assert.fail(`no ${path}`);
  const textOf = (path: string) => Buffer.from(bytesOf(path)).toString("utf8");
  const linesOf = (text: string) => text.trimEnd().split("\n");

  const indexed = (): readonly Indexed[] =>
    linesOf(gunzipSync(bytesOf("indexes/index.cdx.gz")).toString("utf8")).map((line) => {
      const [, key = "", time = "", fields = ""] = /^(\S+) (\d{14}) (\{.*\})$/.exec(line) ?? [];
      return { key, time, fields: JSON.parse(fields) };
    });

  it("A WACZ file has an archive, an index in blocks, a list of pages, and their digests", () => {
    const { resources, ...about } = JSON.parse(textOf("datapackage.json"));
    assert.deepEqual(
      resources.map(({ path }: { path: string }) => path),
      ["archive/data.warc.gz", "indexes/index.cdx.gz", "indexes/index.idx", "pages/pages.jsonl"],
    );
    for (const { path, hash, bytes } of resources)
      assert.deepEqual([hash, bytes], [sha256(bytesOf(path)), bytesOf(path).length], path);
    assert.deepEqual(
      [about.profile, about.wacz_version, about.title],
      ["data-package", "1.1.1", "r"],
    );
    const digest = JSON.parse(textOf("datapackage-digest.json"));
    assert.deepEqual(digest, {
      path: "datapackage.json",
      hash: sha256(bytesOf("datapackage.json")),
    });
  });

  it("The files in a WACZ file are stored, not compressed again, so that a part of the archive can be read", () => {
    const whole = readFileSync(file);
    for (const bytes of Object.values(files)) assert.ok(whole.includes(Buffer.from(bytes)));
  });

  it("The index leads from each URL to its answer, in the order of its keys", () => {
    const archive = bytesOf("archive/data.warc.gz");
    const lines = indexed();
    assert.equal(lines.length, PAGES.length);
    assert.deepEqual(
      lines.map(({ key }) => key),
      lines.map(({ key }) => key).toSorted(),
    );
    for (const { fields } of lines) {
      const offset = Number(fields["offset"]);
      const member = archive.subarray(offset, offset + Number(fields["length"]));
      const record = gunzipSync(member).toString("utf8");
      assert.match(record, /^WARC\/1\.1\r\n/);
      assert.ok(record.includes(`WARC-Target-URI: ${fields["url"]}\r\n`), fields["url"]);
      assert.ok(record.includes(`WARC-Payload-Digest: ${fields["digest"]}\r\n`));
    }
    const second = lines.find(({ fields }) => fields["url"] === `${SITE}/Page?n=7`);
    assert.equal(second?.key, "example,site)/page?n=7");
    assert.deepEqual(
      [second?.fields["mime"], second?.fields["status"], second?.fields["filename"]],
      ["text/html", "200", "data.warc.gz"],
    );
  });

  it("The index of blocks has the first key of each, and where it is", () => {
    const [meta = "", ...blocks] = linesOf(textOf("indexes/index.idx"));
    assert.equal(meta, '!meta 0 {"format":"cdxj-gzip-1.0","filename":"index.cdx.gz"}');
    assert.equal(blocks.length, 2);
    for (const block of blocks) {
      const [, key = "", json = ""] = /^(\S+ \d{14}) (\{.*\})$/.exec(block) ?? [];
      const { offset, length, digest } = JSON.parse(json);
      const bytes = bytesOf("indexes/index.cdx.gz").subarray(offset, offset + length);
      assert.equal(digest, sha256(bytes));
      assert.ok(gunzipSync(bytes).toString("utf8").startsWith(`${key} `));
    }
  });

  it("The list of pages has each page once, in the order of the crawl, with its time and title", () => {
    const [head, first, ...others] = linesOf(textOf("pages/pages.jsonl")).map((line) =>
      JSON.parse(line),
    );
    assert.deepEqual(head, { format: "json-pages-1.0", id: "pages", title: "Pages" });
    assert.deepEqual([first.url, first.title], [`${SITE}/`, "All «pages»"]);
    assert.match(first.ts, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    assert.equal(new Set([first, ...others].map(({ id }) => id)).size, PAGES.length);
  });

  it("py-wacz, the reference tool, finds the file valid", (test) => {
    const tool = pyWacz(test);
    if (tool === undefined) return;
    const { status, stdout, stderr } = spawnSync(tool, ["validate", "-f", file], {
      encoding: "utf8",
    });
    assert.equal(status, 0, stdout + stderr);
    assert.match(stdout, /the passed WACZ is valid/);
  });

  /** Returns the program of py-wacz: that of the machine, or in the slow run one from PyPI. */
  function pyWacz(test: TestContext): string | undefined {
    const has = (program: string, words: readonly string[]) =>
      spawnSync(program, words, { stdio: "ignore" }).status === 0;
    if (has("wacz", ["--version"])) return "wacz";
    const venv = join(folder, "venv");
    if (!IS_SLOW) test.skip("py-wacz is not installed; npm run test:slow installs it");
    else if (!has("python3", ["-m", "venv", venv])) test.skip("there is no python3 with venv");
    else if (has(join(venv, "bin/python"), ["-m", "pip", "install", "--quiet", PY_WACZ]))
      return join(venv, "bin/wacz");
    else test.skip("PyPI does not answer");
    return undefined;
  }
});
