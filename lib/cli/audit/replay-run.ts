import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFileLabelStore } from "../../adapters/files/file-label-store.ts";
import { openDatabaseForReading } from "../../adapters/sqlite/open-database.ts";
import { readForAudit } from "../../adapters/sqlite/sqlite-audit.ts";
import { createSqliteRecordStore } from "../../adapters/sqlite/sqlite-record-store.ts";
import { type RecordedWeb, recordedPageStore } from "../../adapters/web/recorded/recorded-web.ts";
import type { CrawlPorts } from "../../crawl/crawl-plan.ts";
import { runCrawl } from "../../crawl/run-crawl.ts";
import { isMark } from "../../crawl/run-marks.ts";
import { readablePages } from "../../crawl/run-rules.ts";
import type { Url } from "../../domain/web/url/url.ts";
import type { Decisions } from "../../evaluation/audit/audit-replay.ts";
import type { LabelEntry } from "../../ports/label-store.ts";
import type { PageStore } from "../../ports/page-store.ts";
import type { RunEvent } from "../../ports/run-log.ts";
import { frontierPolicy, type InitialState, openPlan } from "../../project/plan-crawl.ts";
import { openRun } from "../../run/folder/open-run.ts";
import { RUN_FILES } from "../../run/folder/run-database.ts";
import { type RunProject, strategyOfRun } from "../../run/folder/run-project.ts";
import { openSearch } from "../../run/web/open-search.ts";
import { recorded } from "../../run/web/open-web.ts";
import { decidingEvents, isDeciding } from "./read-audited-run.ts";

/** A repeated crawl. */
interface ReplayedRun extends AsyncDisposable {
  readonly decisions: Decisions;
  /** Removes the files of the crawl. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** The run to crawl again, and how far. */
interface Replay {
  readonly project: RunProject;
  /** The strategy module of the run, where it has one. */
  readonly strategyModule: string | undefined;
  readonly web: RecordedWeb;
  readonly inputs: InitialState;
  /** Pages after which it is crawled no further; `undefined` to go on until it ends by itself. */
  readonly pages: number | undefined;
  /** The log of the run. */
  readonly events: readonly RunEvent[];
  /** The file with its labels. */
  readonly labels: string;
}

/** A part of a crawl in which its project was the same. */
interface Stage {
  readonly project: RunProject;
  /** Events of the kept crawl that it decided so far, those of earlier stages, too. */
  readonly decided: readonly RunEvent[];
  /** Those by which a later run began to decide after a kill. */
  readonly afterKills: ReadonlySet<RunEvent>;
  /** How far it came; `undefined` for the last stage. */
  readonly end: StageEnd | undefined;
}

/** Where a stage ends, once it has decided all that the kept crawl did. */
interface StageEnd {
  readonly records: number;
  readonly pages: number;
  /** Links that were drawn and not fetched when the kept crawl was killed. */
  readonly leased: number;
}

/** Stops a crawl as a kill does: what it has done is done, and the rest is not. */
class Halt extends Error {
  /** Whether the stage goes on. */
  readonly goesOn: boolean;

