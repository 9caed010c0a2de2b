import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { truthOf } from "../../../demo/demo-truth.ts";
import type { DemoWeb } from "../../../demo/demo-web.ts";
import { hashToUnit } from "../../../lib/domain/stats/random/random.ts";
import { writeDemoWarc } from "../../support/demo-warc.ts";
import { runCli } from "../../support/run-cli.ts";
import { IS_SLOW } from "../../support/slow.ts";

/** The recall at which a crawl stops, and the pages of a list of 40 that state it. */
const [RECALL, NEEDED] = IS_SLOW ? [0.5, 26] : [0.3, 18];

describe("a crawl that stops by a control list", () => {
  let folder = "";
  let warc = "";
  let demo: DemoWeb;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-control-"));
    ({ warc, demo } = await writeDemoWarc(folder));
  });
  after(() => rmSync(folder, { recursive: true }));

  /** Target pages of the demo web in an order of chance. */
  const shuffled = () =>
    truthOf(demo)
      .filter(({ target, forbidden }) => target && !forbidden)
      .map(({ url }) => url)
      .toSorted((a, b) => hashToUnit(3, a) - hashToUnit(3, b));

  function writeProject(
    name: string,
    control: readonly string[],
    recall: number,
    pages = 2000,
  ): string {
    writeFileSync(join(folder, `${name}.txt`), control.join("\n"));
    const project = {
      name,
      need: { topic: "beekeeping honey hive" },
      seeds: {
        urls: ["forum", "garden-blog", "news"].map((site) => `http://${site}.demo.example/`),
      },
      strategy: "best-first",
      stop: { recall, of: `${name}.txt` },
      politeness: { contact: "you@example.org" },
      budget: { pages },
    };
    const file = join(folder, `${name}.yaml`);
    writeFileSync(file, JSON.stringify(project));
    return file;
  }

  it("stops when the recall is stated, says so, keeps to it, and its audit replays it", async () => {
    const targets = shuffled();
    const file = writeProject("stated", targets.slice(0, 40), RECALL);
    const run = join(folder, "stated");
    const crawled = await runCli(["crawl", file, "--web", warc, "--out", run]);
    assert.equal(crawled.code, 0, crawled.stderr);
    assert.match(crawled.stdout, /enough of the control list is fetched/u);
    const stated = `recall: at least ${100 * RECALL} % at 95 % confidence: ${NEEDED} of 40 pages`;
    assert.ok(crawled.stdout.includes(stated), crawled.stdout);

    const exported = await runCli(["export", run, "--format", "jsonl"]);
    const rows = exported.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const fetched = new Set(rows.map(({ url }) => url));
    assert.ok(fetched.size < 1400, `${fetched.size} pages: not the whole web`);
    const recall = targets.filter((url) => fetched.has(url)).length / targets.length;
    assert.ok(recall >= RECALL, `recall ${recall}`);

    const again = await runCli(["crawl", file, "--web", warc, "--out", run]);
    assert.match(
      again.stdout,
      new RegExp(`pages fetched +${fetched.size.toLocaleString("en")}\\n`, "u"),
    );
    const reported = JSON.parse((await runCli(["report", run, "--json"])).stdout);
    assert.deepEqual([reported.recall.fetched, reported.recall.isStated], [NEEDED, true]);
    const audited = await runCli(["audit", run]);
    assert.equal(audited.code, 0, audited.stdout);
  });

  it("says how far it is when its budget ends it before", async () => {
    const file = writeProject("short", shuffled().slice(0, 40), 0.9, 100);
    const run = join(folder, "short");
    const crawled = await runCli(["crawl", file, "--web", warc, "--out", run]);
    assert.equal(crawled.code, 0, crawled.stderr);
    assert.match(crawled.stdout, /by a single look now: \d+ of 40 pages .* 40 would state 90 %/u);
  });

  it("refuses a list that could never state the recall", async () => {
    const file = writeProject("refused", shuffled().slice(0, 20), 0.9);
    const { code, stderr } = await runCli([
      "crawl",
      file,
      "--web",
      warc,
      "--out",
      join(folder, "r"),
    ]);
    assert.equal(code, 2);
    assert.match(stderr, /control-list-too-short.*20 pages[^]*until it has 29/u);
  });
});
