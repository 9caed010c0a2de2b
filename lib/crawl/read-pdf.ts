import { isPdf } from "../domain/page/pdf/pdf-document.ts";
import type { FetchedPage } from "../domain/web/http/fetch-outcome.ts";
import type { PageStore } from "../ports/page-store.ts";

/** Reason of a PDF that could not be read. */
export const PDF_UNREADABLE = "pdf-unreadable";

/** Longest time to read one PDF, in ms; a book of 500 pages takes some seconds. */
export const MOST_PDF_MS = 30_000;

/** A PDF as HTML, or why there is none. */
export type PdfReading =
  | {
      readonly kind: "read";
      readonly html: string;
      /** Whether a limit ended the reading. */
      readonly isCut: boolean;
    }
  | { readonly kind: "unreadable"; readonly why: string };

/** Reads PDFs, within bounds of time and memory. Never rejects because of a PDF. */
export interface PdfReader {
  read(body: Uint8Array): Promise<PdfReading>;
}

/** A page that can be viewed, or why a PDF cannot. */
export type ReadablePage =
  | { readonly kind: "readable"; readonly page: FetchedPage }
  | Extract<PdfReading, { kind: "unreadable" }>;

/** Returns a page with a PDF's HTML in the place of its bytes; every other page as it is. */
export async function readablePage(
  pdf: PdfReader | undefined,
  page: FetchedPage,
): Promise<ReadablePage> {
  if (pdf === undefined || !isPdf(page)) return { kind: "readable", page };
  const reading = await pdf.read(page.body);
  if (reading.kind === "unreadable") return reading;
  const body = new TextEncoder().encode(reading.html);
  const truncated = page.truncated || reading.isCut;
  return { kind: "readable", page: { ...page, body, charset: "utf-8", truncated } };
}

/** Returns the pages of a store as they can be viewed; a PDF that cannot be read is none. */
export function readablePages<Pages extends Pick<PageStore, "get">>(
  pages: Pages,
  pdf: PdfReader | undefined,
): Pages {
  if (pdf === undefined) return pages;
  return {
    ...pages,
    get: async (url) => {
      const page = await pages.get(url);
      const readable = page && (await readablePage(pdf, page));
      return readable?.kind === "readable" ? readable.page : undefined;
    },
  };
}
