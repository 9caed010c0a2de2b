/** A part of an object, in bytes. */
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** Objects under keys, each written once: the object under a key never changes, unless pages are forgotten. */
export interface BlobStore {
  /**
   * Stores bytes under a key; returns false, and changes nothing, when the key exists already.
   * Durable when the promise resolves.
   */
  putNew(key: string, bytes: Uint8Array): Promise<boolean>;

  /**
   * Returns the bytes under a key, or the requested part; `undefined` when there is no such key.
   */
  get(key: string, range?: ByteRange): Promise<Uint8Array | undefined>;

  /** Stores bytes in the place of those under a key: parts of them are to be forgotten. Durable when the promise resolves. */
  replace(key: string, bytes: Uint8Array): Promise<void>;

  /** Lists keys that begin with `prefix`, in the order of their UTF-8 bytes. */
  list(prefix: string): AsyncIterable<string>;

  /** Removes the objects under these keys; a missing key is no error. */
  remove(keys: readonly string[]): Promise<void>;
}
