import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parsePage } from "../../lib/domain/page/parse-page.ts";
import { figures } from "../../lib/domain/text/table.ts";
import { canonicalUrl } from "../../lib/domain/web/url/canonical-url.ts";
import { printTable } from "../entry/print-table.ts";

const CORPUS = join(import.meta.dirname, "../../../shared/corpora/extraction");

/** Python's `\w+`: letters and numbers of any script, and the underscore. */
const WORD = /[\p{L}\p{N}_]+/gu;

/** Tokens a shingle holds. */
const SHINGLE = 4;

interface Article {
  readonly id: string;
  readonly url: string;
  readonly gold: string;
  readonly html: string;
}

interface PageScore {
  readonly precision: number | undefined;
  readonly recall: number | undefined;
}

/** Means over the pages, in [0,1]. */
export interface Score {
  readonly f1: number;
  readonly precision: number;
  readonly recall: number;
}

/** Prints main text against the gold text of 181 articles, or of the first so many, beside other systems' outputs. */
export function printArticles(args: readonly string[]): void {
  const most = Number(args.find((arg) => /^\d+$/.test(arg)) ?? Number.POSITIVE_INFINITY);
  const articles = readArticles(most);
  if (articles === undefined) return console.log(`articles: skipped, no corpus at ${CORPUS}`);
  const systems = [["dowser", articles.map(mainTextOf)] as const, ...readOutputs(articles)];
  const rows = systems
    .map(([name, texts]) => ({ name, ...score(pageScores(articles, texts)) }))
    .sort((a, b) => b.f1 - a.f1);
  printTable(
    `main text of ${articles.length} article pages`,
    [{ title: "system", align: "left" }, ...["F1", "precision", "recall"].map(figures)],
    rows.map(({ name, f1, precision, recall }) => [
      name,
      ...[f1, precision, recall].map((share) => share.toFixed(3)),
    ]),
  );
  const own = systems[0]?.[1] ?? [];
  printFolds(articles, own);
  if (args.includes("--pages")) printPages(articles, own);
}

/** Our score on the corpus; `undefined` where there is no corpus. */
export function ownScore(): Score | undefined {
  const articles = readArticles();
  return articles && score(pageScores(articles, articles.map(mainTextOf)));
}

/** The benchmark's F1 for the scores of its pages. */
function score(pages: readonly PageScore[]): Score {
  const precision = mean(pages.map((page) => page.precision));
  const recall = mean(pages.map((page) => page.recall));
  return { f1: (2 * precision * recall) / (precision + recall), precision, recall };
}

function pageScores(articles: readonly Article[], texts: readonly string[]): PageScore[] {
  return articles.map(({ gold }, index) => scorePage(gold, texts[index] ?? ""));
}

function scorePage(gold: string, text: string): PageScore {
  const wanted = shingles(gold);
  const found = shingles(text);
  let common = 0;
  for (const [shingle, count] of found) common += Math.min(count, wanted.get(shingle) ?? 0);
  const foundTotal = total(found);
  const wantedTotal = total(wanted);
  return {
    precision: foundTotal === 0 ? undefined : common / foundTotal,
    recall: wantedTotal === 0 ? undefined : common / wantedTotal,
  };
}

function shingles(text: string): Map<string, number> {
  const tokens = text.match(WORD) ?? [];
  const counts = new Map<string, number>();
  const last = Math.max(Math.min(1, tokens.length), tokens.length - SHINGLE + 1);
  for (let start = 0; start < last; start++) {
    const shingle = tokens.slice(start, start + SHINGLE).join(" ");
    counts.set(shingle, (counts.get(shingle) ?? 0) + 1);
  }
  return counts;
}

function total(counts: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}

function mean(values: readonly (number | undefined)[]): number {
  const known = values.filter((value) => value !== undefined);
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

/**
 * Every fifth page: a rule that only fits some pages shows as a spread between the folds.
 * With the thresholds of main-text.ts chosen on four folds out of 108 settings, the held-out folds
 * together score 0.962; the settings themselves lie between 0.956 and 0.969.
 */
function printFolds(articles: readonly Article[], texts: readonly string[]): void {
  const pages = pageScores(articles, texts);
  const folds = Array.from({ length: 5 }, (_, fold) =>
    score(pages.filter((_page, index) => index % 5 === fold)).f1.toFixed(3),
  );
  console.log(`dowser, F1 by fold: ${folds.join(" ")}`);
}

function printPages(articles: readonly Article[], texts: readonly string[]): void {
  const pages = pageScores(articles, texts);
  const rows = articles.map(({ id, url }, index) => ({
    id: id.slice(0, 8),
    url: url.slice(0, 60),
    precision: pages[index]?.precision ?? Number.NaN,
    recall: pages[index]?.recall ?? Number.NaN,
  }));
  rows.sort((a, b) => a.precision + a.recall - b.precision - b.recall);
  console.table(rows.slice(0, 40));
}

function mainTextOf({ url, html }: Article): string {
  const canonical = canonicalUrl(url.includes("://") ? url : `https://${url}`);
  if (!canonical.ok) throw new Error(`not a page's URL: ${url}`);
  const limits = { maxLength: Number.POSITIVE_INFINITY, overTime: () => false };
  return parsePage({ url: canonical.url, html }, limits).mainText;
}

function readArticles(most = Number.POSITIVE_INFINITY): Article[] | undefined {
  if (!existsSync(CORPUS)) return undefined;
  const truth: unknown = JSON.parse(readFileSync(join(CORPUS, "ground-truth.json"), "utf8"));
  const pages = entries(truth).slice(0, most);
  return pages.map(([id, page]) => ({
    id,
    url: text(page, "url"),
    gold: text(page, "articleBody"),
    html: gunzipSync(readFileSync(join(CORPUS, "html", `${id}.html.gz`))).toString("utf8"),
  }));
}

function readOutputs(articles: readonly Article[]): (readonly [string, string[]])[] {
  return readdirSync(join(CORPUS, "output")).map((file) => {
    const parsed: unknown = JSON.parse(readFileSync(join(CORPUS, "output", file), "utf8"));
    const pages = new Map(entries(Object(parsed)["output"] ?? parsed));
    const texts = articles.map(({ id }) => text(pages.get(id), "articleBody"));
    return [file.replace(/\.json$/, ""), texts] as const;
  });
}

function entries(value: unknown): [string, unknown][] {
  return Object.entries(Object(value));
}

function text(value: unknown, key: string): string {
  const found: unknown = Object(value)[key];
  return typeof found === "string" ? found : "";
}
