import { join } from "node:path";
import {
  type FoundStack,
  findStack,
  refusedByAws,
  type StackClients,
  stackClients,
} from "../../adapters/aws/find-stack.ts";
import { openStackStores } from "../../adapters/aws/stack-stores.ts";
import { readFileRunLog } from "../../adapters/files/file-run-log.ts";
import { reportCrawl } from "../../crawl/report-crawl.ts";
import { lastMark } from "../../crawl/run-marks.ts";
import { costOf, NO_USAGE } from "../../domain/cost/cost.ts";
import { formatChanges, gatherChanges } from "../../evaluation/change-figures.ts";
import { counted, dollars } from "../../evaluation/report/figure-text.ts";
import { formatTotals } from "../../evaluation/report/format-totals.ts";
import { readLeftInStack, readPulledCrawl } from "../../run/folder/read-cost.ts";
import { readRun } from "../../run/folder/read-run.ts";
import { RUN_FILES } from "../../run/folder/run-database.ts";
import { loadRunProject } from "../../run/folder/run-project.ts";
import { printResult } from "../../run/print/print-line.ts";
import { startStatus } from "../../run/print/progress-line.ts";
import { terminal } from "../../run/print/terminal.ts";
import type { PullExtent, PulledAnswers } from "../../run/stack/pull-pages.ts";
import { nameOf, type StackChoice } from "../../run/stack/stack-client.ts";
import {
  pulledDirectory,
  readSnapshot,
  type StackCrawls,
  type StackSnapshot,
  type StackStores,
} from "../../stack/api/stack-snapshot.ts";
import { type PullTarget, pullRun } from "./pull-run.ts";

/** The options of the command line. */
export interface PullOptions extends StackChoice {
  /** The directory of the run; {@link directoryOfPull} by default. */
  readonly out: string | undefined;
  readonly answers: PulledAnswers;
}

/** The tools of a pull. */
export interface PullTools {
  readonly open: () => Pick<StackClients, "cloudFormation">;
  readonly openStores: (stack: FoundStack) => StackStores;
}

/** Runs `dowser pull`: copies the crawl of a stack so far, as a run on this machine. */
export async function stackPullCommand(options: PullOptions): Promise<void> {
  const tools = { open: stackClients, openStores: openStackStores };
  printResult(await stackPullText(options, tools));
}

/**
 * Pulls, and says what the run contains and where it is.
 * @throws DowserError `no-stack-named`, `no-stack`, `aws-refused`, and the errors of {@link
 * readSnapshot} and {@link pullCrawls}
 */
export async function stackPullText(
  { out, answers, ...choice }: PullOptions,
  { open, openStores }: PullTools,
): Promise<string> {
  const stores = openStores(await findStack(await nameOf(choice), open()));
  const status = startStatus(terminal().stderr);
  try {
    const snapshot = await readSnapshot(stores);
    const directory = out ?? directoryOfPull(snapshot, "");
    const pulled = await pullCrawls(stores, snapshot, {
      directory,
      answers,
      now: Date.now,
      show: (text) => status.show(text),
    });
    status.stop();
    const last = pulled.at(-1)?.directory ?? directory;
    return [await totalsOf(last), ...pulled.flatMap(linesOf)].join("\n");
  } catch (error) {
    status.stop();
    throw isOfAws(error) ? refusedByAws(error) : error;
  }
}

/**
 * Returns the directory of a pull where none is named: `runs/NAME` below the root, or one with the name
 * of the crawl where that holds another crawl of the stack, which stays.
 */
export function directoryOfPull({ earlier, ...last }: StackCrawls, root: string): string {
  const { bundle, crawl } = earlier[0] ?? last;
  const usual = join(root, pulledDirectory(bundle.project));
  const kept = readPulledCrawl(usual);
  return kept === undefined || kept === crawl ? usual : join(root, "runs", crawl);
}

/** Says what was copied of a crawl, and where it is. */
function linesOf({ snapshot: { crawl, status }, directory, extent }: PulledCrawl): string[] {
  const copied = extent === undefined ? [] : [extentText(extent)];
  return [...copied, `${crawl}, ${status.state}; kept in ${directory}`];
}

/** Says what was copied of the stored answers, and the list price of their transfer from AWS. */
function extentText({ copied, left }: PullExtent): string {
  const text = `copied ${answersText(copied)}`;
  return left.answers === 0 ? text : `${text}; left in the stack ${answersText(left)}`;
}

function answersText({ answers, bytes }: PullExtent["copied"]): string {
  const price = dollars(costOf({ ...NO_USAGE, egressBytes: bytes }).total);
  return `${counted(answers, "answer")} of ${(bytes / 1e6).toFixed(1)} MB (transfer \$${price})`;
}

async function totalsOf(directory: string): Promise<string> {
  await using run = readRun(directory);
  const changes = await gatherChanges(run.records, loadRunProject(directory));
  const totals = formatTotals(await reportCrawl(run));
  return changes === undefined ? totals : `${totals}\n${formatChanges(changes)}`;
}

/**
 * Returns whether an error is the SDK's. The SDK notes on each of its errors, including network
 * errors, how often it tried.
 */
function isOfAws(error: unknown): boolean {
  return error instanceof Error && "$metadata" in error;
}

/** A crawl that is a run on this machine now. */
interface PulledCrawl {
  readonly snapshot: StackSnapshot;
  readonly directory: string;
  /** Which answers were copied; `undefined` of a crawl that was here as a whole. */
  readonly extent: PullExtent | undefined;
}

/**
 * Makes the crawl of a stack and those that it comes back to runs side by side: the first one in the
 * directory, those after it with `-2`, `-3` and so on, as `dowser recrawl` does. One that has ended and is
 * here as a whole is not copied again.
 * @throws the errors of {@link pullRun}
 */
export async function pullCrawls(
  stores: StackStores,
  { earlier, ...last }: StackCrawls,
  target: Omit<PullTarget, "from">,
): Promise<readonly PulledCrawl[]> {
  const pulled: PulledCrawl[] = [];
  for (const [index, snapshot] of [...earlier, last].entries()) {
    const directory = index === 0 ? target.directory : `${target.directory}-${index + 1}`;
    const isHere = index < earlier.length && (await isWhole(directory, snapshot, target));
    const from = pulled.at(-1)?.directory;
    const extent = isHere
      ? undefined
      : await pullRun(stores, snapshot, { ...target, directory, from });
    pulled.push({ snapshot, directory, extent });
  }
  return pulled;
}

/** Returns whether a directory has a crawl that has ended, with all answers that are asked for. */
async function isWhole(
  directory: string,
  { crawl }: StackSnapshot,
  { answers }: Pick<PullTarget, "answers">,
): Promise<boolean> {
  if (readPulledCrawl(directory) !== crawl) return false;
  const events = await readFileRunLog(join(directory, RUN_FILES.log));
  const hasEnded = lastMark(events)?.kind === "finished";
  return hasEnded && (answers === "none" || readLeftInStack(directory) === 0);
}
