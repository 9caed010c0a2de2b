/** A site that a server process has ready, as it tells its parent. */
export interface ServedSite {
  readonly seed: string;
  readonly pages: number;
  /** Of all its pages. */
  readonly bytes: number;
}
