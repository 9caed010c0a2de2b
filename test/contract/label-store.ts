import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { LabelStore, PageLabel } from "../../lib/ports/label-store.ts";
import { aUrl } from "../support/a-url.ts";

/** Returns a label of a page named by its path, good by default. */
export function aLabel(path: string, changes: Partial<PageLabel> = {}): PageLabel {
  return { at: 1_000, url: aUrl(`http://site.example/${path}`), label: 1, ...changes };
}

/** Tests the promises of every label store. */
export function describeLabelStore(
  name: string,
  create: () => LabelStore | Promise<LabelStore>,
): void {
  describe(`${name} is a label store`, () => {
    it("A label store has no label at the start", async () => {
      const store = await create();
      assert.deepEqual(await store.list(), []);
      assert.equal(await store.size(), 0);
    });

    it("A label store lists all labels, even of one URL, in the given order, whatever their time", async () => {
      const store = await create();
      const labels = [aLabel("b", { at: 3 }), aLabel("a", { at: 1 }), aLabel("b", { label: 0 })];
      await store.append(labels.slice(0, 2));
      await store.append(labels.slice(2));
      assert.deepEqual(await store.list(), labels);
    });

    it("A label store keeps every URL, label and note to the bit", async () => {
      const store = await create();
      const labels = [
        aLabel("a", { url: aUrl("http://site.example/é?q=}%7b&b=日本"), label: 0.1 + 0.2 }),
        aLabel("b", { label: 0, at: 0.5 }),
        aLabel("c", { by: "Ann", note: "a shop; “honey”" }),
      ];
      await store.append(labels);
      assert.deepEqual(await store.list(), labels);
    });

    it("A label store keeps that a label was taken back, and by whom", async () => {
      const store = await create();
      const removed = { ...aLabel("a", { at: 2, by: "Ann" }), label: null };
      await store.append([aLabel("a"), removed]);
      assert.deepEqual(await store.list(), [aLabel("a"), removed]);
    });

    it("A label store gives a list that later labels do not change", async () => {
      const store = await create();
      await store.append([aLabel("a")]);
      const before = await store.list();
      await store.append([aLabel("b")]);
      assert.equal(before.length, 1);
    });

    it("A label store grows with each label, and with nothing else", async () => {
      const store = await create();
      let last = await store.size();
      for (const path of ["a", "a", "b"]) {
        await store.append([aLabel(path)]);
        const size = await store.size();
        assert.ok(size > last, `${size} after ${last}`);
        last = size;
      }
      await store.append([]);
      await store.list();
      assert.equal(await store.size(), last);
    });
  });
}
