import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { LedgerTable } from "../../domain/frontier/frontier-tables.ts";

/** Name of the fact that holds the layers begun. */
const LAYER = "layer";

/** Quotas and the layer. */
export class SqliteFrontierLedger implements LedgerTable {
  readonly #quotaUsed: StatementSync;
  readonly #useQuota: StatementSync;
  readonly #setLayer: StatementSync;
  #layer: number;

  constructor(database: DatabaseSync) {
    this.#quotaUsed = database.prepare("SELECT used FROM quota WHERE key = ?");
    this.#useQuota = database.prepare(
      "INSERT INTO quota VALUES (?, 1) ON CONFLICT DO UPDATE SET used = used + 1",
    );
    this.#setLayer = database.prepare("INSERT OR REPLACE INTO fact VALUES (?, ?)");
    const layer = database.prepare("SELECT value FROM fact WHERE name = ?").get(LAYER);
    this.#layer = Number(layer?.["value"] ?? 0);
  }

  quotaUsed(key: string): number {
    return Number(this.#quotaUsed.get(key)?.["used"] ?? 0);
  }

  useQuota(key: string): void {
    this.#useQuota.run(key);
  }

  layer(): number {
    return this.#layer;
  }

  setLayer(layer: number): void {
    this.#setLayer.run(LAYER, layer);
    this.#layer = layer;
  }
}
