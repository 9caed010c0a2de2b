import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ModelStore } from "../../lib/ports/model-store.ts";

/** Tests the promises of every model store. */
export function describeModelStore(name: string, create: () => ModelStore): void {
  describe(name, () => {
    it("A model store has nothing at the start", async () => {
      const store = create();
      assert.equal(await store.get(`sha256:${"0".repeat(64)}`), undefined);
    });

    it("A model store names a model by the SHA-256 of its text", async () => {
      // FIPS 180-2's digest of "abc".
      const digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
      assert.equal(await create().put("abc"), `sha256:${digest}`);
    });

    it("A model store keeps every model, whatever is put later", async () => {
      const store = create();
      const first = await store.put("[1]");
      const second = await store.put("[2]");
      await store.put("[3]");
      assert.deepEqual([await store.get(first), await store.get(second)], ["[1]", "[2]"]);
    });

    it("A model store accepts the same model again", async () => {
      const store = create();
      const hash = await store.put('{"a":"\u2028é"}');
      await store.put("[2]");
      assert.equal(await store.put('{"a":"\u2028é"}'), hash);
      assert.equal(await store.put('{"a":"\u2028é"}'), hash);
      assert.equal(await store.get(hash), '{"a":"\u2028é"}');
    });
  });
}
