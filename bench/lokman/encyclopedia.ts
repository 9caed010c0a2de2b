import { join } from "node:path";
import { systemClock } from "../../lib/adapters/system-clock.ts";
import { openRecordedWeb, type RecordedWeb } from "../../lib/adapters/web/recorded/recorded-web.ts";
import { viewPage } from "../../lib/crawl/judge-page.ts";
import { parseTargetRule } from "../../lib/domain/measures/truth.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";
import { type TermVector, termVector } from "../../lib/domain/text/term-vector.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { readTruth } from "../../peers/commands/read-truth.ts";

/** A recorded encyclopedia with what its editors say of the pages. */
export interface Encyclopedia {
  readonly web: RecordedWeb;
  readonly articles: readonly Article[];
  /** Articles in the editors' category of health and medicine. */
  readonly health: ReadonlySet<Url>;
}

/** An article by its title, with its words weighed by how rare they are in the whole. */
export interface Article {
  readonly url: Url;
  readonly title: string;
  readonly view: PageView;
  readonly vector: TermVector;
}

const HEALTH = "categories=subject.Science.Biology.Health_and_medicine";
const ARTICLE = /\/wiki\//;
const LIMITS = { bodyBytes: 5_000_000, timeoutMs: 30_000, parseMs: Number.POSITIVE_INFINITY };

/** Opens the recording in a folder and reads every article once. */
export async function openEncyclopedia(folder: string): Promise<Encyclopedia> {
  const web = await openRecordedWeb([join(folder, "wikispeedia.warc.gz")]);
  const truth = await readTruth([join(folder, "labels.jsonl")], parseTargetRule(HEALTH), web);
  const views: PageView[] = [];
  for (const url of web.urls()) {
    const outcome = ARTICLE.test(url) ? await web.fetch(url, LIMITS) : undefined;
    if (outcome?.kind === "page") views.push(viewPage(outcome, {}, LIMITS, systemClock).view);
  }
  const counts = views.map(({ mainText, language }) => termVector(mainText, language));
  const documents = new Map<string, number>();
  for (const vector of counts) {
    for (const term of vector.keys()) documents.set(term, (documents.get(term) ?? 0) + 1);
  }
  const rarity = (term: string) => Math.log(views.length / (documents.get(term) ?? 1));
  const articles = views.map((view, index) => ({
    url: view.url,
    title: titleOf(view.url),
    view,
    vector: new Map([...(counts[index] ?? [])].map(([term, tf]) => [term, tf * rarity(term)])),
  }));
  return { web, articles, health: truth.targets };
}

function titleOf(url: Url): string {
  return decodeURIComponent(url.slice(url.lastIndexOf("/") + 1)).replaceAll("_", " ");
}

/** Links from the nearest of some pages to every article that they lead to. */
export function distancesFrom(
  seeds: readonly Url[],
  articles: readonly Article[],
): ReadonlyMap<Url, number> {
  const views = new Map(articles.map(({ url, view }) => [url, view]));
  const distances = new Map(seeds.map((seed) => [seed, 0]));
  for (const [url, distance] of distances) {
    for (const anchor of views.get(url)?.anchors ?? []) {
      if (!distances.has(anchor.url)) distances.set(anchor.url, distance + 1);
    }
  }
  return distances;
}
