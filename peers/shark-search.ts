import { z } from "zod";
import type { ScoredLink, Strategy } from "../lib/domain/methods/strategy.ts";
import { strategyModule } from "../lib/domain/methods/strategy-module.ts";
import {
  compileTopicProfile,
  similarity,
  type TopicProfile,
  topicProfile,
} from "../lib/domain/methods/topic-profile.ts";
import type { Anchor } from "../lib/domain/page/page-view.ts";
import { norm, type TermVector, termVector } from "../lib/domain/text/term-vector.ts";

/** The values of Hersovici et al. 1998. */
const DEFAULTS = { decay: 0.5, inheritance: 0.8, anchor: 0.8 };

const share = (value: number) => z.number().min(0).max(1).default(value);

/** Options as Hersovici et al. 1998 name them. */
const options = z.strictObject({
  decay: share(DEFAULTS.decay).describe("Share of its worth that a page hands on (δ)."),
  inheritance: share(DEFAULTS.inheritance).describe(
    "Share of what is inherited in a link's score (γ).",
  ),
  anchor: share(DEFAULTS.anchor).describe("Share of the anchor text in the words at a link (β)."),
});

/** `shark-search`: links by inherited similarity, anchor text and the words around. */
export default strategyModule({
  name: "shark-search",
  description: "Links by inherited similarity, anchor text and the words around.",
  options,
  create: follow,
});

/**
 * Compiles shark-search (Hersovici et al. 1998): score = γ · inherited + (1 − γ) · neighbourhood.
 * inherited = δ · sim(page). For a page without any similarity it is δ · the page's own inherited
 * score. neighbourhood = β · sim(anchor) + (1 − β) · context. context = 1 if the anchor text has
 * any similarity, else sim(text around).
 */
function follow(settings: z.output<typeof options>): Strategy<TopicProfile> {
  const { decay, inheritance } = settings;
  return {
    name: "shark-search",
    selection: { kind: "best" },
    merge: "greater",
    train: (_evidence, need) => topicProfile(need),
    compile: (model) => {
      const similarityOf = compileTextSimilarity(model);
      return {
        assessPage: compileTopicProfile(model),
        scoreLinks: ({ anchors, title, language }, { utility }, { snippet }) => {
          const inherited = decay * (utility > 0 ? utility : (snippet?.inherited ?? 0));
          return anchors.map((anchor): ScoredLink => {
            const { url, text, before, after } = anchor;
            const neighbourhood = neighbourhoodOf(anchor, language, similarityOf, settings.anchor);
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

/** Compiles the cosine of a text with the profile, in [0,1]; 0 for an empty profile. */
function compileTextSimilarity(
  profile: TopicProfile,
): (text: string, language: string | undefined) => number {
  const terms: TermVector = new Map(profile.terms);
  const length = norm(terms);
  return (text, language) => similarity(terms, length, termVector(text, language)).cosine;
}

function neighbourhoodOf(
  { text, before, after }: Anchor,
  language: string | undefined,
  similarityOf: ReturnType<typeof compileTextSimilarity>,
  anchorShare: number,
): number {
  const anchor = similarityOf(text, language);
  const context = anchor > 0 ? 1 : similarityOf(`${before} ${after}`, language);
  return anchorShare * anchor + (1 - anchorShare) * context;
}
