/** What an export says of the use of pages, and what a stack's harvester sends of it: a key that no shape names is lost on the way. */
import * as z from "zod/mini";
import type { SignalKeys } from "../../domain/web/signals/signals.ts";
import { column } from "../column.ts";

/** The columns of the table of pages that have what their sites ask and say. */
export const signalColumns = [
  column(
    "noindex",
    "boolean",
    "whether the page asks to be kept out of indexes",
    ({ page }: { readonly page: SignalKeys }) => page.noindex === true,
  ),
  column(
    "signals",
    "list",
    "what the site says may be done with the page: its headers and `meta` elements, robots.txt, the TDM file",
    ({ page }: { readonly page: SignalKeys }) => page.signals,
  ),
];

/** The shape of its keys of a page's record. */
export const signalKeys = {
  noindex: z.exactOptional(z.boolean()),
  signals: z.exactOptional(z.array(z.string())),
};
