import { DEFAULTS } from "../config/defaults.ts";
import { MOST_PARSE_MS, viewPage } from "../crawl/judge-page.ts";
import type { ViewedPage } from "../crawl/rules.ts";
import { fileTypeOf } from "../domain/methods/wanted-file.ts";
import type { LanguageReading } from "../domain/page/language/page-language.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { Clock } from "../ports/clock.ts";
import type { PageStore } from "../ports/page-store.ts";
import { fileNeed } from "./files-schema.ts";
import type { Project } from "./project-schema.ts";

/** What stored pages are read with, apart from the project. */
interface ReadWith {
  readonly clock: Pick<Clock, "now">;
  /** Loads how texts tell their languages, with the first page; absent where only declarations count. */
  readonly languages?: () => Promise<LanguageReading | undefined>;
}

/**
 * Returns a function from a URL to its stored page with its view, made again as the project says; to
 * `undefined` when no page is stored, or a file.
 */
export function storedPages(
  pages: Pick<PageStore, "get">,
  project: Partial<Project>,
  { clock, languages = async () => undefined }: ReadWith,
): (url: Url) => Promise<ViewedPage | undefined> {
  const limits = viewLimits(project);
  const files = fileNeed(project.need?.files);
  const canonical = { dropParameters: project.scope?.dropParameters ?? [] };
  return async (url) => {
    const page = await pages.get(url);
    if (page === undefined || fileTypeOf(files, page) !== undefined) return undefined;
    return viewPage(page, canonical, limits, clock, { languages: await languages() });
  };
}

/**
 * Returns the longest page to read, in bytes, of the project or else the default one, and the longest
 * time to parse it, in ms.
 */
export function viewLimits({ budget = DEFAULTS.budget }: Partial<Pick<Project, "budget">>): {
  readonly bodyBytes: number;
  readonly parseMs: number;
} {
  return { bodyBytes: budget.bytesPerPage, parseMs: MOST_PARSE_MS };
}
