/** Groups of links that are not ranked by a model. */

/** Group of the links to pages that an earlier crawl has fetched. */
export const REVISIT_GROUP = "revisit";

/** Group of the links that ask hosts for what cannot exist. */
export const PROBE_GROUP = "soft-404 probe";
