import type { LedgerTable } from "../../domain/frontier/frontier-tables.ts";

/** Quotas and the layer. */
export class MemoryFrontierLedger implements LedgerTable {
  readonly #used = new Map<string, number>();
  #layer = 0;

  quotaUsed(key: string): number {
    return this.#used.get(key) ?? 0;
  }

  useQuota(key: string): void {
    this.#used.set(key, this.quotaUsed(key) + 1);
  }

  layer(): number {
    return this.#layer;
  }

  setLayer(layer: number): void {
    this.#layer = layer;
  }
}
