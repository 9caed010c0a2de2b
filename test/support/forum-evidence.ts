import type { Evidence, Visit } from "../../lib/domain/methods/strategy.ts";
import { type LinkPath, pageStructure } from "../../lib/domain/page/page-structure.ts";
import { textHashes } from "../../lib/domain/page/text-hashes.ts";
import { hostOf } from "../../lib/domain/web/url/canonical-url.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import type { Forum } from "./a-forum.ts";
import { forumPage } from "./crawl-forum.ts";
import { aVisit } from "./some-evidence.ts";

/**
 * Returns the evidence of a breadth-first crawl of a forum that keeps the structure of at most so
 * many pages.
 */
export function forumEvidence(
  forum: Forum,
  most: number,
  linkPath: LinkPath = "classPath",
): Evidence {
  const queue = new Set<Url>([forum.seed]);
  const visits: Visit[] = [];
  for (const url of queue) {
    if (visits.length === most) break;
    const page = forumPage(forum, url);
    for (const anchor of page.anchors) queue.add(anchor.url);
    const structure = { ...pageStructure(page, linkPath), prints: textHashes(page) };
    visits.push(aVisit("", "", { url, host: hostOf(url), structure }));
  }
  return { visits, misses: [] };
}
