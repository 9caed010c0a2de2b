/** What a stack's harvester sends of a visit: a key that no shape names is lost on the way. */
import * as z from "zod/mini";
import { CHANGES } from "../../domain/page/page-record.ts";

/** The shape of its keys of a record. */
export const recrawlKeys = { change: z.exactOptional(z.enum(CHANGES)) };
