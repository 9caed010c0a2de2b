import type { PageReader } from "../../adapters/files/warc-page-store.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { type ViewedPage, viewPage } from "../../crawl/view-page.ts";
import { fileTypeOf } from "../../domain/fetch/wanted-file.ts";
import type { PageView } from "../../domain/page/page-view.ts";
import type { Url } from "../../domain/url/url.ts";
import { DEFAULTS } from "../../project/defaults.ts";
import { fileNeed } from "../../project/files-schema.ts";
import { languageReading } from "../../project/language-reading.ts";
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
  const limits = viewLimits(project);
  const files = fileNeed(project.need?.files);
  const canonical = { dropParameters: project.scope?.dropParameters ?? [] };
  let languages: ReturnType<typeof languageReading> | undefined;
  return async (url) => {
    const page = await pages.get(url);
    if (page === undefined || fileTypeOf(files, page) !== undefined) return undefined;
    // The detector is loaded with the first page that needs it.
    languages ??= languageReading(project.scope);
    return viewPage(page, canonical, limits, systemClock, { languages: await languages });
  };
}

/**
 * Returns the longest page to read, in bytes, and the longest time to parse it, in ms: those of the
 * run, else the defaults.
 */
export function viewLimits({ budget = DEFAULTS.budget }: Partial<Pick<RunProject, "budget">>): {
  readonly bodyBytes: number;
  readonly parseMs: number;
} {
  return { bodyBytes: budget.bytesPerPage, parseMs: budget.secondsPerPage * 1000 };
}
