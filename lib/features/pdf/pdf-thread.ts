/** Reads PDFs in a thread of its own, so that none can take the crawl with it. */
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { MOST_PDF_MS, type PdfReader, type PdfReading } from "./read-pdf.ts";

/** Memory of the thread, in MB: its objects, and the bytes of streams that it unpacks. */
const MOST_HEAP_MB = 256;
const MOST_EXTERNAL_MB = 256;

/** Time between two looks at the memory of the thread, in ms. Unpacking fills some MB in one. */
const LOOK_MS = 50;

/** A reader of PDFs that can be closed. */
interface OpenPdfReader extends PdfReader {
  close(): Promise<void>;
}

/**
 * Opens a reader of PDFs in a thread of its own, which begins with the first PDF and reads one after the other. A
 * PDF that takes too long or too much memory ends the thread, and the next one begins another.
 */
export function openPdfReader(): OpenPdfReader {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const read = async (body: Uint8Array): Promise<PdfReading> => {
    worker ??= beginThread(() => (worker = undefined));
    const thread = worker;
    const reading = await readIn(thread, body);
    if (reading.kind !== "ended") return reading;
    await thread.terminate();
    return { kind: "unreadable", why: reading.why };
  };
  return {
    read(body) {
      const reading = last.then(() => read(body));
      last = reading.catch(() => undefined);
      return reading;
    },
    close: async () => void (await worker?.terminate()),
  };
}

let shared: PdfReader | undefined;

/** Returns the reader of this process, which needs no end: a thread without work keeps no process alive. */
export function sharedPdfReader(): PdfReader {
  shared ??= openPdfReader();
  return shared;
}

function beginThread(onEnd: () => void): Worker {
  // Compiled, this module and that of the thread have another extension.
  const file = new URL(`read-pdf-in-thread${extname(import.meta.url)}`, import.meta.url);
  const resourceLimits = { maxOldGenerationSizeMb: MOST_HEAP_MB, maxYoungGenerationSizeMb: 32 };
  const worker = new Worker(file, { resourceLimits });
  // Who waits for it hears of an error, too.
  worker.on("error", () => undefined).on("exit", onEnd);
  // A thread without work keeps no process alive.
  worker.unref();
  return worker;
}

/** A reading, or why the thread has ended or is to be ended. */
type Attempt = PdfReading | { readonly kind: "ended"; readonly why: string };

function readIn(worker: Worker, body: Uint8Array): Promise<Attempt> {
  const { promise, resolve } = Promise.withResolvers<Attempt>();
  const end = (why: string) => resolve({ kind: "ended", why });
  const onError = (error: Error) => end(`its reading ended: ${error.message}`);
  const onExit = () => end("its reading ended");
  const timer = setTimeout(() => end(`takes more than ${MOST_PDF_MS / 1_000} s`), MOST_PDF_MS);
  const look = async () => {
    // The heap has a limit of its own.
    const { external_memory: bytes } = await worker.getHeapStatistics();
    if (bytes > MOST_EXTERNAL_MB * 1e6) end(`takes more than ${MOST_EXTERNAL_MB} MB`);
  };
  // A thread that has ended meanwhile says so itself.
  const looking = setInterval(() => void look().catch(() => undefined), LOOK_MS);
  worker.on("message", resolve).on("error", onError).on("exit", onExit);
  worker.ref();
  // The body is copied: it is stored, too.
  const copy = new Uint8Array(body);
  worker.postMessage(copy, [copy.buffer]);
  return promise.finally(() => {
    clearTimeout(timer);
    clearInterval(looking);
    worker.off("message", resolve).off("error", onError).off("exit", onExit);
    worker.unref();
  });
}
