import { z } from "zod";

const share = z.number().min(0).max(1).exactOptional();

/** Most standard deviations: values further away practically never occur. */
const MAX_CONFIDENCE = 10;

/** Options of `link-distance`; the variant gives the defaults. */
const schema = z.strictObject({
  variant: z
    .enum(["dowser", "paper"])
    .default("dowser")
    .describe("As published, or with what we added."),
  model: z
    .string()
    .min(1)
    .exactOptional()
    .describe(
      "File that `dowser paths train` made: what paths on other sites taught, in the place of need.paths.",
    ),
  depthPenalty: share.describe("What a link loses for each link between it and the seeds."),
  branchDiscount: share.describe(
    "Share of what the pages on the way to a link fell short of their predictions that it loses.",
  ),
  siblingShortfall: share.describe(
    "Share of what the links beside it that were followed fell short by that a link loses.",
  ),
  confidence: z
    .number()
    .min(0)
    .max(MAX_CONFIDENCE)
    .exactOptional()
    .describe(
      "Standard deviations of the trees that are added to a prediction; variant paper only.",
    ),
  selfTraining: z
    .boolean()
    .exactOptional()
    .describe("Whether pages that nobody marked are learned from as what they look like."),
  online: z
    .boolean()
    .exactOptional()
    .describe("Whether what links lead to is learned while crawling, too; variant dowser only."),
});

type Options = z.output<typeof schema>;

/** The defaults of a variant. */
type VariantDefaults = Required<Omit<Options, "variant" | "model">>;

const VARIANTS: Readonly<Record<Options["variant"], VariantDefaults>> = {
  /** Effland's crawler, which is trained before the crawl and never corrects its predictions. */
  paper: {
    depthPenalty: 0,
    branchDiscount: 0,
    siblingShortfall: 0,
    confidence: 0,
    selfTraining: true,
    online: false,
  },
  /** Measured on university sites, each crawled with a model of the others. */
  dowser: {
    /** Most branches without targets lead down; a list of targets is still worth 27 links. */
    depthPenalty: 0.03,
    /**
     * Learning during the crawl lowers such branches already: both corrections together reached
     * fewer targets.
     */
    branchDiscount: 0,
    siblingShortfall: 0,
    confidence: 0,
    selfTraining: true,
    online: true,
  },
};

/** Options of `link-distance`, parsed into full settings. */
export const linkDistanceOptions = schema.transform((options): Options & VariantDefaults => ({
  ...VARIANTS[options.variant],
  ...options,
}));

/** Settings of `link-distance`. */
export type LinkDistanceSettings = z.output<typeof linkDistanceOptions>;
