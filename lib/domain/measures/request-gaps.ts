import { HostGaps } from "../web/politeness/crawl-delay.ts";
import type { Host } from "../web/url/url.ts";

/** The shortest gap between requests to a host. Times in ms. */
interface HostGap {
  readonly host: Host;
  readonly requests: number;
  /**
   * Least time from the end of the last request to the start of the next; negative if more requests
   * overlap than allowed.
   */
  readonly gapMs: number;
  /** The least gap allowed. */
  readonly allowedMs: number;
}

/** The politeness of the requests to all hosts. */
export interface PolitenessLedger {
  /**
   * Hosts that received requests, and hosts that received more than one: the others have no gap.
   */
  readonly hosts: number;
  readonly hostsWithGap: number;
  readonly requests: number;
  /** Hosts whose shortest gap is less than allowed. */
  readonly broken: number;
  /** Hosts with the gap nearest to the delay allowed, or furthest below it, first. */
  readonly closest: readonly HostGap[];
}

/** The limits that apply to hosts, and how many hosts a ledger names. */
export interface Allowance {
  readonly connectionsPerHost: number;
  /** The least delay allowed for a host, in ms. */
  readonly allowedMsOf: (host: Host) => number;
  readonly most: number;
}

/** The times of the requests to each host. */
export class RequestTimes {
  /** Starts and ends alternately, in ms since the epoch. */
  readonly #times = new Map<Host, number[]>();

  /** Adds a request, in any order; times in ms since the epoch. */
  add(host: Host, startedAt: number, endedAt: number): void {
    const times = this.#times.get(host);
    if (times === undefined) this.#times.set(host, [startedAt, endedAt]);
    else times.push(startedAt, endedAt);
  }

  /** Compares the shortest gap of each host with the delay allowed. */
  ledger({ connectionsPerHost, allowedMsOf, most }: Allowance): PolitenessLedger {
    const gaps: HostGap[] = [];
    let requests = 0;
    for (const [host, times] of this.#times) {
      requests += times.length / 2;
      const gapMs = smallestGap(times, connectionsPerHost);
      if (gapMs === Infinity) continue;
      gaps.push({ host, requests: times.length / 2, gapMs, allowedMs: allowedMsOf(host) });
    }
    const spare = ({ gapMs, allowedMs }: HostGap) => gapMs - allowedMs;
    gaps.sort((a, b) => spare(a) - spare(b) || (a.host < b.host ? -1 : 1));
    return {
      hosts: this.#times.size,
      hostsWithGap: gaps.length,
      requests,
      broken: gaps.filter((gap) => spare(gap) < 0).length,
      closest: gaps.slice(0, most),
    };
  }
}

/** Returns the smallest gap in ms; Infinity if no request ended before another. */
function smallestGap(times: readonly number[], connectionsPerHost: number): number {
  const starts = times.filter((_, index) => index % 2 === 0);
  const order = [...starts.keys()].sort((a, b) => (starts[a] ?? 0) - (starts[b] ?? 0));
  const gaps = new HostGaps();
  let smallest = Infinity;
  for (const index of order) {
    const [start = 0, end = 0] = times.slice(2 * index, 2 * index + 2);
    const { running, gapMs, untilFreeMs } = gaps.begin(start, end - start);
    smallest = Math.min(smallest, running < connectionsPerHost ? gapMs : -untilFreeMs);
  }
  return smallest;
}
