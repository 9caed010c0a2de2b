import assert from "node:assert/strict";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, it, type TestContext } from "node:test";
import { gunzipSync } from "node:zlib";
import { parquetReadObjects } from "hyparquet";
import { recordOpener } from "../../../functions/wiring/open-stores.ts";
import { readBlobAssessments } from "../../../lib/adapters/blobs/blob-assessments.ts";
import { pullRun } from "../../../lib/cli/stack/pull-run.ts";
import { selectedRecords } from "../../../lib/run/export/export.ts";
import { exportContent } from "../../../lib/run/export/export-content.ts";
import { readRun } from "../../../lib/run/folder/read-run.ts";
import type { PulledAnswers } from "../../../lib/run/stack/pull-pages.ts";
import { readSnapshot } from "../../../lib/stack/api/stack-snapshot.ts";
import { bundleText, planOf } from "../../../lib/stack/bundle.ts";
import type { ExportForm } from "../../../lib/stack/export-form.ts";
import { exportAsked } from "../../../lib/stack/make-export.ts";
import { readRegister } from "../../../lib/stack/stack-registers.ts";
import { aBundle, aProject } from "../../support/a-bundle.ts";
import { aFolder } from "../../support/a-folder.ts";
import { aUrl } from "../../support/a-url.ts";
import { anAssessedStack } from "../../support/an-assessed-stack.ts";
import { fixedClock } from "../../support/fixed-clock.ts";
import { CALM } from "../../support/mortal-processes.ts";
import { scriptedWeb } from "../../support/scripted-web.ts";
import { SimulatedStack } from "../../support/simulated-stack.ts";

const HOME = "http://a.example/";

/** A site of pages on bees, and others, with a formula and a link to a page that is gone. */
const script = {
  [HOME]: pageOf("All", "Nothing but links.", ["/1", "/2", "/3", "/gone"]),
  [`${HOME}1`]: pageOf("=Bees", "Bees, bees, and their hives; how bees live.", []),
  [`${HOME}2`]: pageOf("Cars", "Cars, wheels and engines.", []),
  [`${HOME}3`]: pageOf("Bees, again", 'A "queen" of bees rules the bees.', []),
};

function pageOf(title: string, text: string, links: readonly string[]): string {
  const anchors = links.map((link) => `<a href="${link}">${link}</a>`).join(" ");
  return `<html lang="en"><title>${title}</title><h1>${title}</h1><p>${text}</p>${anchors}</html>`;
}

const bundle = aBundle({
  project: aProject({
    seeds: { urls: [HOME] },
    strategy: { name: "breadth-first" },
    need: { topic: "bees" },
    extract: { heading: "h1" },
  }),
});
const { plan } = await planOf(bundle);

/** A stack that has crawled the site, with a label. */
async function aCrawledStack(): Promise<SimulatedStack> {
  const stack = new SimulatedStack(plan, scriptedWeb(script), 1, CALM, 1_000, true);
  await stack.blobs.putNew("plans/1", Buffer.from(bundleText(bundle)));
  await stack.labels.append([{ at: 1, url: aUrl(`${HOME}3`), label: 1, by: "Ada" }]);
  await stack.crawl();
  return stack;
}

/** The text of an export that the stack makes. */
async function exportOf(
  stack: SimulatedStack,
  format: ExportForm["format"],
  targets: boolean,
): Promise<string> {
  return gunzipSync(await exportedFile(stack, format, targets)).toString();
}

/** The file of an export that the stack makes, of its parts. */
async function exportedFile(
  stack: SimulatedStack,
  format: ExportForm["format"],
  targets: boolean,
): Promise<Buffer> {
  const { keyValueStore, blobs, labels } = stack;
  const { version } = await readRegister(keyValueStore, "export");
  const form = { format, targets, text: "markdown", allColumns: true } as const;
  const asked = { crawl: "c1", at: 1, ...form, parts: null, records: 0 };
  assert.ok(await keyValueStore.write("export", asked, version));
  const made = await exportAsked({
    ...{ keyValueStore, blobs, labels, clock: fixedClock(version) },
    openRecords: recordOpener(blobs, async () => {}),
    readAnswers: (crawl, objects) => readBlobAssessments(blobs, crawl, objects),
    projectOf: async () => bundle.project,
    partLength: 1_000,
  });
  assert.equal(made, "exported");
  const { value } = await readRegister(keyValueStore, "export");
  const parts = (value?.parts ?? []).map((key) => blobs.objects.get(key) ?? Buffer.of());
  return Buffer.concat(parts);
}

