/** Stored pages as their project reads them. */
import { DEFAULTS } from "../config/defaults.ts";
import { MOST_PARSE_MS, viewPage } from "../crawl/judge-page.ts";
import type { ViewedPage } from "../crawl/rules.ts";
import { readablePages } from "../crawl/run-rules.ts";
import { fileTypeOf } from "../domain/methods/wanted-file.ts";
import type { LanguageReading } from "../domain/page/language/page-language.ts";
import type { PageView } from "../domain/page/page-view.ts";
import type { FetchedPage } from "../domain/web/http/fetch-outcome.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { AskedProject } from "../features/feature.ts";
import { openRules } from "../features/registry.ts";
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
  let loaded: ReturnType<typeof languages> | undefined;
  return async (url) => {
    const page = await pages.get(url);
    if (page === undefined || (files && fileTypeOf(files, page))) return undefined;
    return viewPage(page, canonical, limits, clock, { languages: await (loaded ??= languages()) });
  };
}

/** Returns a function from a URL to the view of its stored page. */
export function viewsOf(
  pageOf: (url: Url) => Promise<ViewedPage | undefined>,
): (url: Url) => Promise<PageView | undefined> {
  return async (url) => (await pageOf(url))?.view;
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

/**
 * Returns the pages of a store as the features of their project read them; one that cannot be read is
 * none. What that needs is loaded with the first page.
 */
export function readableStore<Pages extends { get(url: Url): Promise<FetchedPage | undefined> }>(
  pages: Pages,
  project: Partial<AskedProject>,
): Pages {
  let opened: Promise<Pages> | undefined;
  const open = async (): Promise<Pages> => {
    if (!isWhole(project)) return pages;
    const { rules } = await openRules(project, { isLive: false });
    return readablePages(pages, rules.fetch);
  };
  return { ...pages, get: async (url: Url) => (await (opened ??= open())).get(url) };
}

/** Returns whether a project has the sections by which features are opened; early runs lack them. */
function isWhole(project: Partial<AskedProject>): project is AskedProject {
  return project.scope !== undefined && project.politeness !== undefined;
}
