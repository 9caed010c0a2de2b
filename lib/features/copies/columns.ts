/** What an export says of copies. */
import type { CopyKeys } from "../../domain/page/copies/copy-keys.ts";
import { column } from "../column.ts";

/** The column of the table of pages that names the page of which one is a copy. */
export const copyColumns = [
  column(
    "copyOf",
    "text",
    "page fetched before that this one is a copy of, where `scope.copies` is `group`",
    ({ page }: { readonly page: CopyKeys }) => page.copyOf,
  ),
];
