/** The links of sampled pages that a crawl followed. */
import type { Sample, SampledPage } from "../lib/domain/methods/source/sample.ts";
import type { Url } from "../lib/domain/web/url/url.ts";

/** A link of a sampled page that was fetched. */
interface FollowedLink {
  readonly apath: string;
  readonly url: Url;
  /** Index of the page it led to. */
  readonly to: number;
}

/** Returns the links of a sampled page that were fetched, by Apath in order of first occurrence. */
export function followedLinks(
  { landing }: Pick<Sample, "landing">,
  { structure }: Pick<SampledPage, "structure">,
): FollowedLink[] {
  return Object.entries(structure.links).flatMap(([apath, urls]) =>
    urls.flatMap((url): FollowedLink[] => {
      const to = landing(url);
      return to === undefined ? [] : [{ apath, url, to }];
    }),
  );
}
