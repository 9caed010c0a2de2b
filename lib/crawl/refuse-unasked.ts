import type { Lease } from "../domain/frontier/link.ts";
import type { CrawlPlan } from "./crawl-plan.ts";
import { FORGOTTEN } from "./forgotten.ts";
import type { refusedLink } from "./harvest-link.ts";
import { ALIAS, type TwinPages } from "./twin-pages.ts";

/**
 * Returns why a drawn link is refused without asking its host: it was forgotten, or its page was
 * fetched under a twin name. `undefined` when it is to be fetched.
 */
export async function refusalUnasked(
  { forgotten }: Pick<CrawlPlan, "forgotten">,
  twins: Pick<TwinPages, "fetchedTwin">,
  { url, host }: Lease["link"],
): Promise<Parameters<typeof refusedLink>[1] | undefined> {
  if (forgotten?.(url, host) === true) return { rule: FORGOTTEN, detail: "" };
  const twin = await twins.fetchedTwin(url);
  return twin && { rule: ALIAS, detail: twin };
}
