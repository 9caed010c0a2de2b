import type { Anchor } from "../../page/page-view.ts";
import type { Url } from "../../web/url/url.ts";
import { urlWords } from "../../web/url/url-words.ts";
import type { CompiledStrategy, ScoredLink, Strategy } from "../strategy.ts";
import { strategyModule } from "../strategy-module.ts";
import { type LokmanModel, lokmanModel, topicTerms } from "./lokman-model.ts";
import { type LokmanSettings, lokmanOptions } from "./options.ts";
import { compilePageJudgement, ownValueOf } from "./page-value.ts";
import { compileTextWorth, type TextWorth } from "./text-worth.ts";

/** Shares of a page's value that its link hands on, and of a link's value that its page does: the thesis's. */
const [PAGE_INHERITANCE, LINK_INHERITANCE] = [0.1, 0.1];

/** `lokman`: pages and links by the concepts of an ontology. */
export const lokman = strategyModule({
  name: "lokman",
  description: "Pages and links by the concepts of an ontology that they name.",
  options: lokmanOptions,
  create: byConcepts,
});

/**
 * Creates ontology-based best-first crawling (Kayışoğlu 2005). own(text) is Σ worth of a term ·
 * occurrences.
 * Page value = p · inherited + (1 − p) · own(page), where inherited is the value of the followed
 * link.
 * Link value = l · page value + (1 − l) · own(text at the link).
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
  const { offTopic, weights } = settings;
  const nearWorth = compileTextWorth(model.terms.map((term) => ({ ...term, worth: term.inPage })));
  const valueAtLink = compileLinkValue(model, settings, nearWorth);
  return {
    assessPage: compilePageJudgement(model, settings, nearWorth),
    scoreLinks: (page, assessment, { depth, priority }) => {
      const own = ownValueOf(assessment, weights.exact);
      const isSeed = depth === 0;
      if (own === 0 && offTopic === "drop" && !isSeed) return [];
      const inherited = isSeed ? 0 : priority;
      const pageValue = PAGE_INHERITANCE * inherited + (1 - PAGE_INHERITANCE) * own;
      const bestAt = new Map<Url, number>();
      for (const anchor of page.anchors) {
        const atLink = valueAtLink(anchor, page.url);
        bestAt.set(anchor.url, Math.max(atLink, bestAt.get(anchor.url) ?? 0));
      }
      return Array.from(
        bestAt,
        ([url, atLink]): ScoredLink => ({
          url,
          priority: LINK_INHERITANCE * pageValue + (1 - LINK_INHERITANCE) * atLink,
          group: "",
          snippet: undefined,
          why: `page ${pageValue.toFixed(1)}, at the link ${atLink.toFixed(1)}`,
        }),
      );
    },
  };
}

/**
 * Compiles the own value of the text at a link on page `from`. Per channel, the topic's concepts in
 * it count as `nearWorth` weights them. If remoter concepts are worth more, the nearest of them
 * counts instead.
 */
export function compileLinkValue(
  { terms }: LokmanModel,
  { channels }: LokmanSettings,
  nearWorth: (text: string) => TextWorth,
): (anchor: Anchor, from: Url) => number {
  const gradedWorth = compileTextWorth(terms.map((term) => ({ ...term, worth: term.graded })));
  const valueOf = (text: string) => Math.max(nearWorth(text).sum, gradedWorth(text).best);
  return ({ url, text, before, after }, from) => {
    let value = channels.anchor > 0 ? channels.anchor * valueOf(text) : 0;
    if (channels.url > 0) value += channels.url * valueOf(urlWords(url, from));
    if (channels.around > 0) value += channels.around * valueOf(`${before}\n${after}`);
    return value;
  };
}
