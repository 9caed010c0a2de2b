import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { readBlobAssessments } from "../../lib/adapters/blobs/blob-assessments.ts";
import { blobModelReader, blobPageReader } from "../../lib/adapters/blobs/blob-pages.ts";
import { restoreDatabase } from "../../lib/adapters/sqlite/journal.ts";
import { readCrawl } from "../../lib/adapters/sqlite/read-tables.ts";
import { createSqliteRunLog } from "../../lib/adapters/sqlite/sqlite-stores.ts";
import { currentLabels, ofPeople } from "../../lib/crawl/labels.ts";
import { costOf, withBought } from "../../lib/domain/cost/cost.ts";
import { assessedFigures } from "../../lib/evaluation/assessed-pages.ts";
import {
  givenSeeds,
  type ReportedProject,
  type ReportSources,
} from "../../lib/evaluation/report/report-sources.ts";
import { reportText } from "../../lib/evaluation/report/report-text.ts";
import type { Clock } from "../../lib/ports/clock.ts";
import type { Project } from "../../lib/project/project-schema.ts";
import { storedPages } from "../../lib/project/stored-pages.ts";
import {
  pulledDirectory,
  readSnapshot,
  type StackCrawls,
  type StackSnapshot,
  type StackStores,
} from "../../lib/stack/api/stack-snapshot.ts";
import { boughtBy } from "../../lib/stack/assessing.ts";
import { planOf } from "../../lib/stack/bundle.ts";
import { projectComingBack } from "../../lib/stack/earlier-crawls.ts";
import type { ReportPorts } from "../../lib/stack/make-report.ts";
import type { PlannedCrawl } from "../../lib/stack/stack-ports.ts";
import { endedOpener } from "./open-stores.ts";

/**
 * Creates a maker of reports: of the crawl as its planner last wrote it, restored in a local file that
 * is deleted afterwards. A report is that of the run that `dowser pull` makes of the crawl.
 */
export function reportMaker(
  stores: StackStores,
  clock: Pick<Clock, "now">,
): ReportPorts["reportOf"] {
  return async (format) => {
    const snapshot = await readSnapshot(stores);
    const planned = await planOf(snapshot.bundle);
    const folder = await mkdtemp(join(tmpdir(), "dowser-report-"));
    try {
      const { journal, journalSnapshot } = snapshot;
      const file = join(folder, "crawl.sqlite");
      const restoring = { snapshot: journalSnapshot };
      const database = await restoreDatabase(file, stores.blobs, journal, restoring);
      try {
        const assessed = await assessedOf(stores, snapshot);
        const project = await projectOf(stores, snapshot);
        const read = { stores, snapshot, planned, clock, assessed, project };
        const sources = sourcesOf(database, read);
        if (format !== "html") return `${await reportText(sources, { json: format === "json" })}\n`;
        // The drawing code is loaded only when something is drawn.
        const { reportPage } = await import("../../lib/evaluation/report/report-page.ts");
        return (await reportPage(sources, { writtenAt: clock.now() })).html;
      } finally {
        database.close();
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

/** The crawl of a stack, and what its report is read with. */
interface ReadSnapshot {
  readonly stores: StackStores;
  readonly snapshot: StackCrawls;
  readonly planned: PlannedCrawl;
  readonly clock: Pick<Clock, "now">;
  readonly assessed: ReportSources["assessed"];
  /** As the run of a pull has it. */
  readonly project: Omit<ReportedProject, "web">;
}

/** Returns the project of a crawl as the run of a pull has it. */
async function projectOf(
  { blobs }: StackStores,
  { bundle: { project }, earlier, pages = project.budget.pages }: StackCrawls,
): Promise<Omit<ReportedProject, "web">> {
  if (earlier.length === 0) return project;
  const [own, before] = [earlier.length, earlier.length - 1].map((n) => directoryOf(project, n));
  const of = relative(own ?? "", before ?? "");
  const ended = earlier.map(({ journal, journalSnapshot: snapshot }) => ({ journal, snapshot }));
  const comesBack = await projectComingBack(project, of, ended, { openEnded: endedOpener(blobs) });
  return { ...comesBack, budget: { ...project.budget, pages } };
}

/** Returns the directory of the run that a pull makes of a crawl, which comes back to so many others. */
function directoryOf(project: Pick<Project, "name">, earlier: number): string {
  const first = pulledDirectory(project);
  return earlier === 0 ? first : `${first}-${earlier + 1}`;
}

async function assessedOf(
  { blobs, labels }: StackStores,
  { crawl, status, bundle: { project } }: StackSnapshot,
): Promise<ReportSources["assessed"]> {
  const entries = await readBlobAssessments(blobs, crawl, status.assessed?.objects ?? 0);
  const people = ofPeople(currentLabels(await labels.list()).values());
  return assessedFigures(entries, people, project.assessor);
}

function sourcesOf(
  database: DatabaseSync,
  {
    stores: { blobs, labels },
    snapshot,
    planned: { plan },
    clock,
    assessed,
    project,
  }: ReadSnapshot,
): ReportSources {
  const { bundle, status, earlier } = snapshot;
  const { need, foundSeeds } = bundle;
  const directory = directoryOf(bundle.project, earlier.length);
  const crawl = readCrawl(database);
  const viewed = storedPages(blobPageReader(blobs, crawl.records), project, {
    clock,
    languages: async () => plan.languageReading,
  });
  return {
    ...crawl,
    directory,
    shownAs: directory,
    project: { ...project, web: "live" },
    need,
    foundSeeds,
    seeds: givenSeeds(project, foundSeeds),
    cost: withBought(costOf(status.usage), boughtBy(status)),
    // Verdicts on a judged sample belong to runs on a machine: a stack has none.
    sample: undefined,
    assessed,
    strategy: plan.strategy,
    models: blobModelReader(blobs),
    labels,
    log: createSqliteRunLog(database),
    viewOf: async (url) => (await viewed(url))?.view,
  };
}
