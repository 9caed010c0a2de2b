/** What reports say of PDFs. */
import type { FeatureWords } from "../feature.ts";
import { PDF_UNFINISHED, PDF_UNREADABLE } from "./read-pdf.ts";

/** What is said of a PDF that cannot be read. */
export const pdfWords: FeatureWords = {
  reasons: {
    [PDF_UNREADABLE]: "a PDF that is damaged, encrypted or too large to read",
    [PDF_UNFINISHED]: "a PDF that was not read in time, on a busy machine for instance",
  },
  answered: [PDF_UNREADABLE, PDF_UNFINISHED],
};
