import { z } from "zod";
import { REACH } from "../domain/ontology/concept-set.ts";
import type { LokmanSettings } from "../domain/strategy/lokman/lokman-settings.ts";
import { LOKMAN_VARIANTS, STRATEGY_DEFAULTS } from "./strategy-defaults.ts";

const factor = () => z.number().min(0).max(1_000).exactOptional();
const share = () => z.number().min(0).max(1).exactOptional();

/** Options of `lokman`; those left out are the variant's. */
export const lokmanSchema = z
  .strictObject({
    name: z.literal("lokman"),
    variant: z
      .enum(["dowser", "paper"])
      .default(STRATEGY_DEFAULTS.lokman.variant)
      .describe("Whose settings fill in what is left out: ours, or the thesis's."),
    merge: z
      .enum(["greater", "increment"])
      .exactOptional()
      .describe("Of a link met again: the greater value, or the sum."),
    weights: z
      .strictObject({
        exact: z.number().positive().max(1_000).exactOptional(),
        synonym: factor(),
        partial: factor(),
        narrower: factor(),
        context: factor(),
      })
      .exactOptional()
      .describe(
        "Worth of a term in a page by its relation, and at a link where `grading` is relations: partial is broader, context is beside.",
      ),
    normalise: z
      .enum(["none", "length", "log"])
      .exactOptional()
      .describe("How occurrences in a page add up: as they are, by 100 words, or logarithmically."),
    elements: z
      .strictObject({ text: factor(), title: factor(), headings: factor(), emphasis: factor() })
      .exactOptional()
      .describe("How often an occurrence counts by where on the page it stands."),
    channels: z
      .strictObject({ anchor: factor(), url: factor(), around: factor() })
      .exactOptional()
      .describe("How much a link's text, its URL and the words around it count."),
    grading: z
      .enum(["relations", "distance"])
      .exactOptional()
      .describe("What terms at a link are worth by: their relation, or their distance, too."),
    decay: share().describe("Worth of a term one step farther from the topic, as a share."),
    reach: z
      .int()
      .min(0)
      .max(REACH)
      .exactOptional()
      .describe("Most steps between the topic and a term at a link."),
    pageInheritance: share().describe("Share of a page's value that its link hands on."),
    linkInheritance: share().describe("Share of a link's value that its page hands on."),
    offTopic: z
      .enum(["drop", "follow"])
      .exactOptional()
      .describe("Links of a page that names no concept: dropped, or followed."),
    capacity: z.int().min(1).exactOptional().describe("Most links that wait."),
  })
  .describe("Pages and links by the concepts of an ontology that they name.");

/** The settings that options stand for. */
export function lokmanSettings({
  variant,
  weights,
  elements,
  channels,
  ...options
}: z.output<typeof lokmanSchema>): LokmanSettings {
  const preset = LOKMAN_VARIANTS[variant];
  return {
    ...preset,
    ...options,
    name: "lokman",
    weights: { ...preset.weights, ...weights },
    elements: { ...preset.elements, ...elements },
    channels: { ...preset.channels, ...channels },
  };
}
