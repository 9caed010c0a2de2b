import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Ledger } from "../../lib/ports/ledger.ts";

/** A way to get an empty ledger, with two rows in the order of their keys for it. */
export interface LedgerMaker<Key, Row> {
  readonly name: string;
  readonly create: () => Ledger<Key, Row>;
  readonly rows: readonly [Row, Row];
  /** Another row with the key of the first one. */
  readonly again: Row;
  readonly keyOf: (row: Row) => Key;
}

/** Tests the promises of all ledgers. */
export function describeLedger<Key, Row>(maker: LedgerMaker<Key, Row>): void {
  const { name, create, rows, again, keyOf } = maker;
  const [first, second] = rows;
  describe(`a ledger of ${name}`, () => {
    it(`A ledger of ${name} lists what was put in the order of the keys`, async () => {
      const ledger = create();
      assert.deepEqual(await ledger.list(), []);
      await ledger.put(second);
      await ledger.put(first);
      assert.deepEqual(await ledger.list(), [first, second]);
    });

    it(`A ledger of ${name} replaces a row, and removes it once`, async () => {
      const ledger = create();
      for (const row of [first, second, again]) await ledger.put(row);
      assert.deepEqual(await ledger.list(), [again, second]);
      await ledger.remove(keyOf(again));
      await ledger.remove(keyOf(again));
      assert.deepEqual(await ledger.list(), [second]);
    });
  });
}
