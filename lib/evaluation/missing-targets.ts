import { isKeptOut } from "../crawl/judge-page.ts";
import type { CrawlReport } from "../crawl/report-crawl.ts";
import { waitingUrls } from "../crawl/report-crawl.ts";
import type { FileNeed } from "../domain/methods/strategy.ts";
import type { PageRecord, PageVerdict } from "../domain/page/page-record.ts";
import type { PageView } from "../domain/page/page-view.ts";
import { keepGreatest } from "../domain/stats/sorted.ts";
import { quotedWord } from "../domain/text/safe-text.ts";
import { termVector } from "../domain/text/term-vector.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { RecordStore } from "../ports/record-store.ts";
import { KEPT_OUT } from "./feature-figures.ts";

/** Most pages, languages and lost URLs that are named. */
const MOST_NAMED = 3;
/** Most stored pages that are read for the topic's words: a second or two of parsing. */
const MOST_READ = 200;

/** The inputs of the explanation. */
export interface CrawlWithoutTargets {
  readonly records: Pick<RecordStore, "list">;
  readonly report: Pick<CrawlReport, "fetched" | "states" | "reasons">;
  /** Reads a stored page; `undefined` when it is not stored. */
  readonly viewOf: (url: Url) => Promise<PageView | undefined>;
  readonly topic: string | undefined;
  /** Files that the need asks for; `undefined` where pages are looked for. */
  readonly files: FileNeed | undefined;
  /** The threshold that the project sets; `undefined` when the strategy chooses. */
  readonly threshold: number | undefined;
  /** Whether links may lead to any host. */
  readonly isScopeOpen: boolean;
  /** Directory of the run, for commands. */
  readonly directory: string;
}

/** Why a crawl has no target page, and how to change that, for its user. */
export interface MissingTargets {
  /** A line each; one that begins with a space belongs to the line before it. */
  readonly reasons: readonly string[];
  readonly advice: readonly string[];
}

/** Explains why a crawl has no target page and how to change that. */
export async function explainMissingTargets(crawl: CrawlWithoutTargets): Promise<MissingTargets> {
  const [reasons, advice] = reasonsAndAdvice(crawl, await gather(crawl));
  return { reasons, advice };
}

/** Formats the reasons in lines for a terminal. */
export function reasonsInWords({ reasons }: Pick<MissingTargets, "reasons">): string[] {
  return [
    "no page is predicted relevant:",
    ...reasons.map((line) => (line.startsWith(" ") ? `  ${line}` : `  - ${line}`)),
  ];
}

/** Formats the explanation in lines for a terminal. */
export function missingTargetsInWords({ reasons, advice }: MissingTargets): string[] {
  return [
    ...reasonsInWords({ reasons }),
    "so that the next crawl finds some:",
    ...advice.map((line) => `  - ${line}`),
  ];
}

function reasonsAndAdvice(crawl: CrawlWithoutTargets, seen: Seen): [string[], string[]] {
  if (crawl.report.fetched === 0) return [nothingFetched(crawl, seen), adviceWithoutPages(crawl)];
  if (crawl.files === undefined) return [nothingRelevant(crawl, seen), adviceOn(crawl, seen)];
  return [noFile(crawl, crawl.files, seen), adviceOnFiles(crawl)];
}

type ShownPage = Pick<PageRecord, "url"> & Pick<PageVerdict, "utility" | "why">;

interface Seen {
  /** Pages of greatest utility, the greatest first; without those that may not be targets. */
  readonly best: ShownPage[];
  /** Language → number of pages. */
  readonly languages: Map<string, number>;
  /** The first URLs that gave no page. */
  readonly lost: Pick<PageRecord, "url" | "reason" | "detail">[];
  /** Pages that are no targets, as they ask to be kept out of indexes. */
  keptOut: number;
  /** Pages that were read, and those among them that have a word of the topic. */
  read: number;
  withTopic: number;
}

