/** PDFs in the project file, and what reading them means for the rest of a crawl. */
import { z } from "zod";
import { DEFAULTS } from "../../config/defaults.ts";
import { isPdf, PDF_EXTENSION, PDF_MEDIA_TYPES } from "../../domain/page/pdf/pdf-document.ts";
import type { Manifest } from "../feature.ts";

/** The key of the section `scope`. */
export const pdfScope = {
  pdf: z
    .boolean()
    .default(DEFAULTS.scope.pdf)
    .describe(
      "Whether PDFs are pages: judged by their text, with links that are followed. Files that are looked for whatever they say are `need.files`.",
    ),
};

/** What PDFs as pages mean for the rest of a crawl. */
export const pdfManifest: Manifest = {
  isUsed: ({ scope }) => scope?.pdf === true,
  mediaTypes: PDF_MEDIA_TYPES,
  extensions: [PDF_EXTENSION],
  conflict: (wantedTypes) =>
    wantedTypes().some((mediaType) => isPdf({ mediaType }))
      ? {
          path: ["scope", "pdf"],
          message: "expected no PDF in need.files beside it: a PDF is a page or a file",
        }
      : undefined,
};
