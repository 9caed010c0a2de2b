/** The page types of a site, and what links where. */
import { NOISE } from "../stats/cluster/clustering.ts";
import type { Url } from "../web/url/url.ts";

/** Pages made from one template, as a sample of the site shows them. */
export type PageType = {
  /** `type-1` has the most pages. */
  readonly name: string;
  /** Pages of the sample. */
  readonly pages: number;
  /** Some of them, in order of fetching. */
  readonly examples: readonly Url[];
  /**
   * Hub and authority in [0,1]: how much its links lead where others lead, and how much links lead
   * to it (Kleinberg 1999).
   */
  readonly hub: number;
  readonly authority: number;
  /** How much its pages differ, in [0, ∞): mean distance to their mean. */
  readonly spread: number;
};

/** Links from pages of one type to pages of another, both by their number. */
export type SiteArc = {
  readonly from: number;
  readonly to: number;
  /** Expected number of links on the sample's pages. */
  readonly links: number;
  /** The place on the page that has most of them. */
  readonly apath: string;
};

/** The page types of a site and what links where. */
export type Sitemap = {
  readonly types: readonly PageType[];
  /** Pages of the sample that are similar to no others. */
  readonly outliers: number;
  /** Sorted by types; each pair of types occurs once. */
  readonly arcs: readonly SiteArc[];
};

/** Returns the name of the type of a cluster's pages; outliers have one, too. */
export function typeName(cluster: number): string {
  return cluster === NOISE ? OUTLIER : `type-${cluster + 1}`;
}

/** Type of pages that are similar to none of the sample's. */
export const OUTLIER = "outlier";
