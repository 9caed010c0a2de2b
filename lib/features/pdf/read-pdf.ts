/** What reading a PDF gives. */

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
