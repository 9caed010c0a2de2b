import type { CrawlReport } from "../../crawl/report-crawl.ts";
import { OWN_HARVEST } from "../../evaluation/verdict-words.ts";
import { safeText } from "./safe-text.ts";
import { updateIntervalMs } from "./status-line.ts";

/** Width used when a terminal does not report its own. */
const MAX_COLUMNS = 80;

/** Shows progress until stopped. */
interface ProgressLine {
  /** Prints the last state and ends the line. */
  stop(): Promise<void>;
}

/**
 * Shows one line of live progress, rewritten in place on a terminal, a plain line every few seconds
 * elsewhere. `read` returns the figures, `lastWait` the reason when a crawl fetches nothing.
 */
export function startProgress(
  stream: NodeJS.WriteStream,
  read: () => Promise<CrawlReport>,
  lastWait: () => string | undefined = () => undefined,
): ProgressLine {
  const startedAt = performance.now();
  const fetchedBefore = read().then(({ fetched }) => fetched);
  const show = async (end: string) => {
    const report = await read();
    const figures = progressText(
      report,
      await fetchedBefore,
      (performance.now() - startedAt) / 1000,
    );
    const isStuck = report.states.leased === 0 && report.states.waiting > 0;
    const wait = isStuck ? lastWait() : undefined;
    const text =
      wait === undefined ? figures : `pages ${report.fetched} · waiting: ${safeText(wait)}`;
    if (!stream.isTTY) stream.write(`${text}\n`);
    else stream.write(`\r\u001b[2K${text.slice(0, (stream.columns || MAX_COLUMNS) - 1)}${end}`);
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

/** Formats `pages 120 · own harvest 0.310 · 14.2 pages/s · frontier 3,210 · hosts 12 · 0:09`. */
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
