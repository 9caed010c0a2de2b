import { type CrawlReport, waitingUrls } from "../../crawl/report-crawl.ts";
import { type RankedFigures, RECALLS } from "../../domain/measures/ranked-collecting.ts";
import type { SampledShare } from "../../domain/stats/intervals/paired-bootstrap.ts";
import {
  type RecallStatement,
  recallInWords,
} from "../../domain/stats/intervals/recall-statement.ts";
import { endInWords } from "../../features/lists.ts";
import type { RunEvent } from "../../ports/run-log.ts";
import { type AssessedFigures, assessedInWords } from "../assessed-pages.ts";
import type { ChangeFigures } from "../change-figures.ts";
import type { MissingTargets } from "../missing-targets.ts";
import type { CalledFigures, JudgedSample } from "../sample-pages.ts";
import {
  BY_OWN,
  BY_PEOPLE,
  BY_TRUTH,
  doubtInWords,
  intervalInWords,
  NOT_JUDGED,
  offerOf,
  percent,
  sampleInWords,
} from "../verdict-words.ts";
import { type CutFigures, cutInWords } from "./cut-figures.ts";
import { count, counted, sentence, wordOf } from "./figure-text.ts";

/** What the first questions to a run are answered with: what was found, how sure, what next. */
export interface RunAnswers {
  readonly totals: CrawlReport;
  /** Results of a person's verdicts on a random sample; `undefined` when no page was judged. */
  readonly sample: JudgedSample | undefined;
  /** The same of a sample of those that are called relevant. */
  readonly exported?: JudgedSample | undefined;
  /** The same of links that were queued. */
  readonly queued?: JudgedSample | undefined;
  /** What an assessor has said; absent where none was asked. */
  readonly assessed?: AssessedFigures | undefined;
  /** `undefined` when no truth file is given, or it knows no target. */
  readonly byTruth: TruthFigures | undefined;
  /** What the project's rule says of the recall; `undefined` where it has none. */
  readonly recall: RecallStatement | undefined;
  /** Where the line of the called pages is; `undefined` before the first look. */
  readonly cut: CutFigures | undefined;
  /** Numbers of pages that people labelled relevant and irrelevant, examples of the project left out. */
  readonly labelled: { readonly good: number; readonly bad: number };
  /** Whether labels teach the crawl: its need is of words or examples. */
  readonly isTaught: boolean;
  /** Why there is no target page; `undefined` for a run that has one. */
  readonly missing: MissingTargets | undefined;
  /** Results of the last pages, as predicted by the crawl; `undefined` without enough pages. */
  readonly recent: RecentYield | undefined;
  /** What changed since the visits before; `undefined` for a run that is no recrawl. */
  readonly changes: ChangeFigures | undefined;
  readonly events: readonly RunEvent[];
  /** The run's directory as commands name it. */
  readonly directory: string;
  /** The command that goes on with the crawl; `undefined` for one in a stack, whose budget is fixed. */
  readonly resume: string | undefined;
}

/** A run by a truth that it has not seen. */
export interface TruthFigures {
  /** Targets among the pages fetched. */
  readonly targets: number;
  /** Target pages that the truth knows, fetched or not, from 1. */
  readonly known: number;
  /** Share of targets among the fetched pages on which the truth has a verdict. */
  readonly harvest: SampledShare;
  /** How soon they were found, by the metrics of ranked collecting. */
  readonly ranked: RankedFigures;
}

/** What the last pages brought: a rule of thumb on when to stop. */
export interface RecentYield {
  readonly pages: number;
  readonly targets: number;
}

/** A figure with its name, which says whose judgement it is, and what it is a part of. */
export interface KeyFigure {
  readonly name: string;
  readonly value: string;
  readonly note: string;
}

