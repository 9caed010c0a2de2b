import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { BatchClaims } from "../../lib/ports/batch-claims.ts";

/** A way to get empty batch claims. */
export interface BatchClaimsMaker {
  readonly name: string;
  readonly create: () => BatchClaims | Promise<BatchClaims>;
}

/** Tests the promises of all batch claims. */
export function describeBatchClaims({ name, create }: BatchClaimsMaker): void {
  describe(`${name}: claims of batches`, () => {
    it("Batch claims give a batch to one of those who ask at the same time", async () => {
      const claims = await create();
      const asked = await Promise.all(Array.from({ length: 5 }, () => claims.claim("1-1-0")));
      assert.deepEqual(asked.toSorted(), [...Array(4).fill("claimed-before"), "first"]);
    });

    it("Batch claims know when a batch is done", async () => {
      const claims = await create();
      await claims.claim("1-1-0");
      await claims.finish("1-1-0");
      assert.equal(await claims.claim("1-1-0"), "done-before");
      assert.equal(await claims.claim("1-1-1"), "first");
    });

    it("Batch claims say what has become of a batch", async () => {
      const claims = await create();
      assert.equal(await claims.fateOf("1-1-0"), "unclaimed");
      await claims.claim("1-1-0");
      assert.equal(await claims.fateOf("1-1-0"), "claimed");
      await claims.finish("1-1-0");
      assert.equal(await claims.fateOf("1-1-0"), "done");
    });
  });
}
