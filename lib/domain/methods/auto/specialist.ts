/** What the specialist of a need knows of links, and what pages tell of theirs where it is a topic alone. */
import type { FrontierLink } from "../../frontier/link.ts";
import { DETECTED_LANGUAGES } from "../../page/language/page-language.ts";
import type { Anchor, PageView } from "../../page/page-view.ts";
import { languageCode } from "../../text/words.ts";
import type { CompiledStrategy, LinkContext, PageAssessment, ScoredLink } from "../strategy.ts";
import type { JudgeName } from "./judges.ts";

/**
 * How a specialist's knowledge of links comes in: by weights of groups, which it sets before each draw;
 * by scoring each link again; or by one score when a link is discovered.
 */
type Advice = "groups" | "links" | "discovery" | "none";

const ADVICE: Readonly<Record<JudgeName, Advice>> = {
  labels: "none",
  files: "none",
  concepts: "discovery",
  paths: "links",
  comments: "links",
  content: "groups",
  example: "groups",
};

/** What a specialist says of a link: a factor of its value, and the group that it weighs. */
export interface AdvisedScore {
  /** In (0, ∞); only ratios count. */
  readonly factor: number;
  readonly group: string;
  /** Kept with the link, for scoring it again and for the links of its page; in [0, ∞). */
  readonly advice?: number;
  /** What the link is worth at least, whatever links like it brought; in [0,1]. */
  readonly least?: number;
  readonly why: string;
}

/** A compiled specialist, asked about links. */
export interface Specialist {
  readonly weighs: CompiledStrategy["groups"];
  /** Whether it must see a whole link to advise again, and not only what was packed of it. */
  readonly needsLinks: boolean;
  /**
   * Returns the links of a page with the advice on each; a link may have several groups.
   * @param listed links of the page that are rows of a list
   */
  onPage(
    page: PageView,
    assessment: PageAssessment,
    context: LinkContext,
    listed: ReadonlySet<Anchor>,
  ): readonly (readonly [Anchor, AdvisedScore])[];
  /** Returns what was said of a link when it was discovered, from the number that was kept. */
  byAdvice(advice: number): AdvisedScore;
  /** Returns the advice on a link that waits. */
  again(link: FrontierLink): AdvisedScore;
}

/** Bytes of the advice before the packed features of a link. */
export const ADVICE_BYTES = 8;

/** Returns the packed features of a link with the advice on it before them. */
export function packAdvice(advice: number, packed: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(ADVICE_BYTES + packed.length);
  new DataView(bytes.buffer).setFloat64(0, advice);
  bytes.set(packed, ADVICE_BYTES);
  return bytes;
}

/** The bytes of an advice that is read: a view of each link's own would be made a million times. */
const READ = new DataView(new ArrayBuffer(ADVICE_BYTES));

/** Returns the advice before packed features that begin at `start`. */
export function unpackAdvice(packed: Uint8Array, start: number): number {
  for (let at = 0; at < ADVICE_BYTES; at += 1) READ.setUint8(at, packed[start + at] ?? 0);
  return READ.getFloat64(0);
}

/** No advice: all links are alike. */
export const NO_ADVICE: AdvisedScore = { factor: 1, group: "", why: "" };

/** No specialist knows of links. */
export const NO_SPECIALIST: Specialist = {
  weighs: undefined,
  needsLinks: false,
  onPage: ({ anchors }) => anchors.map((anchor) => [anchor, NO_ADVICE] as const),
  byAdvice: () => NO_ADVICE,
  again: () => NO_ADVICE,
};

/** Worth of a link that its page tells of, as a share of what the page is worth. */
const TOLD = 0.5;

const nameOf = (code: string) => new Intl.DisplayNames([code], { type: "language" }).of(code);

/** Languages by their own names, in lower case. */
const LANGUAGES = new Map(
  Array.from(DETECTED_LANGUAGES, (code) => [nameOf(code)?.toLowerCase(), code]),
);

/**
 * Knows what a page tells of its links where a topic is all that is given, since pages need not say its words: a link that
 * is named by another language leads to the same in that language, and a relevant page that is a list leads to members of
 * what is looked for. Each is worth half of the page at least.
 */
export const BY_PAGE: Specialist = {
  ...NO_SPECIALIST,
  onPage: (page, { utility, isTarget }, _context, listed) => {
    const own = languageCode(page.language);
    return page.anchors.map((anchor) => {
      const named = LANGUAGES.get(anchor.text.toLowerCase()) ?? own;
      const isTold = named !== own || (isTarget && listed.has(anchor));
      return [anchor, BY_PAGE.byAdvice(isTold ? TOLD * utility : 0)] as const;
    });
  },
  byAdvice: (advice) =>
    advice > 0 ? { ...NO_ADVICE, advice, least: advice, why: "told by its page" } : NO_ADVICE,
  again: ({ snippet }) => BY_PAGE.byAdvice(snippet?.advice ?? 0),
};

