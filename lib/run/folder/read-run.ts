/** Reads a run, also while it is crawled: records, pages and their views. */
import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import {
  type EarlierPages,
  openWarcPagesForReading,
  type PageReader,
} from "../../adapters/files/warc-page-store.ts";
import { type ReadableCrawl, readCrawl } from "../../adapters/sqlite/read-tables.ts";
import { readSqlitePageIndex } from "../../adapters/sqlite/sqlite-record-store.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import type { ViewedPage } from "../../crawl/rules.ts";
import type { PageView } from "../../domain/page/page-view.ts";
import { withoutRepeated } from "../../domain/page/view-parts.ts";
import { hostOf } from "../../domain/web/url/canonical-url.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { fail } from "../../errors.ts";
import { learnRepeats } from "../../evaluation/export/run-repeats.ts";
import type { UsedCut } from "../../evaluation/report/cut-figures.ts";
import { languageReading } from "../../project/plan-crawl.ts";
import {
  readableStore,
  storedPages as storedPagesOf,
  viewsOf,
} from "../../project/stored-pages.ts";
import { keptCut } from "./kept-cut.ts";
import {
  type CutChoice,
  keptLook,
  lookedRecords,
  type ReadableLook,
  usedCut,
} from "./looked-records.ts";
import { RUN_FILES, readRunDatabase } from "./run-database.ts";
import { type ReadableLabels, readLabels } from "./run-inputs.ts";
import { earlierDirectory, loadRunProject, type RunProject, refuseCircle } from "./run-project.ts";

/** A run as its readers see it; a crawl may be running in it. Nothing but labels may be added. */
export interface ReadableRun extends ReadableLabels, ReadableCrawl, AsyncDisposable {
  /** As the crawl decided by them; `records` are as its last look judges them. */
  readonly decided: ReadableCrawl["records"];
  readonly look: ReadableLook & Pick<ReturnType<typeof keptLook>, "verdicts">;
  /** Returns the cut by which `records` are called relevant; `undefined` before the first look. */
  readonly cut: () => UsedCut | undefined;
  /** Returns what the cut was chosen by: asked for, kept in the run, or named by the project. */
  readonly choice: () => CutChoice;
  readonly pages: PageReader;
  close(): Promise<void>;
}

/** The pages of the run that a recrawl comes from, opened when one is first asked for. */
export interface EarlierRunPages {
  readonly get: EarlierPages;
  close(): Promise<void>;
}

/**
 * Returns the pages that the records of a run in a directory may refer to; none unless it is a recrawl. `later` are the
 * real paths of the runs that were come from: a run says itself which one is before it, and it may be one of these.
 */
export function earlierPages(
  directory: string,
  later: ReadonlySet<string> = new Set(),
): EarlierRunPages {
  let run: ReadableRun | undefined;
  return {
    get: async (url) => {
      const earlier = earlierDirectory(directory);
      if (earlier === undefined) return undefined;
      run ??= openEarlier(directory, earlier, later);
      return run.pages.get(url);
    },
    close: async () => run?.close(),
  };
}

function openEarlier(directory: string, earlier: string, later: ReadonlySet<string>): ReadableRun {
  if (!existsSync(join(earlier, RUN_FILES.database)))
    throw fail("earlier-run-missing", { directory, earlier, value: earlier });
  const seen = new Set([...later, realpathSync(directory)]);
  refuseCircle(earlier, seen);
  return readRun(earlier, seen);
}

/**
 * Opens a run's directory; `later` as of {@link earlierPages}. Only a run of an older version is changed, to read it.
 * @throws DowserError `no-run`
 */
export function readRun(
  directory: string,
  later?: ReadonlySet<string>,
  asked: CutChoice = {},
): ReadableRun {
  const database = readRunDatabase(directory);
  const earlier = earlierPages(directory, later);
  const pages = openWarcPagesForReading(
    join(directory, RUN_FILES.pages),
    readSqlitePageIndex(database),
    earlier.get,
  );
  const crawl = readCrawl(database);
  const look = keptLook(directory);
  const isAsked = asked.cut !== undefined || asked.minScore !== undefined;
  const ofProject = { cut: loadRunProject(directory)?.need?.cut };
  const choice = () => (isAsked ? asked : (keptCut(directory) ?? ofProject));
  const close = async () => {
    look.close();
    await pages.close();
    await earlier.close();
    database.close();
  };
  return {
    ...readLabels(directory, database),
    ...crawl,
    records: lookedRecords(crawl.records, look, choice),
    decided: crawl.records,
    look,
    cut: () => usedCut(look.about(), choice()),
    choice,
    pages,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * Returns a function from a URL of a run to the view of its stored page, made again; to `undefined`
 * when no page is stored, or a file. A view that is kept is to be settled.
 */
export function storedViews(
  pages: Pick<PageReader, "get">,
  project: Partial<RunProject>,
): (url: Url) => Promise<PageView | undefined> {
  return viewsOf(storedPages(pages, project));
}

/**
 * As {@link storedViews}, for people to read: main texts lack what their hosts repeat, as `known` pages of the run show
 * when the first view is asked for.
 */
export function ownViews(
  pages: Pick<PageReader, "get">,
  project: Partial<RunProject>,
  known: () => Parameters<typeof learnRepeats>[0],
): (url: Url) => Promise<PageView | undefined> {
  const viewOf = storedViews(pages, project);
  let learning: ReturnType<typeof learnRepeats> | undefined;
  return async (url) => {
    const view = await viewOf(url);
    if (view === undefined) return undefined;
    const repeatsOf = await (learning ??= learnRepeats(known(), viewOf));
    return withoutRepeated(view, await repeatsOf(hostOf(url)).blocks());
  };
}

/** As {@link storedViews}, with the page's HTML. */
export function storedPages(
  pages: Pick<PageReader, "get">,
  project: Partial<RunProject>,
): (url: Url) => Promise<ViewedPage | undefined> {
  const languages = () => languageReading(project.scope);
  return storedPagesOf(readableStore(pages, project), project, { clock: systemClock, languages });
}
