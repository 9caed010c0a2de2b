/** What reading a PDF gives. */

/** Reason of a PDF that could not be read. */
export const PDF_UNREADABLE = "pdf-unreadable";

/** Reason of a PDF whose reading was ended by the clock alone, as often as a link is tried. */
export const PDF_UNFINISHED = "pdf-unfinished";

/** Most processor time to read one PDF, in ms; a book of 500 pages takes some seconds. */
export const MOST_PDF_CPU_MS = 30_000;

/**
 * Longest time to read one PDF by the clock, in ms. It only ends a reading that waits for ever, or gets less than a
 * twentieth of a processor: that says nothing of the PDF, which is tried again.
 */
export const MOST_PDF_MS = 20 * MOST_PDF_CPU_MS;

/** A PDF as HTML, or why there is none. */
export type PdfReading =
  | {
      readonly kind: "read";
      readonly html: string;
      /** Whether a limit ended the reading. */
      readonly isCut: boolean;
    }
  | { readonly kind: "unreadable"; readonly why: string }
  /** Says nothing of the PDF: it may be read at another time. */
  | { readonly kind: "unfinished"; readonly why: string };

/** A PDF to read. */
export interface PdfTask {
  readonly body: Uint8Array;
  /** Number of its first pages whose links are read. */
  readonly pagesWithLinks: number;
}

/** How far a reading has come: all texts are read, and the links before this page, from 0. */
export interface PdfProgress {
  readonly kind: "links";
  readonly page: number;
}

/** What the process that reads PDFs says of one in the end. */
export interface WatchedReading<Reading = PdfReading> {
  readonly kind: "done";
  readonly reading: Reading;
  /** Whether the process ends with it: another one reads the next PDF. */
  readonly isLast: boolean;
}

/** Reads PDFs, within bounds of time and memory. Never rejects because of a PDF. */
export interface PdfReader {
  read(body: Uint8Array): Promise<PdfReading>;
}
