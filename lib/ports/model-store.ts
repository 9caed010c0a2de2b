/** Models by content: what is stored under a hash never changes, a name points to the last one put. */
export interface ModelStore {
  /**
   * Stores a model's JSON text and makes it the current one of `name`. Returns `sha256:` with the
   * text's digest in lower-case hex; the same text has the same hash and is stored once.
   */
  put(name: string, json: string): Promise<string>;

  /** The JSON text under a hash that `put` returned, `undefined` where there is none. */
  get(hash: string): Promise<string | undefined>;

  /** The model last put under the name, `undefined` before the first. */
  current(name: string): Promise<{ readonly hash: string; readonly json: string } | undefined>;
}
