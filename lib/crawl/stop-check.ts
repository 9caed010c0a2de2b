/** When a crawl stops by itself: its budget is spent, or the recall that its project asks for is reached. */
import type { PageRecord } from "../domain/page/page-record.ts";
import { leastRecall, mostLeft } from "../domain/stats/intervals/left-bound.ts";
import { leastShare } from "../domain/stats/intervals/recall-bound.ts";
import type {
  ControlRecall,
  DiscoveredRecall,
  RecallStatement,
} from "../domain/stats/intervals/recall-statement.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { FrontierCount } from "../ports/frontier.ts";
import type { RunEvent } from "../ports/run-log.ts";
import { ChanceDraws, type Drawn, type Verdicts } from "./chance-draws.ts";
import type { Budget, ControlRule, CrawlPorts, StopRule } from "./crawl-plan.ts";
import { ALIAS } from "./crawl-rules.ts";
import { isMark } from "./run-marks.ts";

/** The counts of links on which a statement depends. */
type Links = Pick<FrontierCount, "states" | "chance">;

const NO_VERDICTS: Verdicts = new Map();

/** What a rule to stop by knows of a crawl. */
export class StopCheck {
  readonly #rule: StopRule | undefined;
  readonly #list: ControlList;
  readonly #draws = new ChanceDraws();

  /** Without a rule nothing is stated, and a crawl never stops by it. */
  constructor(rule: StopRule | undefined) {
    this.#rule = rule;
    this.#list = new ControlList(rule?.of === "control-list" ? rule : undefined);
  }

  /** Counts a record; one that replaces another of its URL counts alone. */
  count(record: Processed & Drawn, replaced: Drawn | undefined): void {
    if (this.#rule?.of === "control-list") this.#list.count(record);
    if (this.#rule?.of === "discovered") this.#draws.count(record, replaced);
  }

  /** Returns why to stop when the recall is stated that the rule asks for. */
  async reached(countLinks: () => Promise<Links>): Promise<StopReason | undefined> {
    if (this.#rule?.of !== "discovered") {
      return this.#list.isEnough ? "recall-reached" : undefined;
    }
    return this.statement(await countLinks())?.isStated === true ? "few-left" : undefined;
  }

  /** Whether some draws are by chance. */
  get drawsByChance(): boolean {
    return this.#rule?.of === "discovered";
  }

  /** Returns how many of the next draws are by chance. */
  chanceDraws(links: Links): number {
    return this.drawsByChance ? this.#draws.due(links) : 0;
  }

  /**
   * States the recall; `undefined` without a rule. `verdicts` are those of people; `labelled` are the records
   * of their pages, where these were not judged by them.
   */
  statement(
    links: Links,
    verdicts = NO_VERDICTS,
    labelled: readonly Drawn[] = [],
  ): RecallStatement | undefined {
    if (this.#rule === undefined) return undefined;
    return this.#rule.of === "control-list"
      ? this.#byControlList(this.#rule)
      : this.#byDraws(this.#rule, links, { verdicts, labelled });
  }

  #byControlList({ of, control, needed, recall, confidence }: ControlRule): ControlRecall {
    const { fetched, isEnough: isStated } = this.#list;
    const least = leastShare(fetched, control.size, confidence);
    return { of, control: control.size, fetched, needed, recall, confidence, isStated, least };
  }

  #byDraws(
    { of, recall, confidence }: Extract<StopRule, { of: "discovered" }>,
    links: Links,
    { verdicts, labelled }: { readonly verdicts: Verdicts; readonly labelled: readonly Drawn[] },
  ): DiscoveredRecall {
    const evidence = this.#draws.evidence(links, verdicts);
    const found = this.#draws.found(verdicts, labelled);
    const left = mostLeft(evidence, confidence);
    const least = leastRecall(found, left);
    return {
      of,
      recall,
      confidence,
      isStated: least >= recall,
      least,
      found,
      left,
      ...this.#draws.judged(verdicts),
      hits: evidence.hits.length,
      waiting: evidence.waiting,
      level: evidence.level,
    };
  }
}

const NO_RULE = { control: new Set<Url>(), needed: Number.POSITIVE_INFINITY };

/** The parts of a record by which a page of the list counts as fetched. */
type Processed = Pick<PageRecord, "url" | "state" | "reason">;

/** Counts which control pages a crawl has fetched, under their own name or a twin's. */
class ControlList {
  readonly #rule: Pick<ControlRule, "control" | "needed">;
  readonly #fetched = new Set<Url>();

  /** Without a rule there are no control pages, and there are never enough. */
  constructor(rule: Pick<ControlRule, "control" | "needed"> = NO_RULE) {
    this.#rule = rule;
  }

