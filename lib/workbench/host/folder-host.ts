import { basename } from "node:path";
import packageJson from "../../../package.json" with { type: "json" };
import { systemClock } from "../../adapters/system-clock.ts";
import type { DowserError } from "../../errors.ts";
import type { WorkbenchPorts } from "../workbench-ports.ts";
import { createPaths } from "./click-paths.ts";
import { createConcepts } from "./concept-lists.ts";
import { CrawlProcesses } from "./crawl-process.ts";
import { createCrawls } from "./crawls.ts";
import { type Download, downloadExport, downloadReport, downloadSample } from "./downloads.ts";
import { createSearch } from "./found-pages.ts";
import { createExamples } from "./kept-examples.ts";
import { createLooks } from "./look-answers.ts";
import { damageOf } from "./opened-run.ts";
import { createPages, framedPage } from "./pages.ts";
import { createProjects } from "./projects.ts";
import { RunFolder } from "./run-folder.ts";
import { SearchSources } from "./search-sources.ts";
import { createVerdicts } from "./verdicts.ts";
import { WatchedRuns } from "./watched-run.ts";

/** The runs of a folder, as the server asks for them. */
export interface FolderHost {
  readonly ports: WorkbenchPorts;
  /** Returns a stored page that cannot do anything. */
  frame(run: string, sequence: number): Promise<string>;
  /** Files to take away, by the last part of their path. */
  readonly downloads: Readonly<Record<string, Downloader | undefined>>;
  /** Tells what went wrong with a run, whatever it was, as a refusal that names no place on this machine. */
  damage(error: unknown, run: string): DowserError;
  /** Reads the run that changed last, so that the first view need not wait for it. */
  warm(): Promise<void>;
  /** Pauses the crawls that were begun here, and returns their number. */
  close(): Promise<number>;
}

/** What every host can do. */
export const CAN = { begin: true, pause: true, sample: true, take: true } as const;

type Downloader = (run: string, query: Readonly<Record<string, string>>) => Promise<Download>;

/** Opens a folder of projects and runs. */
export function openFolderHost(path: string, web: readonly string[]): FolderHost {
  const folder = new RunFolder(path);
  const parts = {
    folder,
    web,
    runs: new WatchedRuns(),
    processes: new CrawlProcesses(),
    clock: systemClock,
  };
  const crawls = createCrawls(parts);
  const sources = new SearchSources(parts);
  return {
    ports: {
      describe: () => ({
        version: packageJson.version,
        folder: basename(path),
        project: null,
        web: web.length === 0 ? "live" : "recorded",
        can: { ...CAN, extend: true, stop: false, gather: true, compare: true },
      }),
      projects: createProjects(folder, web.length === 0 ? "live" : "recorded"),
      examples: createExamples(path),
      search: createSearch(path, sources),
      concepts: createConcepts(path),
      paths: createPaths(path, sources),
      crawls,
      pages: createPages(parts),
      looks: createLooks(parts),
      verdicts: createVerdicts(parts),
    },
    frame: (run, sequence) => framedPage(parts, run, sequence),
    downloads: {
      "report.html": (run, { show }) =>
        downloadReport(folder.directory(run), run, { named: folder.named(run), show }),
      "sample.jsonl": async (run) => downloadSample(folder.directory(run), run),
      export: (run, query) => downloadExport(folder.directory(run), run, query),
    },
    damage: (error, run) => damageOf(error, folder, run),
    async warm() {
      const [last] = folder.runs();
      // A run that cannot be read says so in its view.
      if (last !== undefined) await crawls.watch(last.run).catch(() => undefined);
    },
    async close() {
      const paused = await parts.processes.pauseAll();
      await sources.close();
      await parts.runs.close();
      return paused;
    },
  };
}
