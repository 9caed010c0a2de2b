import type { FrontierLink } from "../../lib/domain/frontier/link.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { estimateOf, KEYS, sampleQueue } from "../../lib/evaluation/sample-pages.ts";
import type { Frontier } from "../../lib/ports/frontier.ts";

/** What samples of the queue of a crawl say of it. */
export interface QueueBounds {
  /** Links that wait, and those of them that are relevant. */
  readonly waiting: number;
  readonly relevant: number;
  /** The most that may be relevant, and the number estimated, by each sample. */
  readonly most: readonly number[];
  readonly estimated: readonly number[];
  readonly verdicts: number;
}

/** Bounds the relevant pages in a queue by so many samples; the verdicts are the truth. */
export async function boundQueue(
  frontier: Pick<Frontier, "rescore">,
  isRelevant: (url: Url) => boolean,
  samples: number,
): Promise<QueueBounds> {
  const links: FrontierLink[] = [];
  let next: number | undefined;
  do {
    const rescored = await frontier.rescore({ score: (link) => void links.push(link) }, next);
    next = rescored.next;
  } while (next !== undefined);
  const queue = links.map((link) => ({
    url: link.url,
    state: "waiting" as const,
    reason: "",
    link,
  }));
  const drawn = Array.from({ length: samples }, (_, at) => {
    const sample = sampleQueue(queue, { pages: KEYS, seed: at + 1 });
    const verdicts = sample.map(({ url }) => ({ url, label: Number(isRelevant(url)) }));
    return { verdicts, judged: estimateOf(sample, verdicts) };
  });
  return {
    waiting: links.length,
    relevant: links.filter(({ url }) => isRelevant(url)).length,
    most: drawn.map(({ judged: { pages, precision } }) => Math.floor(precision.high * pages)),
    estimated: drawn.map(({ judged: { pages, precision } }) => (precision.share ?? 0) * pages),
    verdicts: drawn[0]?.verdicts.length ?? 0,
  };
}