const FORM = { textForm: "markdown", hasAllColumns: true } as const;

/** The text that `dowser pull` and `dowser export` make of it. */
async function pulledExportOf(
  test: TestContext,
  stack: SimulatedStack,
  [answers, format, targets]: readonly [PulledAnswers, "records" | "jsonl" | "csv", boolean],
): Promise<string> {
  const directory = join(aFolder(test), "run");
  const target = { directory, answers, now: () => 1, show: () => {} };
  await pullRun(stack, await readSnapshot(stack), target);
  const run = readRun(directory);
  try {
    const { records } = selectedRecords(directory, run, { targets, reserved: false });
    const pieces: unknown[] = [];
    for await (const piece of await exportContent(directory, run, { records, format, ...FORM }))
      pieces.push(piece);
    return pieces.join("");
  } finally {
    await run.close();
  }
}

/** A pull stores the pages that it copies in files of its own. */
function withoutPlaces(text: string): string {
  return text
    .replaceAll(/"(segment|offset|length)":("[^"]*"|\d+)/g, '"$1":0')
    .replaceAll(/,pages[^,\n]*[.]warc[.]gz,\d+/g, ",,");
}

describe("an export that a stack makes", () => {
  it("An export of a stack has the answers of its assessor, as that of a pulled run has", async (test) => {
    const { stack } = await anAssessedStack({ project: { extract: { heading: "h1" } } });
    await stack.crawl();
    const made = await exportOf(stack, "jsonl", false);
    assert.equal(made, await pulledExportOf(test, stack, ["none", "jsonl", false]));
    assert.ok(
      made.includes('"assessment":"yes","assessedBy":"m-2026, prompt 1"'),
      made.slice(0, 2_000),
    );
  });

  for (const format of ["records", "jsonl", "csv"] as const) {
    it(`An export of a stack as ${format} is that of a pulled run without pages`, async (test) => {
      const stack = await aCrawledStack();
      const made = await exportOf(stack, format, false);
      assert.equal(made, await pulledExportOf(test, stack, ["none", format, false]));
      assert.ok(made.includes("Cars"));
    });

    it(`An export of a stack as ${format} of target pages, texts as Markdown and with all columns, is that of a pulled run with these`, async (test) => {
      const stack = await aCrawledStack();
      const made = await exportOf(stack, format, true);
      const pulled = await pulledExportOf(test, stack, ["targets", format, true]);
      assert.equal(withoutPlaces(made), withoutPlaces(pulled));
      assert.ok(made.includes("Bees, again") && !made.includes("Cars"), made);
      assert.equal(made.includes("# Bees, again\\n\\nA"), format === "jsonl");
      assert.equal(made.includes("rules the bees"), format !== "records");
    });
  }

  it("An export of a stack as Parquet has the rows of that as JSON lines", async () => {
    const stack = await aCrawledStack();
    const file = await exportedFile(stack, "parquet", true);
    const rows = await parquetReadObjects({ file: new Uint8Array(file).buffer });
    const lines = (await exportOf(stack, "jsonl", true)).trimEnd().split("\n");
    const named = (row: Record<string, unknown>) => [row["url"], row["text"], row["utility"]];
    assert.deepEqual(
      rows.map(named),
      lines.map((line) => named(JSON.parse(line))),
    );
  });

  it("An export of a stack as WARC is that of a pulled run, byte for byte", async (test) => {
    const stack = await aCrawledStack();
    const made = await exportedFile(stack, "warc", true);
    const directory = join(aFolder(test), "run");
    const target = { directory, answers: "all", now: () => 1, show: () => {} } as const;
    await pullRun(stack, await readSnapshot(stack), target);
    const run = readRun(directory);
    const name = `${bundle.project.name}.warc.gz`;
    const { records } = selectedRecords(directory, run, { targets: true, reserved: false });
    const pages = { name, records, format: "warc", ...FORM } as const;
    const content = await buffer(Readable.from(await exportContent(directory, run, pages)));
    await run.close();
    assert.ok(made.equals(content));
  });
});
