import { declaredBytes, fileName, fileTypeOf } from "../domain/methods/wanted-file.ts";
import type { FileFacts, PageVerdict } from "../domain/page/page-record.ts";
import type { FetchedPage } from "../domain/web/http/fetch-outcome.ts";
import type { CrawlPlan } from "./crawl-plan.ts";

/** The contents of a file in the words of a page's record: a name, and no links. */
type FileContents = Pick<
  PageVerdict,
  "mediaType" | "bodyBytes" | "title" | "language" | "links" | "unusableLinks" | "truncated"
> & { readonly file: FileFacts };

/**
 * Returns the contents of a file that the need asks for; `undefined` for everything else. A body
 * that was not read is empty and truncated.
 */
export function fileContents(
  { files }: Pick<CrawlPlan, "files">,
  fetched: FetchedPage,
): FileContents | undefined {
  const mediaType = fileTypeOf(files, fetched);
  if (mediaType === undefined) return undefined;
  const { headers, body, truncated } = fetched;
  const isRead = !truncated || body.byteLength > 0;
  const declared = isRead ? undefined : declaredBytes(headers);
  return {
    mediaType: fetched.mediaType,
    bodyBytes: body.byteLength,
    title: fileName(fetched),
    language: undefined,
    links: 0,
    unusableLinks: {},
    truncated: truncated && isRead ? "bytes" : undefined,
    file: { mediaType, isRead, ...(declared === undefined ? {} : { declaredBytes: declared }) },
  };
}
