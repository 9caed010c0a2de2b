import type { PageView } from "../../lib/domain/page/page-view.ts";
import { NO_NEED } from "../../lib/domain/strategy/no-need.ts";
import type { Need } from "../../lib/domain/strategy/strategy.ts";
import type { Url } from "../../lib/domain/url/url.ts";
import { drawPages, type KnownWeb, openKnownWeb } from "../known-web/known-web.ts";
import { type LabelledWeb, openLabelledWeb, viewOf } from "../known-web/labelled-web.ts";
import type { Task } from "./task.ts";

/** A quest with its web and its examples, read once for all crawls of it. */
export interface Dataset {
  readonly task: Task;
  readonly known: KnownWeb;
  /** What strategies are told. */
  readonly need: Need;
  /** Recorded pages that are relevant, without those that the user has judged. */
  readonly targets: ReadonlySet<Url>;
  /**
   * Recorded pages that nobody has judged. The others are known to the user, and no crawl fetches them: as
   * it is where the examples are from other sites.
   */
  readonly unjudged: ReadonlySet<Url>;
  /** Pages that may be fetched. */
  readonly budget: number;
}

/** Seed of which examples are drawn: the same in all crawls, or each would train its page estimator anew. */
const EXAMPLES = 1;

/** Pages that crawls begin with beside the root. */
const STARTS = 3;

let open: Dataset | undefined;
let web: KnownWeb | undefined;

/** The place of a quest; the last one is kept, and so is its web. */
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

/** The root and some wanted pages within reach, which a crawl begins with and gets no credit for. */
export function startsOf({ known, targets }: Dataset, seed: number): Url[] {
  const reachable = known.reachable.filter((url) => targets.has(url));
  return [...new Set([known.root, ...drawPages(reachable, STARTS, seed)])];
}

interface Examples {
  readonly good: readonly PageView[];
  readonly bad: readonly PageView[];
}

/** Pages that the user is thought to have judged, as many of the wanted class and of all others as asked for. */
async function examplesOf(task: Task, known: KnownWeb): Promise<Examples> {
  const { need, labels, labelledSites } = task;
  const webs: (LabelledWeb & { isOwn: boolean })[] = [];
  for (const site of labelledSites) {
    const isOwn = isSame(site, task.site);
    webs.push({ ...(isOwn ? known : await openLabelledWeb(site)), isOwn });
  }
  const views = async (count: number, isAsked: (classes: ReadonlySet<string>) => boolean) => {
    const from = new Map(webs.flatMap((web) => pagesOf(web, isAsked).map((url) => [url, web])));
    // Crawls begin there.
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
