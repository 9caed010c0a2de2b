/** What an export says of a recrawl, and what the parts of a stack write of it: a key that no shape names is lost on the way. */
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

// What the parts of a stack write for each other beside records.

const name = z.string().check(z.minLength(1));
const pages = z.exactOptional(z.number().check(z.gte(0)));

const earlierSchema = z.object({
  /** Key of an object that lists the crawls that it comes back to, the first one first. */
  earlier: name,
  /** Most pages of the whole recrawl, where they are not those of the plan. */
  pages,
});

type Earlier = z.output<typeof earlierSchema>;

/** The shapes of its keys, by what they are part of. */
export const recrawlStackKeys = {
  order: {
    /** Set in a recrawl: the crawl, now ended, whose pages it visits again. */
    recrawlOf: z.exactOptional(name),
    /** Most pages of a recrawl, where they are not those of the plan. */
    pages,
  },
  crawl: {
    /** What a recrawl comes back to; `null` in any other crawl, and where an older version does not know. */
    recrawl: z.pipe(
      z.optional(z.nullable(earlierSchema)),
      z.transform((earlier: Earlier | null | undefined) => earlier ?? null),
    ),
  },
  batch: {
    /** Set in a recrawl: what the links of the batch were at their last visits is stored with it. */
    recrawls: z.exactOptional(z.literal(true)),
  },
} as const;
