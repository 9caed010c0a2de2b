/** Models by content: what is stored under a hash never changes. */
export interface ModelStore {
  /**
   * Stores the JSON text of a model, durably when the promise resolves. Returns `sha256:` with the
   * text's digest in lower-case hex; the same text has the same hash and is stored once.
   */
  put(json: string): Promise<string>;

  /** Returns the JSON text under a hash that `put` returned, `undefined` when there is none. */
  get(hash: string): Promise<string | undefined>;
}
