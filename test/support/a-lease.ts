import type { Lease } from "../../lib/domain/frontier/link.ts";
import { freshPace } from "../../lib/domain/web/politeness/crawl-delay.ts";
import { hostOf } from "../../lib/domain/web/url/canonical-url.ts";
import { aUrl } from "./a-url.ts";

/** The first lease of a link, with sensible blanks; `name` is its URL without scheme. */
export function aLease(name: string, parts: Partial<Lease> = {}): Lease {
  const url = aUrl(`http://${name}`);
  return {
    id: `${name}#1`,
    link: {
      url,
      host: hostOf(url),
      priority: 1,
      group: "",
      depth: 1,
      redirects: 0,
      parent: undefined,
      snippet: undefined,
      why: "",
      model: "",
      sequence: 1,
      attempts: 0,
    },
    pace: freshPace(1_000),
    startAt: 0,
    expiresAt: 1e9,
    layer: 0,
    ...parts,
  };
}
