import { type Sitemap, typeName } from "../../domain/methods/sitemap.ts";
import { reasonMeaning } from "../../evaluation/report/reason-meaning.ts";
import { largestFirst } from "../../run/figures/sitemap-layout.ts";
import { type RunSitemap, sitemapOfRun } from "../../run/figures/sitemap-of-run.ts";
import type { Site } from "../look-schemas.ts";
import type { WatchedRun } from "./watched-run.ts";

/** Most hosts, and most links between types, that are named. */
const MOST_HOSTS = 200;
const MOST_ARCS = 30;

/** Describes the sites of a run: what it found where, and what it left out by which rule. */
export async function siteAnswer(watched: WatchedRun, named: string): Promise<Site> {
  const { rows, hosts, byType } = watched.rows;
  const { reasons } = await watched.report();
  const waiting = new Map<string, number>(watched.run.waitingByHost());
  return {
    pages: rows.length,
    hosts: hosts.shares(MOST_HOSTS).largest.map(({ name, ...counts }) => ({
      host: name,
      ...counts,
      waiting: waiting.get(name) ?? 0,
    })),
    hostCount: hosts.size,
    types: byType
      .shares(byType.size)
      .largest.map(({ name, ...counts }) => ({ type: name, ...counts })),
    sitemap: sitemapAnswer(await sitemapOfRun(watched.directory)),
    rejected: Object.entries(reasons)
      .filter(([reason]) => reason !== "fetched:page")
      .toSorted(([, a], [, b]) => b - a)
      .map(([reason, urls]) => ({ reason, meaning: meaningOf(reason), urls })),
    commands: {
      sitemap: `dowser sitemap ${named}`,
      rejected: `dowser export ${named} --explain`,
    },
  };
}

function meaningOf(reason: string): string {
  return reasonMeaning(reason.slice(reason.indexOf(":") + 1));
}

function sitemapAnswer(found: RunSitemap): Site["sitemap"] {
  if (found.kind === "none") return found;
  if (found.kind === "learning") return { kind: "learning", from: found.from ?? null };
  return knownSitemap(found.sitemap);
}

/** Returns what the API answers of learned page types. */
export function knownSitemap({ types, outliers, arcs }: Sitemap): Site["sitemap"] {
  return {
    kind: "known",
    types: types.map(({ name, pages, hub, authority, examples }) => {
      return { name, sampled: pages, hub, authority, example: examples[0] ?? null };
    }),
    outliers,
    arcs: largestFirst(arcs)
      .slice(0, MOST_ARCS)
      .map(({ from, to, links, apath }) => {
        return { from: typeName(from), to: typeName(to), links, at: apath };
      }),
    arcCount: arcs.length,
  };
}
