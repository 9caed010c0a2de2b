/** What an export says of rendering. */
import type { PageRecord, PageVerdict } from "../../domain/page/page-record.ts";
import { column } from "../column.ts";

/** The columns of the table of pages that say what rendering a page, and the page before it, has shown. */
export const renderingColumns = [
  column(
    "rendering",
    "text",
    "result of rendering the page, where it was tried: `rendered`, `no-more`, `timeout`, `crash` or `too-large`",
    ({ page }: { readonly page: Pick<PageVerdict, "rendering"> }) => page.rendering?.result,
  ),
  column(
    "onlyRendered",
    "boolean",
    "whether the page that links to this one has the link only when it is rendered",
    ({ record }: { readonly record: Pick<PageRecord, "snippet"> }) =>
      record.snippet?.onlyRendered === true,
  ),
] as const;
