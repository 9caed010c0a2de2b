import assert from "node:assert/strict";
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { readFileRunLog } from "../../../lib/adapters/files/file-run-log.ts";
import { writeWarcFile } from "../../../lib/adapters/warc/write-warc-file.ts";
import { auditRun } from "../../../lib/cli/audit/audit.ts";
import { EXIT } from "../../../lib/run/print/print-error.ts";
import { aUrl } from "../../support/a-url.ts";
import { runCli } from "../../support/run-cli.ts";
import { aFetchedPage, linking } from "../../support/scripted-web.ts";
import { read } from "../../support/spoilt-run.ts";

const SITE = "http://site.example";
const PATHS = Array.from({ length: 40 }, (_, number) => `/page${number}`);
const SEGMENT = "pages/pages-00001.warc.gz";

describe("a crawl that is resumed over a damaged segment", () => {
  let folder = "";
  let copies = 0;
  const project = () => join(folder, "project.json");
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-repair-"));
    const pages = PATHS.map((path, number) => {
      const html = linking(...PATHS.slice(number, number + 5), `/missing${number}`);
      return { page: aFetchedPage(aUrl(SITE + path), html), fetchedAt: 0 };
    });
    await writeWarcFile(join(folder, "web.warc.gz"), pages, {});
    const parts = { need: { topic: "bees" }, seeds: { urls: [SITE + PATHS[0]] } };
    const budget = { pages: 30 };
    const text = JSON.stringify({ name: "a", strategy: "breadth-first", ...parts, budget });
    writeFileSync(project(), text);
    await crawl(join(folder, "run"));
  });
  after(() => rmSync(folder, { recursive: true }));

  async function crawl(out: string): Promise<string> {
    const web = ["--web", join(folder, "web.warc.gz")];
    const { code, stderr } = await runCli(["crawl", project(), ...web, "--out", out]);
    assert.equal(code, EXIT.noTarget, stderr);
    return stderr;
  }

  function copy(): string {
    copies += 1;
    const run = join(folder, `copy${copies}`);
    cpSync(join(folder, "run"), run, { recursive: true });
    return run;
  }

  const outcomesOf = (run: string) =>
    read(run, "SELECT url, state, reason, body_bytes FROM record ORDER BY url");

  const flip = (file: string, at: number) => {
    const bytes = readFileSync(file);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 0x10, at);
    writeFileSync(file, bytes);
  };

  const damages: readonly (readonly [
    name: string,
    damage: (file: string, size: number) => void,
    pages: RegExp,
  ])[] = [
    ["halved", (file, size) => truncateSync(file, Math.floor(size / 2)), /^1\d pages and 0 other/m],
    ["emptied", (file) => truncateSync(file), /^30 pages and 0 other/m],
    ["deleted", (file) => rmSync(file), /^30 pages and 0 other/m],
    [
      "with a flipped byte",
      (file, size) => flip(file, Math.floor(size / 2)),
      /^1 pages and 0 other/m,
    ],
    ["with a last page cut", (file, size) => truncateSync(file, size - 9), /^1 pages and 0 other/m],
  ];
  for (const [name, damage, told] of damages) {
    it(`A crawl over a last segment that is ${name} says what is missing and fetches it again`, async () => {
      const run = copy();
      const file = join(run, SEGMENT);
      damage(file, statSync(file).size);
      const stderr = await crawl(run);
      assert.match(stderr, told);
      assert.match(stderr, /pages-00001\.warc\.gz: their links are queued again/);
      const repaired = (await readFileRunLog(join(run, "log.jsonl"))).filter(
        ({ kind }) => kind === "repaired",
      );
      assert.equal(repaired.length, 1);
      assert.deepEqual(outcomesOf(run), outcomesOf(join(folder, "run")));
      const checks = await auditRun(run, { replay: true });
      assert.deepEqual(
        checks.flatMap(({ reported }) => reported),
        [],
      );
      assert.ok(!(await crawl(run)).includes("queued again"), "it is repaired once");
    });
  }

  it("A crawl over a damaged warcinfo record keeps the pages behind it, and fetches none again", async () => {
    const run = copy();
    flip(join(run, SEGMENT), 40);
    assert.ok(!(await crawl(run)).includes("queued again"));
    const checks = await auditRun(run, { replay: true });
    assert.deepEqual(
      checks.flatMap(({ reported }) => reported),
      [],
    );
  });
});
