import type { LinkContext, ScoredLink, Strategy } from "./strategy.ts";
import { compileTopicProfile, type TopicProfile, topicProfile } from "./topic-profile.ts";

/** Settings of `fish-search`, as Hersovici et al. 1998 name them. */
export interface FishSettings {
  readonly name: "fish-search";
  /** Links followed through pages that are no targets, one after another, before a school of fish dies. */
  readonly depth: number;
  /** Links of a page that are followed first; of a target page half as many again. */
  readonly width: number;
}

/** Priorities of De Bra & Post 1994: food was found here, the school still lives, the rest. */
const FOOD = 1;
const ALIVE = 0.5;
const LAST = 0;

/** What each link that a school may still swim adds to its priority: of two equals the longer-lived stands. */
const LIFE = 1e-6;

/** Share by which a school that finds food grows (Hersovici et al. 1998: a = 1.5). */
const GROWTH = 1.5;

/**
 * Fish-search (De Bra & Post 1994): links of target pages before all others; through other pages it
 * swims for `depth` links and then dies.
 */
export function fishSearch({ name, depth, width }: FishSettings): Strategy<TopicProfile> {
  return {
    name,
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
            why: `${isTarget ? "a target page" : "no target page"}, link ${index + 1}, ${life} links to live`,
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

/** Links that the school which came this way may still swim. */
function lifeOf({ snippet }: LinkContext, depth: number): number {
  return snippet?.inherited ?? depth;
}
