import { learnedPages } from "../../lib/domain/methods/adaptive/page-estimator/learned-estimation.ts";
import { NO_NEED } from "../../lib/domain/methods/label-need.ts";
import { sampleSeen } from "../../lib/domain/methods/sample-seen.ts";
import type { FollowedLink, Need } from "../../lib/domain/methods/strategy.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";
import { hostOf } from "../../lib/domain/web/url/canonical-url.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { type LabelledWeb, openLabelledWeb, viewOf } from "../known-web/labelled-web.ts";
import { type Figures, figuresOf } from "./figures.ts";
import { drawLinks } from "./followed-links.ts";
import type { LabelSize } from "./label-sizes.ts";
import { longTopicOf } from "./long-topics.ts";
import { sampleTested, splitFor } from "./split.ts";
import { type JudgedNeed, type JudgedWeb, judgedWeb } from "./webs.ts";
import { type HeldLabels, holdWrongLabel } from "./wrong-label.ts";

/** All measurements on one web. It is JSON, since it is sent to workers. */
export interface WebJob {
  readonly web: string;
  readonly sizes: readonly LabelSize[];
  /** How often labels are drawn for each need. */
  readonly draws: number;
  /** What of the judged sites the judge has seen, without labels. */
  readonly seen: "sample" | "none";
  /** Whether the judge knows the long topic and followed links beside labels. */
  readonly given: "all" | "labels";
}

/** The figures of one need with one draw of labels. */
export interface Case extends Figures {
  readonly need: string;
  readonly size: string;
}

/** What is held back, by need. */
export interface LabelCase extends HeldLabels {
  readonly need: string;
}

/** All figures of a web. */
export interface WebFigures {
  readonly cases: readonly Case[];
  /** With {@link WRONG_OF} labels, one of them wrong; empty when that number is not asked for. */
  readonly labelCases: readonly LabelCase[];
}

/** The labels among which one is wrong. */
export const WRONG_OF = "5/20";

/** A tested site with the sites that its labels come from; pages are parsed once. */
interface OpenSite {
  readonly tested: LabelledWeb;
  readonly labelled: readonly LabelledWeb[];
  readonly viewOf: (url: Url) => PageView;
  /** The link that was followed to each page, by the number of a draw. */
  readonly linksOf: (draw: number) => ReadonlyMap<Url, FollowedLink>;
}

/**
 * Judges the pages of a web for each need, draw and number of labels. Needs with too few relevant
 * pages for a number of labels leave it out.
 */
export async function measureWeb(job: WebJob): Promise<WebFigures> {
  const web = judgedWeb(job.web);
  const cases: Case[] = [];
  const labelCases: LabelCase[] = [];
  for (const { tested, labelled } of web.sites) {
    const site = await openSite(
      await openLabelledWeb(tested),
      await Promise.all(labelled.map(openLabelledWeb)),
    );
    for (const need of web.needs) {
      for (let draw = 1; draw <= job.draws; draw += 1) {
        const figures = measureDraw(site, { ...job, apart: web.apart, need, draw });
        cases.push(...figures.cases);
        labelCases.push(...figures.labelCases);
      }
      process.stderr.write(`judge: ${web.title}, ${tested.title}, ${need.name} done\n`);
    }
    for (const each of [site.tested, ...site.labelled]) each.web.close();
  }
  return { cases, labelCases };
}

async function openSite(tested: LabelledWeb, labelled: readonly LabelledWeb[]): Promise<OpenSite> {
  const views = new Map<Url, PageView>();
  for (const each of [tested, ...labelled])
    for (const url of each.web.urls()) if (!views.has(url)) views.set(url, await viewOf(each, url));
  const links = new Map<number, ReadonlyMap<Url, FollowedLink>>();
  return {
    tested,
    labelled,
    viewOf: (url) => {
      const view = views.get(url);
      if (view === undefined) throw new RangeError(`no page is recorded at ${url}`);
      return view;
    },
    linksOf: (draw) => {
      const drawn = links.get(draw) ?? drawLinks(views.values(), draw);
      links.set(draw, drawn);
      return drawn;
    },
  };
}

/** Beyond all draws, so that what is seen is no sample of what is judged. */
const SEED_OF_SEEN = 1_000;

interface Draw extends Pick<WebJob, "sizes" | "seen" | "given">, Pick<JudgedWeb, "apart"> {
  readonly need: JudgedNeed;
  /** Also the seed of everything random. */
  readonly draw: number;
}

function measureDraw(site: OpenSite, draw: Draw): WebFigures {
  const seed = draw.draw;
  const sites = { site: site.tested, others: site.labelled };
  const split = splitFor(sites, draw, draw.need.name, seed);
  const viewsOf = (urls: readonly Url[]) => urls.map(site.viewOf);
  const sample = sampleTested(split.tested, seed);
  const shown = draw.seen === "none" ? [] : split.seen.map(seenPage);
  const seen = viewsOf(sampleSeen(shown, SEED_OF_SEEN + seed));
  const [good, bad] = [viewsOf(split.good), viewsOf(split.bad)];
  const isAlone = draw.given === "labels";
  const links = isAlone ? undefined : site.linksOf(seed);
  const cases: Case[] = [];
  const labelCases: LabelCase[] = [];
  const need = draw.need.name;
  for (const size of draw.sizes) {
    if (good.length < size.good || bad.length < size.bad) continue;
    const labels = { good: good.slice(0, size.good), bad: bad.slice(0, size.bad), seen };
    const other = bad[size.bad];
    const isLong = size.isLong === true || (size.bad > 0 && !isAlone);
    const words = isLong ? longTopicOf(need) : undefined;
    const topic = isLong || size.good === 0 ? draw.need.topic : undefined;
    const figures = (given: Pick<Need, "good" | "bad" | "seen">) => {
      const asked = { ...NO_NEED, ...given, topic, words, ...(links && { links }) };
      const judge = judgeOf(asked, seed, !isAlone);
      const judged = sample.flatMap(({ url, isTarget, standsFor }) => {
        const { utility, isTarget: said } = judge(site.viewOf(url), links?.get(url));
        return Array.from({ length: standsFor }, () => ({ actual: isTarget, said, utility }));
      });
      return figuresOf(judged);
    };
    if (size.name === WRONG_OF && other !== undefined) {
      const held = holdWrongLabel({ ...labels, other }, (given) => figures(given).rPrecision);
      labelCases.push({ need, ...held });
    }
    cases.push({ need, size: size.name, ...figures(labels) });
  }
  return { cases, labelCases };
}

function seenPage(url: Url) {
  return { url, host: hostOf(url), digest: undefined };
}

/** Creates the judge as a crawl does; what was seen goes to those that learn from it. */
function judgeOf(need: Need, seed: number, readsLinks: boolean) {
  const estimation = learnedPages(seed, readsLinks);
  const learns = estimation.learnsFromSeen?.(need) === true;
  const given = learns ? need : { ...need, seen: [] };
  return estimation.compile(estimation.train(given, undefined));
}