/** Compiles the specialist of a judge. */
export function specialistOf(name: JudgeName, compiled: CompiledStrategy): Specialist {
  const manner = ADVICE[name];
  if (manner === "none") return NO_SPECIALIST;
  const advised = ADVISED[manner];
  return {
    weighs: manner === "groups" ? compiled.groups : undefined,
    needsLinks: manner !== "discovery",
    onPage: (page, assessment, context) => {
      // Specialists hand on their own score of the link to the page, which is kept with it.
      const priority = context.snippet?.advice ?? 0;
      const links = compiled.scoreLinks(page, assessment, { ...context, priority });
      const anchors = Map.groupBy(page.anchors, ({ url }) => url);
      return links.flatMap((link) => {
        const anchor = anchorOf(anchors.get(link.url) ?? [], link.group);
        return anchor === undefined ? [] : [[anchor, advised(link)] as const];
      });
    },
    byAdvice: (advice) => ADVISED.discovery({ priority: advice }),
    again: (link) => {
      if (manner === "discovery") return advised({ priority: link.snippet?.advice ?? 0 });
      const score = compiled.rescoreLink?.(link);
      return score === undefined ? NO_ADVICE : advised(score);
    },
  };
}

/** Returns the anchor at the place that a group names, or the first one. */
function anchorOf(anchors: readonly Anchor[], group: string): Anchor | undefined {
  return anchors.find(({ classPath }) => group.endsWith(` ${classPath}`)) ?? anchors[0];
}

type Scored = Partial<Pick<ScoredLink, "group" | "why">> & Pick<ScoredLink, "priority">;

const ADVISED: Readonly<Record<Exclude<Advice, "none">, (scored: Scored) => AdvisedScore>> = {
  groups: ({ group = "", why = "" }) => ({ factor: 1, group, why }),
  links: ({ priority, why = "" }) => ({ factor: priority, group: "", why }),
  discovery: ({ priority, why = "" }) => ({
    factor: 1 + priority,
    group: "",
    advice: priority,
    why,
  }),
};

/** Layers that are told apart: deeper links are in the last. */
const LAYERS = 12;

/** What the names of layers begin with. */
const LAYER = "layer ";

const LAYER_GROUPS = Array.from({ length: LAYERS + 1 }, (_, depth) => `${LAYER}${depth}`);

/** Names the group of the links of a depth, of which no specialist knows. */
export function layerGroup(depth: number): string {
  return LAYER_GROUPS[Math.min(depth, LAYERS)] ?? "";
}

/**
 * Returns the group where a link waits, by its depth now: a link of a menu is offered by every page, also by deeper ones, and
 * one that ranks higher there would else sink to a layer that no draw reaches.
 */
export function layerNow({ group, depth }: Pick<FrontierLink, "group" | "depth">): string {
  return group.startsWith(LAYER) ? layerGroup(depth) : group;
}

/** Ratio of the weights of two layers: more than that of any two predictions. */
const STEP = 1e3;

/** Returns a weight that puts a layer before all deeper ones, and these before other groups: looks are for new kinds. */
export function worthOfLayer(group: string): number {
  return group.startsWith(LAYER) ? STEP ** (1 + LAYERS - Number(group.slice(LAYER.length))) : 1;
}

/** One of so many draws goes layer by layer while nothing is found. */
const LAYER_EVERY = 4;

/** Links before which a crawl is left to its own order, and the mean utility of its pages that is as good as nothing. */
const [FIRST_LINKS, NOTHING] = [40, 0.005];

/**
 * Returns whether the next draw takes a link of the first layer that has one. While a crawl has found nothing, its
 * predictions order links by chance, so every fourth draw goes layer by layer. So it has read all N pages of the first
 * layers after 4 · N draws and those before.
 * @param draws links drawn so far
 * @param worth sum of the utilities of all pages so far
 */
export function isLayerDue(draws: number, worth: number): boolean {
  return draws >= FIRST_LINKS && draws % LAYER_EVERY === 0 && worth < NOTHING * draws;
}

/** Targets at which what the crawl has taught counts half beside what a specialist says. */
const HALF_TRUST = 6;

/**
 * Returns the exponent of what the crawl has taught beside what a specialist says. It rises with the
 * targets, to 1: of many pages without one, a regression learns little about links to targets. It
 * rises to a half beside one that weighs kinds of links, which are counted in both.
 */
export function trustInSpecialist(specialist: Specialist, targets: number): number {
  if (specialist === NO_SPECIALIST || specialist === BY_PAGE) return 1;
  const most = specialist.weighs === undefined ? 1 : 0.5;
  return (most * targets) / (targets + HALF_TRUST);
}
