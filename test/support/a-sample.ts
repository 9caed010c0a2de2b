import { type Sample, sampleOf } from "../../lib/domain/methods/source/sample.ts";
import type { PageStructure } from "../../lib/domain/page/page-structure.ts";
import { aUrl } from "./a-url.ts";
import { aMiss, aVisit } from "./some-evidence.ts";

/** A page of a sample, as a test writes it. */
export interface SampledDraft {
  /** Path and query on `http://site.example`. */
  readonly path: string;
  /** 0 for a seed. */
  readonly depth?: number;
  /** Anchor path → paths, with spaces between. */
  readonly links?: Readonly<Record<string, string>>;
  readonly paths?: PageStructure["paths"];
}

/** The URL of a path on `http://site.example`. */
export function siteUrl(path: string) {
  return aUrl(`http://site.example${path}`);
}

/** The structure of a page. */
export function aStructure({ links = {}, paths = {} }: Omit<SampledDraft, "path">): PageStructure {
  const urls = Object.entries(links).map(
    ([apath, to]) => [apath, to.split(" ").map(siteUrl)] as const,
  );
  return { paths, links: Object.fromEntries(urls) };
}

/** A sample of pages in this order; the first is the seed's. */
export function aSample(...pages: readonly SampledDraft[]): Sample {
  const visits = pages.map(({ path, ...draft }, index) =>
    aVisit("", "", {
      url: siteUrl(path),
      depth: draft.depth ?? Math.min(index, 1),
      structure: aStructure(draft),
    }),
  );
  return sampleOf({ visits, misses: [] });
}

/** Returns a redirect that a link led to. */
export function aRedirect(path: string, location: string) {
  return { ...aMiss("", 0), url: siteUrl(path), location: siteUrl(location) };
}
