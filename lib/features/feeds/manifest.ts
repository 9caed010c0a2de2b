/** Feeds in the project file, and what reading them means for the rest of a crawl. */
import { z } from "zod";
import { DEFAULTS } from "../../config/defaults.ts";
import { FEED_EXTENSIONS, FEED_MEDIA_TYPES } from "../../domain/page/feeds/feed.ts";
import type { Manifest } from "../feature.ts";

/** The key of the section `scope`. */
export const feedsScope = {
  feeds: z
    .boolean()
    .default(DEFAULTS.scope.feeds)
    .describe(
      "Whether RSS and Atom feeds are read: seeds may be feeds, those that pages name are followed (three a host), and their items are links. In a recrawl their dates say what has changed.",
    ),
};

/** What reading feeds means for the rest of a crawl. */
export const feedsManifest: Manifest = {
  isUsed: ({ scope }) => scope?.feeds === true,
  mediaTypes: FEED_MEDIA_TYPES,
  extensions: FEED_EXTENSIONS,
};
