import { basename, join } from "node:path";
import packageJson from "../../../package.json" with { type: "json" };
import { systemClock } from "../../adapters/system-clock.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { fail } from "../../errors.ts";
import { endInWords } from "../../features/lists.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import type { LabelEntry } from "../../ports/label-store.ts";
import { readLeftInStack, readPulledCrawl } from "../../run/folder/read-cost.ts";
import { type ReadableRun, readRun } from "../../run/folder/read-run.ts";
import { loadRunProject } from "../../run/folder/run-project.ts";
import { addLabels, labelledRun } from "../../run/judge/named-pages.ts";
import { readListed } from "../../stack/api/listed-pages.ts";
import type { Order, RunCrawl, Verdicts, Watch } from "../schemas.ts";
import type { WorkbenchPorts } from "../workbench-ports.ts";
import { createCorpus } from "./corpus.ts";
import { CrawlProcesses } from "./crawl-process.ts";
import { type CrawlParts, createCrawls } from "./crawls.ts";
import { downloadExport, downloadReport, downloadSample } from "./downloads.ts";
import { CAN, type FolderHost } from "./folder-host.ts";
import { createRuns } from "./kept-runs.ts";
import { createLooks, rejectedOf } from "./look-answers.ts";
import { createPages, framedPage } from "./pages.ts";
import { createProjects } from "./projects.ts";
import { damageOf, RunFolder } from "./run-folder.ts";
import { downloadRows } from "./table-rows.ts";
import { createVerdicts } from "./verdicts.ts";
import { WatchedRuns } from "./watched-run.ts";
import type { LiveCrawl, WatchedStack } from "./watched-stack.ts";

/** The stack of a project, and the folder that its crawl is copied into. */
export interface ShownStack {
  /** Path of the folder. */
  readonly root: string;
  /** Name of the project, and its file as commands in the folder name it. */
  readonly project: string;
  readonly file: string;
  readonly stack: WatchedStack;
  /** Starts the crawl of the project file in the stack. */
  readonly start: () => Promise<Order>;
}

interface StackParts extends CrawlParts, ShownStack {
  readonly local: Pick<
    WorkbenchPorts,
    "crawls" | "runs" | "pages" | "looks" | "corpus" | "verdicts"
  >;
}

/**
 * Opens the crawl of a stack as the one run of a host. Its state is the stack's own; its pages are
 * those of a copy in the folder, which is brought up to date while somebody watches. Each crawl of
 * the stack has a copy of its own. HTML that was not copied is read from the bucket.
 */
export function openStackHost(shown: ShownStack): FolderHost {
  const parts = partsOf(shown);
  const { folder, stack } = parts;
  /** Reads of the copy once all its pages are there, too. */
  const complete = async <Answer>(run: string, read: (copy: string) => Promise<Answer>) => {
    refuseOther(parts, run);
    await stack.copy("all");
    return copied(parts, run, read);
  };
  return {
    ports: portsOf(parts),
    frame: (run, sequence) => copied(parts, run, (copy) => framedPage(parts, copy, sequence)),
    downloads: {
      "report.html": (run, { show }) =>
        complete(run, (copy) => downloadReport(folder, copy, { show, name: run })),
      "sample.jsonl": (run, query) =>
        copied(parts, run, async (copy) => downloadSample(folder.directory(copy), run, query)),
      export: (run, query) =>
        complete(run, (copy) => downloadExport(folder.directory(copy), run, query)),
      rows: (run, query) => complete(run, (copy) => downloadRows(parts, copy, query)),
    },
    damage: (error, run) => damageOf(error, folder, run),
    async warm() {
      // What is wrong is said in the view.
      await watch(parts).catch(() => undefined);
    },
    async close() {
      await stack.copying?.catch(() => undefined);
      await parts.runs.close();
      return 0;
    },
  };
}

function portsOf(parts: StackParts): WorkbenchPorts {
  const { folder, root, project, file } = parts;
  return {
    describe: () => ({
      version: packageJson.version,
      folder: basename(root),
      project,
      web: "live",
      can: { ...CAN, extend: false, stop: true, gather: false, compare: false, manage: false },
    }),
    projects: createProjects(folder, "stack", async () => {
      throw fail("need-is-fixed", { file });
    }),
    ...gatheringNothing(file),
    crawls: createStackCrawls(parts),
    ...portsOfCopy(parts),
  };
}

