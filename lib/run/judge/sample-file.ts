/** The sample of a run, and the verdicts on it. */
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { createFileLabelStore } from "../../adapters/files/file-label-store.ts";
import { currentLabels, ofPeople } from "../../crawl/labels.ts";
import { canonicalUrl } from "../../domain/web/url/canonical-url.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { fail } from "../../errors.ts";
import {
  calledFigures,
  estimateOf,
  FRAMES,
  type JudgedSample,
  type SampledPage,
} from "../../evaluation/sample-pages.ts";
import type { LabelStore, PageLabel } from "../../ports/label-store.ts";
import type { RecordStore } from "../../ports/record-store.ts";
import { refuseRunFile, SAMPLE_NAMES, writeRunFile } from "../folder/run-database.ts";

/** The samples of fetched pages. */
const OF_PAGES = ["pages", "targets"] as const;

const sampledPage = z.strictObject({
  url: z.string().transform((text, context): Url => {
    const parsed = canonicalUrl(text);
    if (parsed.ok) return parsed.url;
    context.addIssue("is not a URL");
    return z.NEVER;
  }),
  frame: z.enum(FRAMES),
  stratum: z.string(),
  inclusionProbability: z.number().gt(0).lte(1),
  title: z.string(),
  utility: z.number(),
  isTarget: z.boolean(),
});

/** Returns the default file of a run's sample. */
export function sampleOfRun(directory: string, of: keyof typeof SAMPLE_NAMES = "pages"): string {
  return join(directory, SAMPLE_NAMES[of]);
}

/**
 * Writes a sample to a new file, one page per line. Over an old file, its verdicts would be taken
 * for verdicts on this sample.
 * @throws DowserError `file-exists`
 */
export function writeSample(file: string, sample: readonly SampledPage[]): void {
  if (!Object.values(SAMPLE_NAMES).some((name) => name === basename(file))) refuseRunFile(file);
  if (existsSync(file)) throw fail("file-exists/sample", { file });
  writeRunFile(file, sample.map((page) => `${JSON.stringify(page)}\n`).join(""));
}

/**
 * Reads the pages of a sample, in the order of the file.
 * @throws DowserError `bad-sample`
 */
export function readSample(file: string): readonly SampledPage[] {
  if (!existsSync(file)) throw fail("bad-sample", { file, fault: "is not there" });
  const lines = readFileSync(file, "utf8").split("\n");
  const pages = lines.flatMap((line, index) =>
    line === "" ? [] : [pageOf(line, file, index + 1)],
  );
  if (pages.length === 0) throw fail("bad-sample", { file, fault: "holds no page" });
  return pages;
}

/**
 * Opens the verdicts on a sample, next to it: `x.jsonl` has `x.verdicts.jsonl`. The last verdict on
 * a page applies.
 */
export function verdictsOf(sampleFile: string): LabelStore {
  return createFileLabelStore(verdictFileOf(sampleFile));
}

function verdictFileOf(sampleFile: string): string {
  return `${sampleFile.replace(/\.jsonl$/, "")}.verdicts.jsonl`;
}

/** Returns the files of the samples that a run may have, each with that of its verdicts. */
export function filesOfSamples(
  directory: string,
): readonly (readonly [sample: string, verdicts: string])[] {
  return Object.values(SAMPLE_NAMES).map((name) => {
    const file = join(directory, name);
    return [file, verdictFileOf(file)];
  });
}

/** Returns the verdicts of people that apply. */
export async function currentVerdicts(
  verdicts: Pick<LabelStore, "list">,
): Promise<readonly PageLabel[]> {
  return ofPeople(currentLabels(await verdicts.list()).values());
}

function pageOf(line: string, file: string, number: number): SampledPage {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw fail("bad-sample", { file, fault: `has no JSON in line ${number}` }, cause);
  }
  const page = sampledPage.safeParse(value);
  if (page.success) return page.data;
  throw fail("bad-sample", { file, fault: `has no sampled page in line ${number}` }, page.error);
}

/** Returns what people said of the pages of a run, as labels or on its sample; each page once. */
export async function peopleOfRun(
  directory: string,
  { labels }: { readonly labels: Pick<LabelStore, "list"> },
): Promise<readonly PageLabel[]> {
  const given = ofPeople(currentLabels(await labels.list()).values());
  const judged = await verdictsOnPages(directory);
  return [...new Map([...given, ...judged].map((label) => [label.url, label])).values()];
}

/** Returns the verdicts of people on the samples of a run's pages that apply: a page that is in two of them is judged once. */
export async function verdictsOnPages(directory: string): Promise<readonly PageLabel[]> {
  const lists = OF_PAGES.map((of) => verdictsOf(sampleOfRun(directory, of)).list());
  const entries = (await Promise.all(lists)).flat().toSorted((one, other) => one.at - other.at);
  return ofPeople(currentLabels(entries).values());
}

/**
 * Reads the samples of fetched pages in a run's directory.
 * @throws DowserError `bad-sample`
 */
export function samplesOfRun(directory: string): readonly (readonly SampledPage[])[] {
  const files = OF_PAGES.map((of) => sampleOfRun(directory, of));
  return files.filter((file) => existsSync(file)).map(readSample);
}

/**
 * Reads the sample in a run's directory, or that of its queued links, with its verdicts. Returns `undefined` when there is no
 * sample, or no page of it is judged. With the records of the run it says what the crawl calls targets, too.
 * @throws DowserError `bad-sample`, `run-damaged`
 */
export async function judgedSample(
  directory: string,
  records?: Pick<RecordStore, "get" | "totals">,
  of?: keyof typeof SAMPLE_NAMES,
): Promise<JudgedSample | undefined> {
  const file = sampleOfRun(directory, of);
  if (!existsSync(file)) return undefined;
  const ofPages = of === undefined || of === "pages" || of === "targets";
  const verdicts = await (ofPages ? verdictsOnPages(directory) : currentVerdicts(verdictsOf(file)));
  const sample = readSample(file);
  const judged = estimateOf(sample, verdicts);
  if (judged.precision.cases === 0) return undefined;
  const called = records && (await calledFigures(sample, verdicts, records));
  return { ...judged, ...(called !== undefined && { called }) };
}
