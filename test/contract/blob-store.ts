import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { BlobStore } from "../../lib/ports/blob-store.ts";
import { collect } from "../support/collect.ts";

/** Tests the promises of every blob store; `create` gives an empty one. */
export function describeBlobStore(name: string, create: () => Promise<BlobStore>): void {
  describe(`${name} is a blob store`, () => {
    const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));
    const textOf = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString();

    it("A blob store gives back what was put, to the last byte", async () => {
      const store = await create();
      const all = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251);
      assert.equal(await store.putNew("a/b.bin", all), true);
      assert.equal(await store.putNew("a/empty", new Uint8Array()), true);
      assert.deepEqual(Buffer.from((await store.get("a/b.bin")) ?? []), Buffer.from(all));
      assert.equal((await store.get("a/empty"))?.length, 0);
    });

    it("A blob store keeps its bytes when the caller changes them later", async () => {
      const store = await create();
      const bytes = bytesOf("before");
      await store.putNew("a", bytes);
      bytes.fill(0);
      assert.equal(textOf(await store.get("a")), "before");
    });

    it("A blob store has nothing under an unwritten key or a mere prefix of others", async () => {
      const store = await create();
      await store.putNew("a/b", bytesOf("x"));
      assert.equal(await store.get("a"), undefined);
      assert.equal(await store.get("a/b/c"), undefined);
    });

    it("A blob store writes a key once: the first value stays", async () => {
      const store = await create();
      assert.equal(await store.putNew("a", bytesOf("first")), true);
      assert.equal(await store.putNew("a", bytesOf("second")), false);
      assert.equal(textOf(await store.get("a")), "first");
    });

    it("A blob store replaces an object where that is asked for", async () => {
      const store = await create();
      await store.putNew("a", bytesOf("a long first value"));
      await store.replace("a", bytesOf("second"));
      assert.equal(textOf(await store.get("a")), "second");
      assert.equal(await store.putNew("a", bytesOf("third")), false);
    });

    it("A blob store lets one writer win when many write a key at the same time", async () => {
      const store = await create();
      const puts = Array.from({ length: 8 }, (_, index) => store.putNew("a", bytesOf(`${index}`)));
      const won = await Promise.all(puts);
      assert.equal(won.filter(Boolean).length, 1);
      assert.equal(textOf(await store.get("a")), String(won.indexOf(true)));
    });

    it("A blob store gives a part of an object", async () => {
      const store = await create();
      await store.putNew("a", bytesOf("0123456789"));
      assert.equal(textOf(await store.get("a", { offset: 3, length: 4 })), "3456");
      assert.equal(textOf(await store.get("a", { offset: 0, length: 1 })), "0");
      assert.equal(textOf(await store.get("a", { offset: 9, length: 1 })), "9");
      assert.equal(await store.get("b", { offset: 0, length: 1 }), undefined);
    });

    it("A blob store lists keys of a prefix in order of their bytes", async () => {
      const store = await create();
      // U+FF5E comes before U+1F4A7 in UTF-8, and after it in UTF-16.
      const keys = ["j/2", "j/10", "j/1", "J/1", "jj", "j/\u{1f4a7}", "j/\uff5e"];
      for (const key of keys) await store.putNew(key, bytesOf(key));
      const expected = ["j/1", "j/10", "j/2", "j/\uff5e", "j/\u{1f4a7}"];
      assert.deepEqual(await collect(store.list("j/")), expected);
      assert.deepEqual(await collect(store.list("x")), []);
    });

    it("A blob store removes the given keys, and ignores a key that holds nothing", async () => {
      const store = await create();
      for (const key of ["a", "b", "c"]) await store.putNew(key, bytesOf(key));
      await store.remove(["a", "never", "c"]);
      await store.remove([]);
      assert.deepEqual(await collect(store.list("")), ["b"]);
      assert.equal(await store.get("a"), undefined);
      assert.equal(await store.putNew("a", bytesOf("again")), true);
    });
  });
}
