/** What sites say of the use of their pages, in the project file. */
import { z } from "zod";
import { DEFAULTS } from "../../config/defaults.ts";
import { PURPOSES } from "../../domain/web/signals/signals.ts";

/** The key of the project itself. */
export const signalsUse = {
  purpose: z
    .enum(PURPOSES)
    .optional()
    .describe(
      "What the pages are for. Then exports leave out the pages whose sites reserve them against it; for `train-ai` and `research-tdm` the TDM file of each site is asked for, too.",
    ),
};

/** The key of the section `politeness`. */
export const signalsPoliteness = {
  robotsMeta: z
    .enum(["obey", "ignore"])
    .default(DEFAULTS.politeness.robotsMeta)
    .describe(
      "Whether to obey noindex (the page is not relevant) and nofollow (its links are left out) in `meta` elements and X-Robots-Tag headers.",
    ),
};
