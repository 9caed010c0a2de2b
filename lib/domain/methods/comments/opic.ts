import { z } from "zod";
import type { PageView } from "../../page/page-view.ts";
import type { LinkContext, ScoredLink, Strategy } from "../strategy.ts";
import { type StrategyContext, strategyModule } from "../strategy-module.ts";
import { type TopicProfile, topicProfile } from "../topic-profile.ts";
import { spreadCash } from "./cash.ts";
import { type LayeredSettings, layeredOptions, layeredSelection } from "./layered-options.ts";
import { checkIndicatorNeed, compilePageIndicator } from "./page-indicator.ts";

const options = z.strictObject(layeredOptions);

/** `opic`: in layers, links by the cash that pages pay to them. */
export const opic = strategyModule({
  name: "opic",
  description: "In layers, links by the cash that pages pay to them.",
  options,
  create: (settings, context) => byCash("opic", settings, context),
});

/** `opic-commd`: in layers, links by the cash that target pages pay to them. */
export const opicCommd = strategyModule({
  name: "opic-commd",
  description: "In layers, links by the cash that pages with comments pay to them.",
  options,
  create: (settings, context) => byCash("opic-commd", settings, context),
});

/** Cash of the queued URLs at the end of the last layer, and the model that judges pages. */
type OpicModel = {
  readonly profile: TopicProfile;
  readonly cash: Readonly<Record<string, number>>;
};

/**
 * Creates OPIC in layers (Abiteboul, Preda & Cobena 2003): a link is worth the cash paid to it, as
 * a share of all cash. In `opic-commd` only relevant pages pay (Neunerdt et al. 2013, the soft
 * focus).
 */
function byCash(
  name: "opic" | "opic-commd",
  settings: LayeredSettings,
  context: StrategyContext,
): Strategy<OpicModel> {
  const pays = ({ isTarget }: { readonly isTarget: boolean }) => name === "opic" || isTarget;
  return {
    name,
    selection: layeredSelection(settings, "admission", context),
    merge: "sum",
    keepsOutlinks: true,
    checkNeed: (need) => checkIndicatorNeed(settings, need),
    train: (evidence, need) => {
      const cash = spreadCash(evidence, pays);
      for (const { url } of evidence.visits) cash.delete(url);
      return { profile: topicProfile(need), cash: Object.fromEntries(cash) };
    },
    compile: ({ profile, cash }) => ({
      assessPage: compilePageIndicator(settings, profile),
      scoreLinks: (page, assessment, context) => {
        const priority = pays(assessment) ? shareOf(page, context) : 0;
        return page.anchors.map(({ url }): ScoredLink => {
          return {
            url,
            priority,
            group: "",
            snippet: undefined,
            why: "paid by a page of the layer",
          };
        });
      },
      rescoreLink: ({ url }) => {
        const priority = cash[url] ?? 0;
        return { priority, group: "", why: `cash ${priority.toPrecision(3)}` };
      },
    }),
    isStale: ({ layerDone }) => layerDone,
  };
}

/**
 * Computes what a page pays for each of its links: a forecast that is valid until the layer ends.
 */
function shareOf({ anchors, url }: PageView, { depth, priority }: LinkContext): number {
  const cash = depth === 0 ? 1 : priority;
  const links = anchors.filter((anchor) => anchor.url !== url).length;
  return links === 0 ? 0 : cash / links;
}
