import type { Selection } from "../../frontier/frontier-policy.ts";
import type { IndicatorSettings } from "./page-indicator.ts";

/** Settings of the strategies that crawl in layers (Neunerdt et al. 2013). */
export interface LayeredSettings extends IndicatorSettings {
  /** Links of a layer. */
  readonly topN: number;
  /** Layers after the seeds. */
  readonly depth: number;
}

/** The selection that these settings ask for. */
export function layeredSelection(
  { topN, depth }: LayeredSettings,
  ties: Extract<Selection, { kind: "layered" }>["ties"],
): Selection {
  return { kind: "layered", topN, depth, ties };
}
