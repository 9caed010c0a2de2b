import { statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { readFileRunLog } from "../../adapters/files/file-run-log.ts";
import { RecordTally } from "../../adapters/record-tally.ts";
import { currentLabels } from "../../crawl/labels.ts";
import { updatesOf } from "../../crawl/need-state.ts";
import { type CrawlReport, reportCrawl } from "../../crawl/report-crawl.ts";
import { StopCheck } from "../../crawl/stop-check.ts";
import type { PageRecord } from "../../domain/page/page-record.ts";
import type { PageView } from "../../domain/page/page-view.ts";
import type { RecallStatement } from "../../domain/stats/intervals/recall-statement.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { recallStatement, statementBy } from "../../evaluation/recall-statement.ts";
import type { FrontierCount } from "../../ports/frontier.ts";
import type { PageLabel } from "../../ports/label-store.ts";
import { ownViews, type ReadableRun, readRun } from "../../run/folder/read-run.ts";
import { stopRuleOfRun } from "../../run/folder/recall-of-run.ts";
import { RUN_FILES } from "../../run/folder/run-database.ts";
import { loadRunProject, type RunProject, runProjectFile } from "../../run/folder/run-project.ts";
import { isLookDue } from "../../run/judge/look-at-run.ts";
import { MOST_COMPARED } from "../workbench-limits.ts";
import { PageRows } from "./page-rows.ts";
import { WatchedTexts } from "./watched-texts.ts";

/** Records read before other requests are answered. */
const AT_ONCE = 1_000;

/** Time after an update of a need at which its verdicts are surely in the database, in ms. */
const SETTLED_MS = 1_000;

/** The pages of a run as far as they are read, by one way of judging them. */
class ReadPages {
  readonly rows = new PageRows();
  readonly tally = new RecordTally();
  readonly judgedBy: string;
  /** Sequence of the last record. */
  last = 0;
  /** Of the database when it was last read: nothing is read again while it is the same. */
  state = "";

  constructor(judgedBy: string) {
    this.judgedBy = judgedBy;
  }

  add(record: PageRecord): void {
    this.rows.add(record);
    this.tally.add(record, 1);
    this.last = record.sequence;
  }
}

/**
 * A run that is read again and again while it grows: each record is read once, and all of them when they are judged
 * again, called by another cut, or forgotten. What it shows is as old as its last refresh.
 */
export class WatchedRun {
  readonly directory: string;
  readonly run: ReadableRun;
  readonly #file: string;
  readonly #identity: string;
  #pages = new ReadPages("");
  #reading: Promise<void> | undefined;
  #counts: Promise<FrontierCount> | undefined;
  #own: { readonly pages: number; readonly views: ReturnType<typeof ownViews> } | undefined;
  readonly #recall: WatchedRecall;
  #texts: WatchedTexts | undefined;
  #due: { readonly of: string; readonly isDue: boolean } | undefined;
  readonly #project = new KeptReads(() => loadRunProject(this.directory) ?? {});
  readonly #labels = new KeptReads(async () => currentLabels(await this.run.labels.list()));
  readonly #log = new KeptReads(readFileRunLog);

  /** @throws DowserError `no-run`, `run-is-locked`, `run-damaged`, `run-from-other-version` */
  constructor(directory: string, read: (directory: string) => ReadableRun = readRun) {
    this.directory = directory;
    this.#file = join(directory, RUN_FILES.database);
    this.run = read(directory);
    this.#recall = new WatchedRecall(directory, this.run);
    this.#identity = identityOf(this.#file);
  }

  /** Whether the directory still has the database that was opened, and not that of another crawl. */
  get isCurrent(): boolean {
    return identityOf(this.#file) === this.#identity;
  }

  get rows(): PageRows {
    return this.#pages.rows;
  }

  /** Changes whenever pages that were read are judged, called or forgotten otherwise. */
  get judgedBy(): string {
    return this.#pages.judgedBy;
  }

  get project(): Partial<RunProject> {
    return this.#project.get(runProjectFile(this.directory));
  }

  /** Returns the figures of the crawl, its pages as of the last refresh. */
  report(): Promise<CrawlReport> {
    const { tally } = this.#pages;
    const records = { totals: async () => tally.totals() };
    return reportCrawl({ frontier: { count: () => this.#count() }, records });
  }

  /** The texts of its pages, which are read when they are first searched. */
  get texts(): WatchedTexts {
    this.#texts ??= new WatchedTexts(this.directory, this.run);
    return this.#texts;
  }

  /** States the recall by the rule of the project, as of the last refresh. */
  async recall(): Promise<RecallStatement | undefined> {
    return this.#recall.statement(await this.#count(), await this.labels(), this.judgedBy);
  }

  /** Counts the URLs once while the database is the same. */
  #count(): Promise<FrontierCount> {
    this.#counts ??= this.run.frontier.count();
    return this.#counts;
  }

  /** Reads the records that are new. Calls at the same time read once. */
  refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    const judgedBy = await this.#judgedNow();
    const state = stateOf(this.#file);
    const isSame = judgedBy === this.#pages.judgedBy;
    if (isSame && state === this.#pages.state) return;
    // Who reads the pages meanwhile has all of them, as they were judged before.
    const pages = isSame ? this.#pages : new ReadPages(judgedBy);
    let count = 0;
    for await (const record of this.run.records.list(pages.last)) {
      pages.add(record);
      count += 1;
      if (count % AT_ONCE === 0) await setImmediate();
    }
    pages.state = state;
    this.#pages = pages;
    this.#counts = undefined;
  }

  /** Tells by what the pages are judged and called now: the last look, the cut, updates of the need, pages forgotten. */
  async #judgedNow(): Promise<string> {
    const before = Date.now() - SETTLED_MS;
    const events = await this.#log.get(join(this.directory, RUN_FILES.log));
    const settled = events.filter(({ at }) => at < before);
    const { begun } = updatesOf(settled);
    const { state } = updatesOf(settled.slice(0, begun && settled.indexOf(begun)));
    const forgotten = events.filter(({ kind }) => kind === "forgotten").length;
    return JSON.stringify([this.run.look.about()?.key, this.run.choice(), state, forgotten]);
  }

  /** Returns the view of a stored page for people to read: what its host repeats is learnt again with twice the pages. */
  ownView(url: Url): Promise<PageView | undefined> {
    const { rows } = this.rows;
    if (this.#own === undefined || rows.length >= 2 * this.#own.pages) {
      const views = ownViews(this.run.pages, this.project, () => rows);
      this.#own = { pages: rows.length, views };
    }
    return this.#own.views(url);
  }

  /** Returns whether pages or labels came since all pages were judged; asked again only when a file has changed. */
  async isLookDue(): Promise<boolean> {
    const files = [RUN_FILES.labels, RUN_FILES.log].map((name) => join(this.directory, name));
    const of = JSON.stringify([
      this.#pages.state,
      this.run.look.about()?.key,
      files.map(fileState),
    ]);
    if (this.#due?.of !== of) this.#due = { of, isDue: await isLookDue(this.directory, this.run) };
    return this.#due.isDue;
  }

  /** Returns the last label of each page. */
  async labels(): Promise<ReadonlyMap<Url, PageLabel>> {
    return this.#labels.get(join(this.directory, RUN_FILES.labels));
  }

  async close(): Promise<void> {
    await this.#reading;
    await this.#texts?.close();
    await this.run.close();
  }
}

/** Changes with each commit, which is written to the log beside the file first. */
function stateOf(file: string): string {
  return [file, `${file}-wal`].map(fileState).join(" ");
}

function identityOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? "" : `${stats.dev}:${stats.ino}:${stats.birthtimeMs}`;
}

/** Most runs kept open: each holds a row of each of its pages. */
const MOST_OPEN = 1 + MOST_COMPARED;

/** The runs that are being looked at. */
export class WatchedRuns {
  readonly #open = new Map<string, WatchedRun>();
  readonly #read: (directory: string) => ReadableRun;

  constructor(read: (directory: string) => ReadableRun = readRun) {
    this.#read = read;
  }

  /**
   * Returns the run in a directory, opened once.
   * @throws what opening a run throws
   */
  get(directory: string): WatchedRun {
    const known = this.#open.get(directory);
    this.#open.delete(directory);
    const isUsable = known?.isCurrent === true;
    if (!isUsable && known !== undefined) void known.close();
    const watched = isUsable ? known : new WatchedRun(directory, this.#read);
    this.#open.set(directory, watched);
    const [oldest] = this.#open.keys();
    if (this.#open.size > MOST_OPEN && oldest !== undefined) {
      const closed = this.#open.get(oldest);
      this.#open.delete(oldest);
      void closed?.close();
    }
    return watched;
  }

  /** Closes the run in a directory, so that the directory can be moved. */
  async leave(directory: string): Promise<void> {
    await this.#open.get(directory)?.close();
    this.#open.delete(directory);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((run) => run.close()));
    this.#open.clear();
  }
}

/** What was read of files, which is read again only when they are not the same any more. */
export class KeptReads<Value> {
  readonly #read: (file: string) => Value;
  readonly #kept = new Map<string, { readonly state: string; readonly value: Value }>();

  constructor(read: (file: string) => Value) {
    this.#read = read;
  }

  /** Returns what a file says. */
  get(file: string): Value {
    const state = fileState(file);
    const kept = this.#kept.get(file);
    if (kept?.state === state) return kept.value;
    const value = this.#read(file);
    this.#kept.set(file, { state, value });
    return value;
  }
}

/** Changes whenever a file is written; empty for one that is not there. */
export function fileState(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stats === undefined ? "" : `${stats.ino}:${stats.size}:${stats.mtimeNs}`;
}

/** The recall of a run that is stated again and again while it grows: each record is read once. */
class WatchedRecall {
  readonly #directory: string;
  readonly #run: ReadableRun;
  #counted: Counted | undefined;

  constructor(directory: string, run: ReadableRun) {
    this.#directory = directory;
    this.#run = run;
  }

  /** States the recall by the rule of the project; `undefined` where it has none. */
  async statement(
    links: FrontierCount,
    labels: ReadonlyMap<Url, PageLabel>,
    judgedBy: string,
  ): Promise<RecallStatement | undefined> {
    const rule = stopRuleOfRun(this.#directory);
    if (rule?.of !== "discovered") return rule && recallStatement(this.#run, rule);
    // Pages that are counted may be judged again.
    if (this.#counted?.judgedBy !== judgedBy)
      this.#counted = { check: new StopCheck(rule), judgedBy, last: 0 };
    const counted = this.#counted;
    for await (const record of this.#run.records.list(counted.last)) {
      // Another call may have counted it while this one waited.
      if (record.sequence <= counted.last) continue;
      counted.check.count(record, undefined);
      counted.last = record.sequence;
    }
    return statementBy(counted.check, links, { records: this.#run.records, labels });
  }
}

/** Records that were counted, by what they were judged by. */
interface Counted {
  readonly check: StopCheck;
  readonly judgedBy: string;
  last: number;
}
