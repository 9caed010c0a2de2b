/** What reports say of PDFs. */
import type { FeatureWords } from "../feature-words.ts";
import { PDF_UNREADABLE } from "./read-pdf.ts";

/** What is said of a PDF that cannot be read. */
export const pdfWords: FeatureWords = {
  reasons: { [PDF_UNREADABLE]: "a PDF that is damaged, encrypted or too large to read" },
  answered: [PDF_UNREADABLE],
};