  constructor(goesOn: boolean) {
    super();
    this.goesOn = goesOn;
  }
}

/**
 * Crawls a recording as a run did, into a directory of its own that is kept until the result is
 * closed. Pages are not stored again: the recording has them. `tell` gets each URL that is asked
 * for.
 */
export async function replayRun(
  replay: Replay,
  onRequest: (url: Url) => void,
): Promise<ReplayedRun> {
  const directory = mkdtempSync(join(tmpdir(), "dowser-audit-"));
  const discard = () => rmSync(directory, { recursive: true, force: true });
  try {
    const pages = recordedPageStore(replay.web);
    const given = await createFileLabelStore(replay.labels).list();
    for (const stage of stagesOf(replay))
      while (await isToGoOn(crawlAgain(directory, replay, { stage, pages, given, onRequest })));
  } catch (error) {
    discard();
    throw error;
  }
  const database = openDatabaseForReading(join(directory, RUN_FILES.database));
  const records = createSqliteRecordStore(database);
  const stored = readForAudit(database);
  return {
    decisions: {
      records: () => records.list(),
      links: stored.linksInOrder,
      groups: stored.groups,
      events: () => decidingEvents(join(directory, RUN_FILES.log)),
    },
    [Symbol.asyncDispose]: async () => {
      database.close();
      discard();
    },
  };
}

/**
 * Returns the parts of a crawl: the log says what the project was before each change, and how far the crawl had
 * come.
 */
function stagesOf({ project, events, pages }: Replay): readonly Stage[] {
  const afterKills = beginningsAfterKills(events);
  const decided = events.filter(isDeciding);
  const end = pages === undefined ? undefined : { records: 0, pages, leased: 0 };
  const stages: Stage[] = [];
  // Values that no run has begun with decided nothing.
  if (events.findLast(({ kind }) => kind === "started" || kind === "changed")?.kind !== "changed")
    stages.push({ project, decided, afterKills, end });
  let now = project;
  for (const [index, { kind, detail }] of [...events.entries()].toReversed()) {
    const { records, leased } = detail;
    if (kind !== "changed" || typeof records !== "number" || typeof leased !== "number") continue;
    // The log has the parts of a project as `saveRunProject` wrote them.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    now = { ...now, ...(detail["before"] as Partial<RunProject>) };
    const before = events.slice(0, index).filter(isDeciding);
    stages.unshift({
      project: now,
      decided: before,
      afterKills,
      end: { records, pages: 0, leased },
    });
  }
  return stages;
}

/** Returns the first decision after each run that neither paused nor finished, whichever run makes it. */
function beginningsAfterKills(events: readonly RunEvent[]): ReadonlySet<RunEvent> {
  const found = new Set<RunEvent>();
  let [wasKilled, isAtWork] = [false, false];
  for (const event of events) {
    if (event.kind === "started") [wasKilled, isAtWork] = [wasKilled || isAtWork, true];
    else if (isMark(event)) isAtWork = false;
    else if (isDeciding(event)) {
      if (wasKilled) found.add(event);
      wasKilled = false;
    }
  }
  return found;
}

/** Returns whether a crawl is to go on where it was halted. */
async function isToGoOn(crawl: Promise<void>): Promise<boolean> {
  try {
    await crawl;
    return false;
  } catch (error) {
    if (error instanceof Halt) return error.goesOn;
    throw error;
  }
}

interface StageContext {
  readonly stage: Stage;
  /** Pages fetched so far, in all stages. */
  readonly pages: PageStore;
  /** All labels that people have given. */
  readonly given: readonly LabelEntry[];
  readonly onRequest: (url: Url) => void;
}

/** Crawls a stage to its end; does nothing when it is there. */
async function crawlAgain(
  directory: string,
  { strategyModule, web, inputs }: Replay,
  { stage, pages: kept, given, onRequest }: StageContext,
): Promise<void> {
  const { project } = stage;
  const opened = recorded(web);
  const strategy = await strategyOfRun(project, { strategyModule });
  if (strategy === undefined) return;
  const planned = await openPlan(project, opened, inputs);
  const plan = {
    ...planned,
    strategy,
    lookEveryMs: 0,
    budget: {
      // What groups are worth depends on how much of it is left.
      pages: planned.budget.pages,
      pagesPerSite: planned.budget.pagesPerSite,
      bodyBytes: Number.POSITIVE_INFINITY,
      seconds: Number.POSITIVE_INFINITY,
      dollars: Number.POSITIVE_INFINITY,
    },
  };
  await using search = plan.queries === undefined ? undefined : openSearch(project, opened);
  const run = await openRun(directory, project, frontierPolicy(project, strategy, opened));
  const { pages: unused, ...stores } = run.stores;
  const progress = new StageProgress(stage, stores, await stores.log.list());
  try {
    await unused.close();
    if (await progress.isOver()) return;
    const pages = readablePages(kept, plan.rules.fetch);
    await runCrawl(
      {
        ...progress.watched(given),
        pages,
        web: {
          identify: (url) => web.identify(url),
          fetch: (url, limits) => {
            onRequest(url);
            return web.fetch(url, limits);
          },
        },
        gate: opened.gate,
        search: search?.provider,
      },
      plan,
      progress.signal,
    );
  } finally {
    await run.close();
  }
}

type Stores = Omit<CrawlPorts, "web" | "gate" | "pages">;

/** Follows the kept crawl: ends a stage where it ended, and gives the labels when it got them. */
class StageProgress {
  readonly #stage: Stage;
  readonly #stores: Stores;
  readonly #controller = new AbortController();
  #decided: number;

  constructor(stage: Stage, stores: Stores, events: readonly RunEvent[]) {
    this.#stage = stage;
    this.#stores = stores;
    this.#decided = events.filter(isDeciding).length;
  }

  /** Aborts when the stage ends between two fetches. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Returns whether an earlier crawl of this replay reached the end of the stage. */
  async isOver(): Promise<boolean> {
    return this.#stage.end?.leased === 0 && (await this.#isThere());
  }

  /** Returns the stores of the replay, which notice how far it is. */
  watched(given: readonly LabelEntry[]): Stores {
    const { records, log, frontier, labels } = this.#stores;
    const shown = async () => given.slice(0, await this.#labels());
    return {
      ...this.#stores,
      records: {
        ...records,
        put: async (record) => {
          const put = await records.put(record);
          if (await this.isOver()) this.#controller.abort();
          return put;
        },
      },
      log: {
        ...log,
        append: async (event) => {
          await log.append(event);
          if (!isDeciding(event)) return;
          this.#decided += 1;
          if (await this.isOver()) throw new Halt(false);
          if (await this.#wasKilledHere()) throw new Halt(true);
        },
      },
      frontier: {
        ...frontier,
        draw: async (request) => {
          const draw = await frontier.draw(request);
          const wasKilled = (this.#stage.end?.leased ?? 0) > 0 && (await this.#isThere());
          if (wasKilled && draw.leases.length > 0) throw new Halt(false);
          return draw;
        },
      },
      labels: { ...labels, list: shown, size: () => this.#labels() },
    };
  }

  async #isThere(): Promise<boolean> {
    const { end, decided } = this.#stage;
    if (end === undefined || this.#decided < decided.length) return false;
    const { records, pages } = await this.#stores.records.totals();
    return records >= end.records && pages >= end.pages;
  }

  /** Whether the kept crawl got labels after the last event and before the next draw. */
  async #isLabelledNow(): Promise<boolean> {
    const next = this.#stage.decided[this.#decided];
    if (next?.kind !== "labelled") return false;
    return next.detail["records"] === (await this.#stores.records.totals()).records;
  }

  /** Whether a kill came between the last event and labels that a later run of the kept crawl began with. */
  async #wasKilledHere(): Promise<boolean> {
    const next = this.#stage.decided[this.#decided];
    return next !== undefined && this.#stage.afterKills.has(next) && (await this.#isLabelledNow());
  }

  /** Returns how many labels the kept crawl knew at this moment. */
  async #labels(): Promise<number> {
    const { decided } = this.#stage;
    const known = decided.slice(0, this.#decided + Number(await this.#isLabelledNow()));
    const last = known.findLast(({ kind }) => kind === "labelled" || kind === "sampled");
    const labels = last?.detail["labels"];
    return typeof labels === "number" ? labels : 0;
  }
}
