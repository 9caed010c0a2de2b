import { BRAVE_KEY_VARIABLE, createBraveSearch } from "../../adapters/search/brave-search.ts";
import { createLocalSearch, type LocalSearch } from "../../adapters/search/local-search.ts";
import { createSearxngSearch } from "../../adapters/search/searxng-search.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import type { RecordedWeb } from "../../adapters/web/recorded/recorded-web.ts";
import type { CrawlPlan } from "../../crawl/crawl-plan.ts";
import { viewPage } from "../../crawl/judge-page.ts";
import { fileTypeOf } from "../../domain/methods/wanted-file.ts";
import type { PageView } from "../../domain/page/page-view.ts";
import { isPdf } from "../../domain/page/pdf/pdf-document.ts";
import { fail } from "../../errors.ts";
import { mediaTypesRead } from "../../features/registry.ts";
import type { SearchProvider } from "../../ports/search-provider.ts";
import { fileNeed } from "../../project/files-schema.ts";
import { fetchLimits } from "../../project/plan-crawl.ts";
import type { Project } from "../../project/project-schema.ts";
import type { SearchChoice } from "../../project/search-schema.ts";
import { printNotice } from "../print/print-line.ts";
import { terminal } from "../print/terminal.ts";
import type { OpenedWeb } from "./open-web.ts";

/** A search engine that is ready for queries. */
export interface OpenedSearch extends AsyncDisposable {
  readonly provider: SearchProvider;
}

/** The limits for reading the pages of a recording. */
type PageLimits = Pick<CrawlPlan, "limits" | "mediaTypes" | "files">;

/** Pages between two lines of progress. */
const PROGRESS_PAGES = 1_000;

/**
 * Opens the search engine that a project names; returns `undefined` when it names none. The full
 * text of a recording is indexed when it is first asked.
 * @throws DowserError `search-key-missing`, `search-needs-recording`
 */
export function openSearch(project: Project, opened: OpenedWeb): OpenedSearch | undefined {
  const { need, search, politeness, scope } = project;
  if (search === undefined) return undefined;
  const pageLimits = {
    limits: fetchLimits(project, opened),
    // PDFs and feeds are not searched.
    mediaTypes: scope.mediaTypes.filter(
      (mediaType) => !isPdf({ mediaType }) && !mediaTypesRead(project).includes(mediaType),
    ),
    // Nor are the texts of files that the need asks for.
    files: fileNeed(need.files),
  };
  return openEngine(search, politeness, opened, pageLimits);
}

function openEngine(
  choice: SearchChoice,
  politeness: Project["politeness"],
  { recording }: Pick<OpenedWeb, "recording">,
  pageLimits: PageLimits,
): OpenedSearch {
  if (choice.provider !== "local") {
    return { provider: openWebEngine(choice, politeness), [Symbol.asyncDispose]: async () => {} };
  }
  const web = recordingOf(recording);
  return indexedWhenAsked(() => createLocalSearch(pagesOf(web, pageLimits)));
}

/**
 * Opens a search engine of the web.
 * @throws DowserError `search-key-missing`
 */
export function openWebEngine(
  choice: Exclude<SearchChoice, { readonly provider: "local" }>,
  { userAgent }: Pick<Project["politeness"], "userAgent">,
): SearchProvider {
  const common = { userAgent, clock: systemClock };
  switch (choice.provider) {
    case "brave":
      return createBraveSearch({ ...common, key: terminal().env[BRAVE_KEY_VARIABLE] });
    case "searxng":
      return createSearxngSearch({ ...common, url: choice.url });
  }
}

function indexedWhenAsked(create: () => Promise<LocalSearch>): OpenedSearch {
  let engine: Promise<LocalSearch> | undefined;
  return {
    provider: {
      search: async (...asked) => {
        engine ??= create();
        return (await engine).search(...asked);
      },
    },
    [Symbol.asyncDispose]: async () => (await engine)?.close(),
  };
}

function recordingOf(recording: RecordedWeb | undefined): RecordedWeb {
  if (recording !== undefined) return recording;
  throw fail("search-needs-recording", { value: "local" });
}

/** Returns the views of all recorded pages, with progress on standard error. */
async function* pagesOf(
  web: Pick<RecordedWeb, "urls" | "fetch" | "size">,
  { limits, mediaTypes, files }: PageLimits,
): AsyncIterable<PageView> {
  let asked = 0;
  for (const url of web.urls()) {
    if (asked % PROGRESS_PAGES === 0) {
      printNotice(`indexing the recording: ${asked} of ${web.size} URLs`);
    }
    asked += 1;
    const page = await web.fetch(url, limits);
    if (page.kind !== "page" || fileTypeOf(files, page) !== undefined) continue;
    if (page.mediaType !== "" && !mediaTypes.includes(page.mediaType)) continue;
    yield viewPage(page, {}, limits, systemClock).view;
  }
}
