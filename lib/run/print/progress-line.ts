import { type CrawlReport, waitingUrls } from "../../crawl/report-crawl.ts";
import { safeText } from "../../domain/text/safe-text.ts";
import { OWN_HARVEST } from "../../evaluation/verdict-words.ts";
import { updateIntervalMs } from "./status-line.ts";
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
 * elsewhere. `read` returns the figures, `lastWait` what a crawl waits for that fetches nothing.
 */
export function startProgress(
  stream: TextOutput,
  read: () => Promise<CrawlReport>,
  lastWait: () => string | undefined = () => undefined,
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
      progressText(report, await fetchedBefore, (now - startedAt) / 1000);
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
export function progressText(report: CrawlReport, fetchedBefore: number, seconds: number): string {
  const { fetched, harvestRate, states, hosts } = report;
  const rate = seconds > 0 ? (fetched - fetchedBefore) / seconds : 0;
  return [
    `pages ${fetched.toLocaleString("en")}`,
    `${OWN_HARVEST} ${harvestRate.toFixed(3)}`,
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
