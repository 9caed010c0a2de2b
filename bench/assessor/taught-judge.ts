/**
 * What pages that an assessor read teach the judge of pages: half of a web is a crawl, which asks about some of its
 * pages as a crawl does, and the other half is judged. The truth is labels by people, the assessor's errors are by a seed.
 */

import { shareOfLabels } from "../../lib/crawl/look.ts";
import { learnedPages } from "../../lib/domain/methods/adaptive/page-estimator/learned-estimation.ts";
import {
  bothReadings,
  firstShare,
  readingAgain,
} from "../../lib/domain/methods/adaptive/page-estimator/second-reading.ts";
import { type CutName, isCalled, placeCuts } from "../../lib/domain/methods/cut.ts";
import { NO_NEED } from "../../lib/domain/methods/label-need.ts";
import { sampleSeen } from "../../lib/domain/methods/sample-seen.ts";
import type { FollowedLink, Need } from "../../lib/domain/methods/strategy.ts";
import type { PageRecord } from "../../lib/domain/page/page-record.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import { hostOf } from "../../lib/domain/web/url/canonical-url.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { pagesThatTeach } from "../../lib/evaluation/assessed-pages.ts";
import type { RecordStore } from "../../lib/ports/record-store.ts";
import { type Figures, figuresOf } from "../judge/figures.ts";
import { drawLinks } from "../judge/followed-links.ts";
import { longTopicOf } from "../judge/long-topics.ts";
import { type SampledPage, sampleTested, splitFor } from "../judge/split.ts";
import type { JudgedNeed, JudgedWeb } from "../judge/webs.ts";
import { drawPages } from "../known-web/known-web.ts";
import { openLabelledWeb } from "../known-web/labelled-web.ts";
import { viewsOf } from "./judged-crawls.ts";
import type { Judges } from "./state-figures.ts";

/** Labels that the judge has, and what an answer of the assessor counts beside a person's label. */
const TAUGHT = {
  "5/20 of people": undefined,
  "and 100 answers, half a label each": 0.5,
  "and 100 answers, a label each": 1,
} as const;

/** Names of {@link TAUGHT}. */
export type TaughtBy = keyof typeof TAUGHT;

/** The figures of one need with one draw, of what either cut calls. */
export interface TaughtCase {
  readonly need: string;
  readonly labels: TaughtBy;
  readonly cuts: Readonly<Record<CutName, Figures>>;
}

/** Labels of people at the start. */
const PEOPLE = { good: 5, bad: 20 };

/** Pages at which a crawl asks, and pages that it has asked about after the last time. */
const STEPS = [32, 128, 512];
const ANSWERS = 100;

/** Apart from those that labels and judged pages are drawn by. */
const SEED_OF_SEEN = 1_000;

/** Measures the judge for each need and site of a web. */
export async function taughtCases(
  web: JudgedWeb,
  {
    assessor,
    by,
    draws,
  }: {
    readonly assessor: NonNullable<Judges["assessor"]>;
    readonly by: readonly TaughtBy[];
    readonly draws: number;
  },
): Promise<readonly TaughtCase[]> {
  const cases: TaughtCase[] = [];
  for (const { tested, labelled } of web.sites) {
    const site = await openLabelledWeb(tested);
    const others = await Promise.all(labelled.map(openLabelledWeb));
    const views = viewsOf(site, others);
    for (const need of web.needs) {
      for (let draw = 1; draw <= draws; draw += 1) {
        const split = splitFor({ site, others }, web, need.name, draw);
        if (split.good.length < PEOPLE.good || split.bad.length < PEOPLE.bad) continue;
        const isFetched = (url: Url) => hashToUnit(draw, `crawled ${url}`) < 0.5;
        const [crawled, left] = [true, false].map(
          (is) => new Map([...split.tested].filter(([url]) => isFetched(url) === is)),
        );
        const crawl = new TaughtCrawl({
          ...{ need, draw, assessor, truth: split.tested },
          fetched: drawPages(crawled?.keys() ?? [], STEPS.at(-1) ?? 0, draw),
          judged: sampleTested(left ?? new Map(), draw),
        });
        const [good, bad] = [split.good.slice(0, PEOPLE.good), split.bad.slice(0, PEOPLE.bad)];
        await crawl.read(views, good, bad);
        await crawl.learn();
        for (const labels of by)
          cases.push({ need: need.name, labels, cuts: crawl.figures(TAUGHT[labels]) });
      }
      process.stderr.write(`assessor: ${web.title}, ${tested.title}, ${need.name} done\n`);
    }
    for (const each of [site, ...others]) each.web.close();
  }
  return cases;
}

interface CrawlRequest {
  readonly need: JudgedNeed;
  /** Also the seed of everything random. */
  readonly draw: number;
  readonly assessor: NonNullable<Judges["assessor"]>;
  readonly truth: ReadonlyMap<Url, boolean>;
  /** In the order of the crawl. */
  readonly fetched: readonly Url[];
  readonly judged: readonly SampledPage[];
}

type Judge = (url: Url) => { readonly utility: number; readonly isTarget: boolean };

class TaughtCrawl {
  readonly #asked: CrawlRequest;
  readonly #views = new Map<Url, PageView>();
  readonly #answers = new Map<Url, boolean>();
  #links: ReadonlyMap<Url, FollowedLink> = new Map();
  #people: Pick<Need, "good" | "bad"> = { good: [], bad: [] };

