/** Makes a run on this machine of what a stack has stored, in place of an earlier copy. */
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import { assessmentLine } from "../../adapters/assessment-lines.ts";
import { readBlobAssessments } from "../../adapters/blobs/blob-assessments.ts";
import { blobModelReader } from "../../adapters/blobs/blob-pages.ts";
import { createFileAssessmentStore } from "../../adapters/files/file-assessment-store.ts";
import { createFileLabelStore } from "../../adapters/files/file-label-store.ts";
import { openFileRunLog, readFileRunLog } from "../../adapters/files/file-run-log.ts";
import { restoreDatabase } from "../../adapters/sqlite/journal.ts";
import { openDatabase } from "../../adapters/sqlite/open-database.ts";
import {
  createSqlitePageIndex,
  createSqliteRecordStore,
} from "../../adapters/sqlite/sqlite-record-store.ts";
import { createSqliteModelStore, createSqliteRunLog } from "../../adapters/sqlite/sqlite-stores.ts";
import { deferCommits } from "../../adapters/sqlite/transact.ts";
import { addUsage, costOf, NO_USAGE, withBought } from "../../domain/cost/cost.ts";
import { fail } from "../../errors.ts";
import type { AssessmentEntry } from "../../ports/assessment-store.ts";
import type { RunEvent } from "../../ports/run-log.ts";
import { openEarlierRuns } from "../../run/crawl/earlier-runs.ts";
import { RUN_FILES, writeRunFile } from "../../run/folder/run-database.ts";
import {
  type OverriddenProject,
  refuseOtherRun,
  runProject,
  saveRunProject,
} from "../../run/folder/run-project.ts";
import { saveInputs } from "../../run/input/crawl-inputs.ts";
import { type PullExtent, type PulledPages, pullPages } from "../../run/stack/pull-pages.ts";
import type { StackSnapshot, StackStores } from "../../stack/api/stack-snapshot.ts";
import { boughtBy } from "../../stack/assessing.ts";
import { handledProject } from "../../stack/own-code.ts";

/** The destination of a pulled run. */
export interface PullTarget extends Pick<PulledPages, "answers" | "maxSegmentBytes"> {
  readonly directory: string;
  /** The run of the crawl that this one comes back to; absent of any other. */
  readonly from?: string | undefined;
  /** Ms since the epoch. */
  readonly now: () => number;
  /** Shows the progress of the work; called often. */
  readonly show: (text: () => string) => void;
}

/** A run that is being written. */
interface Pull {
  readonly stores: StackStores;
  readonly snapshot: StackSnapshot;
  readonly target: PullTarget;
  /** The folder it is written to until it is complete. */
  readonly folder: string;
  readonly database: DatabaseSync;
}

/**
 * Makes the crawl of a stack a run in a directory, as of the snapshot. An earlier pull of the crawl
 * is replaced; labels given to it on this machine, and other files there, stay. The stack does not
 * change. Returns which answers were copied.
 * @throws DowserError `run-of-another-project`, `not-a-pulled-run`, `journal-damaged`,
 * `stack-object-damaged`, `run-from-other-version`, `run-is-locked`, `page-not-written`
 */
export async function pullRun(
  stores: StackStores,
  snapshot: StackSnapshot,
  target: PullTarget,
): Promise<PullExtent> {
  const { bundle } = snapshot;
  const asked = runProject(await projectOf(snapshot, target), []);
  refuseOtherRun(target.directory, asked);
  return replaceRun(target.directory, async (folder) => {
    saveRunProject(folder, asked);
    saveInputs(folder, bundle);
    target.show(() => "the journal is read");
    const { journal, journalSnapshot } = snapshot;
    const file = join(folder, RUN_FILES.database);
    const restoring = { snapshot: journalSnapshot };
    using database = await restoreDatabase(file, stores.blobs, journal, restoring);
    const deferred = deferCommits(database);
    try {
      const extent = await writeStores({ stores, snapshot, target, folder, database });
      writeRunFile(join(folder, RUN_FILES.cost), costText(snapshot, extent, target.now()));
      return extent;
    } finally {
      deferred.end();
    }
  });
}

