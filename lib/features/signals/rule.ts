/** Records what sites say may be done with their pages. Every crawl does; what it means for judging is the crawl's. */
import type { FetchRule, ReadRule } from "../../crawl/rules.ts";
import { productToken } from "../../domain/web/politeness/robots-rules.ts";
import { NO_SIGNALS, signalsOfHeaders, withSignals } from "../../domain/web/signals/signals.ts";
import type { AskedProject, OpenedFeature } from "../feature.ts";

/** Opens the rules; `userAgent` has the name by which pages may address the crawler. */
export function open({
  politeness,
}: {
  readonly politeness: Pick<AskedProject["politeness"], "userAgent">;
}): OpenedFeature {
  return { fetch, read: readRule(productToken(politeness)) };
}

function readRule(robotsName: string): ReadRule {
  return {
    name: "signals",
    note: ({ viewed, page }) => {
      const own = viewed?.view.signals ?? signalsOfHeaders(page.headers, robotsName);
      return { page: withSignals({}, own) };
    },
  };
}

/** Adds what the files of a host say of all its pages. */
const fetch: FetchRule = {
  name: "signals",
  finish({ admission: { signals: ofHost = NO_SIGNALS } }, result) {
    if (result.kind === "again" || ofHost.length === 0) return result;
    const { page } = result.outcome;
    if (page === undefined) return result;
    const said = { ...page, ...withSignals(page, ofHost) };
    return { ...result, outcome: { ...result.outcome, page: said } };
  },
};