async function gather({ records, viewOf, topic, report }: CrawlWithoutTargets): Promise<Seen> {
  const seen: Seen = {
    best: [],
    languages: new Map(),
    lost: [],
    keptOut: 0,
    read: 0,
    withTopic: 0,
  };
  const words = wordsOf(topic);
  const stride = Math.max(1, Math.ceil(report.fetched / MOST_READ));
  let pages = 0;
  for await (const { url, reason, detail, page } of records.list()) {
    if (page === undefined) {
      if (seen.lost.length < MOST_NAMED) seen.lost.push({ url, reason, detail });
      continue;
    }
    const { utility, why, language = "unknown" } = page;
    if (isKeptOut(page)) seen.keptOut += 1;
    else keepGreatest(seen.best, { url, utility, why }, MOST_NAMED, (page) => page.utility);
    seen.languages.set(language, (seen.languages.get(language) ?? 0) + 1);
    pages += 1;
    const view = words.length > 0 && pages % stride === 0 ? await viewOf(url) : undefined;
    if (view === undefined) continue;
    const terms = termVector(`${view.title}\n${view.mainText}`, view.language);
    seen.read += 1;
    if (words.some((word) => terms.has(word))) seen.withTopic += 1;
  }
  return seen;
}

function wordsOf(topic: string | undefined): string[] {
  return topic === undefined ? [] : [...termVector(topic, undefined).keys()];
}

/** Advice for a crawl that fetched no page, by the `state:reason` of its seeds; the first part of it. */
const BY_REASON: readonly (readonly [reasons: readonly string[], advice: string])[] = [
  [
    [
      "failed:dns",
      "failed:connect",
      "failed:tls",
      "failed:timeout",
      "failed:server-error",
      "refused:robots-unreachable",
    ],
    "check that the seeds' addresses are right and answer in a browser, and that this machine is online",
  ],
  [
    ["refused:robots"],
    "name other seeds: robots.txt of these hosts forbids them, and only the site's owner can allow them",
  ],
  [
    ["refused:tls"],
    "look at the site in a browser, which refuses its certificate, too; to fetch it all the same name its host in politeness.allowInvalidCertificates",
  ],
  [["refused:port"], "name other seeds: no web server has this port, and browsers refuse it, too"],
  [
    ["refused:address"],
    "for a site on this machine set politeness.allowLoopback: true; other addresses that are not public are never asked",
  ],
  [
    ["failed:gone"],
    "name pages that exist: the servers of the seeds say that they have no such page",
  ],
  [
    ["refused:content-type"],
    "name HTML pages as seeds, or the types of files that you look for in need.files",
  ],
];

const OTHER_SEEDS = "name other seeds: pages that open in a browser, on sites that allow crawling";

function adviceWithoutPages({ report }: CrawlWithoutTargets): string[] {
  const advice = BY_REASON.flatMap(([reasons, text]) =>
    reasons.some((reason) => (report.reasons[reason] ?? 0) > 0) ? [text] : [],
  );
  return advice.length === 0 ? [OTHER_SEEDS] : advice;
}

function nothingFetched({ report }: CrawlWithoutTargets, { lost }: Seen): string[] {
  const counts = Object.entries(report.reasons).map(
    ([reason, urls]) => `${reason.replace(":", ": ")} ${urls}`,
  );
  const waiting = waitingUrls(report);
  return [
    `nothing was fetched: ${[...counts, `queued ${waiting}`].join(", ")}`,
    ...lost.map(({ url, reason, detail }) => `${url}: ${reason}${detail ? `, ${detail}` : ""}`),
  ];
}

