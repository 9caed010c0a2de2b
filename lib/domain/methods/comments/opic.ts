/** OPIC: pages pay their importance out to those that they link to, layer by layer. */
import { z } from "zod";
import type { PageView } from "../../page/page-view.ts";
import type { Url } from "../../web/url/url.ts";
import { type LinkGraph, linkGraph } from "../graph/link-graph.ts";
import type { Evidence, LinkContext, Miss, ScoredLink, Strategy, Visit } from "../strategy.ts";
import { type StrategyContext, strategyModule } from "../strategy-module.ts";
import { type TopicProfile, topicProfile } from "../topic-profile.ts";
import { type LayeredSettings, layeredOptions, layeredSelection } from "./commd.ts";
import { checkIndicatorNeed, compilePageIndicator } from "./page-indicator.ts";

const options = z.strictObject(layeredOptions);

/** `opic`: in layers, links by the cash that pages pay to them. */
export const opic = strategyModule({
  name: "opic",
  description: "In layers, links by the cash that pages pay to them.",
  options,
  create: (settings, context) => byCash("opic", settings, context),
});

/** `opic-commd`: in layers, links by the cash that target pages pay to them. */
export const opicCommd = strategyModule({
  name: "opic-commd",
  description: "In layers, links by the cash that pages with comments pay to them.",
  options,
  create: (settings, context) => byCash("opic-commd", settings, context),
});

/** Cash of the queued URLs at the end of the last layer, and the model that judges pages. */
type OpicModel = {
  readonly profile: TopicProfile;
  readonly cash: Readonly<Record<string, number>>;
};

/**
 * Creates OPIC in layers (Abiteboul, Preda & Cobena 2003): a link is worth the cash paid to it, as
 * a share of all cash. In `opic-commd` only relevant pages pay (Neunerdt et al. 2013, the soft
 * focus).
 */
function byCash(
  name: "opic" | "opic-commd",
  settings: LayeredSettings,
  context: StrategyContext,
): Strategy<OpicModel> {
  const pays = ({ isTarget }: { readonly isTarget: boolean }) => name === "opic" || isTarget;
  return {
    name,
    selection: layeredSelection(settings, "admission", context),
    merge: "sum",
    keepsOutlinks: true,
    checkNeed: (need) => checkIndicatorNeed(settings, need),
    train: (evidence, need) => {
      const cash = spreadCash(evidence, pays);
      for (const { url } of evidence.visits) cash.delete(url);
      return { profile: topicProfile(need), cash: Object.fromEntries(cash) };
    },
    compile: ({ profile, cash }) => ({
      assessPage: compilePageIndicator(settings, profile),
      scoreLinks: (page, assessment, context) => {
        const priority = pays(assessment) ? shareOf(page, context) : 0;
        return page.anchors.map(({ url }): ScoredLink => {
          return {
            url,
            priority,
            group: "",
            snippet: undefined,
            why: "paid by a page of the layer",
          };
        });
      },
      rescoreLink: ({ url }) => {
        const priority = cash[url] ?? 0;
        return { priority, group: "", why: `cash ${priority.toPrecision(3)}` };
      },
    }),
    isStale: ({ layerDone }) => layerDone,
  };
}

/**
 * Computes what a page pays for each of its links: a forecast that is valid until the layer ends.
 */
function shareOf({ anchors, url }: PageView, { depth, priority }: LinkContext): number {
  const cash = depth === 0 ? 1 : priority;
  const links = anchors.filter((anchor) => anchor.url !== url).length;
  return links === 0 ? 0 : cash / links;
}

/** Whether a page pays its cash to its links, or leaves it to the others of its layer. */
export type PaysOut = (visit: Visit) => boolean;

/** The pages of a crawl by layer, and the flow of cash that reaches them. */
interface Economy {
  readonly graph: LinkGraph;
  /**
   * Layer of each node that was drawn; `Infinity` for waiting nodes, which keep the cash they get.
   */
  readonly layers: Float64Array;
  /** For each page, whether it pays. */
  readonly pays: readonly boolean[];
  /** Nodes of the pages of layer 0. */
  readonly seeds: readonly number[];
}

/**
 * Returns the cash of every URL that holds some, once each layer has paid out. This is OPIC in
 * layers (Abiteboul, Preda & Cobena 2003; Neunerdt et al. 2013, equations 1, 3 and 5). The seeds
 * begin with equal shares of 1, and the sum stays 1. It is 0 only when no seed was fetched.
 *
 * In each layer a page that `pays` gives its cash to its links, by how often each occurs on it.
 * Besides the pages of the layer, pages of earlier layers pay if cash returned to them. The cash of
 * pages that do not pay is first shared equally by the paying pages of the layer.
 *
 * Cash without a receiver returns to the seeds: from pages without links, from links without a
 * page, or from a layer without paying pages. A redirect and its target are one. Cash stays on a
 * URL that waits, so its cash is all that it was ever paid: its score, Σ c_n(j) / C.
 */
