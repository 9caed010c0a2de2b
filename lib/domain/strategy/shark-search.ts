import type { Anchor } from "../page/page-view.ts";
import type { ScoredLink, Strategy } from "./strategy.ts";
import {
  compileTextSimilarity,
  compileTopicProfile,
  type TopicProfile,
  topicProfile,
} from "./topic-profile.ts";

/** Settings of `shark-search`, each in [0,1], as Hersovici et al. 1998 name them. */
export interface SharkSettings {
  readonly name: "shark-search";
  /** δ: how much of its worth a page hands on to its links. */
  readonly decay: number;
  /** γ: share of what is inherited in a link's score; the rest is what stands at the link. */
  readonly inheritance: number;
  /** β: share of the anchor text in what stands at the link; the rest is the text around. */
  readonly anchor: number;
}

/**
 * Shark-search (Hersovici et al. 1998): score = γ · inherited + (1 − γ) · neighbourhood, where
 * inherited = δ · sim(page) or, of a page without any likeness, δ · what it inherited itself;
 * neighbourhood = β · sim(anchor) + (1 − β) · context; context = 1 if the anchor text has any likeness,
 * else sim(text around).
 */
export function sharkSearch(settings: SharkSettings): Strategy<TopicProfile> {
  const { name, decay, inheritance } = settings;
  return {
    name,
    selection: { kind: "best" },
    merge: "greater",
    train: (_evidence, need) => topicProfile(need),
    compile: (model) => {
      const similarity = compileTextSimilarity(model);
      return {
        assessPage: compileTopicProfile(model),
        scoreLinks: ({ anchors, title, language }, { utility }, { snippet }) => {
          const inherited = decay * (utility > 0 ? utility : (snippet?.inherited ?? 0));
          return anchors.map((anchor): ScoredLink => {
            const { url, text, before, after } = anchor;
            const neighbourhood = neighbourhoodOf(anchor, language, similarity, settings.anchor);
            return {
              url,
              priority: inheritance * inherited + (1 - inheritance) * neighbourhood,
              group: "",
              snippet: { anchor: text, before, after, title, inherited },
              why: `inherited ${inherited.toFixed(3)}, at the link ${neighbourhood.toFixed(3)}`,
            };
          });
        },
      };
    },
    isStale: () => false,
  };
}

function neighbourhoodOf(
  { text, before, after }: Anchor,
  language: string | undefined,
  similarity: ReturnType<typeof compileTextSimilarity>,
  anchorShare: number,
): number {
  const anchor = similarity(text, language);
  const context = anchor > 0 ? 1 : similarity(`${before} ${after}`, language);
  return anchorShare * anchor + (1 - anchorShare) * context;
}
