import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it, type TestContext } from "node:test";
import { labelAddText } from "../../../lib/cli/label/label.ts";
import { pageColumns } from "../../../lib/evaluation/export/page-columns.ts";
import { aCrawledSite } from "../../support/a-crawled-site.ts";
import { runCli, succeed } from "../../support/run-cli.ts";
import { linking } from "../../support/scripted-web.ts";
import { IS_SLOW } from "../../support/slow.ts";

const SITE = "http://site.example";
const LICENCE = "https://creativecommons.org/licenses/by/4.0/";

const PAGES: readonly (readonly [url: string, html: string])[] = [
  [`${SITE}/`, `<title>Bees</title><p>Bees make honey.</p>${linking("/free", "/no")}`],
  [
    `${SITE}/free`,
    `<link rel=license href="${LICENCE}"><p>Free bees.</p><a rel=license href="${LICENCE}">CC BY</a>`,
  ],
  [`${SITE}/no`, `<meta name=robots content=noindex><p>Hidden bees.</p>`],
];

/** The reference tool, which the authors of the format keep. */
const MLCROISSANT = "mlcroissant[parquet]==1.1.1";

/** Formats that are tables, with the media types of the reference tool. */
const TABLES = {
  jsonl: "application/jsonlines",
  csv: "text/csv",
  parquet: "application/x-parquet",
} as const;

interface Figure {
  readonly name: string;
  readonly "sc:value"?: number;
  readonly measurementTechnique: string;
}

describe("a dataset card in Croissant", () => {
  let folder = "";
  let run = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-croissant-"));
    run = await aCrawledSite(folder, PAGES);
    await labelAddText(run, [`${SITE}/`, "good"], { json: true });
    for (const format of Object.keys(TABLES)) await exported(format);
  });
  after(() => rmSync(folder, { recursive: true }));

  const fileOf = (format: string) => join(folder, `pages.${format}`);
  const cardOf = (format: string) => join(folder, `${format}.croissant.json`);
  const exported = (format: string) =>
    succeed(
      ...["export", run, "--format", format, "--out", fileOf(format)],
      ...["--croissant", cardOf(format)],
    );
  const read = (format: string) => JSON.parse(readFileSync(cardOf(format), "utf8"));

  it("The card names the file with its size and hash, and each column with its type, meaning and origin", () => {
    for (const [format, mediaType] of Object.entries(TABLES)) {
      const { distribution, recordSet } = read(format);
      const bytes = readFileSync(fileOf(format));
      assert.equal(distribution[0].sha256, createHash("sha256").update(bytes).digest("hex"));
      assert.equal(distribution[0].contentSize, `${bytes.length} B`);
      assert.equal(distribution[0].encodingFormat, mediaType);
      const fields: { name: string; description: string }[] = recordSet[0].field;
      assert.deepEqual(
        fields.map(({ name, description }) => [name, description]),
        pageColumns([], false).map(({ name, meaning }) => [name, meaning]),
      );
      const origins = Map.groupBy(recordSet[0].field, (field: Record<string, unknown>) =>
        JSON.stringify(field["prov:wasAttributedTo"]),
      );
      assert.equal(origins.size, 5, "labels are of people or machines, verdicts of people alone");
    }
  });

  it("Every figure of the card says how it was obtained, and licences and signals are counted", () => {
    const figures: readonly Figure[] = read("jsonl").variableMeasured;
    const valueOf = (name: string) => figures.find((each) => each.name === name)?.["sc:value"];
    assert.ok(figures.every(({ measurementTechnique }) => measurementTechnique.length > 10));
    assert.equal(valueOf("pages in the file"), 3);
    assert.equal(valueOf(`pages with license: ${LICENCE}`), 1);
    assert.equal(valueOf("pages with robots: noindex"), 1);
    assert.equal(valueOf("pages labelled as relevant"), 1);
    const targets = figures.find(({ name }) => name === "relevant pages in the file");
    assert.match(
      targets?.measurementTechnique ?? "",
      /predicted by the crawl, by the model sha256:/,
    );
  });

  it("A file that is no table has a card without columns, and no card is written without a file", async () => {
    await exported("warc");
    const { distribution, recordSet } = read("warc");
    assert.deepEqual([distribution[0].encodingFormat, recordSet], ["application/warc", undefined]);
    const args = ["export", run, "--format", "jsonl", "--croissant", cardOf("none")];
    const { code, stderr } = await runCli(args);
    assert.deepEqual([code, /export-needs-file/.test(stderr)], [2, true]);
  });

  it("mlcroissant, the reference tool, finds the cards valid, and reads the rows through them", (test) => {
    const tool = mlcroissant(test);
    if (tool === undefined) return;
    const answerTo = (...args: readonly string[]): string => {
      const done = spawnSync(tool, args, { encoding: "utf8" });
      assert.equal(done.status, 0, done.stdout + done.stderr);
      return done.stdout + done.stderr;
    };
    for (const format of [...Object.keys(TABLES), "warc"]) {
      const found = answerTo("validate", "--jsonld", cardOf(format));
      assert.match(found, /Done/);
      assert.doesNotMatch(found, /error/i);
    }
    for (const format of Object.keys(TABLES)) {
      const rows = ["--record_set", "pages", "--num_records", "3"];
      const found = answerTo("load", "--jsonld", cardOf(format), ...rows);
      assert.match(found, /http:\/\/site\.example\/free/);
    }
  });

  /** Returns the reference tool: that of the machine, or in the slow run one from PyPI. */
  function mlcroissant(test: TestContext): string | undefined {
    const has = (program: string, words: readonly string[]) =>
      spawnSync(program, words, { stdio: "ignore" }).status === 0;
    const one = ["--record_set", "pages", "--num_records", "1"];
    if (has("mlcroissant", ["load", "--jsonld", cardOf("parquet"), ...one])) return "mlcroissant";
    const venv = join(folder, "venv");
    if (!IS_SLOW) test.skip("mlcroissant is not installed; npm run test:slow installs it");
    else if (!has("python3", ["-m", "venv", venv])) test.skip("there is no python3 with venv");
    else if (has(join(venv, "bin/python"), ["-m", "pip", "install", "--quiet", MLCROISSANT]))
      return join(venv, "bin/mlcroissant");
    else test.skip("PyPI does not answer");
    return undefined;
  }
});
