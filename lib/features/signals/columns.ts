/** What an export says of the use of pages. */
import type { SignalKeys } from "../../domain/web/signals/signals.ts";
import { column } from "../column.ts";

/** The column of the table of pages that has what their sites say. */
export const signalColumns = [
  column(
    "signals",
    "list",
    "what the site says may be done with the page: its headers and `meta` elements, robots.txt, the TDM file",
    ({ page }: { readonly page: SignalKeys }) => page.signals,
  ),
];
