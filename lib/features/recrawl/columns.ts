/** What an export says of a recrawl. */
import type { RevisitKeys } from "../../domain/page/page-record.ts";
import { column } from "../column.ts";

/** The column of the table of pages that says how a page differs from its last visit. */
export const recrawlColumns = [
  column(
    "change",
    "text",
    "in a recrawl, how the page differs from the last visit: `new`, `changed` or `unchanged`",
    ({ record }: { readonly record: RevisitKeys }) => record.change,
  ),
];
