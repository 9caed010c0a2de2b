/** What a stack's harvester sends of a feed: a key that no shape names is lost on the way. */
import * as z from "zod/mini";
import type { FeedFacts } from "../../domain/page/feeds/feed.ts";
import type { Url } from "../../domain/web/url/url.ts";

const urlShape = z.custom<Url>((value) => typeof value === "string" && value !== "");

const feedSchema: z.ZodMiniType<FeedFacts> = z.object({
  format: z.enum(["rss", "rdf", "atom", "json"]),
  title: z.string(),
  items: z.number(),
  dated: z.array(z.object({ url: urlShape, at: z.number() })),
  validators: z.exactOptional(
    z.object({ etag: z.exactOptional(z.string()), lastModified: z.exactOptional(z.string()) }),
  ),
});

/** The shape of its keys of a record. */
export const feedKeys = { feed: z.exactOptional(feedSchema) };