  /** Counts a record; one that replaces another of its URL counts alone. */
  count({ url, state, reason }: Processed): void {
    if (!this.#rule.control.has(url)) return;
    if (state === "fetched" || reason === ALIAS) this.#fetched.add(url);
    else this.#fetched.delete(url);
  }

  /** Control pages that are fetched. */
  get fetched(): number {
    return this.#fetched.size;
  }

  /** Whether so many are fetched that the recall is stated. */
  get isEnough(): boolean {
    return this.#fetched.size >= this.#rule.needed;
  }
}

/**
 * The reason why a crawl ends by itself: a bound of its budget is reached, no link is left, or none
 * but those of sites that have their pages, or the recall that the project asks for is reached.
 */
export type StopReason = (typeof STOP_REASONS)[number];

/** All of {@link StopReason}. */
const STOP_REASONS = [
  "recall-reached",
  "few-left",
  "budget-pages",
  "budget-bytes",
  "budget-seconds",
  "budget-dollars",
  "budget-site-pages",
  "frontier-empty",
] as const;

/** The part of its {@link Budget} that a crawl has spent, in the same units. */
type Spent = Omit<Budget, "pagesPerSite">;

/** Returns the bound of a budget that is reached, `undefined` while there is none. */
export function reachedBound(budget: Budget, spent: Spent): StopReason | undefined {
  if (spent.dollars >= budget.dollars) return "budget-dollars";
  if (spent.pages >= budget.pages) return "budget-pages";
  if (spent.bodyBytes >= budget.bodyBytes) return "budget-bytes";
  if (spent.seconds >= budget.seconds) return "budget-seconds";
  return undefined;
}

/** Returns how many links may still be drawn, although all `inFlight` fetches may become pages. */
export function roomForPages(
  budget: Pick<Budget, "pages">,
  spent: Pick<Spent, "pages">,
  inFlight: number,
): number {
  return budget.pages - spent.pages - inFlight;
}

/*
 * Time is counted by two rules, on purpose. On one machine a process that was killed crawls no
 * more, so its time ends with its last record. In a stack other processes go on when one dies, so
 * the time until a new planner takes over counts.
 */

/** A run of the crawl on one machine, in ms since the epoch. */
interface Run {
  readonly startedAt: number;
  /** When the next run began; `Infinity` for the last one. */
  readonly nextAt: number;
  endedAt: number;
}

/**
 * Counts the seconds spent crawling in all earlier runs on one machine. A run that was killed has
 * no end in the log: it counts until the last record written before the next run began.
 */
export async function secondsOfRuns({
  log,
  records,
}: Pick<CrawlPorts, "log" | "records">): Promise<number> {
  const { ended, killed } = runsOf(await log.list());
  if (killed.length > 0) {
    for await (const { fetchedAt, fetchMs } of records.list()) {
      const at = fetchedAt + fetchMs;
      const run = killed.find(({ startedAt, nextAt }) => at >= startedAt && at < nextAt);
      if (run !== undefined) run.endedAt = Math.max(run.endedAt, at);
    }
  }
  const times = [...ended, ...killed].map(({ startedAt, endedAt }) => endedAt - startedAt);
  return times.reduce((sum, ms) => sum + ms, 0) / 1000;
}

function runsOf(events: readonly RunEvent[]): { ended: Run[]; killed: Run[] } {
  const [ended, killed]: [Run[], Run[]] = [[], []];
  const marks = events.filter(isMark);
  for (const [index, { at: startedAt, kind }] of marks.entries()) {
    if (kind !== "started") continue;
    const next = marks[index + 1];
    const nextAt = next?.at ?? Number.POSITIVE_INFINITY;
    if (next === undefined || next.kind === "started") {
      killed.push({ startedAt, nextAt, endedAt: startedAt });
    } else ended.push({ startedAt, nextAt, endedAt: next.at });
  }
  return { ended, killed };
}

/**
 * Counts the seconds spent crawling in a stack by `now` (ms since the epoch), pauses not counted. A
 * planner that dies ends nothing: the time until another goes on counts.
 */
export function secondsOfStack(events: readonly RunEvent[], now: number): number {
  let ms = 0;
  let startedAt: number | undefined;
  for (const { kind, at } of events) {
    if (kind === "started") startedAt ??= at;
    if (startedAt === undefined || (kind !== "paused" && kind !== "finished")) continue;
    ms += at - startedAt;
    startedAt = undefined;
  }
  return (ms + (startedAt === undefined ? 0 : now - startedAt)) / 1000;
}