export function spreadCash(evidence: Evidence, pays: PaysOut): Map<Url, number> {
  const economy = economyOf(evidence, pays);
  const { urls } = economy.graph;
  let cash = new Float64Array(urls.length);
  returnToSeeds(1, economy, cash);
  const last = lastLayer(evidence);
  for (let layer = 0; layer <= last; layer += 1) cash = payOut(economy, cash, layer);
  const holders = new Map<Url, number>();
  for (const [node, held] of cash.entries()) {
    const url = urls[node];
    if (held > 0 && url !== undefined) holders.set(url, held);
  }
  return holders;
}

function economyOf({ visits, misses }: Evidence, pays: PaysOut): Economy {
  const target = redirectTargets(misses);
  const graph = linkGraph(
    visits.map(({ url, outlinks }) => ({ url, outlinks: outlinks.map(target) })),
  );
  const layers = new Float64Array(graph.urls.length).fill(Number.POSITIVE_INFINITY);
  for (const { url, layer } of [...visits, ...misses]) {
    const node = graph.numbers.get(url);
    if (node !== undefined) layers[node] = layer;
  }
  const seeds = [...visits.keys()].filter((page) => layers[page] === 0);
  return { graph, layers, pays: visits.map(pays), seeds };
}

/**
 * Returns a function from a URL to the end of its redirects. A URL in a circle of redirects maps to
 * some URL of that circle.
 */
function redirectTargets(misses: readonly Miss[]): (url: Url) => Url {
  const next = new Map(
    misses.flatMap(({ url, location }) => (location === undefined ? [] : [[url, location]])),
  );
  const ends = new Map(Iterator.from(next.keys()).map((url) => [url, endOf(url, next)]));
  return (url) => ends.get(url) ?? url;
}

function endOf(url: Url, next: ReadonlyMap<Url, Url>): Url {
  const seen = new Set<Url>();
  let end = url;
  for (let to = next.get(end); to !== undefined && !seen.has(to); to = next.get(end)) {
    seen.add(to);
    end = to;
  }
  return end;
}

function lastLayer({ visits, misses }: Evidence): number {
  return [...visits, ...misses].reduce((last, { layer }) => Math.max(last, layer), 0);
}

/** Returns the cash after a layer has paid out. */
function payOut(economy: Economy, cash: Float64Array, layer: number): Float64Array<ArrayBuffer> {
  const { graph, layers, pays } = economy;
  const next = new Float64Array(cash.length);
  let withheld = 0;
  let untaken = 0;
  for (const [node, held] of cash.entries()) {
    if (held === 0) continue;
    if ((layers[node] ?? layer) > layer) next[node] = (next[node] ?? 0) + held;
    else if (node >= graph.pages) untaken += held;
    else if (pays[node] === true) untaken += pay(graph, node, held, next);
    else withheld += held;
  }
  const payers = withheld === 0 ? [] : payersOf(economy, layer);
  for (const payer of payers) untaken += pay(graph, payer, withheld / payers.length, next);
  returnToSeeds(payers.length === 0 ? untaken + withheld : untaken, economy, next);
  return next;
}

/** Returns the nodes of the pages fetched in a layer that pay. */
function payersOf({ layers, pays }: Economy, layer: number): number[] {
  return [...pays.keys()].filter((page) => pays[page] === true && layers[page] === layer);
}

/**
 * Pays an amount to a page's links; returns the part without a receiver: all of it when the page
 * has no link.
 */
function pay(
  { firstTarget, targets, times }: LinkGraph,
  page: number,
  amount: number,
  next: Float64Array,
): number {
  const first = firstTarget[page] ?? 0;
  const end = firstTarget[page + 1] ?? first;
  let links = 0;
  for (let at = first; at < end; at += 1) links += times[at] ?? 0;
  if (links === 0) return amount;
  for (let at = first; at < end; at += 1) {
    const target = targets[at] ?? 0;
    next[target] = (next[target] ?? 0) + (amount * (times[at] ?? 0)) / links;
  }
  return 0;
}

function returnToSeeds(amount: number, { seeds }: Economy, cash: Float64Array): void {
  for (const seed of seeds) cash[seed] = (cash[seed] ?? 0) + amount / seeds.length;
}
