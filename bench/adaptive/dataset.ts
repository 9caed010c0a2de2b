import { NO_NEED } from "../../lib/domain/methods/label-need.ts";
import type { Need } from "../../lib/domain/methods/strategy.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";
import { canonicalUrl } from "../../lib/domain/web/url/canonical-url.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { drawPages, homeOf, linksOf } from "../known-web/known-web.ts";
import { type LabelledWeb, labelledWebOf, truthOf, viewOf } from "../known-web/labelled-web.ts";
import type { Site } from "../known-web/site.ts";
import type { Task } from "./task.ts";

/** A task with its web and its examples, read once for all its crawls. */
export interface Dataset {
  readonly task: Task;
  readonly known: OpenWeb;
  /** The need as strategies receive it. */
  readonly need: Need;
  /** Recorded pages that are relevant, without those that the user has judged. */
  readonly targets: ReadonlySet<Url>;
  /**
   * Recorded pages without a judgement by the user. No crawl fetches the others, which the user
   * knows already. The same would hold if the examples were from other sites.
   */
  readonly unjudged: ReadonlySet<Url>;
  /** Pages that may be fetched. */
  readonly budget: number;
}

/** A labelled web with the site that it is. */
interface OpenWeb extends LabelledWeb {
  readonly site: Site;
}

/** Number of pages that crawls begin with in addition to the root. */
const STARTS = 3;

let open: Dataset | undefined;

/** Returns the dataset of a task; keeps the last one. */
export async function datasetOf(task: Task): Promise<Dataset> {
  if (open !== undefined && isSame(open.task, task)) return open;
  open = await openDataset(task, { ...(await labelledWebOf(task.site)), site: task.site });
  return open;
}

async function openDataset(task: Task, known: OpenWeb): Promise<Dataset> {
  const { good, bad } = await examplesOf(task, known);
  const judged = new Set([...good, ...bad].map(({ url }) => url));
  const unjudged = new Set(known.web.urls()).difference(judged);
  const targets = new Set(pagesOf(known, task.need, true)).difference(judged);
  const need = { ...NO_NEED, topic: task.topic, good, bad };
  const { size } = known.web;
  const budget = task.pages <= 1 ? Math.round(task.pages * size) : task.pages;
  return { task, known, need, targets, unjudged, budget };
}

/**
 * Returns the pages that a crawl begins with and gets no credit for: those of the task, else the
 * root and some reachable relevant pages.
 */
export async function startsOf(
  { task, known, targets }: Pick<Dataset, "task" | "known" | "targets">,
  seed: number,
): Promise<Url[]> {
  if (task.starts === "root") return [await rootOf(known)];
  if (task.starts !== "root-and-targets")
    return task.starts.map((text) => known.web.identify(validUrl(text)));
  const { root, reachable } = await linksOf(known, known.site);
  const relevant = reachable.filter((url) => targets.has(url));
  return [...new Set([root, ...drawPages(relevant, STARTS, seed)])];
}

async function rootOf(known: OpenWeb): Promise<Url> {
  return homeOf(known, known.site) ?? (await linksOf(known, known.site)).root;
}

function validUrl(text: string): Url {
  const parsed = canonicalUrl(text);
  if (!parsed.ok) throw new Error(`${text} is no URL`);
  return parsed.url;
}

interface Examples {
  readonly good: readonly PageView[];
  readonly bad: readonly PageView[];
}

/**
 * Returns the pages that the user is assumed to have judged: the requested number of the relevant
 * class, and of all others.
 */
async function examplesOf(task: Task, known: OpenWeb): Promise<Examples> {
  const { need, labels, labelledSites, draw } = task;
  if (labels.good === 0 && labels.bad === 0) return { good: [], bad: [] };
  const webs = await Promise.all(labelledSites.map(labelledWebOf));
  // What crawls begin with is no example.
  const starts =
    task.starts === "root-and-targets"
      ? [await rootOf(known)]
      : await startsOf({ task, known, targets: new Set() }, draw);
  const views = async (count: number, isRelevant: boolean) => {
    const from = new Map(
      webs.flatMap((web) => pagesOf(web, need, isRelevant).map((url) => [url, web])),
    );
    for (const url of starts) from.delete(url);
    const wanted = count <= 1 ? Math.ceil(count * from.size) : count;
    // A small class of the crawled web keeps half of its pages as targets.
    const most = labelledSites.includes(task.site) ? Math.floor(from.size / 2) : from.size;
    const drawn = drawPages(from.keys(), Math.min(wanted, most), draw);
    const found: PageView[] = [];
    for (const url of drawn) {
      const web = from.get(url);
      if (web !== undefined) found.push(await viewOf(web, url));
    }
    return found;
  };
  const good = await views(labels.good, true);
  const bad = await views(labels.bad + labels.wrong, false);
  // A wrong label takes the place of a right one.
  const right = labels.wrong === 0 ? good : [...good.slice(labels.wrong), ...bad.slice(labels.bad)];
  return { good: right, bad: bad.slice(0, labels.wrong === 0 ? bad.length : labels.bad) };
}

/** Returns the pages that are relevant or that are not; neither has those that could be either. */
function pagesOf(web: LabelledWeb, need: string, isRelevant: boolean): Url[] {
  return [...truthOf(web, need)].filter(([, truth]) => truth === isRelevant).map(([url]) => url);
}

function isSame(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
