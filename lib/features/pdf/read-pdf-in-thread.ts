/** A thread that reads PDFs. */

import { isMainThread, parentPort } from "node:worker_threads";
import type { PDFDocumentProxy } from "unpdf/pdfjs";
import { fieldsOf } from "../../domain/json.ts";
import type { PdfLink, PdfPage, PdfText } from "../../domain/page/pdf/pdf-document.ts";
import { pdfHtml } from "../../domain/page/pdf/pdf-html.ts";
import type { PdfProgress, PdfReading, PdfTask } from "./read-pdf.ts";

/** Most pages and letters (UTF-16 units) of a PDF that are read: those of a book. */
const MOST_PAGES = 500;
const MOST_LENGTH = 1_000_000;

type Tell = (progress: PdfProgress) => void;

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

async function read({ body, pagesWithLinks }: PdfTask, tell: Tell): Promise<PdfReading> {
  const { getDocumentProxy } = await import("unpdf");
  let document: PDFDocumentProxy | undefined;
  try {
    document = await getDocumentProxy(body, OPTIONS);
    const { info } = await document.getMetadata();
    const texts = await readTexts(document);
    const pages = await withLinks(document, texts, { pagesWithLinks, tell });
    const [title, language] = [textIn(info, "Title"), textIn(info, "Language")];
    const html = pdfHtml({ title: title ?? "", language, pages });
    const isCut = pages.length < document.numPages || pagesWithLinks < pages.length;
    return { kind: "read", html, isCut };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    const why = name === "PasswordException" ? "encrypted" : `damaged: ${message}`;
    return { kind: "unreadable", why };
  } finally {
    await document?.loadingTask.destroy();
  }
}

async function readTexts(document: PDFDocumentProxy): Promise<readonly PdfText[][]> {
  const pages: PdfText[][] = [];
  let length = 0;
  while (pages.length < Math.min(document.numPages, MOST_PAGES) && length <= MOST_LENGTH) {
    const page = await document.getPage(pages.length + 1);
    const { items } = await page.getTextContent();
    const texts = items.flatMap((item) => {
      if (!("str" in item)) return [];
      const [, , , , x = 0, y = 0] = item.transform.map(Number);
      const { str: text, width, height, hasEOL: endsLine } = item;
      return [{ text, x, y, width, height, endsLine }];
    });
    page.cleanup();
    length += texts.reduce((sum, { text }) => sum + text.length, 0);
    pages.push(texts);
  }
  return pages;
}

/** Reads links behind all texts, so that a page with more of them than there is memory costs no text. */
async function withLinks(
  document: PDFDocumentProxy,
  texts: readonly PdfText[][],
  { pagesWithLinks, tell }: Pick<PdfTask, "pagesWithLinks"> & { readonly tell: Tell },
): Promise<readonly PdfPage[]> {
  const pages: PdfPage[] = [];
  for (const [index, ofPage] of texts.entries()) {
    if (index < pagesWithLinks) tell({ kind: "links", page: index });
    const links = index < pagesWithLinks ? await readLinks(document, index) : [];
    pages.push({ texts: ofPage, links });
  }
  return pages;
}

async function readLinks(document: PDFDocumentProxy, index: number): Promise<readonly PdfLink[]> {
  const page = await document.getPage(index + 1);
  const annotations: readonly unknown[] = await page.getAnnotations();
  page.cleanup();
  return annotations.flatMap((annotation) => {
    const [href, area] = [textIn(annotation, "url"), fieldsOf(annotation)["rect"]];
    if (href === undefined || !Array.isArray(area)) return [];
    const [left = 0, bottom = 0, right = 0, top = 0] = area.map(Number);
    return [{ href, left, bottom, right, top }];
  });
}

function textIn(value: unknown, key: string): string | undefined {
  const text = fieldsOf(value)[key];
  return typeof text === "string" && text !== "" ? text : undefined;
}

if (!isMainThread && parentPort !== null) {
  const port = parentPort;
  const tell: Tell = (progress) => port.postMessage(progress);
  port.on("message", (task: PdfTask) => {
    void read(task, tell).then((reading) => port.postMessage(reading));
  });
}
