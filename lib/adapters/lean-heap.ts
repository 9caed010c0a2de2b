import { setFlagsFromString } from "node:v8";

/**
 * Share of the live heap, in percent, by which V8 lets the heap grow until it collects again. V8
 * sizes its heap by the memory of the machine otherwise, up to four times what lives.
 */
const GROWTH_PERCENT = 50;

/**
 * Keeps the heap of this process near what lives in it, from now on. Nothing is refused: a crawl
 * that needs more memory gets it. The young generation stays as large as loading the program made
 * it. V8 reads both flags at each collection, so they may be set while the program runs.
 */
export function keepHeapLean(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  setFlagsFromString("--semi-space-growth-factor=1");
}
