/** What a stack's harvester sends of the use of pages: a key that no shape names is lost on the way. */
import * as z from "zod/mini";

/** The shape of its keys of a page's record. */
export const signalKeys = { signals: z.exactOptional(z.array(z.string())) };
