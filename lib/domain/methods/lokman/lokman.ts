/** `lokman`: the value of pages, and of the texts at their links, by the concepts of the topic in them. */
import type { Anchor, PageView } from "../../page/page-view.ts";
import { compileTermMatcher, type MatchTerm } from "../../text/term-matcher.ts";
import type { Url } from "../../web/url/url.ts";
import { urlWords } from "../../web/url/url-words.ts";
import type { CompiledStrategy, PageAssessment, ScoredLink, Strategy } from "../strategy.ts";
import { strategyModule } from "../strategy-module.ts";
import { type LokmanModel, lokmanModel, topicTerms } from "./lokman-model.ts";
import { type LokmanSettings, lokmanOptions } from "./options.ts";

/** Shares of a page's value that its link hands on, and of a link's value that its page does: the thesis's. */
const [PAGE_INHERITANCE, LINK_INHERITANCE] = [0.1, 0.1];

/**
 * Words of a text per which `normalise: length` counts occurrences; shorter texts count as this
 * long.
 */
const WORDS_OF_A_PASSAGE = 100;

/** Utility stays below 1 by this much, so that the value can be read back from it. */
const LEAST_DOUBT = 2 ** -30;

/** Number of terms in an explanation. */
const TERMS_TOLD = 3;

const NORMALISE: Readonly<Record<LokmanSettings["normalise"], Normalise>> = {
  none: (sum) => sum,
  length: (sum, words) => (sum * WORDS_OF_A_PASSAGE) / Math.max(words, WORDS_OF_A_PASSAGE),
  log: (sum, _words, exact) => exact * Math.log1p(sum / exact),
};

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

/** Compiles a judge of pages by the topic's concepts in their text, as `nearWorth` weights them. */
function compilePageJudgement(
  { threshold }: LokmanModel,
  { elements, normalise, weights }: LokmanSettings,
  nearWorth: (text: string) => TextWorth,
): (page: PageView) => PageAssessment {
  return ({ mainText, title, headings, emphasis }) => {
    const parts = [
      [mainText, elements.text],
      [title, elements.title],
      [headings.map(({ text }) => text).join("\n"), elements.headings],
      [emphasis.join("\n"), elements.emphasis],
    ] as const;
    const read = parts.flatMap(([text, factor]) => {
      return factor > 0 && text !== "" ? [{ worth: nearWorth(text), factor }] : [];
    });
    const sum = read.reduce((total, { worth, factor }) => total + factor * worth.sum, 0);
    const words = read.reduce((total, { worth }) => total + worth.words, 0);
    const own = NORMALISE[normalise](sum, words, weights.exact);
    const utility = utilityOf(own, weights.exact);
    const isTarget = threshold === null ? own > 0 : utility >= threshold;
    return { utility, isTarget, type: undefined, why: explain(own, read) };
  };
}

/**
 * Computes own ÷ (own + weight of an exact term): 0.5 for a page worth one occurrence of the topic.
 */
function utilityOf(own: number, exact: number): number {
  return Math.min(own / (own + exact), 1 - LEAST_DOUBT);
}

/** Returns the own value that a utility was computed from. */
function ownValueOf({ utility }: Pick<PageAssessment, "utility">, exact: number): number {
  return (exact * utility) / (1 - utility);
}

type Normalise = (sum: number, words: number, exact: number) => number;

function explain(own: number, read: readonly { readonly worth: TextWorth }[]): string {
  if (own === 0) return "no concept of the topic";
  const total = new Map<string, number>();
  for (const { worth } of read) {
    for (const [term, count] of worth.occurrences) total.set(term, (total.get(term) ?? 0) + count);
  }
  const told = [...total].toSorted((a, b) => b[1] - a[1]).slice(0, TERMS_TOLD);
  return `own value ${own.toFixed(1)}: ${told.map(([term, count]) => `${term} ×${count}`).join(", ")}`;
}

/** A term with the worth of one occurrence. */
interface WeightedTerm extends MatchTerm {
  readonly worth: number;
}

/** The occurrences of the topic in a text. */
interface TextWorth {
  /** Σ worth · occurrences. */
  readonly sum: number;
  /** The greatest worth of a term that occurs; 0 when there is none. */
  readonly best: number;
  /** Number of words of the text. */
  readonly words: number;
  /** Term → its occurrences. */
  readonly occurrences: ReadonlyMap<string, number>;
}

/** Compiles terms to a function that weighs texts. */
function compileTextWorth(terms: readonly WeightedTerm[]): (text: string) => TextWorth {
  const weighted = terms.filter(({ worth }) => worth > 0);
  const matcher = compileTermMatcher(weighted);
  return (text) => {
    const { counts, words } = matcher.count(text);
    const occurrences = new Map<string, number>();
    let sum = 0;
    let best = 0;
    for (const [index, count] of counts) {
      const { term, worth } = weighted[index] ?? { term: "", worth: 0 };
      occurrences.set(term, count);
      sum += worth * count;
      best = Math.max(best, worth);
    }
    return { sum, best, words, occurrences };
  };
}
