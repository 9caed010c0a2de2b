/** Models learned from click paths, and what trains them. */
import { fail } from "../../../errors.ts";
import type { Json } from "../../json.ts";
import type { CompiledStrategy, Evidence, MarkedPaths, Need } from "../strategy.ts";

/** A model trained on click paths, in the form of a model file. */
export type PathModel = {
  readonly strategy: "link-distance";
  /** Name of the form that the data has: of `dowser`, or of a `paper`. */
  readonly variant: string;
  /** The trained data, in the form of the variant. */
  readonly learned: Json;
};

/** Adds to the trained data the strategy and variant that can use it. */
export function pathModelOf(variant: string, learned: Json): PathModel {
  return { strategy: "link-distance", variant, learned };
}

/**
 * Returns the trained data of a model file, in the form of the variant.
 * @throws DowserError `other-path-model`
 */
export function requirePathModel(kept: Json, variant: string): Json {
  const { strategy, variant: trainedVariant, learned } = fieldsOf(kept);
  if (strategy === "link-distance" && trainedVariant === variant && learned !== undefined)
    return learned;
  const found =
    strategy === "link-distance" && typeof trainedVariant === "string"
      ? `variant ${trainedVariant}`
      : "something else";
  throw fail("other-path-model", { variant, found, value: { strategy, variant: trainedVariant } });
}

function fieldsOf(kept: Json): { readonly [field: string]: Json | undefined } {
  return typeof kept === "object" && kept !== null && !isList(kept) ? kept : {};
}

function isList(kept: Json): kept is readonly Json[] {
  return Array.isArray(kept);
}

/** A way to learn from click paths; the trained data is valid for other sites, too. */
export interface PathTrainer<Learned extends Json = Json, Model extends Json = Json> {
  /** Trains on paths; the same paths give the same result. Slow: called once per training set. */
  learn(marked: MarkedPaths): Learned;
  /**
   * Trains the model of a crawl at its present state. The user's labels are in the need's good and
   * bad pages.
   */
  train(learned: Learned, evidence: Evidence, need: Need): Model;
  compile(model: Model): CompiledStrategy;
}
