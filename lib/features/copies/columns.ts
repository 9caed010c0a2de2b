/** What an export says of copies. */
import type { CopyKeys } from "../../domain/page/page-record.ts";
import { column } from "../column.ts";

/** The columns of the table of pages that name the page of which one is a copy, and what shows it. */
export const copyColumns = [
  column(
    "copyOf",
    "text",
    "page fetched before that this one is a copy of, where copies are grouped (`scope.copies`)",
    ({ page }: { readonly page: CopyKeys }) => page.copyOf,
  ),
  column(
    "copyBy",
    "text",
    "what shows that: the same `bytes`, its `canonical` address, nearly the same main `text`, or hardly a new line (`lines`)",
    ({ page }: { readonly page: CopyKeys }) => page.copyBy,
  ),
];
