import { type LinkGraph, linkGraph } from "../../lib/domain/methods/graph/link-graph.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { aUrl } from "./a-url.ts";

/** Returns the URL of the node with this letter. */
export function nodeUrl(letter: string): Url {
  return aUrl(`http://site.example/${letter}`);
}

/** Returns a graph by the pages fetched, each a letter, with the letters it links to. */
export function aGraph(links: Readonly<Record<string, string>>): LinkGraph {
  return linkGraph(
    Object.entries(links).map(([page, targets]) => ({
      url: nodeUrl(page),
      outlinks: targets.split("").map(nodeUrl),
    })),
  );
}
