/** Group of the links to pages that an earlier crawl fetched. */
export const REVISIT_GROUP = "revisit";
