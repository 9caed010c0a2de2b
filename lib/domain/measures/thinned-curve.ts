/**
 * A curve of any length in bounded memory: evenly spaced points of those added, including the first
 * and the last.
 */
export class ThinnedCurve<Point> {
  readonly #most: number;
  readonly #kept: Point[] = [];
  /** One point in so many is kept. */
  #stride = 1;
  #added = 0;
  #last: Point | undefined;

  /**
   * Creates a curve that keeps between half of `most` points and `most` + 1 points; `most` must be
   * at least 2.
   */
  constructor(most: number) {
    this.#most = most;
  }

  /** Adds the next point of the curve. */
  add(point: Point): void {
    if (this.#added % this.#stride === 0) {
      if (this.#kept.length === this.#most) this.#thin();
      if (this.#added % this.#stride === 0) this.#kept.push(point);
    }
    this.#added += 1;
    this.#last = point;
  }

  /** The points kept, in the order added. */
  points(): readonly Point[] {
    const last = this.#last;
    const isKept = (this.#added - 1) % this.#stride === 0;
    return last === undefined || isKept ? [...this.#kept] : [...this.#kept, last];
  }

  #thin(): void {
    const half = this.#kept.filter((_, index) => index % 2 === 0);
    this.#kept.splice(0, this.#kept.length, ...half);
    this.#stride *= 2;
  }
}
