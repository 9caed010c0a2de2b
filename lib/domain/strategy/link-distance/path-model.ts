import { DowserError } from "../../../errors.ts";
import type { Json } from "../../json.ts";
import type { LinkDistanceSettings } from "./options.ts";

type Variant = LinkDistanceSettings["variant"];

/** A model trained on click paths, in the form of a model file. */
export type PathModel = {
  readonly strategy: "link-distance";
  readonly variant: Variant;
  /** The trained data, in the form of the variant. */
  readonly lesson: Json;
};

/** Adds to the trained data the strategy and variant that can use it. */
export function pathModelOf(variant: Variant, lesson: Json): PathModel {
  return { strategy: "link-distance", variant, lesson };
}

/**
 * Returns the trained data of a model file, in the form of the variant.
 * @throws DowserError `other-lesson`
 */
export function requirePathModel(kept: Json, variant: Variant): Json {
  const { strategy, variant: taught, lesson } = fieldsOf(kept);
  if (strategy === "link-distance" && taught === variant && lesson !== undefined) return lesson;
  const found =
    strategy === "link-distance" && typeof taught === "string"
      ? `variant ${taught}`
      : "something else";
  throw new DowserError(`link-distance of variant ${variant} was given a model of ${found}`, {
    code: "other-lesson",
    reaction: "fix-config",
    value: { strategy, variant: taught },
    hint: "make the model anew with `dowser paths train`, or set strategy.variant to the model's",
  });
}

function fieldsOf(kept: Json): { readonly [field: string]: Json | undefined } {
  return typeof kept === "object" && kept !== null && !isList(kept) ? kept : {};
}

function isList(kept: Json): kept is readonly Json[] {
  return Array.isArray(kept);
}