/** Returns what reads the copy of the crawl. */
function portsOfCopy(
  parts: StackParts,
): Pick<WorkbenchPorts, "runs" | "pages" | "looks" | "corpus" | "verdicts"> {
  const { runs, pages, looks, corpus, verdicts } = parts.local;
  const refuse = async () => {
    throw fail("runs-are-fixed", { file: parts.file });
  };
  const of = <Answer>(run: string, read: (copy: string) => Promise<Answer>) =>
    copied(parts, run, read);
  return {
    runs: {
      figures: (run) => of(run, (copy) => runs.figures(copy)),
      rename: refuse,
      duplicate: refuse,
      remove: refuse,
    },
    pages: {
      table: (query) => of(query.run, (copy) => pages.table({ ...query, run: copy })),
      card: (run, sequence) => of(run, (copy) => pages.card(copy, sequence)),
      snippets: (run, sequences) => of(run, (copy) => pages.snippets(copy, sequences)),
      queue: (query) => of(query.run, (copy) => pages.queue({ ...query, run: copy })),
    },
    looks: {
      site: (run) => of(run, (copy) => looks.site(copy)),
      // Other runs of the folder are none of this host.
      async compare(query) {
        for (const other of query.others) refuseOther(parts, other);
        const others = (copy: string) => query.others.map(() => copy);
        return of(query.run, (copy) =>
          looks.compare({ ...query, run: copy, others: others(copy) }),
        );
      },
      async overlap(query) {
        refuseOther(parts, query.other);
        return of(query.run, (copy) => looks.overlap({ ...query, run: copy, other: copy }));
      },
    },
    corpus: {
      figures: (query) =>
        of(query.run, async (copy) => {
          return { ...(await corpus.figures({ ...query, run: copy })), due: null };
        }),
      choose: (run, chosen) => of(run, (copy) => corpus.choose(copy, chosen)),
      async look() {},
    },
    verdicts: {
      tally: (run) => of(run, (copy) => verdicts.tally(copy)),
      label: (run, given) => of(run, (copy) => label(parts, copy, given)),
      judge: (run, given) => of(run, (copy) => verdicts.judge(copy, given)),
      sample: (run, which) => of(run, (copy) => verdicts.sample(copy, which)),
    },
  };
}

/** Reads of the copy of the crawl once it is there; `read` takes the name of its run. */
async function copied<Answer>(
  parts: StackParts,
  run: string,
  read: (copy: string) => Promise<Answer>,
): Promise<Answer> {
  refuseOther(parts, run);
  const { crawl } = await liveCrawl(parts);
  const { stack } = parts;
  // What is being copied may be the crawl before.
  for (const copying of [() => stack.copying, () => stack.copy("none")]) {
    const copy = copyOf(parts, crawl);
    if (copy !== undefined) return read(copy);
    await copying();
  }
  // A crawl that began meanwhile was copied in the place of the one that was asked about.
  return read(copyOf(parts, crawl) ?? run);
}

function partsOf(shown: ShownStack): StackParts {
  const folder = new RunFolder(shown.root);
  const runs = new WatchedRuns((directory) => withPagesOf(shown.stack.blobs, readRun(directory)));
  const processes = new CrawlProcesses();
  const parts = { folder, runs, processes, web: [], clock: systemClock };
  const local = {
    crawls: createCrawls(parts),
    runs: createRuns(parts),
    pages: createPages(parts),
    looks: createLooks(parts),
    corpus: createCorpus(parts),
    verdicts: createVerdicts(parts),
  };
  return { ...shown, ...parts, local };
}

function createStackCrawls(parts: StackParts): WorkbenchPorts["crawls"] {
  const { stack, project } = parts;
  const order = (verb: "pause" | "resume" | "stop") => async (run: string) => {
    refuseOther(parts, run);
    return stack.order(verb);
  };
  return {
    async list() {
      const live = await stack.live();
      if (live === undefined) return [];
      const copy = copyOf(parts, live.crawl) ?? project;
      const topic = loadRunProject(parts.folder.directory(copy))?.need?.topic ?? null;
      return [
        { run: project, state: live.state, topic, changedAt: parts.clock.now(), problem: null },
      ];
    },
    begin: (run, text) => begin(parts, run, text),
    async crawl(run) {
      refuseOther(parts, run);
      return crawlOf(parts, await liveCrawl(parts));
    },
    async watch(run) {
      refuseOther(parts, run);
      return watch(parts);
    },
    pause: order("pause"),
    stop: order("stop"),
    async resume(run, pages) {
      if (pages !== undefined) throw fail("budget-is-fixed", { value: pages });
      return order("resume")(run);
    },
  };
}

