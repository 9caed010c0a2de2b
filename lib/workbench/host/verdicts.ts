import { ofPeople } from "../../crawl/labels.ts";
import { updatesOf } from "../../crawl/need-state.ts";
import { ThinnedCurve } from "../../domain/measures/harvest-rate.ts";
import { countLabels, isGood, isOfPerson, labelOfWord } from "../../domain/methods/label-need.ts";
import { recallInWords } from "../../domain/stats/intervals/recall-statement.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { fail } from "../../errors.ts";
import { assessedInWords } from "../../evaluation/assessed-pages.ts";
import { estimateOf, type JudgedSample, readerAgreement } from "../../evaluation/sample-pages.ts";
import { headlineInWords, offerOf } from "../../evaluation/verdict-words.ts";
import type { Clock } from "../../ports/clock.ts";
import type { LabelEntry, PageLabel } from "../../ports/label-store.ts";
import { judgedOfRun } from "../../run/judge/assessed-run.ts";
import {
  addLabels,
  heldInWords,
  heldLabels,
  labelledRun,
  pageFinder,
} from "../../run/judge/named-pages.ts";
import { drawSample } from "../../run/judge/sample.ts";
import { verdictsOnPages } from "../../run/judge/sample-file.ts";
import type { Tally, Verdicts } from "../schemas.ts";
import type { WorkbenchPorts } from "../workbench-ports.ts";
import { intervalAnswer } from "./crawls.ts";
import { MOST_POINTS } from "./page-rows.ts";
import { type OpenedRuns, openedRun, openSample, type RunSample } from "./run-folder.ts";
import type { WatchedRun } from "./watched-run.ts";

interface VerdictParts extends OpenedRuns {
  readonly clock: Pick<Clock, "now">;
}

/** Keeps what people say of the pages of runs. */
export function createVerdicts(parts: VerdictParts): WorkbenchPorts["verdicts"] {
  const { folder, clock } = parts;
  return {
    tally: async (run) => tally(await openedRun(parts, run), folder.named(run)),
    async label(run, given) {
      const watched = await openedRun(parts, run);
      const labelled = labelledRun(watched.directory, watched.run);
      const find = pageFinder(labelled);
      const labels: LabelEntry[] = [];
      for (const each of given) {
        const url = await find(each.url);
        if (url === undefined) throw fail("page-not-stored/judged", { url: each.url });
        labels.push(asEntry(each, url, clock.now()));
      }
      const machines = machineLabels(labels, await watched.run.labels.list());
      await addLabels(labelled, [...labels, ...machines]);
      return answersOf(labels);
    },
    async judge(run, given) {
      const labels: LabelEntry[] = [];
      for (const each of given) {
        const [sample, url] = sampledIn(folder.directory(run), each.url);
        const label = asEntry(each, url, clock.now());
        await sample.verdicts.append([label]);
        labels.push(label);
      }
      return answersOf(labels);
    },
    async sample(run, of) {
      await drawSample(folder.directory(run), of);
      return openSample(folder.directory(run), of)?.pages.length ?? 0;
    },
  };
}

/**
 * Finds a page in the samples of a run.
 * @throws DowserError `page-not-sampled`
 */
function sampledIn(directory: string, url: string): readonly [RunSample, Url] {
  for (const frame of ["pages", "targets"] as const) {
    const sample = openSample(directory, frame);
    const page = sample?.pages.find((each) => each.url === url);
    if (sample !== undefined && page !== undefined) return [sample, page.url];
  }
  throw fail("page-not-sampled", { url });
}

/** Returns the sample of the called pages, with what people said of it. */
async function exportedTally({ directory }: WatchedRun, judged: JudgedSample | undefined) {
  const sample = openSample(directory, "targets");
  if (sample === undefined) return null;
  const { pages, precision } = judged ?? estimateOf(sample.pages, []);
  const { called } = judged ?? {};
  return {
    sampled: sample.pages.length,
    judged: precision.cases,
    of: pages,
    precision: called === undefined ? null : intervalAnswer(called.precision),
  };
}

async function tally(watched: WatchedRun, named: string): Promise<Tally> {
  const labels = await watched.labels();
  const { state } = updatesOf(await watched.run.log.list());
  const sample = openSample(watched.directory);
  const verdicts = (await sample?.verdicts.list()) ?? [];
  const judged = sample && estimateOf(sample.pages, await verdictsOnPages(watched.directory));
  const agreement = readerAgreement(verdicts);
  const recall = await watched.recall();
  const said = await judgedOfRun(watched.directory, watched.run);
  const totals = await watched.report();
  return {
    harvest: headlineInWords({ totals, ...said }),
    offer:
      totals.fetched === 0 ? null : (offerOf(said.sample, named, totals.fetched)?.text ?? null),
    ...countLabels(ofPeople(labels.values()).map(({ label }) => label)),
    applied: state.labels,
    progress: progressOf(ofPeople(labels.values())),
    sample: judged
      ? {
          frame: judged.frame,
          sampled: judged.sampled,
          of: judged.pages,
          precision: intervalAnswer(judged.precision),
        }
      : null,
    exported: await exportedTally(watched, said.exported),
    agreement: agreement === undefined ? null : { ...agreement, kappa: agreement.kappa ?? null },
    assessed: said.assessed === undefined ? null : assessedInWords(said.assessed),
    recall: recall === undefined ? null : recallInWords(recall),
    held: [...heldInWords(await heldLabels(watched.run), named)],
  };
}

/** Returns how many of the first pages that were labelled are relevant. */
function progressOf(labels: readonly PageLabel[]): Tally["progress"] {
  const curve = new ThinnedCurve<Tally["progress"][number]>(MOST_POINTS);
  let targets = 0;
  for (const [before, label] of labels.entries()) {
    if (isGood(label)) targets += 1;
    curve.add({ pages: before + 1, targets });
  }
  return [...curve.points()];
}

/** Returns what machines said of the pages whose label a person takes back: it holds again. */
function machineLabels(
  given: readonly LabelEntry[],
  before: readonly LabelEntry[],
): readonly LabelEntry[] {
  return given.flatMap(({ at, url, label }) => {
    const last = before.findLast((entry) => entry.url === url && !isOfPerson(entry));
    return label === null && last !== undefined ? [{ ...last, at }] : [];
  });
}

function asEntry({ label, note, by }: Verdicts[number], url: Url, at: number): LabelEntry {
  return {
    at,
    url,
    label: label === null ? null : (labelOfWord(label) ?? 0),
    ...(by !== undefined && by !== "" && { by }),
    ...(note !== undefined && note !== "" && { note }),
  };
}

function answersOf(labels: readonly LabelEntry[]) {
  return labels.map(({ at, url, label }) => ({ at, url, label }));
}
