import { z } from "zod";
import { DEFAULT_RELATION_WEIGHTS, REACH } from "../ontology/concept-set.ts";

const factor = () => z.number().min(0).max(1_000).exactOptional();
const share = () => z.number().min(0).max(1).exactOptional();

/** Options of `lokman`; the variant gives the defaults. */
const schema = z.strictObject({
  variant: z
    .enum(["dowser", "paper"])
    .default("dowser")
    .describe("Whose settings fill in what is left out: ours, or the thesis's."),
  merge: z
    .enum(["greater", "increment"])
    .exactOptional()
    .describe("Value of a link that is discovered again: the greater value, or the sum."),
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
    .describe("Weight of an occurrence by its position on the page."),
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
  offTopic: z
    .enum(["drop", "follow"])
    .exactOptional()
    .describe("Links of a page that names no concept: dropped, or followed."),
  capacity: z.int().min(1).exactOptional().describe("Most links that wait."),
});

type Options = z.output<typeof schema>;
type Filled = Required<Omit<Options, "variant">>;
type Section = "weights" | "elements" | "channels";

/** Settings of `lokman`, complete. */
export type LokmanSettings = Omit<Filled, Section> & {
  readonly [Name in Section]: Required<Filled[Name]>;
};

const { exact, synonym, partial, narrower, context } = DEFAULT_RELATION_WEIGHTS;

/** The settings of the thesis (Kayışoğlu 2005). */
const PAPER: LokmanSettings = {
  merge: "greater",
  weights: { exact, synonym, partial, narrower: 0, context },
  normalise: "none",
  elements: { text: 1, title: 0, headings: 0, emphasis: 0 },
  channels: { anchor: 1, url: 1, around: 0 },
  grading: "relations",
  decay: 0.8,
  reach: REACH,
  offTopic: "drop",
  capacity: 10_000,
};

/** Defaults of the options of `lokman`, by variant. */
export const LOKMAN_VARIANTS: Readonly<Record<Options["variant"], LokmanSettings>> = {
  paper: PAPER,
  /**
   * Pages judged as in the thesis, links also by remoter concepts; `docs/results.md` reports an
   * ablation.
   */
  dowser: {
    ...PAPER,
    weights: { ...PAPER.weights, narrower },
    /** A page that names the topic a hundred times is not a hundred times better. */
    normalise: "log",
    /** Words around a link belong to its neighbours, too. */
    channels: { anchor: 1, url: 1, around: 0.2 },
    grading: "distance",
    offTopic: "follow",
  },
};

/** Options of `lokman`, parsed into full settings. */
export const lokmanOptions = schema.transform(
  ({ variant, weights, elements, channels, ...options }): LokmanSettings => {
    const preset = LOKMAN_VARIANTS[variant];
    return {
      ...preset,
      ...options,
      weights: { ...preset.weights, ...weights },
      elements: { ...preset.elements, ...elements },
      channels: { ...preset.channels, ...channels },
    };
  },
);
