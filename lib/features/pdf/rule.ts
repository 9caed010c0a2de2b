/** Reads PDFs as pages, as the HTML that another process makes of them: `scope.pdf`. */
import type { Transformed } from "../../crawl/rules.ts";
import { isPdf } from "../../domain/page/pdf/pdf-document.ts";
import type { FetchedPage } from "../../domain/web/http/fetch-outcome.ts";
import type { OpenedFeature } from "../feature.ts";
import { sharedPdfReader } from "./pdf-process.ts";
import { PDF_UNFINISHED, PDF_UNREADABLE } from "./read-pdf.ts";

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
