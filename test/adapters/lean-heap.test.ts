import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, it } from "node:test";

const LEAN_HEAP = join(import.meta.dirname, "../../lib/adapters/lean-heap.ts");

/** Runs a process that replaces its live objects again and again; returns its largest heap, in MB. */
function largestHeap({ isLean, liveMB }: { isLean: boolean; liveMB: number }): number {
  const script = `
    import { keepHeapLean } from ${JSON.stringify(LEAN_HEAP)};
    if (${isLean}) keepHeapLean();
    const live = [];
    let largest = 0;
    for (let n = 0; n < ${liveMB} * 40; n += 1) {
      live[n % (${liveMB} * 10)] = new Array(12_500).fill(n);
      if (n % 10 === 0) largest = Math.max(largest, process.memoryUsage().heapTotal);
    }
    console.log(largest / 1e6);`;
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return Number(output);
}

describe("keepHeapLean", () => {
  it("`keepHeapLean` keeps the heap near what lives in it, which V8 alone does not", () => {
    const lean = largestHeap({ isLean: true, liveMB: 60 });
    const usual = largestHeap({ isLean: false, liveMB: 60 });
    assert.ok(lean < 0.75 * usual, `${lean} of ${usual} MB`);
  });

  it("`keepHeapLean` refuses no memory to a process that needs more", () => {
    const needed = 150;
    assert.ok(largestHeap({ isLean: true, liveMB: needed }) > needed);
  });
});