/** Returns the project of a crawl, with the run that it comes back to. */
async function projectOf(
  { bundle, pages = bundle.project.budget.pages }: StackSnapshot,
  { directory, from }: PullTarget,
): Promise<OverriddenProject> {
  const project = handledProject(bundle);
  if (from === undefined) return project;
  await using earlier = openEarlierRuns(from);
  const asked = await earlier.projectIn(directory, project);
  return { ...asked, budget: { ...project.budget, pages } };
}

async function writeStores(pull: Pull): Promise<PullExtent> {
  const { stores, target, folder, database } = pull;
  const events = await createSqliteRunLog(database).list();
  await refuseOwnRun(target.directory, events);
  const log = await openFileRunLog(join(folder, RUN_FILES.log));
  for (const event of events) await log.append(event);
  await writeLabels(stores, target.directory, folder);
  await writeAssessments(pull);
  const { models, extent } = await writePages(pull);
  // Those that had learned of forgotten pages went with them.
  const hasForgotten = events.some(({ kind }) => kind === "forgotten");
  for (const hash of [...models, ...modelsOf(events)]) await writeModel(pull, hash, hasForgotten);
  return extent;
}

/** Writes the stack's labels, followed by those that were given to an earlier pull. */
async function writeLabels(
  { labels }: StackStores,
  directory: string,
  folder: string,
): Promise<void> {
  const given = await labels.list();
  const known = new Set(given.map(({ at, url, label }) => `${at} ${label} ${url}`));
  const here = await createFileLabelStore(join(directory, RUN_FILES.labels)).list();
  const own = here.filter(({ at, url, label }) => !known.has(`${at} ${label} ${url}`));
  await createFileLabelStore(join(folder, RUN_FILES.labels)).append([...given, ...own]);
}

/**
 * Writes what the stack's assessor said, followed by what one was asked of an earlier pull; that has numbers behind
 * those of the stack, as each request has its own.
 */
async function writeAssessments({ stores, snapshot, target, folder }: Pull): Promise<void> {
  const { crawl, status } = snapshot;
  const objects = status.assessed?.objects ?? 0;
  if (objects === 0) return;
  const given = await readBlobAssessments(stores.blobs, crawl, objects);
  const nameOf = ({ kind, at, url }: AssessmentEntry) => `${kind} ${at} ${url}`;
  const known = new Set(given.map(nameOf));
  const here = await createFileAssessmentStore(
    join(target.directory, RUN_FILES.assessments),
  ).list();
  const last = given.reduce((most, { id }) => Math.max(most, id), 0);
  const own = here.filter((entry) => !known.has(nameOf(entry)));
  const lines = [...given, ...own.map((entry) => ({ ...entry, id: entry.id + last }))];
  writeRunFile(join(folder, RUN_FILES.assessments), lines.map(assessmentLine).join(""));
}

/** Copies the answers; returns which, and the models that the records name. */
async function writePages({
  stores,
  target,
  folder,
  database,
}: Pull): Promise<{ readonly models: ReadonlySet<string>; readonly extent: PullExtent }> {
  const records = createSqliteRecordStore(database);
  const index = createSqlitePageIndex(database);
  const { records: all } = await records.totals();
  const { answers, maxSegmentBytes } = target;
  const size = maxSegmentBytes === undefined ? {} : { maxSegmentBytes };
  const pages = { blobs: stores.blobs, records, index, directory: folder, answers, ...size };
  const models = new Set<string>();
  let done = 0;
  const extent = await pullPages(pages, ({ linkModel, page }) => {
    done += 1;
    target.show(
      () => `pages of ${done.toLocaleString("en")} of ${all.toLocaleString("en")} records`,
    );
    for (const model of [linkModel, page?.model]) if (isHash(model)) models.add(model);
  });
  return { models, extent };
}

/** Lists the models that trained and judged. */
function modelsOf(events: readonly RunEvent[]): string[] {
  return events.map(({ detail }) => detail["model"]).filter(isHash);
}

/** Returns whether a link has a model; seeds have none, and a marker in its place. */
function isHash(model: unknown): model is string {
  return typeof model === "string" && model.startsWith("sha256:");
}

