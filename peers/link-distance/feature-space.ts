import type { SparseVector } from "../../lib/domain/stats/vector/sparse-rows.ts";

/** A compiled space: the features that the forests get for a page or a link. */
export interface FeatureSpace<Terms> {
  /** Columns are numbered below this. */
  readonly width: number;
  readonly vectorOf: (terms: Terms) => SparseVector;
}
