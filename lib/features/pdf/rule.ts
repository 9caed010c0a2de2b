/** Reads PDFs as pages, as the HTML that another process makes of them: `scope.pdf`. */
import { type ChildProcess, fork } from "node:child_process";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Transformed } from "../../crawl/rules.ts";
import { isPdf } from "../../domain/page/pdf/pdf-document.ts";
import type { FetchedPage } from "../../domain/web/http/fetch-outcome.ts";
import type { OpenedFeature } from "../feature.ts";
import {
  MOST_PDF_MS,
  PDF_UNFINISHED,
  PDF_UNREADABLE,
  type PdfProgress,
  type PdfReader,
  type PdfReading,
  type PdfTask,
  type WatchedReading,
} from "./read-pdf.ts";

/** Opens the rule; its process begins with the first PDF. */
export function open(): OpenedFeature {
  return {
    fetch: { name: "pdf", transform: (page) => (isPdf(page) ? asHtml(page) : undefined) },
  };
}

async function asHtml(page: FetchedPage): Promise<Transformed> {
  const reading = await sharedPdfReader().read(page.body);
  if (reading.kind === "unreadable") return { ...reading, reason: PDF_UNREADABLE };
  if (reading.kind === "unfinished") return { ...reading, reason: PDF_UNFINISHED };
  const body = new TextEncoder().encode(reading.html);
  const truncated = page.truncated || reading.isCut;
  return { kind: "page", page: { ...page, body, charset: "utf-8", truncated } };
}

/**
 * Memory of the objects of the process, in MB. V8 has no other answer to a single allocation beyond it than to abort,
 * which a limit of a worker thread does not change.
 */
const MOST_HEAP_MB = 256;

/** Variables of the environment that the process needs: it reads what strangers made, and gets no secrets. */
const NEEDED = /^(?:NODE_|SystemRoot$|windir$|te?mp$|tmpdir$)/i;

/** A reader of PDFs that can be closed. */
interface OpenPdfReader extends PdfReader {
  close(): Promise<void>;
}

/**
 * Opens a reader of PDFs in a process of its own, which begins with the first PDF and reads one after the other. A PDF
 * that takes too much time or memory ends the process, and the next one begins another. A PDF during which the process
 * died otherwise is read once more: what was read before it, or somebody outside, may be at fault. One whose texts were
 * read when it ended is read again without the links of the page that it ended at, and of those behind.
 */
export function openPdfReader(): OpenPdfReader {
  let child: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const attempt = async (task: PdfTask): Promise<Attempt> => {
    child ??= beginProcess();
    const reader = child;
    const attempted = await readIn(reader, task);
    if (attempted.isLast) {
      child = undefined;
      reader.kill("SIGKILL");
    }
    return attempted;
  };
  const read = async (body: Uint8Array): Promise<PdfReading> => {
    const whole = { body, pagesWithLinks: Number.POSITIVE_INFINITY };
    let attempted = await attempt(whole);
    if (attempted.reading.kind === "died") attempted = await attempt(whole);
    const { page } = attempted;
    const isEnded = attempted.isLast && attempted.reading.kind !== "read";
    if (isEnded && page !== undefined) attempted = await attempt({ body, pagesWithLinks: page });
    const { reading } = attempted;
    return reading.kind === "died" ? { kind: "unreadable", why: reading.why } : reading;
  };
  return {
    read(body) {
      const reading = last.then(() => read(body));
      last = reading.catch(() => undefined);
      return reading;
    },
    async close() {
      child?.kill("SIGKILL");
    },
  };
}

let shared: PdfReader | undefined;

/** Returns the reader of this program, which needs no end: a process without work keeps no other alive. */
function sharedPdfReader(): PdfReader {
  shared ??= openPdfReader();
  return shared;
}

function beginProcess(): ChildProcess {
  // Compiled, this module and that of the process have another extension.
  const file = new URL(`watch-pdf-reading${extname(import.meta.url)}`, import.meta.url);
  const child = fork(fileURLToPath(file), [], {
    execArgv: [`--max-old-space-size=${MOST_HEAP_MB}`],
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => NEEDED.test(name))),
    serialization: "advanced",
    // What V8 prints when it aborts says nothing to who runs the crawl.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  // Each reading hears of it.
  child.on("error", () => undefined);
  rest(child);
  return child;
}

/** What became of a reading, or how the process ended during it. */
interface Attempt
  extends WatchedReading<PdfReading | { readonly kind: "died"; readonly why: string }> {
  /** The page, from 0, whose links were read last, when all texts were. */
  readonly page?: PdfProgress["page"] | undefined;
}

function readIn(child: ChildProcess, task: PdfTask): Promise<Attempt> {
  const { promise, resolve } = Promise.withResolvers<Attempt>();
  let page: PdfProgress["page"] | undefined;
  const end = (reading: Attempt["reading"]) =>
    resolve({ kind: "done", reading, isLast: true, page });
  const onMessage = (message: PdfProgress | WatchedReading) => {
    if (message.kind === "links") page = message.page;
    else resolve({ ...message, page });
  };
  const onExit = (code: number | null, signal: string | null) =>
    end({ kind: "died", why: `its reading ended with ${signal ?? `code ${code}`}` });
  const onError = ({ message }: Error) => end({ kind: "unfinished", why: message });
  const late = `was not read within ${MOST_PDF_MS / 1_000} s`;
  const timer = setTimeout(() => end({ kind: "unfinished", why: late }), MOST_PDF_MS);
  child.on("message", onMessage).on("exit", onExit).on("error", onError);
  child.ref();
  child.channel?.ref();
  // A process that has died, or never began, says so itself.
  child.send(task, () => undefined);
  return promise.finally(() => {
    clearTimeout(timer);
    child.off("message", onMessage).off("exit", onExit).off("error", onError);
    rest(child);
  });
}

/** A process without work keeps no other alive. */
function rest(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}
