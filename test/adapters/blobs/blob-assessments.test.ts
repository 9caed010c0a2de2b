import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  openBlobAssessments,
  readBlobAssessments,
} from "../../../lib/adapters/blobs/blob-assessments.ts";
import type { AssessmentEntry } from "../../../lib/ports/assessment-store.ts";
import { aUrl } from "../../support/a-url.ts";
import { memoryBlobStore } from "../../support/memory-blob-store.ts";

/** A request that was sent. */
function anEntry(id: number): AssessmentEntry {
  const tokens = { in: 1, out: 2 };
  return { kind: "asked", id, at: id, url: aUrl(`http://a.example/${id}`), tokens, dollars: 0.5 };
}

/** Opens the entries of a crawl of which so many objects are known. */
async function opened(blobs = memoryBlobStore(), known = 0) {
  const told: number[] = [];
  const onObject = async (objects: number) => void told.push(objects);
  const store = await openBlobAssessments(blobs, { crawl: "c", objects: known, onObject });
  return { blobs, told, store };
}

describe("answers as objects", () => {
  it("Answers as objects are read in the order of adding, and those of one moment are in one object", async () => {
    const { blobs, told, store } = await opened();
    await store.append(anEntry(1));
    await Promise.all([2, 3, 4].map((id) => store.append(anEntry(id))));
    const entries = [1, 2, 3, 4].map(anEntry);
    assert.deepEqual(await store.list(), entries);
    assert.deepEqual(told, [1, 2, 3]);
    assert.deepEqual(await readBlobAssessments(blobs, "c", 3), entries);
  });

  it("Answers as objects are found that a killed process has stored and told nobody of", async () => {
    const { blobs, store } = await opened();
    for (const id of [1, 2, 3]) await store.append(anEntry(id));
    const next = await opened(blobs, 2);
    assert.deepEqual(await next.store.list(), [1, 2, 3].map(anEntry));
    await next.store.append(anEntry(4));
    assert.deepEqual(next.told, [5, 6]);
    assert.deepEqual(await readBlobAssessments(blobs, "c", 6), [1, 2, 3, 4].map(anEntry));
  });

  it("Answers as objects are added by one process: another one that comes later ends it", async () => {
    const { blobs, store } = await opened();
    await store.append(anEntry(1));
    await opened(blobs, 2);
    for (const id of [2, 3])
      await assert.rejects(store.append(anEntry(id)), { code: "assessing-already" });
  });

  it("Answers as objects of which one is gone, or holds something else, are refused", async () => {
    const { blobs, store } = await opened();
    for (const id of [1, 2]) await store.append(anEntry(id));
    blobs.objects.set("assessments/c/00000002.jsonl", Buffer.from('{"kind":"else"}\n'));
    const read = () => readBlobAssessments(blobs, "c", 3);
    await assert.rejects(read(), { code: "stack-object-damaged", message: /line 1/ });
    blobs.objects.delete("assessments/c/00000002.jsonl");
    await assert.rejects(read(), { code: "stack-object-damaged", message: /is gone/ });
  });
});