  constructor(asked: CrawlRequest) {
    this.#asked = asked;
  }

  /** Reads all pages that are judged or teach; a link to each is drawn from those that lead to it. */
  async read(
    views: (urls: readonly Url[]) => Promise<PageView[]>,
    good: readonly Url[],
    bad: readonly Url[],
  ): Promise<void> {
    const { fetched, judged, draw } = this.#asked;
    const urls = new Set([...fetched, ...judged.map(({ url }) => url), ...good, ...bad]);
    for (const view of await views([...urls])) this.#views.set(view.url, view);
    this.#links = drawLinks(this.#views.values(), draw);
    this.#people = {
      good: good.map((url) => this.#view(url)),
      bad: bad.map((url) => this.#view(url)),
    };
  }

  /** Asks at the steps of a crawl, each page scored as it was when it was fetched. */
  async learn(): Promise<void> {
    const { fetched, draw } = this.#asked;
    const scored = new Map<Url, ReturnType<Judge>>();
    for (const [index, step] of STEPS.entries()) {
      const judge = this.#train(this.#needWith(fetched.slice(0, scored.size), 0.5));
      for (const url of fetched.slice(scored.size, step)) scored.set(url, judge(url));
      const records = [...scored].map(([url, page]) => {
        return { url, host: hostOf(url), page: { title: "", ...page } };
      });
      const pages = records.map(({ url, page }) => ({ url, utility: page.utility }));
      const most = Math.ceil((ANSWERS * (index + 1)) / STEPS.length) - this.#answers.size;
      const judged = new Set(this.#answers.keys());
      const listed = recordsOf(records);
      for (const { url } of await pagesThatTeach(listed, pages, { judged, most, seed: draw }))
        this.#answers.set(url, this.#answer(url));
    }
  }

  /** Judges the pages that were not crawled, by labels of people and answers of so much weight. */
  figures(weight: number | undefined): Readonly<Record<CutName, Figures>> {
    const { fetched, judged } = this.#asked;
    const need = this.#needWith(fetched, weight);
    const first = this.#train(need);
    const share = firstShare(shareOfLabels(need));
    const answerTo = (url: Url) => (weight === undefined ? undefined : this.#answers.get(url));
    const again = readingAgain(
      fetched.map((url) => {
        const answer = answerTo(url);
        const utility = Number(answer ?? first(url).utility);
        const link = this.#links.get(url);
        return { view: this.#view(url), link, utility, isLabelled: answer !== undefined };
      }),
      share,
    );
    const scoreOf = (url: Url) => {
      const { utility } = first(url);
      if (again === undefined) return utility;
      return bothReadings(utility, again(this.#view(url), this.#links.get(url)), share);
    };
    const scored = judged.flatMap(({ url, isTarget: actual, standsFor }) => {
      const utility = scoreOf(url);
      return Array.from({ length: standsFor }, () => ({ actual, ...pageOf(utility) }));
    });
    const cuts = placeCuts([
      ...scored,
      ...fetched.map((url) => {
        const label = answerTo(url);
        const page = pageOf(scoreOf(url));
        return label === undefined ? page : { ...page, least: undefined, label };
      }),
    ]);
    const of = (name: CutName) =>
      figuresOf(scored.map((page) => ({ ...page, said: isCalled(page, cuts[name]) })));
    return { complete: of("complete"), clean: of("clean") };
  }

  /** The need with the labels of people, and answers of so much weight. */
  #needWith(seen: readonly Url[], weight: number | undefined): Need {
    const { need, draw } = this.#asked;
    const answers = weight === undefined ? [] : [...this.#answers];
    const said = (is: boolean) =>
      answers.flatMap(([url, isGood]) => (isGood === is ? [this.#view(url)] : []));
    const shown = seen.map((url) => ({ url, host: hostOf(url), digest: undefined }));
    return {
      ...NO_NEED,
      ...{ topic: need.topic, words: longTopicOf(need.name), links: this.#links },
      good: [...this.#people.good, ...said(true)],
      bad: [...this.#people.bad, ...said(false)],
      seen: sampleSeen(shown, SEED_OF_SEEN + draw).map((url) => this.#view(url)),
      ...(weight === 0.5 && { half: answers.map(([url]) => url) }),
    };
  }

  #train(need: Need): Judge {
    const estimation = learnedPages(this.#asked.draw, true);
    const judge = estimation.compile(estimation.train(need, undefined));
    const known = new Map<Url, ReturnType<Judge>>();
    return (url) => {
      const judged = known.get(url) ?? judge(this.#view(url), this.#links.get(url));
      known.set(url, judged);
      return judged;
    };
  }

  #answer(url: Url): boolean {
    const { assessor, truth, draw } = this.#asked;
    const isRelevant = truth.get(url) === true;
    const share = isRelevant ? assessor.sensitivity : assessor.specificity;
    return hashToUnit(draw, `errs ${url}`) < share === isRelevant;
  }

  #view(url: Url): PageView {
    const view = this.#views.get(url);
    if (view === undefined) throw new RangeError(`${url} was not read`);
    return view;
  }
}

/** Least utility of a target by the judge. */
const LEAST = 0.5;

function pageOf(utility: number) {
  return { utility, isTarget: utility >= LEAST, least: LEAST };
}

function recordsOf(pages: readonly object[]): Pick<RecordStore, "list"> {
  return {
    async *list() {
      // The parts of records that pages are chosen by.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      yield* pages as readonly PageRecord[];
    },
  };
}
