/** What a command prints while it works: progress, status, and times in words. */
import { type CrawlReport, waitingUrls } from "../../crawl/report-crawl.ts";
import { safeText } from "../../domain/text/safe-text.ts";
import { OWN_HARVEST } from "../../evaluation/verdict-words.ts";
import { columnsOf, type TextOutput } from "./terminal.ts";

/** Seconds without a page after which the line says what is waited for: a slow host's usual delay. */
const QUIET_SECONDS = 3;

/** Shows progress until stopped. */
interface ProgressLine {
  /** Prints the last state and ends the line. */
  stop(): Promise<void>;
}

/**
 * Shows one line of live progress, rewritten in place on a terminal, a plain line every few seconds
 * elsewhere. `read` returns the figures, `lastWait` what a crawl waits for that fetches nothing; `harvest` names the
 * harvest that `read` counts.
 */
export function startProgress(
  stream: TextOutput,
  read: () => Promise<CrawlReport>,
  lastWait: () => string | undefined = () => undefined,
  harvest: string = OWN_HARVEST,
): ProgressLine {
  const startedAt = performance.now();
  const fetchedBefore = read().then(({ fetched }) => fetched);
  let last = { fetched: -1, at: startedAt };
  const show = async (end: string) => {
    const report = await read();
    const now = performance.now();
    if (report.fetched !== last.fetched) last = { fetched: report.fetched, at: now };
    const quietSeconds = (now - last.at) / 1000;
    const wait = waitingUrls(report) > 0 ? lastWait() : undefined;
    const text =
      waitText(report, quietSeconds, wait) ??
      progressText(report, await fetchedBefore, (now - startedAt) / 1000, harvest);
    if (!stream.isTTY) stream.write(`${text}\n`);
    else stream.write(`\r\u001b[2K${text.slice(0, columnsOf(stream) - 1)}${end}`);
  };
  let showing: Promise<void> = Promise.resolve();
  const interval = setInterval(() => {
    showing = showing.then(() => show("")).catch(() => clearInterval(interval));
  }, updateIntervalMs(stream));
  return {
    async stop() {
      clearInterval(interval);
      await showing;
      await show("\n");
    },
  };
}

/**
 * Formats `pages 12 · no page for 14 s · waiting: …`; `undefined` while pages come, or when nothing is
 * known to be waited for.
 */
export function waitText(
  { fetched }: Pick<CrawlReport, "fetched">,
  quietSeconds: number,
  wait: string | undefined,
): string | undefined {
  if (wait === undefined || quietSeconds < QUIET_SECONDS) return undefined;
  const pages = `pages ${fetched.toLocaleString("en")}`;
  return `${pages} · no page for ${Math.floor(quietSeconds)} s · waiting: ${safeText(wait)}`;
}

/** Formats `pages 120 · predicted harvest 0.310 · 14.2 pages/s · frontier 3,210 · hosts 12 · 0:09`. */
export function progressText(
  report: CrawlReport,
  fetchedBefore: number,
  seconds: number,
  harvest: string = OWN_HARVEST,
): string {
  const { fetched, harvestRate, states, hosts } = report;
  const rate = seconds > 0 ? (fetched - fetchedBefore) / seconds : 0;
  return [
    `pages ${fetched.toLocaleString("en")}`,
    `${harvest} ${harvestRate.toFixed(3)}`,
    `${rate.toFixed(1)} pages/s`,
    `frontier ${states.waiting.toLocaleString("en")}`,
    `hosts ${hosts.toLocaleString("en")}`,
    formatElapsed(seconds),
  ].join(" · ");
}

/** Formats `m:ss`, or `h:mm:ss` from an hour. */
export function formatElapsed(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const tail = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/** Time between two updates, in ms: of a line that is rewritten, and of lines in a log. */
const TERMINAL_INTERVAL_MS = 200;
const PLAIN_INTERVAL_MS = 5_000;

/** Returns the time between two updates on a stream, in ms. */
function updateIntervalMs({ isTTY }: Pick<TextOutput, "isTTY">): number {
  return isTTY ? TERMINAL_INTERVAL_MS : PLAIN_INTERVAL_MS;
}

/** A line that shows the progress of work. */
export interface StatusLine extends Disposable {
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
  const stop = () => {
    if (stream.isTTY) stream.write("\r\u001b[2K");
  };
  return {
    show: (text, isNews = false) => {
      if (!(isNews && isShown) && now() - shownAt < intervalMs) return;
      [shownAt, isShown] = [now(), true];
      const line = safeText(text());
      stream.write(stream.isTTY ? `\r\u001b[2K${line}` : `${line}\n`);
    },
    stop,
    [Symbol.dispose]: stop,
  };
}

/** Units of a time span, the largest first, in ms. */
const UNITS = [
  [86_400_000, "days"],
  [3_600_000, "hours"],
  [60_000, "minutes"],
] as const;

/** Formats a time span in its largest unit of which it has two. */
export function timeSpan(ms: number): string {
  const [size, unit] = UNITS.find(([each]) => ms >= 2 * each) ?? [1_000, "seconds"];
  const count = Math.max(0, Math.floor(ms / size));
  // Of larger units there are at least two.
  return count === 1 ? "1 second" : `${count} ${unit}`;
}
