import {
  changeDynamoLabels,
  createDynamoLabelStore,
} from "../lib/adapters/aws/dynamo-label-store.ts";
import { createDynamoPageListing } from "../lib/adapters/aws/dynamo-page-listing.ts";
import { createDynamoKeyValueStore } from "../lib/adapters/aws/dynamo-table.ts";
import {
  type KnownObjects,
  openBlobAssessments,
  readBlobAssessments,
} from "../lib/adapters/blobs/blob-assessments.ts";
import { createBlobModelStore } from "../lib/adapters/blobs/blob-pages.ts";
import { createSystemClock } from "../lib/adapters/system-clock.ts";
import type { ListedCrawl } from "../lib/ports/page-listing.ts";
import { assessCrawl } from "../lib/stack/assess-crawl.ts";
import { forgetAsked } from "../lib/stack/forget-asked.ts";
import { exportAsked } from "../lib/stack/make-export.ts";
import { reportAsked } from "../lib/stack/make-report.ts";
import { handledProject } from "../lib/stack/own-code.ts";
import { readSitemaps } from "../lib/stack/read-sitemaps.ts";
import { trainBeside } from "../lib/stack/trainer.ts";
import { pageLister } from "./list-pages.ts";
import { assessorOpener } from "./open-assessor.ts";
import { deadlineOf, handlerShell } from "./wiring/handler-shell.ts";
import { openMeteredStores } from "./wiring/metered-run.ts";
import { reportMaker } from "./wiring/open-report.ts";
import { forgettableOpener, recordOpener, recordReader } from "./wiring/open-stores.ts";
import { planReader } from "./wiring/planned-crawl.ts";

const clock = createSystemClock();
const { environment, log, wrap } = handlerShell("trainer");
const { run, table, blobs } = openMeteredStores(environment);

const readAnswers = (crawl: string, objects: number) => readBlobAssessments(blobs, crawl, objects);

const reader = recordReader(blobs);

const ports = {
  keyValueStore: createDynamoKeyValueStore(table),
  models: createBlobModelStore(blobs),
  labels: createDynamoLabelStore(table),
  clock,
  readPlan: planReader(blobs),
  readStores: reader.read,
  openRecords: recordOpener(blobs, reader.discard),
  blobs,
  usage: () => run.take(),
};

const exporting = {
  keyValueStore: ports.keyValueStore,
  blobs,
  labels: ports.labels,
  clock,
  openRecords: ports.openRecords,
  readAnswers,
  projectOf: async (plan: string) => handledProject((await ports.readPlan(plan)).bundle),
};

const reading = { ...ports, listPages: pageLister(clock) };

const reporting = {
  keyValueStore: ports.keyValueStore,
  blobs,
  clock,
  reportOf: reportMaker({ keyValueStore: ports.keyValueStore, blobs, labels: ports.labels }, clock),
};

const assessing = {
  ...ports,
  openAnswers: (known: KnownObjects) => openBlobAssessments(blobs, known),
  readAnswers,
  openAssessor: assessorOpener(environment.ASSESSOR_ARN),
};

const forgetting = {
  ...ports,
  changeLabels: (change: Parameters<typeof changeDynamoLabels>[1]) =>
    changeDynamoLabels(table, change),
  listingOf: (crawl: ListedCrawl) => createDynamoPageListing(table, clock, crawl),
  openForgettable: forgettableOpener(blobs, clock),
};

/** Time reserved for the last part of an export, and for what comes after it, in ms. */
const LAST_PART_MS = 180_000;

/**
 * Reads the sitemaps that a crawl waits for, trains the strategy on the journal, and asks the assessor about pages, when called by the planner or by a rule; first forgets
 * the pages, and makes the export and the report that were asked for, when called by the API.
 */
export const handler = wrap(async (_event: unknown, context) => {
  run.begin();
  clock.anchor();
  await eachInTurn([
    ["forgetting", () => forgetAsked(forgetting)],
    ["export", () => exportAsked(exporting, deadlineOf(context) - LAST_PART_MS)],
    ["report", () => reportAsked(reporting)],
    ["sitemaps", () => readSitemaps(reading, deadlineOf(context))],
    ["training", () => trainBeside(ports)],
    ["assessing", () => assessCrawl(assessing, deadlineOf(context))],
  ]);
});

/** Does each task after those before it, also where one fails: the error of the last one that fails is thrown. */
async function eachInTurn([first, ...others]: readonly Task[]): Promise<void> {
  if (first === undefined) return;
  const [name, work] = first;
  try {
    log.info(name, { result: await work() });
  } finally {
    await eachInTurn(others);
  }
}

/** A task of the function, with the name of its line in the log. */
type Task = readonly [name: string, work: () => Promise<unknown>];