/** Returns the figures that say what was found: by people and by truth first, the crawl's own last. */
export function foundFigures({
  totals,
  sample,
  exported,
  byTruth,
}: RunAnswers): readonly KeyFigure[] {
  const { fetched, targets, harvestRate, bodyBytes, hosts } = totals;
  const size = `${(bodyBytes / 1e6).toFixed(1)} MB`;
  const called = exported?.called ?? sample?.called;
  const figures: (KeyFigure | undefined)[] = [
    sample === undefined && byTruth === undefined
      ? {
          name: `harvest rate, ${NOT_JUDGED}`,
          value: percent(harvestRate),
          note: `of the pages fetched, ${BY_OWN}`,
        }
      : undefined,
    {
      name: "pages fetched",
      value: count(fetched),
      note: `${size}; links to ${counted(hosts, "host")}`,
    },
    called && calledFigure(called),
    called === exported?.called ? undefined : exported && sampleFigure(exported, fetched),
    sample && sampleFigure(sample, fetched),
    byTruth && {
      name: `relevant pages ${BY_TRUTH}`,
      value: count(byTruth.targets),
      note: `of ${count(byTruth.known)} known: recall ${percent(byTruth.targets / byTruth.known)}`,
    },
    byTruth && {
      name: `harvest rate ${BY_TRUTH}`,
      value: percent(byTruth.harvest.share),
      note: `of ${counted(byTruth.harvest.cases, "page")} that it knows`,
    },
    {
      name: `relevant pages ${BY_OWN}`,
      value: count(targets),
      note: `${percent(harvestRate)} of the pages fetched`,
    },
  ];
  return figures.filter((figure) => figure !== undefined);
}

function sampleFigure(judged: JudgedSample, fetched: number): KeyFigure {
  const { frame, pages, precision, sampled } = judged;
  const of =
    frame !== "pages"
      ? "pages called relevant at the draw"
      : pages < fetched
        ? `first ${count(pages)} pages fetched`
        : "pages fetched";
  return {
    name: `relevant pages ${BY_PEOPLE}, share of the ${of}`,
    value: percent(precision.share),
    note: `${intervalInWords(precision)} at 95 % confidence; ${count(precision.cases)} of ${count(sampled)} sampled pages judged`,
  };
}

function calledFigure({ targets, precision }: CalledFigures): KeyFigure {
  return {
    name: `relevant pages ${BY_PEOPLE}, share of those called relevant`,
    value: percent(precision.share),
    note: `${intervalInWords(precision)} at 95 % confidence; ${counted(targets, "page is", "pages are")} called so`,
  };
}

/** Says how sure the figures are, and by whose judgement, a sentence each. */
export function sureInWords(answers: RunAnswers): readonly string[] {
  const { totals, sample, exported, queued, assessed, byTruth, recall, cut } = answers;
  if (totals.fetched === 0) return [];
  return [
    ...(exported === undefined ? [] : [`${sentence(sampleInWords(exported))}.`]),
    ...(sample === undefined
      ? []
      : [
          `${sentence(sampleInWords(sample, assessed).replaceAll("\n", "; "))}; ${doubtInWords(sample.precision)}.`,
        ]),
    ...(assessed === undefined ? [] : [`${assessedInWords(assessed)}.`]),
    ...(byTruth === undefined ? [] : truthSentences(byTruth)),
    ...(recall === undefined ? [] : [`${SOURCES[recall.of]}: ${recallInWords(recall)}.`]),
    ...(queued === undefined ? [] : [`${sentence(sampleInWords(queued))}.`]),
    ownSentence(answers),
    ...(cut === undefined
      ? []
      : [
          `${cutInWords(cut)
            .map((line) => line.trim())
            .join("; ")}.`,
        ].map(sentence)),
    ...(answers.recent === undefined ? [] : [recentSentence(answers.recent, totals)]),
  ];
}

const SOURCES = {
  "control-list": "By the control list",
  discovered: "By draws by chance",
} as const satisfies Readonly<Record<RecallStatement["of"], string>>;

function truthSentences({ harvest, targets, known, ranked }: TruthFigures): string[] {
  return [
    `By the truth file: ${percent(harvest.share)} of the ${counted(harvest.cases, "fetched page")} that it knows are relevant (95 % interval ${intervalInWords(harvest)}).`,
    `By the truth file: ${count(targets)} of ${count(known)} known relevant pages were fetched (recall ${percent(targets / known)}).`,
    `By the truth file: ${rankedInWords(ranked)}.`,
  ];
}

