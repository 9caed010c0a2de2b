/** What an assessor has said of a run, read from its directory. */
import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { createFileAssessmentStore } from "../../adapters/files/file-assessment-store.ts";
import type { Url } from "../../domain/web/url/url.ts";
import {
  type AssessedFigures,
  assessedFigures,
  currentAssessments,
} from "../../evaluation/assessed-pages.ts";
import type { JudgedHarvest } from "../../evaluation/verdict-words.ts";
import type { Assessment, AssessmentEntry, AssessmentStore } from "../../ports/assessment-store.ts";
import type { LabelStore } from "../../ports/label-store.ts";
import type { RecordStore } from "../../ports/record-store.ts";
import { RUN_FILES } from "../folder/run-database.ts";
import { earlierDirectory, loadRunProject, refuseCircle } from "../folder/run-project.ts";
import { judgedSample, peopleOfRun } from "./sample-file.ts";

/** Opens the store of what an assessor has said of a run. */
export function assessmentsOf(directory: string): AssessmentStore {
  return createFileAssessmentStore(join(directory, RUN_FILES.assessments));
}

/**
 * Reads what an assessor has said of the runs that a run comes back to, as far as they are there.
 * @throws DowserError `run-damaged`
 */
export async function earlierAssessments(directory: string): Promise<readonly AssessmentEntry[]> {
  const entries: AssessmentEntry[] = [];
  const seen = new Set([realpathSync(directory)]);
  for (let at = earlierDirectory(directory); at !== undefined; at = earlierDirectory(at)) {
    if (!existsSync(at)) break;
    refuseCircle(at, seen);
    seen.add(realpathSync(at));
    entries.unshift(...(await assessmentsOf(at).list()));
  }
  return entries;
}

/** Returns the last answer about each page of a run; `undefined` where no assessor was asked. */
export async function answersOfRun(
  directory: string,
): Promise<ReadonlyMap<Url, Assessment> | undefined> {
  const answers = currentAssessments(await assessmentsOf(directory).list());
  return answers.size === 0 ? undefined : answers;
}

/** Reads what people and an assessor say of how many pages of a run are relevant. */
export async function judgedOfRun(
  directory: string,
  run: {
    readonly labels: Pick<LabelStore, "list">;
    readonly records: Pick<RecordStore, "get" | "totals">;
  },
): Promise<Omit<JudgedHarvest, "totals">> {
  const sample = await judgedSample(directory, run.records);
  const exported = await judgedSample(directory, run.records, "targets");
  const queued = await judgedSample(directory, undefined, "queued");
  return { exported, sample, queued, assessed: await assessedOfRun(directory, run) };
}

/** Counts what an assessor has said of a run, beside what people say; `undefined` when it was never asked. */
export async function assessedOfRun(
  directory: string,
  run: { readonly labels: Pick<LabelStore, "list"> },
): Promise<AssessedFigures | undefined> {
  const entries = await assessmentsOf(directory).list();
  if (entries.length === 0) return undefined;
  const cap = loadRunProject(directory)?.assessor;
  return assessedFigures(entries, await peopleOfRun(directory, run), cap);
}
