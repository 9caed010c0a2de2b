import { closeSync, openSync, writeFileSync } from "node:fs";
import { systemClock } from "../../lib/adapters/system-clock.ts";
import type { RecordedWeb } from "../../lib/adapters/web/recorded/recorded-web.ts";
import { viewPage } from "../../lib/crawl/judge-page.ts";
import { parseTargetRule, type TargetRule } from "../../lib/domain/measures/truth.ts";
import { commentDetector } from "../../lib/domain/page/comments/structure-detector.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";
import { settledView } from "../../lib/domain/page/view-parts.ts";
import { figures, formatTable } from "../../lib/domain/text/table.ts";
import { hostOf } from "../../lib/domain/web/url/canonical-url.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { fail } from "../../lib/errors.ts";
import { labelled, type Recording, readVerdicts } from "../../lib/run/input/read-truth.ts";
import { printNotice, printResult } from "../../lib/run/print/print-line.ts";
import { openRecording } from "../../lib/run/web/open-web.ts";
import {
  type DetectorVerdicts,
  type JudgedPage,
  judgeByDetectors,
} from "../comments/judge-by-detectors.ts";
import { type LearnedKeyword, learnKeywords } from "../comments/learn-keywords.ts";
import { accuracy, type Confusion, confusionOf, precision, recall } from "../learners/confusion.ts";

/** The options of the command line. */
export interface DetectOptions {
  readonly train: readonly string[];
  readonly web: readonly string[];
  /** `comments=true` */
  readonly target: string;
  /** Most keywords of the learned list. */
  readonly keywords: number;
  /** File for the result. */
  readonly json: string | undefined;
  /** File for the list. */
  readonly out: string | undefined;
}

/** Pages between two lines of progress. */
const PROGRESS_EVERY = 1_000;

/**
 * Runs `dowser detect comments`: mines a keyword list from labelled pages and tests the detectors
 * on them.
 */
export async function detectCommentsCommand(options: DetectOptions): Promise<void> {
  const rule = parseTargetRule(options.target);
  for (const file of [options.json, options.out]) {
    if (file !== undefined) closeSync(openSync(file, "a"));
  }
  const web = await openRecording(options.web);
  try {
    const labels = await readLabels(options.train, rule, web);
    checkClasses(labels, options);
    const pages = await judgePages(web, labels);
    const settings = { count: options.keywords };
    const learned = learnKeywords(pages, settings);
    const confusions = confusionsOf(judgeByDetectors(pages, settings));
    printResult(`${formatKeywords(learned)}\n\n${formatConfusions(confusions)}`);
    printLimits(pages, learned);
    if (options.out !== undefined) {
      writeFileSync(options.out, learned.map(({ keyword }) => `${keyword}\n`).join(""));
    }
    if (options.json !== undefined) {
      const result = { pages: pages.length, keywords: learned, detectors: confusions };
      writeFileSync(options.json, `${JSON.stringify(result)}\n`);
    }
  } finally {
    web.close();
  }
}

function checkClasses(labels: ReadonlyMap<Url, boolean>, { train, target }: DetectOptions): void {
  if (labels.size === 0) {
    throw fail("no-labelled-page", { target, value: train });
  }
  const classes = new Set(labels.values());
  if (classes.size > 1) return;
  const missing = classes.has(true) ? "without" : "with";
  throw fail("one-class-only", { missing, value: target });
}

async function judgePages(
  web: RecordedWeb,
  labels: ReadonlyMap<Url, boolean>,
): Promise<JudgedPage[]> {
  const defaults = commentDetector({ detector: "keywords" });
  const structure = commentDetector({ detector: "structure" });
  const pages: JudgedPage[] = [];
  for await (const { url, view, isTarget } of readLabelledPages(web, labels)) {
    pages.push({
      classNames: view.classNames,
      isComment: isTarget,
      site: hostOf(url),
      byDefault: defaults(view).isComment,
      byStructure: structure(view).isComment,
    });
    if (pages.length % PROGRESS_EVERY === 0)
      printNotice(`${pages.length} of ${labels.size} pages read`);
  }
  return pages;
}

function confusionsOf(verdicts: readonly DetectorVerdicts[]): Readonly<Record<string, Confusion>> {
  return Object.fromEntries(verdicts.map(({ name, cases }) => [name, confusionOf(cases)]));
}

/** Reports what the figures cannot show. */
function printLimits(pages: readonly JudgedPage[], learned: readonly LearnedKeyword[]): void {
  const sites = new Set(pages.map(({ site }) => site)).size;
  if (sites === 1) {
    printNotice(
      "all labelled pages are of one site: a learned list cannot be validated on pages it has not seen",
    );
  }
  if (learned.length === 0) {
    printNotice(
      "no keyword was learned: no keyword occurs on pages with comments of at least two sites",
    );
  }
}

/** Formats the learned list for a terminal. */
export function formatKeywords(learned: readonly LearnedKeyword[]): string {
  const columns = [
    { title: "keyword", align: "left" },
    ...["odds ratio", "with comments", "without", "sites", "adds"].map(figures),
  ] as const;
  const rows = learned.map(({ keyword, oddsRatio, commentPages, otherPages, sites, gain }) => [
    keyword,
    oddsRatio.toFixed(0),
    String(commentPages),
    String(otherPages),
    String(sites),
    `${(100 * gain).toFixed(1)} %`,
  ]);
  return formatTable(columns, rows);
}

/** Formats confusion matrices with their figures, one detector per line. */
export function formatConfusions(confusions: Readonly<Record<string, Confusion>>): string {
  const titles = ["found", "missed", "false", "right none", "accuracy", "precision", "recall"];
  const columns = [{ title: "detector", align: "left" }, ...titles.map(figures)] as const;
  const rows = Object.entries(confusions).map(([name, counts]) => [
    name,
    String(counts.truePositives),
    String(counts.falseNegatives),
    String(counts.falsePositives),
    String(counts.trueNegatives),
    ...[accuracy(counts), precision(counts), recall(counts)].map(
      (figure) => figure?.toFixed(3) ?? "–",
    ),
  ]);
  return formatTable(columns, rows);
}

/**
 * Longest page read, in bytes, and longest times to fetch and to parse one, in ms: those of a crawl
 * by default.
 */
const LIMITS = { bodyBytes: 5_000_000, timeoutMs: 30_000, parseMs: 30_000 };

/** A recorded page and whether it is a target. */
interface LabelledView {
  readonly url: Url;
  readonly view: PageView;
  readonly isTarget: boolean;
}

/** Reads the labelled pages of a recording one after another; skips URLs that are no page there. */
async function* readLabelledPages(
  web: Pick<RecordedWeb, "fetch">,
  labels: ReadonlyMap<Url, boolean>,
): AsyncIterable<LabelledView> {
  for (const [url, isTarget] of labels) {
    const outcome = await web.fetch(url, LIMITS);
    if (outcome.kind !== "page") continue;
    yield { url, view: settledView(viewPage(outcome, {}, LIMITS, systemClock).view), isTarget };
  }
}

/**
 * Reads which recorded pages of truth files are targets; for the live web, all pages of these
 * files. Lines without the field, or with `null`, are left out. When several lines are about one
 * page, one line that calls it a target is enough.
 */
export async function readLabels(
  files: readonly string[],
  rule: TargetRule,
  web: Recording | "live",
): Promise<ReadonlyMap<Url, boolean>> {
  return labelled(await readVerdicts(files, rule, web));
}
