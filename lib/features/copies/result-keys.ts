/** What a stack's harvester sends of copies: a key that no shape names is lost on the way. */
import * as z from "zod/mini";
import { urlSchema } from "../../stack/link-schemas.ts";

/** The shape of its keys of a page's record. */
export const copyKeys = {
  textPrint: z.exactOptional(z.string()),
  canonicalUrl: z.exactOptional(urlSchema),
  copyOf: z.exactOptional(urlSchema),
};