async function writeModel(
  { stores, database }: Pull,
  hash: string,
  mayBeGone: boolean,
): Promise<void> {
  const json = await blobModelReader(stores.blobs).get(hash);
  if (json === undefined && mayBeGone) return;
  if (json === undefined) throw fail("stack-object-damaged", { key: hash, fault: "is gone" });
  const kept = await createSqliteModelStore(database).put(json);
  if (kept !== hash)
    throw fail("stack-object-damaged", { key: hash, fault: "is not as it was written" });
}

function costText({ crawl, status }: StackSnapshot, { left }: PullExtent, at: number): string {
  const { usage, dollars } = status;
  const bought = boughtBy(status);
  const cost = withBought(costOf(addUsage(NO_USAGE, usage)), bought);
  const kept = { crawl, usage, ...bought, cost, dollars, at, leftInStack: left.answers };
  return `${JSON.stringify(kept, undefined, 2)}\n`;
}

/**
 * Replaces the run of a directory: `write` fills an empty folder next to it, which takes its place
 * when it is complete; returns the result of `write`. Other files of the directory stay. Any failure, or a kill, leaves the
 * directory as it was. After a kill between two renames, the next call restores it. Only one
 * process at a time may do this.
 * @throws DowserError `not-a-pulled-run`, `run-is-locked`, and the errors of `write`
 */
async function replaceRun<Result>(
  directory: string,
  write: (folder: string) => Promise<Result>,
): Promise<Result> {
  const place = resolve(directory);
  const [folder, old] = [`${place}.pull-new`, `${place}.pull-old`];
  if (existsSync(old) && !existsSync(place)) renameSync(old, place);
  refuseOtherFiles(place);
  rmSync(old, { recursive: true, force: true });
  removeLeftover(folder);
  mkdirSync(folder, { recursive: true });
  let result: Result;
  try {
    result = await write(folder);
    if (existsSync(place)) {
      copyOthers(place, folder);
      renameSync(place, old);
    }
    renameSync(folder, place);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  rmSync(old, { recursive: true, force: true });
  return result;
}

/**
 * Refuses a directory whose run is not the beginning of the crawl with this log: its own crawl went
 * another way.
 * @throws DowserError `not-a-pulled-run`, `run-damaged`
 */
async function refuseOwnRun(directory: string, events: readonly RunEvent[]): Promise<void> {
  if (!holdsRun(directory)) return;
  // An upgrade of Dowser may have come at another time here than in the stack.
  const kept = unmigrated(await readFileRunLog(join(directory, RUN_FILES.log)));
  const asked = unmigrated(events);
  const isStarting = kept.every((event, index) => isDeepStrictEqual(event, asked[index]));
  // The log of a pulled crawl is never empty.
  if (kept.length === 0 || !isStarting) throw fail("not-a-pulled-run", { directory });
}

function unmigrated(events: readonly RunEvent[]): readonly RunEvent[] {
  return events.filter(({ kind }) => kind !== "migrated");
}

/**
 * Refuses other files. A directory without a run may hold the training crawl of `dowser start`,
 * which is there earlier.
 */
function refuseOtherFiles(directory: string): void {
  if (!existsSync(directory) || holdsRun(directory)) return;
  const others = readdirSync(directory).filter((name) => name !== RUN_FILES.training);
  if (others.length > 0) throw fail("not-a-pulled-run", { directory });
}

function holdsRun(directory: string): boolean {
  return existsSync(join(directory, RUN_FILES.database));
}

/** Removes the folder that a killed process left; a running process has it locked. */
function removeLeftover(folder: string): void {
  if (holdsRun(folder)) openDatabase(join(folder, RUN_FILES.database)).close();
  rmSync(folder, { recursive: true, force: true });
}

/** Copies files that were not written again; the files of a database belong together. */
function copyOthers(from: string, to: string): void {
  for (const name of readdirSync(from)) {
    const isWritten = existsSync(join(to, name)) || name.startsWith(RUN_FILES.database);
    if (!isWritten) cpSync(join(from, name), join(to, name), { recursive: true });
  }
}
