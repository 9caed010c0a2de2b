import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import { basename } from "node:path";
import { pipeline } from "node:stream/promises";
import packageJson from "../../../package.json" with { type: "json" };
import { systemClock } from "../../adapters/system-clock.ts";
import { currentLabels } from "../../crawl/current-labels.ts";
import { reportCrawl } from "../../crawl/report-crawl.ts";
import { countLabels } from "../../domain/methods/label-need.ts";
import type { Redacted } from "../../domain/text/redact-text.ts";
import { croissantCard, type DescribedFile } from "../../evaluation/croissant/croissant-card.ts";
import type { ExportTally } from "../../evaluation/croissant/export-tally.ts";
import { pageColumns } from "../../evaluation/export/page-columns.ts";
import { crawlRequest } from "../../evaluation/report/crawl-request.ts";
import type { ReadableRun } from "../folder/read-run.ts";
import { writeRunFile } from "../folder/run-database.ts";
import { loadRunProject } from "../folder/run-project.ts";
import { judgedSample } from "../judge/sample-verdicts.ts";
import type { ExportFormat } from "./export-format.ts";

/** Media types as Croissant's reference tool knows them; a table has a row a page. */
const FORMATS: Readonly<Record<ExportFormat, readonly [mediaType: string, isTable: boolean]>> = {
  jsonl: ["application/jsonlines", true],
  csv: ["text/csv", true],
  parquet: ["application/x-parquet", true],
  warc: ["application/warc", false],
  wacz: ["application/wacz", false],
  records: ["application/jsonlines", false],
};

/** An export that was written to a file. */
interface WrittenExport {
  readonly file: string;
  readonly format: ExportFormat;
  readonly exported: ExportTally;
  /** Number of pages that it left out as reserved. */
  readonly reserved: number;
  /** What was replaced in texts; `undefined` when nothing was to be. */
  readonly redacted: Redacted | undefined;
}

/** Writes the dataset card of an export, as Croissant. */
export async function writeCroissant(
  card: string,
  directory: string,
  run: ReadableRun,
  { file, format, exported, reserved, redacted }: WrittenExport,
): Promise<void> {
  const project = loadRunProject(directory) ?? {};
  const labels = currentLabels(await run.labels.list()).values();
  const content = croissantCard({
    file: await describe(file, format, Object.keys(project.extract ?? {})),
    request: crawlRequest(project),
    version: packageJson.version,
    writtenAt: systemClock.now(),
    exported: exported.figures(),
    reserved,
    redacted,
    purpose: project.purpose,
    crawl: await reportCrawl(run),
    sample: await judgedSample(directory),
    labelled: countLabels(Array.from(labels, ({ label }) => label)),
  });
  writeRunFile(card, `${JSON.stringify(content, undefined, 2)}\n`);
}

async function describe(
  file: string,
  format: ExportFormat,
  fields: readonly string[],
): Promise<DescribedFile> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  const [mediaType, isTable] = FORMATS[format];
  const columns = isTable ? pageColumns(fields) : undefined;
  const { size: bytes } = statSync(file);
  return { name: basename(file), mediaType, bytes, sha256: hash.digest("hex"), columns };
}
