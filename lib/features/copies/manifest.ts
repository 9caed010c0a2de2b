/** Copies in the project file, and what grouping them means for the rest of a crawl. */
import { z } from "zod";
import { DEFAULTS } from "../../config/defaults.ts";
import type { AskedKeys, Manifest } from "../feature.ts";

/** The key of the section `scope`. */
export const copiesScope = {
  copies: z
    .enum(["keep", "group", "by-need"])
    .default(DEFAULTS.scope.copies)
    .describe(
      "Whether copies of a page are pages like others, or are grouped under the one that was fetched first: not relevant, and worth nothing to the strategy. Links to addresses that are expected to show a fetched page again then come last. `by-need` groups them where the need has an example page or a detector.",
    ),
};

/** Returns whether pages of a kind are looked for, by what they show: what they declare, their texts do not tell apart. */
function isOfKind(need: AskedKeys["need"]): boolean {
  if (need === undefined) return false;
  return need.examplePage !== undefined || need.detect !== undefined;
}

/** What grouping copies means for the rest of a crawl. */
export const copiesManifest: Manifest = {
  isUsed: ({ scope, need }) =>
    scope?.copies === "group" || (scope?.copies === "by-need" && isOfKind(need)),
  storesOnce: true,
};
