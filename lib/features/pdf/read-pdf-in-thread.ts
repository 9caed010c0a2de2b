/** A thread that reads PDFs. */
import { isMainThread, parentPort } from "node:worker_threads";
import type { PDFDocumentProxy, PDFPageProxy } from "unpdf/pdfjs";
import type { PdfPage } from "../../domain/page/pdf/pdf-document.ts";
import { pdfHtml } from "../../domain/page/pdf/pdf-html.ts";
import type { PdfReading } from "./read-pdf.ts";

/** Most pages and letters (UTF-16 units) of a PDF that are read: those of a book. */
const MOST_PAGES = 500;
const MOST_LENGTH = 1_000_000;

/** What a PDF may cost and do: no scripts, no forms, no pictures, no messages. */
const OPTIONS = {
  verbosity: 0,
  isEvalSupported: false,
  enableXfa: false,
  disableFontFace: true,
  useSystemFonts: false,
  maxImageSize: 0,
  stopAtErrors: false,
};

async function read(body: Uint8Array): Promise<PdfReading> {
  const { getDocumentProxy } = await import("unpdf");
  let document: PDFDocumentProxy | undefined;
  try {
    document = await getDocumentProxy(body, OPTIONS);
    const { info } = await document.getMetadata();
    const pages: PdfPage[] = [];
    let length = 0;
    while (pages.length < Math.min(document.numPages, MOST_PAGES) && length <= MOST_LENGTH) {
      const page = await readPage(await document.getPage(pages.length + 1));
      length += page.texts.reduce((sum, { text }) => sum + text.length, 0);
      pages.push(page);
    }
    const [title, language] = [textIn(info, "Title"), textIn(info, "Language")];
    const html = pdfHtml({ title: title ?? "", language, pages });
    return { kind: "read", html, isCut: pages.length < document.numPages };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    const why = name === "PasswordException" ? "encrypted" : `damaged: ${message}`;
    return { kind: "unreadable", why };
  } finally {
    await document?.loadingTask.destroy();
  }
}

async function readPage(page: PDFPageProxy): Promise<PdfPage> {
  const { items } = await page.getTextContent();
  const annotations: readonly unknown[] = await page.getAnnotations();
  page.cleanup();
  return {
    texts: items.flatMap((item) => {
      if (!("str" in item)) return [];
      const [, , , , x = 0, y = 0] = item.transform.map(Number);
      const { str: text, width, height, hasEOL: endsLine } = item;
      return [{ text, x, y, width, height, endsLine }];
    }),
    links: annotations.flatMap((annotation) => {
      const [href, area] = [textIn(annotation, "url"), valueIn(annotation, "rect")];
      if (href === undefined || !Array.isArray(area)) return [];
      const [left = 0, bottom = 0, right = 0, top = 0] = area.map(Number);
      return [{ href, left, bottom, right, top }];
    }),
  };
}

function valueIn(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !(key in value)) return undefined;
  return Object.entries(value).find(([name]) => name === key)?.[1];
}

function textIn(value: unknown, key: string): string | undefined {
  const text = valueIn(value, key);
  return typeof text === "string" && text !== "" ? text : undefined;
}

if (!isMainThread && parentPort !== null) {
  const port = parentPort;
  port.on("message", (body: Uint8Array) => {
    void read(body).then((reading) => port.postMessage(reading));
  });
}
