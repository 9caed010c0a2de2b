import type { PageStructure } from "../../page/page-structure.ts";
import type { Url } from "../../web/url/url.ts";
import type { Evidence, Visit } from "../strategy.ts";

/** A page of the sample: one whose structure was kept. */
export interface SampledPage extends Visit {
  readonly structure: PageStructure;
}

/** The pages that a site is learned from. */
export interface Sample {
  /** In order of fetching. */
  readonly pages: readonly SampledPage[];
  /** Returns the page that a URL led to, as an index into `pages`; redirects are followed. */
  landing(url: Url): number | undefined;
}

/** Most redirects followed from a link to its page. */
const MOST_REDIRECTS = 10;

/** Returns the sample contained in the evidence. */
export function sampleOf({ visits, misses }: Pick<Evidence, "visits" | "misses">): Sample {
  const pages = visits.flatMap((visit): SampledPage[] => {
    const { structure } = visit;
    return structure === undefined ? [] : [{ ...visit, structure }];
  });
  const places = new Map(pages.map(({ url }, place) => [url, place]));
  const locations = new Map(misses.map(({ url, location }) => [url, location]));
  return {
    pages,
    landing(url) {
      let at: Url | undefined = url;
      for (let hops = 0; at !== undefined && hops <= MOST_REDIRECTS; hops += 1) {
        const place = places.get(at);
        if (place !== undefined) return place;
        at = locations.get(at);
      }
      return undefined;
    },
  };
}
