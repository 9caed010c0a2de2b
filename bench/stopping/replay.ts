import { StopCheck } from "../../lib/crawl/stop-check.ts";
import { controlNeeded } from "../../lib/domain/stats/intervals/recall-bound.ts";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import { canonicalUrl } from "../../lib/domain/web/url/canonical-url.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import type { OrderedWeb } from "./ordered-web.ts";
import { WaitingPages } from "./waiting-pages.ts";

/** What is asked for: the recall, and the confidence in it. */
export interface Asked {
  readonly recall: number;
  readonly confidence: number;
}

/** How a replay ended. */
export interface Replayed {
  /** Pages fetched, and those of them that a person had to judge for the statement. */
  readonly pages: number;
  readonly verdicts: number;
  /** Whether the rule ended it, and not the end of the web. */
  readonly isStopped: boolean;
  /** The recall at its end, of the relevant pages that the rule speaks of. */
  readonly recall: number;
  /** Whether all statements were true: after each page, and at the end. */
  readonly held: boolean;
}

/**
 * Crawls again by the rule of the discovered: in the recorded order but for draws by chance, which
 * `seed` decides. Verdicts are the truth. A link that is found earlier than in the recorded crawl keeps its
 * place in the order.
 */
export function replayDiscovered(web: OrderedWeb, asked: Asked, seed: number): Replayed {
  const check = new StopCheck({ of: "discovered", ...asked });
  const waiting = new WaitingPages(web, seed);
  let [pages, verdicts, found, held] = [0, 0, 0, true];
  const recall = () => (found + waiting.relevant === 0 ? 1 : found / (found + waiting.relevant));
  while (waiting.size > 0) {
    const links = waiting.count();
    const statement = check.statement(links);
    if (statement !== undefined && statement.least > recall()) held = false;
    if (statement?.isStated === true)
      return { pages, verdicts, isStopped: true, recall: recall(), held };
    const fetched = waiting.fetch(pages >= web.seeds && check.chanceDraws(links) > 0);
    if (fetched === undefined) break;
    const isTarget = web.isRelevant[fetched.page] === true;
    found += Number(isTarget);
    pages += 1;
    verdicts += Number(fetched.rank !== undefined);
    const depth = fetched.page < web.seeds ? 0 : 1;
    const chance = fetched.rank === undefined ? {} : { chanceRank: fetched.rank };
    const done = { state: "fetched", reason: "page", page: { isTarget } } as const;
    check.count({ url: urlOf(fetched.page), depth, ...done, ...chance }, undefined);
  }
  return { pages, verdicts, isStopped: false, recall: 1, held };
}

/**
 * Follows the recorded crawl until enough of a control list is fetched, which `seed` draws from all
 * relevant pages of the web, reachable or not; `undefined` where there are too few.
 */
export function replayControlList(
  { isRelevant }: OrderedWeb,
  { recall, confidence }: Asked,
  { seed, size, known }: { readonly seed: number; readonly size: number; readonly known: number },
): Replayed | undefined {
  const positions = isRelevant.flatMap((is, at) => (is ? [at + 1] : []));
  const needed = controlNeeded(size, recall, confidence);
  if (needed === undefined || known < 2 * size) return undefined;
  const all = [...positions, ...Array<number>(known - positions.length).fill(Infinity)];
  const control = all
    .map((position, at) => ({ position, turn: hashToUnit(seed, `control ${at}`) }))
    .toSorted((a, b) => a.turn - b.turn)
    .slice(0, size);
  const stop = control.map(({ position }) => position).toSorted((a, b) => a - b)[needed - 1] ?? 0;
  const pages = Math.min(stop, isRelevant.length);
  const reached = positions.filter((position) => position <= pages).length / known;
  const isStopped = stop <= isRelevant.length;
  const held = !isStopped || reached >= recall;
  return { pages, verdicts: size, isStopped, recall: reached, held };
}

function urlOf(page: number): Url {
  const parsed = canonicalUrl(`http://page.test/${page}`);
  if (!parsed.ok) throw new Error("a number is no URL");
  return parsed.url;
}
