import { mediaTypesOf } from "../../web/http/file-type.ts";

/** What was read of a PDF. */
export interface PdfDocument {
  /** As the document states it; `""` where it states none. */
  readonly title: string;
  readonly language: string | undefined;
  readonly pages: readonly PdfPage[];
}

/** A page with its texts in reading order. Lengths are in points, from the lower left corner. */
export interface PdfPage {
  readonly texts: readonly PdfText[];
  readonly links: readonly PdfLink[];
}

/** A piece of text on one line. */
export interface PdfText {
  readonly text: string;
  /** Start of its base line. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Whether it is the last one of its line. */
  readonly endsLine: boolean;
}

/** An area of a page that leads to a URL. */
export interface PdfLink {
  readonly href: string;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** Media types that PDFs are sent as. */
export const PDF_MEDIA_TYPES: readonly string[] = mediaTypesOf("pdf") ?? [];

/** Ending of URLs of PDFs. */
export const PDF_EXTENSION = "pdf";

/** Returns whether an answer was sent as a PDF. */
export function isPdf({ mediaType }: { readonly mediaType: string }): boolean {
  return PDF_MEDIA_TYPES.includes(mediaType);
}
