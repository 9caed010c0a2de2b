import { DowserError } from "../errors.ts";

/** Returns the error of a crawl in which so many pages in a row could not be read. */
export function pagesFailing(pages: number, detail: string | undefined): DowserError {
  return new DowserError(`${pages} pages in a row could not be read: ${detail ?? ""}`, {
    code: "pages-failing",
    reaction: "stop-crawl",
    value: detail,
    hint: "fix the strategy, or report the error; the same command continues with the other links",
  });
}
