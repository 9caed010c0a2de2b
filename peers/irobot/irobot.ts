import { z } from "zod";
import { sampleSizeOption } from "../../lib/domain/methods/source/source-aim.ts";
import type { LinkScore, ScoredLink, Strategy } from "../../lib/domain/methods/strategy.ts";
import { strategyModule } from "../../lib/domain/methods/strategy-module.ts";
import {
  compileTopicProfile,
  type TopicProfile,
  topicProfile,
} from "../../lib/domain/methods/topic-profile.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { sampleSizeFor } from "../sampling/sample-size.ts";
import {
  type LearnedCrawl,
  type SampledModel,
  sampledStrategy,
} from "../sampling/sampled-strategy.ts";
import { compileUrlPattern } from "../sampling/url-patterns.ts";
import { irobotClusters } from "./irobot-clustering.ts";
import { type LearnedPath, learnPath } from "./learn-path.ts";

const options = z.strictObject({ sampleSize: sampleSizeOption });

/** `irobot`: links along a spanning tree of the page types of a site. */
export default strategyModule({
  name: "irobot",
  description: "Links along a spanning tree of the page types of the site (Cai 2008).",
  options,
  create: (settings, { seed, pages }) =>
    alongTree({ seed, sampleSize: settings.sampleSize ?? sampleSizeFor("ucc", pages) }),
});

/**
 * Compiles iRobot in its automatic form, as far as it is known from Cai, Yang, Lai, Wang & Zhang
 * 2008. Pages of a sample are clustered by their repetitive regions and URL patterns. A tree of
 * links spans the informative clusters, and the site is crawled breadth first along it. All other
 * links are dropped, except those that turn pages. Pages are judged by their cosine with the need,
 * as in every crawl order.
 */
function alongTree(crawl: {
  readonly seed: number;
  readonly sampleSize: number;
}): Strategy<SampledModel<TopicProfile, LearnedPath>> {
  return sampledStrategy<TopicProfile, LearnedPath>({
    ...crawl,
    name: "irobot",
    sampling: "deque",
    markOf: ({ text }) => (flipsPage(text) ? FLIP_MARK : ""),
    aim: topicProfile,
    learn: (sample) => {
      const bags = sample.pages.map(({ structure }) => structure.paths);
      return learnPath(sample, irobotClusters(bags));
    },
    judge: (profile, learned) => {
      const assess = compileTopicProfile(profile);
      if (learned === undefined) return assess;
      return (page, context) => {
        const vertex = vertexOfLink(learned, context);
        return { ...assess(page), type: vertex === "" ? undefined : vertex };
      };
    },
    follow,
  });
}

/**
 * Returns the name of a vertex, which is the group of the links to it and the type of its pages.
 * Several names have spaces between them.
 */
function vertexName(vertex: number): string {
  return `vertex-${vertex + 1}`;
}

/** Returns the vertices of a link's page; `""` off the path. */
function vertexOfLink(
  { root }: Pick<LearnedPath, "root">,
  { depth, group }: { readonly depth: number; readonly group: string },
): string {
  return depth === 0 ? vertexName(root) : group;
}

/** The priority, the group and the reason with which a link is followed. */
type Follow = LinkScore;

function follow(path: LearnedPath): LearnedCrawl {
  const followFrom = compilePath(path);
  return {
    scoreLinks: ({ anchors }, _assessment, context) => {
      const vertex = vertexOfLink(path, context);
      const followed = new Map<Url, ScoredLink>();
      for (const { url, apath, text } of anchors) {
        if (followed.has(url)) continue;
        const how = followFrom(vertex, { url, apath, isFlip: flipsPage(text) });
        if (how !== undefined) followed.set(url, { url, snippet: undefined, ...how });
      }
      return [...followed.values()];
    },
    rescoreLink: ({ url, parent, group }) => {
      const vertex = parent === undefined ? undefined : path.vertexOf[parent];
      if (vertex === undefined) return DROPPED;
      const isFlip = group.startsWith(FLIP_MARK);
      const apath = isFlip ? group.slice(FLIP_MARK.length) : group;
      return followFrom(vertexName(vertex), { url, apath, isFlip }) ?? DROPPED;
    },
  };
}

/** A link as the path sees it. */
interface PlacedLink {
  readonly url: Url;
  readonly apath: string;
  readonly isFlip: boolean;
}

/**
 * Compiles a path to a function that follows a link along its arcs. A link that turns a page leads
 * to the vertex of its own page. Links at one place with similar URLs may lead to several vertices:
 * then their page counts for each of them.
 */
function compilePath({
  arcs,
  root,
}: LearnedPath): (vertices: string, link: PlacedLink) => Follow | undefined {
  const ways = Map.groupBy(
    arcs.map(({ pattern, ...arc }) => ({ ...arc, matches: compileUrlPattern(pattern) })),
    ({ from }) => vertexName(from),
  );
  const onPath = new Set([root, ...arcs.map(({ to }) => to)].map(vertexName));
  return (vertices, { url, apath, isFlip }) => {
    const from = vertices.split(" ");
    const leading = from
      .flatMap((vertex) => ways.get(vertex) ?? [])
      .filter((way) => way.apath === apath && way.matches(url));
    if (leading.length > 0) {
      const group = [...new Set(leading.map(({ to }) => vertexName(to)))].join(" ");
      return { priority: 1, group, why: "an arc of the traversal path" };
    }
    if (!isFlip || !from.some((vertex) => onPath.has(vertex))) return undefined;
    return { priority: 1, group: vertices, why: "turns a page of the traversal path" };
  };
}

/** Marks a link that turns a page, while the site is sampled. */
const FLIP_MARK = "flip ";

/** A waiting link cannot be dropped, but it waits until all others are fetched. */
const DROPPED: Follow = { priority: 0, group: "", why: "off the traversal path" };

/**
 * A number, `Next` or `Previous`, with punctuation around: iRobot's vocabulary as reported by Xu,
 * Gao & Callan 2018.
 */
const FLIPS = /^[^\p{L}\p{N}]*(?:\d{1,6}|next|previous)[^\p{L}\p{N}]*$/iu;

/** Returns whether a link with this text turns to another page of the same content. */
export function flipsPage(anchorText: string): boolean {
  return FLIPS.test(anchorText);
}
