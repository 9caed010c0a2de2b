import { safeText } from "../../domain/text/safe-text.ts";
import type { TextOutput } from "./terminal.ts";

/** Time between two updates, in ms: of a line that is rewritten, and of lines in a log. */
const TERMINAL_INTERVAL_MS = 200;
const PLAIN_INTERVAL_MS = 5_000;

/** Returns the time between two updates on a stream, in ms. */
export function updateIntervalMs({ isTTY }: Pick<TextOutput, "isTTY">): number {
  return isTTY ? TERMINAL_INTERVAL_MS : PLAIN_INTERVAL_MS;
}

/** A line that shows the progress of work. */
export interface StatusLine {
  /**
   * Shows a text if the last one was shown long enough, or if one is shown and this is news. The
   * text is made only when it is shown.
   */
  show(text: () => string, isNews?: boolean): void;
  /** Removes the line from a terminal. */
  stop(): void;
}

/**
 * Starts a line on a stream, rewritten on a terminal. Work that takes less time than the first
 * update shows none.
 */
export function startStatus(
  stream: Pick<TextOutput, "isTTY" | "write">,
  now: () => number = () => performance.now(),
): StatusLine {
  const intervalMs = updateIntervalMs(stream);
  let shownAt = now();
  let isShown = false;
  return {
    show: (text, isNews = false) => {
      if (!(isNews && isShown) && now() - shownAt < intervalMs) return;
      [shownAt, isShown] = [now(), true];
      const line = safeText(text());
      stream.write(stream.isTTY ? `\r\u001b[2K${line}` : `${line}\n`);
    },
    stop: () => {
      if (stream.isTTY) stream.write("\r\u001b[2K");
    },
  };
}
