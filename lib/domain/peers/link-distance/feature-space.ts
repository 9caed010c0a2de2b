import type { SparseVector } from "../../vector/sparse-rows.ts";

/** A space made ready: what the forests are given of a page, or of a link. */
export interface FeatureSpace<Terms> {
  /** Columns are numbered below this. */
  readonly width: number;
  readonly vectorOf: (terms: Terms) => SparseVector;
}
