import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { RecordedWeb } from "../../../lib/adapters/web/recorded/recorded-web.ts";
import { currentLabels, ofPeople } from "../../../lib/crawl/labels.ts";
import { lastMark } from "../../../lib/crawl/run-marks.ts";
import { isGood } from "../../../lib/domain/methods/label-need.ts";
import type { PageRecord } from "../../../lib/domain/page/page-record.ts";
import type { FetchOutcome } from "../../../lib/domain/web/http/fetch-outcome.ts";
import type { Url } from "../../../lib/domain/web/url/url.ts";
import { fail } from "../../../lib/errors.ts";
import type { Truth } from "../../../lib/evaluation/compare-strategies.ts";
import type { Project } from "../../../lib/project/project-schema.ts";
import { readRun } from "../../../lib/run/folder/read-run.ts";
import { RUN_FILES } from "../../../lib/run/folder/run-database.ts";
import { loadFoundSeeds, loadNeed } from "../../../lib/run/folder/run-inputs.ts";
import { loadRunProject } from "../../../lib/run/folder/run-project.ts";
import type { KnownInputs } from "../../../lib/run/input/crawl-inputs.ts";
import { printNotice } from "../../../lib/run/print/print-line.ts";
import { openRecording } from "../../../lib/run/web/open-web.ts";

/** The source of truth about a run's pages: its user's labels, or the crawl's predictions. */
export type OwnTruth = "labels" | "verdicts";

/** A run as a web to crawl again. */
interface RunAsWeb {
  readonly web: RecordedWeb;
  /**
   * Returns the truth.
   * @throws DowserError `no-good-label`
   */
  truthBy(judge: OwnTruth): Truth;
  /** Explains how reliable that truth is, for readers of the result. */
  describeTruth(judge: OwnTruth): string;
  /**
   * Returns the run's initial inputs for a project with the same need: example pages and found
   * seeds need not be among its pages. Returns nothing for a project with another need.
   * @throws DowserError `run-damaged`
   */
  inputsOf(project: Project): Pick<KnownInputs, "need" | "foundSeeds">;
}

/**
 * Opens the answers that a run stored as a recorded web. Answers that are not stored are taken from
 * the run's records: earlier versions stored pages alone.
 * @throws DowserError `no-run`, `empty-recording`
 */
export async function openRunAsWeb(directory: string): Promise<RunAsWeb> {
  const { answers, verdicts, labels, isFinished } = await readAnswers(directory);
  const recording = await openRecording([join(directory, RUN_FILES.pages)]);
  if (!isFinished)
    printNotice(`the crawl of ${directory} has not finished: it is compared as it is`);
  const recorded = new Set(recording.urls());
  const fetch: RecordedWeb["fetch"] = async (url, limits) => {
    const answer = answers.get(url);
    return answer === undefined || recorded.has(recording.identify(url))
      ? recording.fetch(url, limits)
      : answer;
  };
  return {
    web: { ...recording, fetch },
    truthBy: (judge) => {
      const wanted = judge === "labels" ? goodOnes(labels, directory) : verdicts;
      return { targets: new Set(wanted.filter((url) => recorded.has(url))) };
    },
    describeTruth: (judge) => describeTruth(judge, directory, { labels: labels.size }),
    inputsOf: (project) => beginningOf(project, directory),
  };
}

function beginningOf(
  { need }: Project,
  directory: string,
): Pick<KnownInputs, "need" | "foundSeeds"> {
  // The form that comes back from a file: without the keys that are `undefined`.
  const asked: unknown = JSON.parse(JSON.stringify(need));
  if (!isDeepStrictEqual(loadRunProject(directory)?.need, asked)) return {};
  return {
    need: loadNeed(join(directory, RUN_FILES.need)),
    foundSeeds: loadFoundSeeds(join(directory, RUN_FILES.seeds)),
  };
}

interface RunAnswers {
  /** Answers for URLs that are no page. */
  readonly answers: ReadonlyMap<Url, FetchOutcome>;
  /** Pages that the crawl predicted to be targets. */
  readonly verdicts: readonly Url[];
  readonly labels: ReadonlyMap<Url, number>;
  readonly isFinished: boolean;
}

async function readAnswers(directory: string): Promise<RunAnswers> {
  const run = readRun(directory);
  try {
    const answers = new Map<Url, FetchOutcome>();
    const verdicts: Url[] = [];
    for await (const record of run.records.list()) {
      if (record.page?.isTarget === true) verdicts.push(record.url);
      const answer = answerOf(record);
      if (answer !== undefined) answers.set(record.url, answer);
    }
    const given = ofPeople(currentLabels(await run.labels.list()).values());
    const labels = new Map(given.map(({ url, label }) => [url, label]));
    const last = lastMark(await run.log.list());
    return { answers, verdicts, labels, isFinished: last?.kind === "finished" };
  } finally {
    await run.close();
  }
}

function answerOf({ reason, status, location }: PageRecord): FetchOutcome | undefined {
  if (reason === "redirect" && location !== undefined)
    return { kind: "redirect", status: status ?? FOUND, headers: [], location };
  return reason === "gone" ? { kind: "gone", status: status ?? GONE } : undefined;
}

/** Status codes of RFC 9110 for records that lack theirs. */
const FOUND = 302;
const GONE = 410;

function goodOnes(labels: ReadonlyMap<Url, number>, directory: string): Url[] {
  const good = [...labels].filter(([, label]) => isGood({ label })).map(([url]) => url);
  if (good.length > 0) return good;
  throw fail("no-good-label", { directory });
}

function describeTruth(
  judge: OwnTruth,
  directory: string,
  { labels }: { readonly labels: number },
): string {
  const name = loadRunProject(directory)?.strategy?.name ?? "its strategy";
  const reach = `the web is what that crawl by ${name} fetched, and no more`;
  return judge === "labels"
    ? `truth: ${labels} labels of ${directory}; a page without a label counts as none; ${reach}`
    : `truth: the verdicts of the crawl kept in ${directory}, right or wrong; ${reach}`;
}
