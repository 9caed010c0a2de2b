import type { Readable } from "node:stream";
import type { ReadStream } from "node:tty";

/** What a person can say of the page that is shown. */
export type VerdictKey = "yes" | "no" | "skip" | "back" | "quit";

/** Keys by what they say; Ctrl-C and Ctrl-D come as characters where the terminal hands over each key. */
const KEYS: ReadonlyMap<string, VerdictKey> = new Map([
  ["y", "yes"],
  ["n", "no"],
  ["s", "skip"],
  ["b", "back"],
  ["q", "quit"],
  ["\u0003", "quit"],
  ["\u0004", "quit"],
]);

/** Keys as they are pressed, or as they stand in what is piped in. */
export interface VerdictKeys {
  /** The next key that says something; `undefined` at the end of the input. */
  next(): Promise<VerdictKey | undefined>;
  /** Gives the terminal back. */
  close(): void;
}

/** Listens to a terminal key by key; of any other input each character is a key. */
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
