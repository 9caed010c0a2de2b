import type { Json } from "../domain/json.ts";

/** What a register holds. */
interface VersionedValue {
  /** From 1; each change adds 1. */
  readonly version: number;
  readonly value: Json;
}

/** A few small named values, changed by compare-and-swap: how processes agree who does what. */
export interface KeyValueStore {
  /** What a register holds, never older than the last change; `undefined` where it was never written. */
  read(name: string): Promise<VersionedValue | undefined>;

  /**
   * Writes a register that is at `version` (0: never written); false, and nothing changes, where it is
   * not. Durable when the promise resolves.
   */
  write(name: string, value: Json, version: number): Promise<boolean>;
}
