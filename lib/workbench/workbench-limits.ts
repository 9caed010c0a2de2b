/** What the page and its host allow alike. */

/** Longest file that is taken as examples or as a list, in bytes. */
export const MOST_FILE_BYTES = 32 * 2 ** 20;

/** Names of files with one page, with recorded pages, and with a list of URLs. */
export const PAGE_NAME = /\.html?$/i;
export const WARC_NAME = /\.warc(?:\.gz)?$/i;
export const LIST_NAME = /\.(?:txt|csv|tsv)$/i;

/** Most other runs that a run is compared with at once: more curves cannot be told apart. */
export const MOST_COMPARED = 4;

/** The orders in which pages are judged, as the page shows them. */
export const QUEUES = [
  "uncertain",
  "likely",
  "exported",
  "random",
  "search",
  "disagreements",
  "second",
] as const;

export type QueueName = (typeof QUEUES)[number];