function rankedInWords(ranked: RankedFigures): string {
  const { normalisedLoss, meanPagesToTarget, workSaved, extraRelevantFound } = ranked;
  const decimals = (value: number | undefined) => value?.toFixed(3) ?? "–";
  const pages = ranked.pagesToRecall.map((each) => (each === undefined ? "–" : count(each)));
  const recalls = RECALLS.map((share) => 100 * share).join(", ");
  return [
    `normalised loss ${decimals(normalisedLoss)}`,
    `mean pages to a relevant page (ATD) ${meanPagesToTarget.toFixed(0)}`,
    `recall within a quarter of the pages ${percent(ranked.recallSoon)}`,
    `pages to ${recalls} % recall ${pages.join(", ")}`,
    `WSS@95 ${decimals(workSaved)}`,
    `ERF@10 ${decimals(extraRelevantFound)}`,
  ].join("; ");
}

function ownSentence({ sample, byTruth, totals }: RunAnswers): string {
  const unchecked =
    sample === undefined && byTruth === undefined
      ? "No person has checked it, and it may be far from yours."
      : "Where it differs from the figures above, believe those.";
  return `As predicted by the crawl: ${percent(totals.harvestRate)} of the pages fetched are relevant. ${unchecked}`;
}

function recentSentence({ pages, targets }: RecentYield, { harvestRate }: CrawlReport): string {
  const mean = (pages * harvestRate).toFixed(1);
  return `A rule of thumb without any guarantee: ${count(targets)} of the last ${count(pages)} pages are predicted relevant; over the whole crawl it was ${mean} of each ${count(pages)}.`;
}

/** A thing to do next, with the command that does it. */
export interface NextStep {
  readonly text: string;
  readonly command: string | undefined;
}

/** Says what to do next, the most useful first. */
export function nextSteps(answers: RunAnswers): readonly NextStep[] {
  const { missing } = answers;
  const advice = (missing?.advice ?? []).map((text) => ({
    text: `${sentence(text)}.`,
    command: undefined,
  }));
  if (missing !== undefined) return withPlaces(advice);
  return withPlaces([
    ...advice,
    ...toJudge(answers),
    ...toLabel(answers),
    ...toCrawlOn(answers),
    ...toExport(answers),
  ]);
}

/** What the variables in commands of a page that is handed on stand for: folders are private. */
const PLACES = {
  RUN: "the directory of this run",
  VISITED: "that of the run it visits again",
  WEB: "the recording that was crawled",
};

/** Says before the steps which variables their commands need. */
function withPlaces(steps: readonly NextStep[]): readonly NextStep[] {
  const said = steps.map(({ text, command }) => `${text} ${command}`).join(" ");
  const named = Object.entries(PLACES).filter(([name]) => said.includes(`"$${name}`));
  const words = named.map(([name, what]) => `$${name} is ${what}`).join(", ");
  const text = `Say where things are on your machine, as in ${named[0]?.[0]}=/path/to/it: in the commands below ${words}.`;
  return named.length === 0 ? steps : [{ text, command: undefined }, ...steps];
}

function toJudge({ sample, directory, totals }: RunAnswers): NextStep[] {
  const offer = offerOf(sample, directory, totals.fetched);
  return offer === undefined ? [] : [{ ...offer, text: `${sentence(offer.text)}.` }];
}

function toLabel({ labelled: { good, bad }, directory, isTaught }: RunAnswers): NextStep[] {
  if (!isTaught) return [];
  const text = `Teach the crawl with labels, a key a page: so far ${count(good)} relevant and ${count(bad)} irrelevant.`;
  return [{ text, command: `dowser label ${directory}` }];
}

function toCrawlOn({ totals, events, resume }: RunAnswers): NextStep[] {
  const waiting = waitingUrls(totals);
  const end = endOf(events);
  if (waiting === 0 || end === undefined || resume === undefined) return [];
  const text = `Continue with a larger budget: ${counted(waiting, "URL is", "URLs are")} queued. The crawl ended because ${endInWords(end) ?? end}.`;
  return [{ text, command: `${resume} --pages ${2 * totals.fetched}` }];
}

/** Returns why the crawl ended; `undefined` while it runs. */
export function endOf(events: readonly RunEvent[]): string | undefined {
  const last = events.findLast(({ kind }) => kind === "finished" || kind === "paused");
  return last === undefined ? undefined : wordOf(last.detail["why"]);
}

function toExport({ directory }: RunAnswers): NextStep[] {
  const text = "Export the relevant pages, with text, scores and reasons, a row a page.";
  return [{ text, command: `dowser export ${directory} --relevant --format csv --out pages.csv` }];
}
