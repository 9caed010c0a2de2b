/** How a request to a host lies to those before it. */
export interface Rest {
  /** Requests that were not answered yet when it began. */
  readonly running: number;
  /** From the end of the last one that was, in ms; infinite where none was. */
  readonly restMs: number;
  /** Until the first of those still running was answered, in ms; infinite where none was running. */
  readonly untilFreeMs: number;
}

/** The rests that one host was given between requests. Times in ms since the epoch. */
export class HostRests {
  /** Ends of requests that may still be running. */
  #running: number[] = [];
  #lastEnd = Number.NEGATIVE_INFINITY;

  /** Something ended that has no known beginning. */
  end(at: number): void {
    this.#lastEnd = Math.max(this.#lastEnd, at);
  }

  /** A request began and took `ms`; they come in the order of their beginnings. */
  begin(at: number, ms: number): Rest {
    this.#lastEnd = Math.max(this.#lastEnd, ...this.#running.filter((end) => end <= at));
    const running = this.#running.filter((end) => end > at);
    this.#running = [...running, at + ms];
    const untilFreeMs = Math.min(...running) - at;
    return { running: running.length, restMs: at - this.#lastEnd, untilFreeMs };
  }
}
