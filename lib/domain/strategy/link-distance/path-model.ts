import { DowserError } from "../../../errors.ts";
import type { Json } from "../../json.ts";
import type { LinkDistanceSettings } from "./options.ts";

type Variant = LinkDistanceSettings["variant"];

/** A model trained on click paths, in the form of a model file. */
export type PathModel = {
  readonly strategy: "link-distance";
  readonly variant: Variant;
  /** The trained data, in the form of the variant. */
  readonly learned: Json;
};

/** Adds to the trained data the strategy and variant that can use it. */
export function pathModelOf(variant: Variant, learned: Json): PathModel {
  return { strategy: "link-distance", variant, learned };
}

/**
 * Returns the trained data of a model file, in the form of the variant.
 * @throws DowserError `other-path-model`
 */
export function requirePathModel(kept: Json, variant: Variant): Json {
  const { strategy, variant: trainedVariant, learned } = fieldsOf(kept);
  if (strategy === "link-distance" && trainedVariant === variant && learned !== undefined)
    return learned;
  const found =
    strategy === "link-distance" && typeof trainedVariant === "string"
      ? `variant ${trainedVariant}`
      : "something else";
  throw new DowserError(`link-distance of variant ${variant} was given a model of ${found}`, {
    code: "other-path-model",
    reaction: "fix-config",
    value: { strategy, variant: trainedVariant },
    hint: "train the model again with `dowser paths train`, or set strategy.variant to the model's",
  });
}

function fieldsOf(kept: Json): { readonly [field: string]: Json | undefined } {
  return typeof kept === "object" && kept !== null && !isList(kept) ? kept : {};
}

function isList(kept: Json): kept is readonly Json[] {
  return Array.isArray(kept);
}
