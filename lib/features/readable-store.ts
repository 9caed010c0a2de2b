/** Stored pages as a project reads them. */
import { readablePages } from "../crawl/run-rules.ts";
import type { FetchedPage } from "../domain/web/http/fetch-outcome.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { AskedProject } from "./feature.ts";
import { openRules } from "./open-rules.ts";

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
