import type { Miss, Visit } from "../../lib/domain/methods/strategy.ts";
import { hostOf } from "../../lib/domain/web/url/canonical-url.ts";
import { nodeUrl } from "./a-graph.ts";

/** Returns a page with a letter for its name, and the letters it links to, with repetitions. */
export function aVisit(letter: string, links: string, parts: Partial<Visit> = {}): Visit {
  const url = nodeUrl(letter);
  return {
    url,
    host: hostOf(url),
    depth: 1,
    layer: 0,
    parent: undefined,
    group: "",
    snippet: undefined,
    fetchMs: 0,
    utility: 0,
    isTarget: false,
    type: undefined,
    structure: undefined,
    outlinks: links.split("").map(nodeUrl),
    ...parts,
  };
}

/** A link that failed or, with a second letter, that redirects there. */
export function aMiss(letter: string, layer: number, location?: string): Miss {
  return {
    url: nodeUrl(letter),
    layer,
    group: "",
    parent: undefined,
    snippet: undefined,
    location: location === undefined ? undefined : nodeUrl(location),
  };
}
