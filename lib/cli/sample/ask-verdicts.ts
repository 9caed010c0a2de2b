/** Asks a person page by page for verdicts, by keys of the terminal. */
import type { Readable } from "node:stream";
import type { ReadStream } from "node:tty";
import { relevanceWord } from "../../domain/methods/label-need.ts";
import { safeText } from "../../domain/text/safe-text.ts";
import type { Url } from "../../domain/web/url/url.ts";

/** Most characters in a line of the extract. */
const LINE_LENGTH = 100;

/** A page that a person is asked about. */
interface ShownPage {
  readonly url: Url;
  readonly title: string;
}

/** An answer of a person about the page that is shown. */
export type VerdictKey = "yes" | "no" | "skip" | "back" | "quit";

/** Keys as they are pressed, or as they are read from a pipe. */
interface VerdictKeys {
  /** Returns the next key with a meaning; `undefined` at the end of the input. */
  next(): Promise<VerdictKey | undefined>;
  /** Restores the terminal. */
  close(): void;
}

/** The functions that show pages and keep verdicts. */
export interface AskedPage {
  readonly keys: Pick<VerdictKeys, "next">;
  readonly show: (text: string) => void;
  /** Returns the beginning of a page's main text; `undefined` when the page is not stored here. */
  readonly extractOf: (url: Url) => Promise<string | undefined>;
  /** Returns how far the work is, shown with each page. */
  readonly progress?: () => string;
  /** Labels that all others contradict: their pages are asked about again. */
  readonly again?: ReadonlyMap<Url, number>;
  /** Keeps a verdict; durable when the promise resolves. */
  readonly save: (url: Url, label: number) => Promise<void>;
}

/**
 * Shows the pages without a verdict one after the other, in their order, and keeps the answer to
 * each. Keys: y relevant, n not relevant, s later, b the page before again (its new verdict
 * applies), q quit. The crawl's judgement of a page is not shown: it would influence the judge.
 * `judged` are verdicts of earlier times. Returns `no-keys` when the input ended before any answer.
 */
export async function askVerdicts(
  pages: readonly ShownPage[],
  judged: ReadonlyMap<Url, number>,
  { keys, show, extractOf, progress, again = new Map(), save }: AskedPage,
): Promise<"done" | "quit" | "no-keys"> {
  const open = pages.filter(({ url }) => !judged.has(url));
  const current = new Map([...judged, ...again]);
  let isFirst = true;
  for (let at = 0; at < open.length; ) {
    const page = open[at];
    if (page === undefined) break;
    const before = current.get(page.url);
    const isAgain = again.has(page.url);
    const place = { at, of: open.length, before, isAgain, progress: progress?.() };
    show(formatPage(page, await extractOf(page.url), place));
    const key = await keys.next();
    if (key === undefined) return isFirst ? "no-keys" : "quit";
    isFirst = false;
    show(`${key}\n`);
    if (key === "quit") return "quit";
    if (key === "yes" || key === "no") {
      const label = key === "yes" ? 1 : 0;
      await save(page.url, label);
      current.set(page.url, label);
    }
    at = key === "back" ? Math.max(0, at - 1) : at + 1;
  }
  return "done";
}

function formatPage(
  { title, url }: ShownPage,
  extract: string | undefined,
  place: {
    readonly at: number;
    readonly of: number;
    readonly before: number | undefined;
    readonly isAgain: boolean;
    readonly progress: string | undefined;
  },
): string {
  const but = place.isAgain ? ", and the other labels contradict it: look again" : "";
  const said = place.before === undefined ? "" : `, you said ${relevanceWord(place.before)}${but}`;
  const text =
    extract === undefined
      ? "(the page is not at hand)"
      : wrap(safeText(extract.replace(/\s+/g, " ").trim()));
  return [
    "",
    `${place.at + 1} of ${place.of}${said}${place.progress === undefined ? "" : ` · ${place.progress}`}`,
    safeText(title.replace(/\s+/g, " ").trim()) || "(no title)",
    safeText(url),
    "",
    text,
    "",
    "relevant? y yes, n no, s skip, b back, q quit: ",
  ].join("\n");
}

function wrap(text: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + word.length >= LINE_LENGTH) {
      lines.push(line);
      line = "";
    }
    line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join("\n");
}

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
