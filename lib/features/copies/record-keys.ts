/** What an export says of copies, and what a stack's harvester sends of them: a key that no shape names is lost on the way. */
import * as z from "zod/mini";
import type { CopyKeys } from "../../domain/page/page-record.ts";
import type { Url } from "../../domain/web/url/url.ts";
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

/** A URL that was parsed before it was sent. */
const sentUrl = z.custom<Url>(
  (value) => typeof value === "string" && value !== "",
  "expected a URL",
);

/** The shape of its keys of a page's record. */
export const copyKeys = {
  textPrint: z.exactOptional(z.string()),
  canonicalUrl: z.exactOptional(sentUrl),
  contentLines: z.exactOptional(z.string()),
  contentFigures: z.exactOptional(z.string()),
  contentParts: z.exactOptional(z.string()),
  contentThread: z.exactOptional(z.string()),
  isSought: z.exactOptional(z.literal(true)),
  copyOf: z.exactOptional(sentUrl),
  copyBy: z.exactOptional(z.enum(["bytes", "canonical", "text", "lines"])),
};
