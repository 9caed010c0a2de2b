import type { PageView } from "../../lib/domain/page/page-view.ts";
import { NO_NEED } from "../../lib/domain/strategy/no-need.ts";
import type { Need } from "../../lib/domain/strategy/strategy.ts";
import type { Url } from "../../lib/domain/url/url.ts";
import { drawPages, type KnownWeb, openKnownWeb } from "../known-web/known-web.ts";
import { type LabelledWeb, openLabelledWeb, viewOf } from "../known-web/labelled-web.ts";
import type { Task } from "./task.ts";

/** A task with its web and its examples, read once for all its crawls. */
export interface Dataset {
  readonly task: Task;
  readonly known: KnownWeb;
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

/**
 * Seed for drawing examples: the same in all crawls, or each would train its own page estimator.
 */
const EXAMPLES = 1;

/** Number of pages that crawls begin with in addition to the root. */
const STARTS = 3;

let open: Dataset | undefined;
let web: KnownWeb | undefined;

/** Returns the dataset of a task; keeps the last one, with its web. */
export async function datasetOf(task: Task): Promise<Dataset> {
  if (open !== undefined && isSame(open.task, task)) return open;
  if (web === undefined || !isSame(web.site, task.site)) {
    web?.web.close();
    web = await openKnownWeb(task.site);
  }
  open = await openDataset(task, web);
  return open;
}

async function openDataset(task: Task, known: KnownWeb): Promise<Dataset> {
  const { good, bad } = await examplesOf(task, known);
  const judged = new Set([...good, ...bad].map(({ url }) => url));
  const unjudged = new Set(known.web.urls()).difference(judged);
  const targets = new Set(pagesOf(known, (classes) => classes.has(task.need))).difference(judged);
  const need = { ...NO_NEED, good, bad };
  const budget = task.pages ?? known.web.size;
  return { task, known, need, targets, unjudged, budget };
}

/**
 * Returns the root and some reachable relevant pages, which a crawl begins with and gets no credit
 * for.
 */
export function startsOf({ known, targets }: Dataset, seed: number): Url[] {
  const reachable = known.reachable.filter((url) => targets.has(url));
  return [...new Set([known.root, ...drawPages(reachable, STARTS, seed)])];
}

interface Examples {
  readonly good: readonly PageView[];
  readonly bad: readonly PageView[];
}

/**
 * Returns the pages that the user is assumed to have judged: the requested number of the relevant
 * class, and of all others.
 */
async function examplesOf(task: Task, known: KnownWeb): Promise<Examples> {
  const { need, labels, labelledSites } = task;
  const webs: (LabelledWeb & { isOwn: boolean })[] = [];
  for (const site of labelledSites) {
    const isOwn = isSame(site, task.site);
    webs.push({ ...(isOwn ? known : await openLabelledWeb(site)), isOwn });
  }
  const views = async (count: number, isAsked: (classes: ReadonlySet<string>) => boolean) => {
    const from = new Map(webs.flatMap((web) => pagesOf(web, isAsked).map((url) => [url, web])));
    // Crawls begin at the root.
    from.delete(known.root);
    const drawn = drawPages(
      from.keys(),
      count <= 1 ? Math.ceil(count * from.size) : count,
      EXAMPLES,
    );
    const found: PageView[] = [];
    for (const url of drawn) {
      const web = from.get(url);
      if (web !== undefined) found.push(await viewOf(web, url));
    }
    return found;
  };
  const good = await views(labels.good, (classes) => classes.has(need));
  const bad = await views(labels.bad, (classes) => !classes.has(need));
  for (const { web, isOwn } of webs) if (!isOwn) web.close();
  return { good, bad };
}

function pagesOf(
  { classesOf }: LabelledWeb,
  isAsked: (classes: ReadonlySet<string>) => boolean,
): Url[] {
  return [...classesOf].filter(([, classes]) => isAsked(classes)).map(([url]) => url);
}

function isSame(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
