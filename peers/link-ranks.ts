import { z } from "zod";
import {
  eachLink,
  hubsAndAuthorities,
  type LinkGraph,
  linkGraph,
} from "../lib/domain/methods/graph/link-graph.ts";
import type { LinkContext, ScoredLink, Strategy } from "../lib/domain/methods/strategy.ts";
import {
  compileTopicProfile,
  type TopicProfile,
  topicProfile,
} from "../lib/domain/methods/topic-profile.ts";
import type { Url } from "../lib/domain/web/url/url.ts";
import { DAMPING, pageRank } from "./page-rank.ts";

type RankName = "pagerank" | "hits";

/**
 * Cho, Garcia-Molina & Page 1998 rank again as pages arrive; doing so at each page would cost the
 * square.
 */
const PAGES_A_RANKING = 25;

/** Options of both orders. */
export const rankOptions = z.strictObject({
  every: z
    .int()
    .min(1)
    .default(PAGES_A_RANKING)
    .describe("Pages fetched between two computations of the ranks."),
});

/**
 * Least growth of the crawl between two computations. From `every` / 0.025 pages on (1,000 at 25)
 * they become rarer, so that their work stays in proportion to the crawl.
 */
const LEAST_GROWTH = 0.025;

/** Scores by URL from the last computation, and the profile by which pages are judged. */
type RankModel = {
  readonly profile: TopicProfile;
  readonly scores: Readonly<Record<string, number>>;
  /** For PageRank: the part that every page has equally, which scores leave out. */
  readonly base: number;
  /** For HITS: the factor that turns a hub's score into its share of an authority's. */
  readonly share: number;
};

interface Ranking {
  readonly compute: (graph: LinkGraph) => Omit<RankModel, "profile">;
  /**
   * Returns what a page fetched since the last computation adds to each of its links, no URL twice.
   */
  readonly handOn: (links: ReadonlySet<Url>, context: LinkContext, model: RankModel) => number;
}

const RANKINGS: Readonly<Record<RankName, Ranking>> = {
  /** Cho, Garcia-Molina & Page 1998: the rank of a URL from the links of the fetched pages. */
  pagerank: {
    compute: (graph) => {
      // In units of the mean rank, which all URLs have before the first page.
      const ranks = pageRank(graph);
      const least = ranks.reduce((a, b) => Math.min(a, b), 1);
      const n = graph.urls.length;
      const score = (node: number) => ((ranks[node] ?? 0) - least) * n;
      const base = n === 0 ? 1 : least * n;
      return { scores: scoresByUrl(graph, graph.pages, score), base, share: 0 };
    },
    handOn: ({ size }, { depth, priority }, { base }) => {
      const rank = base + (depth === 0 ? 0 : priority);
      return (DAMPING * rank) / size;
    },
  },
  /** Kleinberg 1999: the authority of a URL from the hubs among the fetched pages. */
  hits: {
    compute: (graph) => {
      const { authorities, gain } = hubsAndAuthorities(graph.urls.length, (visit) =>
        eachLink(graph, (page, target) => visit(page, target, 1)),
      );
      const score = (node: number) => authorities[node] ?? 0;
      const share = gain === 0 ? 0 : 1 / gain ** 2;
      return { scores: scoresByUrl(graph, 0, score), base: 0, share };
    },
    handOn: (links, _context, { scores, share }) => {
      let hub = 0;
      for (const url of links) hub += scores[url] ?? 0;
      return hub * share;
    },
  },
};

/**
 * Compiles a crawl order by the link graph discovered so far; pages are judged by their cosine with
 * the need.
 */
export function rankStrategy(name: RankName, every: number): Strategy<RankModel> {
  const { compute, handOn } = RANKINGS[name];
  return {
    name,
    selection: { kind: "best" },
    merge: "sum",
    keepsOutlinks: true,
    train: ({ visits }, need) => ({ profile: topicProfile(need), ...compute(linkGraph(visits)) }),
    compile: (model) => ({
      assessPage: compileTopicProfile(model.profile),
      scoreLinks: ({ anchors }, _assessment, context) => {
        // Each URL once: with merge `sum` a second mention would count twice.
        const links = new Set(anchors.map(({ url }) => url));
        const common = {
          priority: handOn(links, context, model),
          group: "",
          snippet: undefined,
          why: `${name} handed on by the page`,
        };
        return Array.from(links, (url): ScoredLink => ({ url, ...common }));
      },
      rescoreLink: ({ url, redirects }) => {
        const score = model.scores[url];
        // No page links to the target of a redirect: it keeps the score of the link that was
        // redirected.
        if (score === undefined && redirects > 0) return undefined;
        const priority = score ?? 0;
        return { priority, group: "", why: `${name} ${priority.toPrecision(3)}` };
      },
    }),
    isStale: ({ pages, pagesAtTraining }) =>
      pages - pagesAtTraining >= Math.max(every, LEAST_GROWTH * pagesAtTraining),
  };
}

function scoresByUrl({ urls }: LinkGraph, from: number, score: (node: number) => number) {
  const scores: Record<string, number> = {};
  for (let node = from; node < urls.length; node += 1) {
    const url = urls[node];
    if (url !== undefined) scores[url] = score(node);
  }
  return scores;
}
