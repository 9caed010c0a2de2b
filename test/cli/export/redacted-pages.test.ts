import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { aCrawledSite } from "../../support/a-crawled-site.ts";
import { runCli } from "../../support/run-cli.ts";

const SITE = "http://site.example";
const ANN = "ann@bees.example";
const PHONE = "+49 30 1234567";

const PAGES: readonly (readonly [url: string, html: string])[] = [
  [`${SITE}/`, `<title>Bees of ${ANN}</title><p>Bees.</p><a href="/x">more</a>`],
  [`${SITE}/x`, `<p>Honey: ${PHONE}, or ${ANN}, or (030) 1234567.</p>`],
];

describe("dowser export --redact", () => {
  let folder = "";
  let run = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-redact-"));
    run = await aCrawledSite(folder, PAGES);
  });
  after(() => rmSync(folder, { recursive: true }));

  const exported = (...args: readonly string[]) => runCli(["export", run, ...args]);

  it("Tables have marks in place of e-mail addresses and phone numbers, which are counted once each", async () => {
    for (const format of ["jsonl", "csv"]) {
      const { code, stdout, stderr } = await exported("--format", format, "--redact");
      assert.equal(code, 0, stderr);
      assert.doesNotMatch(stdout, /ann@|1234567,/);
      assert.match(stdout, /Bees of \[e-mail\]/);
      assert.match(stdout, /Honey: \[phone\], or \[e-mail\], or \(030\) 1234567/);
      assert.match(stderr, /^2 e-mail addresses and 1 phone number were replaced by marks$/m);
    }
    const out = join(folder, "pages.parquet");
    const { stderr } = await exported("--format", "parquet", "--redact", "--out", out);
    assert.match(stderr, /^2 e-mail addresses and 1 phone number /m);
    const [first] = await parquetReadObjects({ file: await asyncBufferFromFile(out) });
    assert.equal(first?.["title"], "Bees of [e-mail]");
  });

  it("A country's numbers are found as they are dialled there, and the card has the counts", async () => {
    const [out, card] = [join(folder, "pages.jsonl"), join(folder, "card.json")];
    const files = ["--out", out, "--croissant", card];
    const { code, stderr } = await exported("--format", "jsonl", "--redact", "de", ...files);
    assert.equal(code, 0, stderr);
    assert.doesNotMatch(readFileSync(out, "utf8"), /1234567/);
    const { variableMeasured } = JSON.parse(readFileSync(card, "utf8"));
    const valueOf = (wanted: string) =>
      variableMeasured.find(({ name }: { name: string }) => name === wanted)?.["sc:value"];
    assert.deepEqual(
      [valueOf("e-mail addresses replaced"), valueOf("phone numbers replaced")],
      [2, 2],
    );
  });

  it("The name and the note of who labelled a page are redacted, too", async () => {
    const labelled = await aCrawledSite(folder, PAGES, "labelled");
    const labels = join(folder, "labels.csv");
    writeFileSync(labels, `url,label,by,note\n${SITE}/,1,${ANN},ask ${PHONE}\n`);
    assert.equal((await runCli(["label", "import", labelled, labels])).code, 0);
    const { stdout } = await runCli(["export", labelled, "--format", "csv", "--redact"]);
    assert.doesNotMatch(stdout, /ann@|1234567,/);
    assert.match(stdout, /,\[e-mail\],ask \[phone\],/);
  });

  it("Answers of servers are not redacted, and a country must be one", async () => {
    const warc = await exported("--format", "warc", "--redact", "--out", join(folder, "x.warc.gz"));
    assert.deepEqual([warc.code, /bad-export-format/.test(warc.stderr)], [2, true]);
    const country = await exported("--format", "csv", "--redact", "Atlantis");
    assert.deepEqual([country.code, /bad-country/.test(country.stderr)], [2, true]);
    const taken = await runCli(["export", "--redact", "./runs/bees"]);
    assert.deepEqual([taken.code, /directory comes before it/.test(taken.stderr)], [2, true]);
  });
});
