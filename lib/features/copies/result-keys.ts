/** What a stack's harvester sends of copies: a key that no shape names is lost on the way. */
import * as z from "zod/mini";
import type { Url } from "../../domain/web/url/url.ts";

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
