/** The package `dowser` as code: crawls of projects, and runs to be read. */

import { join } from "node:path";
import type { z } from "zod";
import type { CrawlReport } from "../crawl/report-crawl.ts";
import type { PageHandler } from "../features/handler/handle-pages.ts";
import { parseProject as parseText } from "../project/load-project.ts";
import type { Project, projectSchema } from "../project/project-schema.ts";
import { type CrawledInto, crawlInto, type Watcher } from "../run/crawl/crawl.ts";

export type { CrawlReport } from "../crawl/report-crawl.ts";
export type { RunEnd } from "../crawl/run-crawl.ts";
export type { PageRecord } from "../domain/page/page-record.ts";
export { DowserError } from "../errors.ts";
export type { HandledPage, PageHandler } from "../features/handler/handle-pages.ts";
export { loadProject } from "../project/load-project.ts";
export { type Project, projectSchema } from "../project/project-schema.ts";
export {
  type Corpus,
  openCorpus,
  type PageChoice,
  type RunLink,
  type RunPage,
} from "../run/export/open-corpus.ts";
export { type ReadableRun, readRun } from "../run/folder/read-run.ts";
export {
  type SearchAnswer,
  type SearchOptions,
  type SearchResult,
  searchRun,
} from "../run/search/search-run.ts";

/** A project as its file has it: what is left out has the default. */
export type ProjectFile = z.input<typeof projectSchema>;

/**
 * Reads a project from an object, or from YAML or JSON text; messages call it by `fileName`.
 * @throws DowserError `bad-project`, listing all problems; `bad-strategy-module`
 */
export function parseProject(given: string | ProjectFile, fileName = "project"): Promise<Project> {
  const text = typeof given === "string" ? given : JSON.stringify(given, undefined, 2);
  return parseText(text, fileName);
}

/** Where and how a project is crawled. */
export interface CrawlOptions {
  /** Directory of the run, `runs/NAME` by default. A crawl that was begun there goes on. */
  readonly directory?: string;
  /**
   * Acts on each page that was read, before it is recorded, once: not again when the crawl goes on, but for a page whose
   * record was lost. A run that was begun with one goes on with one.
   */
  readonly onPage?: PageHandler;
  /** Recordings to crawl instead of the live web: WARC files or folders of them. */
  readonly recordings?: readonly string[];
  /** Threads that read pages beside this one; by default one for each other core. */
  readonly threads?: number;
  /** Pauses the crawl: fetches in flight are completed. The next crawl there resumes it. */
  readonly signal?: AbortSignal;
  /** Is called every {@link PROGRESS_MS} ms with the figures so far. */
  readonly onProgress?: (report: CrawlReport) => void;
}

/** Time between two reports of progress, in ms. */
export const PROGRESS_MS = 1_000;

/**
 * Crawls a project, or resumes its crawl, as `dowser crawl` does; it prints nothing. Resolves when
 * the crawl has ended or is paused.
 * @throws DowserError with the codes of docs/errors.md
 */
export function crawl(project: Project, options: CrawlOptions = {}): Promise<CrawledInto> {
  const { directory = join("runs", project.name), recordings = [], threads, onPage } = options;
  return crawlInto(directory, project, recordings, {
    threads,
    onPage,
    watcher: watcherOf(options),
  });
}

function watcherOf({ signal, onProgress }: CrawlOptions): Watcher {
  return {
    watchLog: async (log) => log,
    watch: async ({ report }, work) => {
      const tell = async () => onProgress?.(await report());
      // The crawl itself reports what goes wrong.
      const timer = onProgress && setInterval(() => tell().catch(() => undefined), PROGRESS_MS);
      try {
        return await work(signal ?? new AbortController().signal);
      } finally {
        clearInterval(timer);
      }
    },
  };
}
