import type { Json } from "../domain/json.ts";

/** A value with its version. */
interface VersionedValue {
  /** From 1; each change adds 1. */
  readonly version: number;
  readonly value: Json;
}

/**
 * A few small named values, changed by compare-and-swap, by which processes coordinate their work.
 */
export interface KeyValueStore {
  /**
   * Reads a value with its version, never older than the last change; `undefined` when it was never
   * written.
   */
  read(name: string): Promise<VersionedValue | undefined>;

  /**
   * Writes a value if its key is at `version` (0: never written). Otherwise returns false and
   * changes nothing. Durable when the promise resolves.
   */
  write(name: string, value: Json, version: number): Promise<boolean>;
}
