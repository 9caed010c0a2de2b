import type { Url } from "../../url/url.ts";
import type { CompiledStrategy, ScoredLink, Strategy } from "../strategy.ts";
import { strategyModule } from "../strategy-module.ts";
import { compileLinkValue } from "./link-value.ts";
import { type LokmanModel, lokmanModel } from "./lokman-model.ts";
import { type LokmanSettings, lokmanOptions } from "./options.ts";
import { compilePageJudgement, ownValueOf } from "./page-value.ts";
import { compileTextWorth } from "./text-worth.ts";
import { topicTerms } from "./topic-terms.ts";

/** `lokman`: pages and links by the concepts of an ontology. */
export const lokman = strategyModule({
  name: "lokman",
  description: "Pages and links by the concepts of an ontology that they name.",
  options: lokmanOptions,
  create: byConcepts,
});

/**
 * Ontology-based best-first crawling (Kayışoğlu 2005). With own(text) = Σ worth of a term · occurrences:
 * page value = p · inherited + (1 − p) · own(page), where inherited is the value of the link that led here;
 * link value = l · page value + (1 − l) · own(what stands at the link).
 */
function byConcepts(settings: LokmanSettings): Strategy<LokmanModel> {
  return {
    name: "lokman",
    selection: { kind: "best" },
    merge: settings.merge === "increment" ? "sum" : "greater",
    capacity: settings.capacity,
    checkNeed: (need) => {
      topicTerms(need);
      return need.concepts === undefined
        ? "neither need.ontology nor need.terms is given: the topic and its words are all it looks for"
        : undefined;
    },
    train: (_evidence, need) => lokmanModel(need, settings),
    compile: (model) => compile(model, settings),
    isStale: () => false,
  };
}

function compile(model: LokmanModel, settings: LokmanSettings): CompiledStrategy {
  const { pageInheritance, linkInheritance, offTopic, weights } = settings;
  const nearWorth = compileTextWorth(model.terms.map((term) => ({ ...term, worth: term.inPage })));
  const valueAtLink = compileLinkValue(model, settings, nearWorth);
  return {
    assessPage: compilePageJudgement(model, settings, nearWorth),
    scoreLinks: (page, assessment, { depth, priority }) => {
      const own = ownValueOf(assessment, weights.exact);
      const isSeed = depth === 0;
      if (own === 0 && offTopic === "drop" && !isSeed) return [];
      const inherited = isSeed ? 0 : priority;
      const pageValue = pageInheritance * inherited + (1 - pageInheritance) * own;
      const bestAt = new Map<Url, number>();
      for (const anchor of page.anchors) {
        const atLink = valueAtLink(anchor, page.url);
        bestAt.set(anchor.url, Math.max(atLink, bestAt.get(anchor.url) ?? 0));
      }
      return Array.from(
        bestAt,
        ([url, atLink]): ScoredLink => ({
          url,
          priority: linkInheritance * pageValue + (1 - linkInheritance) * atLink,
          group: "",
          snippet: undefined,
          why: `page ${pageValue.toFixed(1)}, at the link ${atLink.toFixed(1)}`,
        }),
      );
    },
  };
}
