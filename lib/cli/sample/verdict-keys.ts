import type { Readable } from "node:stream";
import type { ReadStream } from "node:tty";

/** An answer of a person about the page that is shown. */
export type VerdictKey = "yes" | "no" | "skip" | "back" | "quit";

/** Answers by key; Ctrl-C and Ctrl-D arrive as characters when the terminal passes on each key. */
const KEYS: ReadonlyMap<string, VerdictKey> = new Map([
  ["y", "yes"],
  ["n", "no"],
  ["s", "skip"],
  ["b", "back"],
  ["q", "quit"],
  ["\u0003", "quit"],
  ["\u0004", "quit"],
]);

/** Keys as they are pressed, or as they are read from a pipe. */
export interface VerdictKeys {
  /** Returns the next key with a meaning; `undefined` at the end of the input. */
  next(): Promise<VerdictKey | undefined>;
  /** Restores the terminal. */
  close(): void;
}

/** Listens to a terminal key by key; in any other input each character is a key. */
export function openKeys(
  input: Readable & Partial<Pick<ReadStream, "isTTY" | "setRawMode">>,
): VerdictKeys {
  if (input.isTTY === true) input.setRawMode?.(true);
  input.setEncoding("utf8");
  const chunks: AsyncIterator<unknown> = input[Symbol.asyncIterator]();
  let waiting: VerdictKey[] = [];
  return {
    async next() {
      while (waiting.length === 0) {
        const { done, value } = await chunks.next();
        if (done === true) return undefined;
        waiting = keysOf(String(value));
      }
      return waiting.shift();
    },
    close() {
      if (input.isTTY === true) input.setRawMode?.(false);
      input.destroy();
    },
  };
}

function keysOf(text: string): VerdictKey[] {
  return Array.from(text.toLowerCase()).flatMap((character) => KEYS.get(character) ?? []);
}
