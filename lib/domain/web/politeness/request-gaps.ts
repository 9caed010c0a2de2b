/** The time between a request to a host and those before it. */
interface RequestGap {
  /** Requests still running when it began. */
  readonly running: number;
  /** Time from the end of the last finished request, in ms; infinite when none has finished. */
  readonly gapMs: number;
  /**
   * Time until the first of those still running was answered, in ms; infinite when none was
   * running.
   */
  readonly untilFreeMs: number;
}

/** The waits between requests to one host. Times in ms since the epoch. */
export class HostGaps {
  /** Ends of requests that may still be running. */
  #running: number[] = [];
  #lastEnd = Number.NEGATIVE_INFINITY;

  /** Records the end of an event without a known start. */
  end(at: number): void {
    this.#lastEnd = Math.max(this.#lastEnd, at);
  }

  /** Records a request that began and took `ms`; requests must be in the order of their starts. */
  begin(at: number, ms: number): RequestGap {
    this.#lastEnd = Math.max(this.#lastEnd, ...this.#running.filter((end) => end <= at));
    const running = this.#running.filter((end) => end > at);
    this.#running = [...running, at + ms];
    const untilFreeMs = Math.min(...running) - at;
    return { running: running.length, gapMs: at - this.#lastEnd, untilFreeMs };
  }
}
