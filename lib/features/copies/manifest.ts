/** Copies in the project file, and what grouping them means for the rest of a crawl. */
import { z } from "zod";
import { DEFAULTS } from "../../config/defaults.ts";
import type { Manifest } from "../feature.ts";

/** The key of the section `scope`. */
export const copiesScope = {
  copies: z
    .enum(["keep", "group"])
    .default(DEFAULTS.scope.copies)
    .describe(
      "Whether copies of a page are pages like others, or are grouped under the one that was fetched first: no targets, and worth nothing to the strategy.",
    ),
};

/** What grouping copies means for the rest of a crawl. */
export const copiesManifest: Manifest = {
  isUsed: ({ scope }) => scope?.copies === "group",
  storesOnce: true,
};
