import { z } from "zod";
import type { LinkContext, ScoredLink, Strategy } from "../lib/domain/methods/strategy.ts";
import { strategyModule } from "../lib/domain/methods/strategy-module.ts";
import {
  compileTopicProfile,
  type TopicProfile,
  topicProfile,
} from "../lib/domain/methods/topic-profile.ts";

/** De Bra & Post 1994: a school dies three links after its last food. */
const DEPTH = 3;
/**
 * De Bra & Post 1994 as implemented since: ten children each, half as many more for a target page.
 */
const WIDTH = 10;

/** Options as Hersovici et al. 1998 name them. */
const options = z.strictObject({
  depth: z.int().min(1).default(DEPTH).describe("Links followed away from relevant pages."),
  width: z.int().min(1).default(WIDTH).describe("Links of a page that come first."),
});

/** `fish-search`: links of relevant pages first. */
export default strategyModule({
  name: "fish-search",
  description: "Links of relevant pages first; a way without any dies.",
  options,
  create: follow,
});

/**
 * Priorities of De Bra & Post 1994: food was found here, the school is still alive, and all other
 * links.
 */
const FOOD = 1;
const ALIVE = 0.5;
const LAST = 0;

/**
 * Added to the priority for each link that a school may still swim: of two equals the longer-lived
 * is kept.
 */
const LIFE = 1e-6;

/** Growth of a school that finds food, as a factor (Hersovici et al. 1998: a = 1.5). */
const GROWTH = 1.5;

/**
 * Compiles fish-search (De Bra & Post 1994). Links of target pages come before all others. Through
 * other pages a school swims for `depth` links and then dies.
 */
function follow({ depth, width }: z.output<typeof options>): Strategy<TopicProfile> {
  return {
    name: "fish-search",
    selection: { kind: "best" },
    merge: "greater",
    train: (_evidence, need) => topicProfile(need),
    compile: (model) => ({
      assessPage: compileTopicProfile(model),
      scoreLinks: ({ anchors, title }, { isTarget }, context) => {
        const life = isTarget ? depth : lifeOf(context, depth) - 1;
        if (life < 0) return [];
        const favoured = isTarget ? Math.floor(GROWTH * width) : width;
        const urls = new Set(anchors.map(({ url }) => url));
        return Array.from(urls, (url, index): ScoredLink => {
          const isFavoured = index < favoured;
          return {
            url,
            priority: priorityOf(isTarget, isFavoured) + LIFE * life,
            group: "",
            snippet: { anchor: "", before: "", after: "", title, inherited: life },
            why: `${isTarget ? "a relevant page" : "no relevant page"}, link ${index + 1}, ${life} links to live`,
          };
        });
      },
    }),
    isStale: () => false,
  };
}

function priorityOf(isTarget: boolean, isFavoured: boolean): number {
  if (isTarget) return isFavoured ? FOOD : ALIVE;
  return isFavoured ? ALIVE : LAST;
}

/** Returns the number of links that the school on this way may still swim. */
function lifeOf({ snippet }: LinkContext, depth: number): number {
  return snippet?.inherited ?? depth;
}
