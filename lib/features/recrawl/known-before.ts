/** The reason by which a recrawl leaves links to the crawl before. */

/** Rule of links that an earlier crawl has discovered: to crawl them is its own work. */
export const KNOWN_BEFORE = "known-before";
