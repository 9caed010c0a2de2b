import { ofPeople } from "../../crawl/labels.ts";
import { updatesOf } from "../../crawl/need-state.ts";
import { countLabels, labelOfWord } from "../../domain/methods/label-need.ts";
import { recallInWords } from "../../domain/stats/intervals/recall-statement.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { fail } from "../../errors.ts";
import { assessedInWords } from "../../evaluation/assessed-pages.ts";
import { estimateOf, readerAgreement } from "../../evaluation/sample-pages.ts";
import { headlineInWords, offerOf } from "../../evaluation/verdict-words.ts";
import type { Clock } from "../../ports/clock.ts";
import type { PageLabel } from "../../ports/label-store.ts";
import { judgedOfRun } from "../../run/judge/assessed-run.ts";
import {
  addLabels,
  heldInWords,
  heldLabels,
  labelledRun,
  pageFinder,
} from "../../run/judge/named-pages.ts";
import { drawSample } from "../../run/judge/sample.ts";
import { currentVerdicts } from "../../run/judge/sample-file.ts";
import type { Tally, Verdicts } from "../schemas.ts";
import type { WorkbenchPorts } from "../workbench-ports.ts";
import { intervalAnswer } from "./crawls.ts";
import { type OpenedRuns, openedRun, openSample } from "./run-folder.ts";
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
      const labels: PageLabel[] = [];
      for (const each of given) {
        const url = await find(each.url);
        if (url === undefined) throw fail("page-not-stored/judged", { url: each.url });
        labels.push(asLabel(each, url, clock.now()));
      }
      await addLabels(labelled, labels);
      return answersOf(labels);
    },
    async judge(run, given) {
      const { pages = [], verdicts } = openSample(folder.directory(run)) ?? {};
      const sampled = new Map(pages.map(({ url }): [string, Url] => [url, url]));
      const labels = given.map((each) => {
        const url = sampled.get(each.url);
        if (url === undefined) throw fail("page-not-sampled", { url: each.url });
        return asLabel(each, url, clock.now());
      });
      await verdicts?.append(labels);
      return answersOf(labels);
    },
    async sample(run) {
      await drawSample(folder.directory(run));
      return openSample(folder.directory(run))?.pages.length ?? 0;
    },
  };
}

async function tally(watched: WatchedRun, named: string): Promise<Tally> {
  const labels = await watched.labels();
  const { state } = updatesOf(await watched.run.log.list());
  const sample = openSample(watched.directory);
  const verdicts = (await sample?.verdicts.list()) ?? [];
  const judged = sample && estimateOf(sample.pages, await currentVerdicts(sample.verdicts));
  const agreement = readerAgreement(verdicts);
  const recall = await watched.recall();
  const said = await judgedOfRun(watched.directory, watched.run);
  const totals = await watched.report();
  return {
    harvest: headlineInWords({ totals, ...said }),
    offer: totals.fetched === 0 ? null : (offerOf(said.sample, named)?.text ?? null),
    ...countLabels(ofPeople(labels.values()).map(({ label }) => label)),
    applied: state.labels,
    sample: judged
      ? {
          frame: judged.frame,
          sampled: judged.sampled,
          of: judged.pages,
          precision: intervalAnswer(judged.precision),
        }
      : null,
    agreement: agreement === undefined ? null : { ...agreement, kappa: agreement.kappa ?? null },
    assessed: said.assessed === undefined ? null : assessedInWords(said.assessed),
    recall: recall === undefined ? null : recallInWords(recall),
    held: [...heldInWords(await heldLabels(watched.run), named)],
  };
}

function asLabel({ label, note, by }: Verdicts[number], url: Url, at: number): PageLabel {
  return {
    at,
    url,
    label: labelOfWord(label) ?? 0,
    ...(by !== undefined && by !== "" && { by }),
    ...(note !== undefined && note !== "" && { note }),
  };
}

function answersOf(labels: readonly PageLabel[]) {
  return labels.map(({ at, url, label }) => ({ at, url, label }));
}
