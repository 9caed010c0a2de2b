import type { CrawlShape, StackShape } from "./stack-shape.ts";

/** How the planner and the harvesters of a crawl take turns, up to some number of pages. */
export interface Cadence {
  readonly pages: number;
  readonly ms: number;
  readonly batches: number;
  /** Time that harvesters run, in ms. */
  readonly workerMs: number;
  /** Hosts of all batches, a host as often as it is in one. */
  readonly hosts: number;
  /** Runs of the planner, their time in ms, and their rounds: each is one commit. */
  readonly runs: number;
  readonly plannerMs: number;
  readonly turns: number;
}

const NOTHING: Cadence = {
  pages: 0,
  ms: 0,
  batches: 0,
  workerMs: 0,
  hosts: 0,
  runs: 0,
  plannerMs: 0,
  turns: 0,
};

/** A rule calls the planner so often, in ms. */
export const TICK_MS = 60_000;

/** Results that the planner receives at a time. */
const RESULTS_A_TURN = 10;

const HALF_A_PAGE = 0.5;

/** Its multiples are spread evenly over [0, 1). */
const GOLDEN = 0.618_033_988_75;

/** A batch that was sent. */
interface Batch {
  readonly pages: number;
  readonly hosts: number;
  /** When it is sent. */
  readonly sentAt: number;
  /** Time from the start of its harvester to its result. */
  readonly ms: number;
  /** When the planner expects the result: the start of its last link. */
  readonly expectedAt: number;
  /** When its result is there; `Infinity` while it waits for a harvester. */
  endsAt: number;
}

/** Hosts of a batch that has ended. */
interface IdleHosts {
  hosts: number;
  /** When they may be asked again. */
  readonly readyAt: number;
}

/** The planner of a crawl. */
interface Planner {
  fetched: number;
  inFlight: number;
  /** Hosts without links in flight, those first that may be asked first; and those never asked. */
  readonly idle: IdleHosts[];
  newHosts: number;
  readonly sent: Set<Batch>;
  readonly results: Batch[];
  /** When it acts next. */
  nextAt: number;
  /** When its present run ends; `undefined` while it does not run. */
  until: number | undefined;
  waits: boolean;
  idleTurns: number;
  startedAt: number;
  /** Number of samples of the pages that it has taken. */
  samples: number;
}

/** How far a crawl is played: to a number of pages, or a time in ms if that is sooner. */
interface Mark {
  readonly pages: number;
  readonly ms: number;
}

/**
 * Plays a crawl, turn by turn, and returns its state at two marks, the nearer one first. Links, hosts
 * and times are means: a forecast, in a few thousand steps.
 */
export function until(
  crawl: CrawlShape,
  stack: StackShape,
  [first, second]: readonly [Mark, Mark],
): readonly [Cadence, Cadence] {
  const play = new Play(crawl, stack);
  return [play.until(first), play.until(second)];
}

class Play {
  readonly #crawl: CrawlShape;
  readonly #stack: StackShape;
  readonly #planner: Planner;
  readonly #waiting: Batch[] = [];
  readonly #running = new Set<Batch>();
  #now = 0;
  #made = 0;
  /** Pages of the budget that are not drawn yet. */
  #left: number;
  #sum = NOTHING;

  constructor(crawl: CrawlShape, stack: StackShape) {
    this.#crawl = crawl;
    this.#stack = stack;
    this.#left = crawl.pages;
    this.#planner = newPlanner(crawl.hosts);
  }

