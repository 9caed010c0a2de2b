import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CrawlReport } from "../../crawl/report-crawl.ts";
import { recallInWords } from "../../domain/stats/intervals/recall-statement.ts";
import { quotedWord } from "../../domain/text/safe-text.ts";
import { type MissingTargets, missingTargetsInWords } from "../../evaluation/missing-targets.ts";
import { cutFigures, cutInWords } from "../../evaluation/report/cut-figures.ts";
import { missingTargetsOf } from "../../evaluation/report/gather-answers.ts";
import { unreadInWords } from "../../evaluation/unread-sources.ts";
import { headlineInWords, offerInWords } from "../../evaluation/verdict-words.ts";
import { describesTargets } from "../../project/default-strategy.ts";
import { wordsIn } from "../../project/new-project-text.ts";
import { type ReadableRun, readRun, storedViews } from "../folder/read-run.ts";
import { recallOfRun } from "../folder/recall-of-run.ts";
import { RUN_FILES } from "../folder/run-database.ts";
import { loadRunProject } from "../folder/run-project.ts";
import { judgedOfRun } from "../judge/assessed-run.ts";
import { heldInWords, heldLabels } from "../judge/named-pages.ts";
import { unreadOfRun } from "./unread-of-run.ts";

/** What is said at the end of a crawl. */
interface SaidOfEnd {
  /** What people say of the harvest, or else what the crawl predicts. */
  readonly headline: string;
  /**
   * Lines: what gave nothing, its recall by the project's rule, why it has no target page, when it has none, and how few
   * keys of a person state how many of its pages are relevant. None of a paused crawl.
   */
  readonly advice: readonly string[];
}

/** Says what is known of a run in a directory. A crawl that has only gathered click paths so far has no run there. */
export async function saidOfEnd(
  directory: string,
  report: CrawlReport,
  { isPaused }: { readonly isPaused: boolean },
): Promise<SaidOfEnd> {
  if (!existsSync(join(directory, RUN_FILES.database)))
    return { headline: headlineInWords({ totals: report, sample: undefined }), advice: [] };
  await using run = readRun(directory);
  const judged = await judgedOfRun(directory, run);
  const headline = headlineInWords({ totals: report, ...judged });
  const advice = isPaused ? [] : await nextSteps(directory, run, report);
  const offer =
    isPaused || report.fetched === 0
      ? undefined
      : offerInWords(judged.sample, quotedWord(directory), report.fetched);
  return { headline, advice: [...advice, ...(offer === undefined ? [] : [offer])] };
}

async function nextSteps(
  directory: string,
  run: ReadableRun,
  report: CrawlReport,
): Promise<readonly string[]> {
  const recall = await recallOfRun(directory, run);
  const cut = await cutFigures(run.records, run.cut());
  const unread = unreadInWords(await unreadOfRun(directory, run));
  return [
    ...unread,
    ...(unread.length === 0
      ? []
      : [`each of them: dowser export ${quotedWord(directory)} --explain`]),
    ...(recall === undefined ? [] : [recallInWords(recall)]),
    ...(cut === undefined ? [] : cutInWords(cut)),
    ...((await run.labels.size()) > 0 ? [] : fewWordsInWords(directory)),
    ...heldInWords(await heldLabels(run), directory),
    ...inWords(await missingTargets(directory, run, report)),
  ];
}

/** Words of a need from which pages are told well: by fewer, those that say the same by others are missed. */
const ENOUGH_WORDS = 7;

/** Says that more words help where few are all that a need has. */
function fewWordsInWords(directory: string): string[] {
  const { need } = loadRunProject(directory) ?? {};
  if (need?.topic === undefined) return [];
  const { topic, words = [], ontology, terms, ...others } = need;
  const isAlone = !describesTargets(others) && (ontology ?? terms) === undefined;
  const count = wordsIn(topic).length + words.length;
  if (!isAlone || count >= ENOUGH_WORDS) return [];
  const few = count === 1 ? "one word" : `${count} words`;
  return [
    `asked by ${few} alone: pages that use others may be missed; ${ENOUGH_WORDS} to 25 that relevant pages have, in need.words, or labels tell more: dowser label ${quotedWord(directory)}`,
  ];
}

/**
 * Explains why a run has no target page; `undefined` for a run that has one.
 * @param shownAs the directory as commands name it
 */
export async function missingTargets(
  directory: string,
  run: ReadableRun,
  report: CrawlReport,
  shownAs = quotedWord(directory),
): Promise<MissingTargets | undefined> {
  const project = loadRunProject(directory) ?? {};
  const viewOf = storedViews(run.pages, project);
  return missingTargetsOf({ records: run.records, viewOf, project, shownAs }, report);
}

function inWords(missing: MissingTargets | undefined): string[] {
  return missing === undefined ? [] : missingTargetsInWords(missing);
}
