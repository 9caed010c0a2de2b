import { type LabelledPage, labelNeed } from "../domain/methods/label-need.ts";
import type { Need } from "../domain/methods/strategy.ts";
import { fileTypeOf } from "../domain/methods/wanted-file.ts";
import type { PageView } from "../domain/page/page-view.ts";
import { settledView } from "../domain/page/view-parts.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { LabelEntry } from "../ports/label-store.ts";
import type { CrawlPlan, CrawlPorts } from "./crawl-plan.ts";
import { currentLabels } from "./current-labels.ts";
import { viewPage } from "./view-page.ts";

/**
 * Returns the need with the labelled pages, viewed again as they were stored: nothing is fetched. A
 * labelled page that was never stored is an example of the need itself; any other is ignored, and so
 * are files, which are no examples of pages.
 */
export async function labelledNeed(
  {
    pages,
    clock,
  }: {
    readonly pages: Pick<CrawlPorts["pages"], "get">;
    readonly clock: Pick<CrawlPorts["clock"], "now">;
  },
  {
    need,
    canonical,
    limits,
    languageReading,
  }: Pick<CrawlPlan, "need" | "canonical" | "limits" | "languageReading">,
  entries: readonly LabelEntry[],
): Promise<Need> {
  const labels = currentLabels(entries);
  const views = new Map<Url, PageView>();
  for (const example of [...need.good, ...need.bad]) views.set(example.url, example);
  for (const url of labels.keys()) {
    const page = await pages.get(url);
    if (page !== undefined && fileTypeOf(need.files, page) === undefined)
      views.set(
        url,
        settledView(viewPage(page, canonical, limits, clock, { languages: languageReading }).view),
      );
  }
  const labelled = [...labels.values()].flatMap(({ url, label }): LabelledPage[] => {
    const view = views.get(url);
    return view === undefined ? [] : [{ view, label }];
  });
  return labelNeed(need, labelled);
}
