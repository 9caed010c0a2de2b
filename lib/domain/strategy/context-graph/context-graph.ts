import { requirePaths } from "../link-distance/require-paths.ts";
import type { CompiledStrategy, Strategy } from "../strategy.ts";
import type { ContextGraphSettings } from "./context-graph-settings.ts";
import { compileLayers, type LayerModel, type PageLayer, trainLayers } from "./layer-classifier.ts";
import { layeredPages } from "./layered-pages.ts";

type ContextGraphModel = {
  readonly pages: LayerModel;
  /** Least utility of a target page, in [0,1]. */
  readonly targetsFrom: number;
};

/**
 * The context focused crawler (Diligenti, Coetzee, Lawrence, Giles & Gori 2000): a classifier tells how
 * many links lie between a page and a target, and the links of each page wait in the queue of its layer, or
 * in a last one where the classifier is not sure. The queue nearest to the targets comes first, in a queue
 * the links of the page that is most surely of it. A target is a page that is surely of layer 0.
 */
export function contextGraph(settings: ContextGraphSettings): Strategy<ContextGraphModel> {
  const { name, layers } = settings;
  return {
    name,
    selection: { kind: "best" },
    merge: "greater",
    checkNeed: (need) => {
      requirePaths(name, need);
      return undefined;
    },
    train: (_evidence, need) => {
      const marked = requirePaths(name, need);
      const pages = trainLayers(layeredPages(marked, layers), marked.pages);
      return { pages, targetsFrom: need.threshold ?? 0 };
    },
    compile: (model) => compile(model, settings),
    isStale: () => false,
  };
}

function compile(
  { pages, targetsFrom }: ContextGraphModel,
  { layers, threshold }: ContextGraphSettings,
): CompiledStrategy {
  const layerOf = compileLayers(pages);
  const isSure = ({ probability }: PageLayer) => probability > threshold;
  const explain = (found: PageLayer) =>
    `${isSure(found) ? "" : "no layer, at best "}layer ${found.layer} by ${found.probability.toFixed(3)}`;
  return {
    assessPage: (page) => {
      const found = layerOf(page);
      return {
        utility: found.ofTargets,
        isTarget: found.layer === 0 && isSure(found) && found.ofTargets >= targetsFrom,
        type: undefined,
        why: explain(found),
      };
    },
    scoreLinks: (page) => {
      const found = layerOf(page);
      // Probabilities are at most 1, so that no link of a queue passes one of the queue before.
      const queue = isSure(found) ? layers + 1 - found.layer : 0;
      const priority = queue + found.probability;
      const why = `page of the link: ${explain(found)}`;
      return page.anchors.map(({ url }) => ({ url, priority, group: "", snippet: undefined, why }));
    },
  };
}