function nothingRelevant(crawl: CrawlWithoutTargets, seen: Seen): string[] {
  const { report, threshold, topic } = crawl;
  const limit =
    threshold === undefined ? "the strategy's threshold" : `need.threshold ${threshold}`;
  const best = seen.best.map(({ url, utility, why }) => `${utility.toFixed(3)} ${url} (${why})`);
  const named = wordsOf(topic).join(", ");
  const languages = [...seen.languages].toSorted(([, a], [, b]) => b - a).slice(0, MOST_NAMED);
  return [
    ...leftOutOfIndexes(seen),
    ...(best.length === 0
      ? []
      : [
          `${report.fetched - seen.keptOut} pages have less utility than ${limit}; the most have:`,
          ...best.map((line) => `  ${line}`),
        ]),
    ...(seen.read === 0
      ? []
      : [`the topic's words (${named}) occur on ${seen.withTopic} of ${seen.read} pages read`]),
    `languages: ${languages.map(([language, pages]) => `${language} ${pages}`).join(", ")}`,
    ...forbidden(crawl),
    ...exhausted(report),
  ];
}

function noFile(crawl: CrawlWithoutTargets, { mediaTypes }: FileNeed, seen: Seen): string[] {
  const { fetched, reasons } = crawl.report;
  const named = mediaTypes.slice(0, MOST_NAMED).join(", ");
  const others = reasons["refused:content-type"] ?? 0;
  return [
    `need.files asks for files (${named}), and none of the ${fetched} answers is one that counts`,
    ...leftOutOfIndexes(seen),
    ...(others === 0 ? [] : [`${others} answers are refused for their media type`]),
    ...forbidden(crawl),
  ];
}

function leftOutOfIndexes({ keptOut }: Seen): string[] {
  if (keptOut === 0) return [];
  const pages = keptOut === 1 ? "1 page is" : `${keptOut} pages are`;
  return [`${pages} not relevant, whatever the utility: the site asks that they be ${KEPT_OUT}`];
}

/** Says why no link was left, when none was. */
function exhausted(report: CrawlWithoutTargets["report"]): string[] {
  if (waitingUrls(report) > 0) return [];
  const refused = Object.entries(report.reasons).filter(([key]) => key.startsWith("refused:"));
  const counts = refused.map(([key, urls]) => `${key.slice("refused:".length)} ${urls}`);
  const rules = counts.length === 0 ? "none" : counts.join(", ");
  return [`no link is left to fetch after ${report.fetched} pages; links left out: ${rules}`];
}

function forbidden({ report }: CrawlWithoutTargets): string[] {
  const urls = report.reasons["refused:robots"] ?? 0;
  return urls === 0 ? [] : [`robots.txt files forbid ${urls} URLs`];
}

/** Share of pages with a word of the topic below which the seeds are far from it, in [0,1]. */
const FEW_WITH_TOPIC = 0.1;

function adviceOn(crawl: CrawlWithoutTargets, seen: Seen): string[] {
  const { directory, isScopeOpen } = crawl;
  const [best] = seen.best;
  const isFar = seen.read > 0 && seen.withTopic < FEW_WITH_TOPIC * seen.read;
  return [
    ...(best === undefined
      ? []
      : [
          `label pages as relevant or irrelevant, those above first, and continue the crawl: dowser label add ${directory} ${quotedWord(best.url)} relevant`,
        ]),
    "give pages that you look for in need.good, and pages that you do not in need.bad",
    ...(best === undefined || best.utility === 0
      ? []
      : [`set need.threshold below ${best.utility.toFixed(3)}, if the pages above are relevant`]),
    ...(waitingUrls(crawl.report) > 0
      ? []
      : ["name more seeds, or begin with all pages of their sitemaps (seeds.sitemaps: true)"]),
    ...(isFar ? ["name seeds that are nearer to the topic, and other words for it"] : []),
    ...adviceOnScope(isScopeOpen),
  ];
}

function adviceOnFiles({ directory, isScopeOpen }: CrawlWithoutTargets): string[] {
  return [
    `check the types in need.files: dowser export ${directory} names the media types that were refused (content-type)`,
    "name seeds that are nearer to pages with such files",
    ...adviceOnScope(isScopeOpen),
  ];
}

function adviceOnScope(isScopeOpen: boolean): string[] {
  return [
    ...(isScopeOpen ? [] : ["widen scope.hosts: links to other hosts are left out"]),
    "a changed need, seeds or scope is another crawl: give it another directory with --out",
  ];
}
