/** Part of an object, in bytes. */
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** Objects under keys, each written once: what lies under a key never changes. */
export interface BlobStore {
  /**
   * Stores bytes under a key; false, and nothing changes, where something lies there already. Durable
   * when the promise resolves.
   */
  putNew(key: string, bytes: Uint8Array): Promise<boolean>;

  /** The bytes under a key, or the part of them asked for; `undefined` where nothing lies there. */
  get(key: string, range?: ByteRange): Promise<Uint8Array | undefined>;

  /** Keys that begin with `prefix`, in order of their UTF-8 bytes. */
  list(prefix: string): AsyncIterable<string>;

  /** Removes what lies under these keys; a key that holds nothing is no error. */
  remove(keys: readonly string[]): Promise<void>;
}
