import type { PageReader } from "../../adapters/files/warc-page-store.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import type { ViewedPage } from "../../crawl/viewed-page.ts";
import type { PageView } from "../../domain/page/page-view.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { readableStore } from "../../features/readable-store.ts";
import { languageReading } from "../../project/language-reading.ts";
import { storedPages as storedPagesOf } from "../../project/stored-pages.ts";
import type { RunProject } from "./run-project.ts";

/**
 * Returns a function from a URL of a run to the view of its stored page, made again; to `undefined`
 * when no page is stored, or a file. A view that is kept is to be settled.
 */
export function storedViews(
  pages: Pick<PageReader, "get">,
  project: Partial<RunProject>,
): (url: Url) => Promise<PageView | undefined> {
  const pageOf = storedPages(pages, project);
  return async (url) => (await pageOf(url))?.view;
}

/** As {@link storedViews}, with the page's HTML. */
export function storedPages(
  pages: Pick<PageReader, "get">,
  project: Partial<RunProject>,
): (url: Url) => Promise<ViewedPage | undefined> {
  let reading: ReturnType<typeof languageReading> | undefined;
  // The detector is loaded with the first page that needs it.
  const languages = () => (reading ??= languageReading(project.scope));
  return storedPagesOf(readableStore(pages, project), project, { clock: systemClock, languages });
}
