import { systemClock } from "../../adapters/system-clock.ts";
import type { RecordedWeb } from "../../adapters/web/recorded/recorded-web.ts";
import { viewPage } from "../../crawl/view-page.ts";
import type { PageView } from "../../domain/page/page-view.ts";
import { settledView } from "../../domain/page/view-parts.ts";
import type { Url } from "../../domain/web/url/url.ts";

/**
 * Longest page read, in bytes, and longest times to fetch and to parse one, in ms: those of a crawl
 * by default.
 */
const LIMITS = { bodyBytes: 5_000_000, timeoutMs: 30_000, parseMs: 30_000 };

/** A recorded page and whether it is a target. */
interface LabelledView {
  readonly url: Url;
  readonly view: PageView;
  readonly isTarget: boolean;
}

/** Reads the labelled pages of a recording one after another; skips URLs that are no page there. */
export async function* readLabelledPages(
  web: Pick<RecordedWeb, "fetch">,
  labels: ReadonlyMap<Url, boolean>,
): AsyncIterable<LabelledView> {
  for (const [url, isTarget] of labels) {
    const outcome = await web.fetch(url, LIMITS);
    if (outcome.kind !== "page") continue;
    yield { url, view: settledView(viewPage(outcome, {}, LIMITS, systemClock).view), isTarget };
  }
}
