/** The host of the page that works on a folder of this machine. */
import { basename } from "node:path";
import packageJson from "../../../package.json" with { type: "json" };
import { systemClock } from "../../adapters/system-clock.ts";
import type { PageView } from "../../domain/page/page-view.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { type DowserError, fail } from "../../errors.ts";
import type { Project } from "../../project/project-schema.ts";
import { parsePaths, pathsText } from "../../run/crawl/paths-file.ts";
import { type AskedSeed, askSeed } from "../../run/input/ask-seed.ts";
import { type OpenedWeb, openWeb } from "../../run/web/open-web.ts";
import type { LinksAnswer } from "../begin-schemas.ts";
import type { WorkbenchPorts } from "../workbench-ports.ts";
import { createConcepts } from "./concept-lists.ts";
import { createCorpus } from "./corpus.ts";
import { CrawlProcesses } from "./crawl-process.ts";
import { createCrawls } from "./crawls.ts";
import { type Download, downloadExport, downloadReport, downloadSample } from "./downloads.ts";
import { createSearch, urlOf } from "./found-pages.ts";
import { createExamples, keepText } from "./kept-examples.ts";
import { createRuns } from "./kept-runs.ts";
import { createLooks } from "./look-answers.ts";
import { createPages, framedPage } from "./pages.ts";
import { createProjects } from "./projects.ts";
import { damageOf, RunFolder } from "./run-folder.ts";
import { type SearchSource, SearchSources } from "./search-sources.ts";
import { downloadRows } from "./table-rows.ts";
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
  const questions = new SeedQuestions(web);
  return {
    ports: {
      describe: () => ({
        version: packageJson.version,
        folder: basename(path),
        project: null,
        web: web.length === 0 ? "live" : "recorded",
        can: { ...CAN, extend: true, stop: false, gather: true, compare: true, manage: true },
      }),
      projects: createProjects(folder, web.length === 0 ? "live" : "recorded", (url, project) =>
        questions.ask(url, project),
      ),
      examples: createExamples(path),
      search: createSearch(path, sources),
      concepts: createConcepts(path),
      paths: createPaths(path, sources),
      crawls,
      runs: createRuns(parts),
      pages: createPages(parts),
      looks: createLooks(parts),
      corpus: createCorpus(parts),
      verdicts: createVerdicts(parts),
    },
    frame: (run, sequence) => framedPage(parts, run, sequence),
    downloads: {
      "report.html": (run, { show }) => downloadReport(folder, run, { show }),
      "sample.jsonl": async (run, query) => downloadSample(folder.directory(run), run, query),
      export: (run, query) => downloadExport(folder.directory(run), run, query),
      rows: (run, query) => downloadRows(parts, run, query),
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
      await questions.close();
      await parts.runs.close();
      return paused;
    },
  };
}

/** Asks seeds on the web that crawls of this host fetch from: a recording is opened once, the live web for each. */
class SeedQuestions {
  readonly #web: readonly string[];
  #recorded: Promise<OpenedWeb> | undefined;

  constructor(web: readonly string[]) {
    this.#web = web;
  }

  async ask(url: string, project: Project): Promise<AskedSeed> {
    if (this.#web.length > 0) {
      this.#recorded ??= openWeb(project, this.#web);
      return askSeed(url, project, await this.#recorded);
    }
    const opened = await openWeb(project, []);
    return askSeed(url, project, opened).finally(() => opened.close());
  }

  async close(): Promise<void> {
    await this.#recorded?.then((opened) => opened.close()).catch(() => undefined);
  }
}

/** Folder of the paths that were recorded, beside the projects. */
const PATHS = "paths";

/** Most links of a page that are listed: the largest menus of real sites have some hundreds. */
const MOST_LINKS = 1_000;

/** Lets a person go from page to page of a source, and keeps the ways as click paths. */
function createPaths(folder: string, sources: SearchSources): WorkbenchPorts["paths"] {
  return {
    links: ({ source, url }) => linksOf(sources, source, url),
    keep: async (paths) => {
      const read = parsePaths(paths.map((path) => `${path.join(" ")}\n`).join(""), "paths");
      return { file: keepText(folder, `${PATHS}/paths.txt`, pathsText(read)) };
    },
  };
}

async function linksOf(sources: SearchSources, name: string, asked: string): Promise<LinksAnswer> {
  const source = await sources.open(name);
  const view = await (asked === "" ? firstView(source) : source.view(urlOf(asked)));
  if (view === undefined) throw fail("no-such-page/found", { url: asked });
  const stored = new Set(source.urls);
  const links = new Map<Url, string>();
  const others = new Set<Url>();
  for (const { url, text } of view.anchors) {
    if (url === view.url) continue;
    if (!stored.has(url)) others.add(url);
    // The first link with words says the most.
    else if (links.size < MOST_LINKS && (links.get(url) ?? "") === "") links.set(url, text.trim());
  }
  return {
    url: view.url,
    title: view.title,
    links: Array.from(links, ([url, anchor]) => ({ url, anchor })),
    others: others.size,
  };
}

/** Returns the first page that is one: a recording may begin with files. */
async function firstView(source: SearchSource): Promise<PageView | undefined> {
  for (const url of source.urls.slice(0, MOST_LINKS)) {
    const found = await source.view(url);
    if (found !== undefined) return found;
  }
  return undefined;
}