/** Starts the crawl of the stack's project file, which must be as the reader has seen it. */
async function begin(parts: StackParts, run: string, text: string) {
  const { folder, project, file, start, stack } = parts;
  if (run !== project) throw fail("other-project-name", { name: project, run });
  if (folder.projectText(join(folder.folder, file)) !== text)
    throw fail("file-exists/project", { file });
  const order = await start();
  stack.forget();
  return order;
}

async function watch(parts: StackParts): Promise<Watch> {
  const { stack, local } = parts;
  const live = await liveCrawl(parts);
  const copy = copyOf(parts, live.crawl);
  stack.copyWhenDue(live, copy !== undefined && hasPages(parts, copy) ? "all" : "none");
  const shown = copy === undefined ? NOTHING_YET : await local.crawls.watch(copy);
  return {
    ...shown,
    rejected: rejectedOf(live.report?.reasons ?? {}),
    crawl: { ...crawlOf(parts, live), listed: shown.crawl?.listed ?? 0 },
    pagesPerSecond: live.state === "running" ? stack.pace() : null,
    // The strategy of the stack says which pages are called relevant.
    isDue: false,
  };
}

/** What is shown before the first copy. */
const NOTHING_YET = {
  crawl: undefined,
  harvest: [],
  recent: { share: null, low: 0, high: 1, cases: 0 },
  next: null,
  hosts: [],
  hostCount: 0,
  model: { trainings: 0, at: null, pages: 0, rescored: 0, labels: 0, notes: [], learnt: null },
  latest: [],
  isDue: false,
  nothing: null,
};

function crawlOf({ stack, file }: StackParts, live: LiveCrawl): RunCrawl {
  return {
    ...live,
    because: live.end === null ? null : (endInWords(live.end) ?? live.end),
    isOwn: true,
    problem: live.problem ?? stack.fault,
    budgetPages: null,
    command: `dowser status ${file}`,
  };
}

/** Labels pages in the stack; the copy gets the same labels, so that they show at once. */
async function label(parts: StackParts, copy: string, given: Verdicts) {
  const { stack, runs, folder } = parts;
  const said = given.map(({ url, label: word, by, note }) => {
    return { url, label: word, ...(by && { by }), ...(note && { note }) };
  });
  const kept = await stack.label(said);
  const watched = runs.get(folder.directory(copy));
  const entries = kept.map(({ at, url, label: value }, index): LabelEntry => {
    const { by, note } = said[index] ?? {};
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the stack answers with URLs of its pages
    const entry = { at, url: url as Url, label: value };
    return { ...entry, ...(by !== undefined && { by }), ...(note !== undefined && { note }) };
  });
  await addLabels(labelledRun(watched.directory, watched.run), entries);
  return kept;
}

/** Returns a run whose pages are read from the bucket where they were not copied. */
function withPagesOf(blobs: Pick<BlobStore, "get">, run: ReadableRun): ReadableRun {
  const { pages, records } = run;
  return {
    ...run,
    pages: {
      async get(url) {
        const own = await pages.get(url);
        const record = own === undefined ? await records.get(url) : undefined;
        return own ?? (record && readListed(blobs, record));
      },
      urls: () => pages.urls(),
      close: () => pages.close(),
    },
  };
}

/** Returns the run that a crawl of the stack was copied into; `undefined` before its first copy. */
function copyOf({ folder }: StackParts, crawl: string): string | undefined {
  const isOf = (run: string) => {
    try {
      return readPulledCrawl(folder.directory(run)) === crawl;
    } catch {
      // A copy whose file is damaged is made again.
      return false;
    }
  };
  return folder.runs().find(({ run }) => isOf(run))?.run;
}

/** Returns whether a copy has all pages of its crawl: what was copied with them stays so. */
function hasPages({ folder }: StackParts, copy: string): boolean {
  return readLeftInStack(folder.directory(copy)) === 0;
}

function refuseOther({ project, folder }: StackParts, run: string): void {
  if (run !== project) throw fail("no-run", { directory: folder.named(run) });
}

/** The need of the project is in its file: nothing is gathered here for another one. */
function gatheringNothing(
  file: string,
): Pick<WorkbenchPorts, "examples" | "search" | "concepts" | "paths"> {
  const refuse = async () => {
    throw fail("need-is-fixed", { file });
  };
  return {
    examples: { keep: refuse, list: refuse },
    search: { sources: refuse, find: refuse, text: refuse, keep: refuse },
    concepts: { ontologies: refuse, topic: refuse, keep: refuse },
    paths: { links: refuse, keep: refuse },
  };
}

async function liveCrawl({ stack, file }: StackParts): Promise<LiveCrawl> {
  const live = await stack.live();
  if (live !== undefined) return live;
  throw fail("no-crawl/page", { file });
}
