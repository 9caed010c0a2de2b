/** A process that reads PDFs in a thread, and ends when one takes too much processor time or memory. */
import { extname } from "node:path";
import { isMainThread, Worker } from "node:worker_threads";
import {
  MOST_PDF_CPU_MS,
  type PdfProgress,
  type PdfReading,
  type PdfTask,
  type WatchedReading,
} from "./read-pdf.ts";

/**
 * Memory that reading one PDF may add to the process, in MB: its objects, and the bytes of streams that it unpacks, which
 * are outside of the heap and without a limit of V8.
 */
const MOST_ADDED_MB = 512;

/** Memory of the process, in MB, from which another one reads the next PDF: what is left of one does not count for it. */
const MOST_LEFT_MB = 384;

/** Time between two looks, in ms. Unpacking fills some MB in one. */
const LOOK_MS = 20;

/** What reading a PDF is measured from. */
interface Begin {
  readonly cpu: NodeJS.CpuUsage;
  readonly rss: number;
}

/** Returns why a reading takes too much; `undefined` as long as it does not. */
function excess({ cpu, rss }: Begin): string | undefined {
  const { user, system } = process.cpuUsage(cpu);
  if ((user + system) / 1_000 > MOST_PDF_CPU_MS)
    return `takes more than ${MOST_PDF_CPU_MS / 1_000} s of processor time`;
  const added = process.memoryUsage.rss() - rss;
  return added > MOST_ADDED_MB * 1e6 ? `takes more than ${MOST_ADDED_MB} MB` : undefined;
}

function watch(): void {
  // Compiled, this module and that of the thread have another extension.
  const file = new URL(`read-pdf-in-thread${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(file);
  let begin: Begin | undefined;
  const tell = (message: PdfProgress | WatchedReading) => process.send?.(message);
  const end = (reading: PdfReading, isLast: boolean) => {
    begin = undefined;
    tell({ kind: "done", reading, isLast });
  };
  const fail = (why: string) => end({ kind: "unreadable", why }, true);
  worker.on("message", (message: PdfProgress | PdfReading) => {
    if (message.kind === "links") tell(message);
    else end(message, process.memoryUsage.rss() > MOST_LEFT_MB * 1e6);
  });
  worker.on("error", ({ message }) => fail(`its reading ended: ${message}`));
  setInterval(() => {
    const why = begin && excess(begin);
    if (why !== undefined) fail(why);
  }, LOOK_MS).unref();
  process.on("message", ({ body, pagesWithLinks }: PdfTask) => {
    begin = { cpu: process.cpuUsage(), rss: process.memoryUsage.rss() };
    // PDF.js takes no Buffer, and the thread gets the bytes themselves.
    const bytes = new Uint8Array(body);
    worker.postMessage({ body: bytes, pagesWithLinks } satisfies PdfTask, [bytes.buffer]);
  });
  // A pause of the crawl completes what is under way; who has no crawl any more has nothing to read.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => undefined);
  process.on("disconnect", () => process.exit());
}

if (isMainThread && process.send !== undefined) watch();
