/** What an export says of a recrawl, and what a stack's harvester sends of it: a key that no shape names is lost on the way. */
import * as z from "zod/mini";
import { CHANGES, type RevisitKeys } from "../../domain/page/page-record.ts";
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

/** The shape of its keys of a record. */
export const recrawlKeys = { change: z.exactOptional(z.enum(CHANGES)) };