  until({ pages, ms }: Mark): Cadence {
    // Parts of pages are rounded.
    while (this.#sum.pages < pages - HALF_A_PAGE && this.#now < ms) this.#advance();
    const { until: runsUntil, startedAt } = this.#planner;
    const underWay = runsUntil === undefined ? 0 : Math.max(0, this.#now - startedAt);
    return { ...this.#sum, plannerMs: this.#sum.plannerMs + underWay, ms: this.#now };
  }

  /** Lets the next batch end, or the planner act. */
  #advance(): void {
    const batch = earliest(this.#running, ({ endsAt }) => endsAt);
    if (batch !== undefined && batch.endsAt <= this.#planner.nextAt) this.#end(batch);
    else this.#act();
  }

  #end(batch: Batch): void {
    this.#now = batch.endsAt;
    this.#running.delete(batch);
    const planner = this.#planner;
    planner.results.push(batch);
    if (planner.waits) planner.nextAt = Math.min(planner.nextAt, this.#now);
    const { workerMs, pages } = this.#sum;
    this.#sum = { ...this.#sum, workerMs: workerMs + batch.ms, pages: pages + batch.pages };
    this.#fill();
  }

  /** Hands waiting batches to idle harvesters. */
  #fill(): void {
    while (this.#running.size < this.#stack.workers) {
      const batch = this.#waiting.shift();
      if (batch === undefined) return;
      batch.endsAt = Math.max(this.#now, batch.sentAt) + batch.ms;
      this.#running.add(batch);
    }
  }

  #act(): void {
    const planner = this.#planner;
    this.#now = planner.nextAt;
    if (planner.until === undefined) {
      planner.until = this.#now + this.#stack.plannerRunMs;
      planner.startedAt = this.#now;
      planner.idleTurns = 0;
      this.#sum = { ...this.#sum, runs: this.#sum.runs + 1 };
    }
    planner.waits = false;
    const taken = planner.results.splice(0, RESULTS_A_TURN);
    const workMs = this.#complete(taken);
    const sent = this.#draw(this.#now + workMs);
    this.#sum = { ...this.#sum, turns: this.#sum.turns + 1 };
    const endsAt = this.#now + workMs;
    const isNews = taken.length > 0 || sent > 0;
    planner.idleTurns = isNews ? 0 : planner.idleTurns + 1;
    this.#stayOrLeave(planner.until, endsAt);
  }

  #complete(taken: readonly Batch[]): number {
    const planner = this.#planner;
    let pages = 0;
    for (const batch of taken) {
      pages += batch.pages;
      planner.idle.push({ hosts: batch.hosts, readyAt: batch.endsAt + this.#crawl.minDelayMs });
      planner.sent.delete(batch);
    }
    planner.fetched += pages;
    planner.inFlight -= pages;
    // Parts of pages are not exact.
    if (planner.sent.size === 0) planner.inFlight = 0;
    const { plannerTurnMs, plannerMsPerPage } = this.#stack;
    return plannerTurnMs + pages * plannerMsPerPage + this.#sampleMs();
  }

  /** Returns how long a sample of the pages takes that is due, when nothing is in flight. */
  #sampleMs(): number {
    const due = this.#sampleDue();
    if (due === undefined || this.#planner.inFlight > 0) return 0;
    this.#planner.samples += 1;
    return due * this.#stack.sampleMsPerPage;
  }

  #sampleDue(): number | undefined {
    const { fetched, samples } = this.#planner;
    const due = this.#stack.samplesAt[samples];
    return due !== undefined && fetched >= due ? due : undefined;
  }

  /** Draws links, as many as may be in flight; returns their number. */
  #draw(at: number): number {
    const planner = this.#planner;
    const { inFlight, leastInFlight, inFlightShare, drawShare } = this.#stack;
    const { spreadHosts, mostStep } = this.#stack;
    if (this.#sampleDue() !== undefined) return 0;
    const allowed = Math.min(Math.max(leastInFlight, planner.fetched * inFlightShare), inFlight);
    const room = Math.min(this.#left, Math.floor(allowed - planner.inFlight));
    if (room <= 0 || (planner.inFlight > 0 && room < Math.min(this.#left, drawShare * allowed)))
      return 0;
    const idle = Math.round(
      planner.idle
        .filter(({ readyAt }) => readyAt <= at + this.#stack.aheadMs)
        .reduce((sum, { hosts }) => sum + hosts, 0),
    );
    if (idle === 0) return 0;
    const even = Math.min(mostStep, Math.ceil(room / spreadHosts));
    const step = Math.min(linksOfHost(this.#crawl, this.#stack), even);
    // Most hosts give as many links as a round allows, others have fewer among the best.
    const wanted = Math.ceil(room / Math.max(1, 0.75 * step));
    const isWide = wanted <= idle;
    const hosts = isWide ? wanted : idle;
    const startAt = Math.max(at, takeHosts(planner.idle, hosts));
    if (isWide) return this.#send({ at, startAt, hosts, links: room, most: step, least: 0 });
    // Where hosts are few, each gives more, as far as its window reaches.
    const reach = linksOfHost(this.#crawl, this.#stack, startAt - at);
    const most = Math.min(reach, Math.ceil(room / idle));
    const links = Math.min(room, idle * most);
    return this.#send({ at, startAt, hosts, links, most, least: most });
  }

  /** Packs links into batches of hosts that end together, and sends these; returns their number. */
  #send(
    drawn: Readonly<Record<"at" | "startAt" | "links" | "hosts" | "least" | "most", number>>,
  ): number {
    const planner = this.#planner;
    const { hostsPerBatch, pagesPerBatch } = this.#stack;
    const { at, startAt, hosts, links, least, most } = drawn;
    const together = Math.max(1, Math.min(hostsPerBatch, Math.floor(pagesPerBatch / most)));
    const count = Math.ceil(hosts / together);
    const perHost = Array.from({ length: count }, (_, index) =>
      Math.max(1, Math.round(least + (most - least) * Math.sqrt((index + 1) / count))),
    );
    const sum = perHost.reduce((all, each) => all + each, 0);
    for (const each of perHost) {
      const pages = (links * each) / sum;
      const batch: Batch = {
        sentAt: at,
        pages,
        hosts: hosts / count,
        endsAt: Infinity,
        ms:
          startAt -
          at +
          this.#timeOfBatch(pages, hosts / count, each) +
          this.#timeOfRobots(hosts / count),
        expectedAt: startAt + (each - 1) * this.#crawl.minDelayMs,
      };
      planner.sent.add(batch);
      this.#waiting.push(batch);
    }
    planner.inFlight += links;
    this.#left -= links;
    this.#sum = {
      ...this.#sum,
      batches: this.#sum.batches + count,
      hosts: this.#sum.hosts + hosts,
    };
    this.#fill();
    return links;
  }

  /**
   * Returns the ms that the next batch takes: hosts are fetched in parallel, the pages of a host one by
   * one. Some batches have a page that comes late, spread evenly over all.
   */
  #timeOfBatch(pages: number, hosts: number, perHost: number): number {
    const { minDelayMs, fetchMs, lateMs, lateShare } = this.#crawl;
    const { workerOverheadMs, cpuMsPerPage } = this.#stack;
    this.#made += 1;
    const isLate = (this.#made * GOLDEN) % 1 < 1 - (1 - lateShare) ** pages;
    // A host waits for the crawl delay from the end of a request to the start of the next.
    const inTurn = (links: number) => (links - 1) * (minDelayMs + fetchMs);
    // Pages are read while hosts are waited for, but the last ones.
    const readLast = (Math.min(hosts, pages) * pages) / (hosts * perHost);
    const reading = (pages - readLast) * cpuMsPerPage;
    const usual = Math.max(inTurn(perHost), reading) + fetchMs + readLast * cpuMsPerPage;
    const late = isLate ? inTurn(Math.max(1, pages / hosts)) + lateMs : 0;
    return workerOverheadMs + Math.max(usual, late);
  }

  /** Returns the ms that the robots.txt files of a batch take: new hosts are the first to be drawn. */
  #timeOfRobots(hosts: number): number {
    if (this.#planner.newHosts <= 0) return 0;
    this.#planner.newHosts -= hosts;
    return this.#crawl.fetchMs + this.#crawl.minDelayMs;
  }

  /** Lets the planner wait for the next result, or leave until its rule calls it. */
  #stayOrLeave(until: number, at: number): void {
    const planner = this.#planner;
    const { plannerLeastWaitMs, plannerWaitMsPerLink } = this.#stack;
    const { plannerMostWaitMs, plannerIdleTurns } = this.#stack;
    const [ready] = planner.idle;
    const isIdle = planner.sent.size === 0 && ready !== undefined;
    const first = isIdle
      ? ready.readyAt - this.#stack.aheadMs
      : (earliest(planner.sent, ({ expectedAt }) => expectedAt)?.expectedAt ?? at);
    const dueIn = planner.results.length > 0 ? 0 : first - at;
    const stays =
      at < until &&
      dueIn <= Math.min(plannerMostWaitMs, until - at) &&
      planner.idleTurns < plannerIdleTurns;
    if (stays) {
      const isThere = planner.results.length > 0;
      planner.waits = true;
      const byLinks = planner.inFlight * plannerWaitMsPerLink;
      const more = Math.min(byLinks, plannerMostWaitMs, until - at);
      planner.nextAt = at + (isThere ? 0 : Math.max(dueIn, plannerLeastWaitMs, more));
      return;
    }
    const ms = at - planner.startedAt;
    this.#sum = { ...this.#sum, plannerMs: this.#sum.plannerMs + ms };
    planner.until = undefined;
    planner.waits = false;
    planner.nextAt = (Math.floor(at / TICK_MS) + 1) * TICK_MS;
  }
}

/** Returns a planner that has not begun. */
function newPlanner(hosts: number): Planner {
  return {
    fetched: 0,
    inFlight: 0,
    idle: [{ hosts, readyAt: 0 }],
    newHosts: hosts,
    sent: new Set(),
    results: [],
    nextAt: 0,
    until: undefined,
    waits: false,
    idleTurns: 0,
    startedAt: 0,
    samples: 0,
  };
}

/** Takes the first hosts; returns when all of them may be asked. */
function takeHosts(idle: IdleHosts[], count: number): number {
  let [left, readyAt] = [count, 0];
  while (left > 0) {
    const [first] = idle;
    if (first === undefined) break;
    const taken = Math.min(left, first.hosts);
    readyAt = Math.max(readyAt, first.readyAt);
    left -= taken;
    first.hosts -= taken;
    if (first.hosts < HALF_A_PAGE) idle.shift();
  }
  return readyAt;
}

/** Returns the links of a host that start within a draw's time, the first of them after `waitMs`. */
function linksOfHost(
  { minDelayMs }: CrawlShape,
  { linksPerHost, aheadMs }: StackShape,
  waitMs = 0,
): number {
  const more = Math.floor((aheadMs - waitMs) / Math.max(1, minDelayMs));
  return Math.min(linksPerHost, 1 + Math.max(0, more));
}

function earliest<Item>(items: Iterable<Item>, timeOf: (item: Item) => number): Item | undefined {
  let [first, at]: [Item | undefined, number] = [undefined, Infinity];
  for (const item of items) {
    const time = timeOf(item);
    if (time < at) [first, at] = [item, time];
  }
  return first;
}
