import type { FrontierLink } from "../domain/frontier/link.ts";
import type { LinkScore, Strategy } from "../domain/methods/strategy.ts";
import { FEED_GROUP } from "../domain/page/feeds/feed-quotas.ts";
import type { Rescore, Rescoring } from "../ports/frontier.ts";
import type { CrawlPlan, TrainedModel } from "./crawl-plan.ts";
import { intentNumber, rankAgain, rankNumbered } from "./form-links.ts";
import { REVISIT_GROUP } from "./link-groups.ts";

/** Returns how a model scores queued links again; `undefined` when it leaves them as they are. */
export function rescoringBy(
  { strategy }: Pick<CrawlPlan, "strategy">,
  { hash, compiled }: Pick<TrainedModel, "hash" | "compiled">,
): Rescoring | undefined {
  const rescore = compiled.rescoreLink?.bind(compiled);
  if (rescore === undefined) return undefined;
  // Seeds and their redirects rank above every prediction, and so do visits of known pages; a feed has
  // the rank of the page that named it. A training that a crash cut short is done again: its scores
  // would be taken for scores of the model before it.
  const isDone = ({ depth, model, group }: Pick<FrontierLink, "depth" | "model" | "group">) =>
    depth === 0 || model === hash || group === REVISIT_GROUP || group === FEED_GROUP;
  const signed = (score: LinkScore): Rescore => ({ ...score, model: hash });
  const pack = packerOf(strategy);
  const rescorePacked = compiled.rescorePacked?.bind(compiled);
  return {
    score: (link) => {
      const score = isDone(link) ? undefined : rescore(link);
      return score && signed(rankAgain(strategy, score, link));
    },
    ...(pack !== undefined &&
      rescorePacked !== undefined && {
        packed: {
          pack,
          score: (packed, link) => {
            if (isDone(link)) return undefined;
            return signed(rankNumbered(rescorePacked(packed, 1), packed[0] ?? 0));
          },
        },
      }),
  };
}

const packers = new WeakMap<Strategy, (link: FrontierLink) => Uint8Array | undefined>();

/** Returns the function that packs the links of a strategy, always the same one: what they are for comes first. */
function packerOf(
  strategy: Strategy,
): ((link: FrontierLink) => Uint8Array | undefined) | undefined {
  const known = packers.get(strategy);
  const packLink = strategy.packLink?.bind(strategy);
  if (known !== undefined || packLink === undefined) return known;
  const pack = (link: FrontierLink) => {
    const packed = packLink(link);
    return packed && Uint8Array.of(intentNumber(strategy, link), ...packed);
  };
  packers.set(strategy, pack);
  return pack;
}
