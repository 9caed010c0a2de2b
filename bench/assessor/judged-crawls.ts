/** Crawls of 300 pages of recorded webs, as a crawl that knows a topic chooses them, with scores and truth. */

import { learnedPages } from "../../lib/domain/methods/adaptive/page-estimator/learned-estimation.ts";
import { NO_NEED } from "../../lib/domain/methods/label-need.ts";
import { sampleSeen } from "../../lib/domain/methods/sample-seen.ts";
import type { Need } from "../../lib/domain/methods/strategy.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import { hostOf } from "../../lib/domain/web/url/canonical-url.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { sampleTested, splitFor } from "../judge/split.ts";
import type { JudgedWeb } from "../judge/webs.ts";
import { type LabelledWeb, openLabelledWeb, viewOf } from "../known-web/labelled-web.ts";

/** A page of a crawl, with what the crawl predicts and what is true. */
export interface CrawledPage {
  readonly url: Url;
  readonly title: string;
  readonly utility: number;
  readonly isTarget: boolean;
  readonly isRelevant: boolean;
}

/** A crawl for a need. */
export interface JudgedCrawl {
  readonly need: string;
  readonly pages: readonly CrawledPage[];
}

/** Pages of a crawl; half of those of a smaller site. */
const PAGES = 300;

/** Share of them that is chosen by the topic; the others come by chance. */
const BY_TOPIC = 0.9;

/** Fewest relevant pages of a crawl that counts: of fewer, no number within half again is to be had. */
const FEWEST = 5;

/** Labels that the scores are of. */
const LABELS = { good: 5, bad: 20 };

/** Makes the crawls of a web, one for each need and site. */
export async function judgedCrawls(web: JudgedWeb): Promise<readonly JudgedCrawl[]> {
  const crawls: JudgedCrawl[] = [];
  for (const { tested, labelled } of web.sites) {
    const site = await openLabelledWeb(tested);
    const others = await Promise.all(labelled.map(openLabelledWeb));
    const views = viewsOf(site, others);
    for (const { name, topic } of web.needs) {
      const pages = await crawlOf({ site, others, views, name, topic, apart: web.apart });
      if (pages.filter(({ isRelevant }) => isRelevant).length >= FEWEST)
        crawls.push({ need: `${tested.title}: ${name}`, pages });
    }
    for (const each of [site, ...others]) each.web.close();
  }
  return crawls;
}

interface CrawlRequest {
  readonly site: LabelledWeb;
  readonly others: readonly LabelledWeb[];
  readonly views: (urls: readonly Url[]) => Promise<PageView[]>;
  readonly name: string;
  readonly topic: string;
  readonly apart: JudgedWeb["apart"];
}

/** Draw of labels and pages, and the seed of everything random. */
const DRAW = 1;

async function crawlOf(request: CrawlRequest): Promise<readonly CrawledPage[]> {
  const { views, topic } = request;
  const split = splitFor(request, request, request.name, DRAW);
  if (split.good.length < LABELS.good || split.bad.length < LABELS.bad) return [];
  const sample = sampleTested(split.tested, DRAW);
  const shown = split.seen.map((url) => ({ url, host: hostOf(url), digest: undefined }));
  const seen = await views(sampleSeen(shown, DRAW));
  const [good, bad] = [
    await views(split.good.slice(0, LABELS.good)),
    await views(split.bad.slice(0, LABELS.bad)),
  ];
  const byTopic = judgeOf({ ...NO_NEED, topic, seen });
  const byLabels = judgeOf({ ...NO_NEED, good, bad, seen });
  const pages = await views(sample.map(({ url }) => url));
  const all = sample.flatMap(({ url, isTarget: isRelevant, standsFor }, at) => {
    const view = pages[at];
    if (view === undefined) return [];
    const { utility, isTarget } = byLabels(view);
    const worth = byTopic(view).utility;
    // A page stands for some that were not judged.
    return Array.from({ length: standsFor }, (_, copy) => {
      const own = copy === 0 ? url : (`${url}?copy=${copy}` as Url);
      return { url: own, title: "", utility, isTarget, isRelevant, worth };
    });
  });
  return chosen(all);
}

function chosen<Page extends CrawledPage & { readonly worth: number }>(
  all: readonly Page[],
): Page[] {
  const keyOf = ({ url }: Page) => hashToUnit(DRAW, `crawl ${url}`);
  const count = Math.min(PAGES, Math.floor(all.length / 2));
  const best = all.toSorted((a, b) => b.worth - a.worth || keyOf(a) - keyOf(b));
  const first = Math.floor(BY_TOPIC * count);
  const rest = best.slice(first).toSorted((a, b) => keyOf(a) - keyOf(b));
  return [...best.slice(0, first), ...rest.slice(0, count - first)];
}

function judgeOf(need: Need) {
  const estimation = learnedPages(DRAW);
  const given = estimation.learnsFromSeen?.(need) === true ? need : { ...need, seen: [] };
  return estimation.compile(estimation.train(given, undefined));
}

/** Returns what views pages of some sites, each once. */
export function viewsOf(site: LabelledWeb, others: readonly LabelledWeb[]) {
  const known = new Map<Url, PageView>();
  const webOf = new Map(
    [site, ...others].flatMap((each) => [...each.web.urls()].map((url) => [url, each])),
  );
  return async (urls: readonly Url[]) => {
    const views: PageView[] = [];
    for (const url of urls) {
      const view = known.get(url) ?? (await viewOf(webOf.get(url) ?? site, url));
      known.set(url, view);
      views.push(view);
    }
    return views;
  };
}
