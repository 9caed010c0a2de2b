import { setOverlap } from "../../domain/measures/document-overlap.ts";
import { type Sitemap, typeName } from "../../domain/methods/sitemap.ts";
import { captureRecapture } from "../../domain/stats/intervals/recall-bound.ts";
import { fail } from "../../errors.ts";
import { reasonMeaning } from "../../evaluation/report/reason-meaning.ts";
import { overlapOfRuns } from "../../run/figures/overlap.ts";
import { largestFirst, type RunSitemap, sitemapOfRun } from "../../run/figures/sitemap-of-run.ts";
import type { Compared, CompareQuery, Overlap, OverlapQuery, Site } from "../look-schemas.ts";
import type { WorkbenchPorts } from "../workbench-ports.ts";
import type { PageRow, PageRows } from "./page-rows.ts";
import { type OpenedRuns, openedRun } from "./run-folder.ts";
import type { WatchedRun } from "./watched-run.ts";

/** Key phrases that are listed, as many as `dowser overlap` compares. */
const TOP = 300;

/** Most target pages of two runs whose texts are compared while somebody waits: some ms each. */
const MOST_READ = 4_000;

/** Looks at runs as a whole, and at several side by side. */
export function createLooks(parts: OpenedRuns): WorkbenchPorts["looks"] {
  return {
    site: async (run) => siteAnswer(await openedRun(parts, run), parts.folder.named(run)),
    compare: (query) => compare(parts, query),
    overlap: (query) => overlap(parts, query),
  };
}

async function compare(parts: OpenedRuns, { run, others }: CompareQuery): Promise<Compared> {
  const first = await rowsOf(parts, run);
  const compared: Compared["runs"] = [figuresOf(run, first)];
  const { folder } = parts;
  for (const other of others) {
    const rows = await rowsOf(parts, other);
    const command = `dowser overlap ${folder.named(run)} ${folder.named(other)}`;
    compared.push({ ...figuresOf(other, rows), shared: sharedPages(first, rows), command });
  }
  return { runs: compared };
}

async function rowsOf(parts: OpenedRuns, run: string): Promise<PageRows> {
  return (await openedRun(parts, run)).rows;
}

function figuresOf(run: string, { rows, hosts, harvest }: PageRows): Compared["runs"][number] {
  const points = [...harvest.points()];
  return {
    run,
    pages: rows.length,
    targets: points.at(-1)?.targets ?? 0,
    hosts: hosts.size,
    harvest: points,
    shared: null,
    command: null,
  };
}

/** Counts the pages that two runs have in common, by address. */
function sharedPages(first: PageRows, other: PageRows): Compared["runs"][number]["shared"] {
  let [pages, targets] = [0, 0];
  for (const { url, isTarget } of other.rows) {
    const own = first.find(url);
    if (own === undefined) continue;
    pages += 1;
    if (own.isTarget && isTarget) targets += 1;
  }
  const [ours, theirs] = [first, other].map(({ rows }) => rows.filter(({ isTarget }) => isTarget));
  const counts = [ours, theirs].map((rows) => rows?.length ?? 0);
  return {
    pages,
    targets,
    sites: setOverlap(hostsOf(ours), hostsOf(theirs)),
    all: targets === 0 ? null : captureRecapture(counts[0] ?? 0, counts[1] ?? 0, targets),
  };
}

function hostsOf(rows: readonly PageRow[] = []): ReadonlySet<string> {
  return new Set(rows.map(({ host }) => host));
}

/** @throws DowserError `overlap-too-large` */
async function overlap(parts: OpenedRuns, { run, other }: OverlapQuery): Promise<Overlap> {
  const { folder } = parts;
  const [ours, theirs] = [await rowsOf(parts, run), await rowsOf(parts, other)];
  const command = `dowser overlap ${folder.named(run)} ${folder.named(other)}`;
  const pages = [ours, theirs].flatMap(({ rows }) =>
    rows.filter(({ isTarget }) => isTarget),
  ).length;
  if (pages > MOST_READ) throw fail("overlap-too-large", { pages, command });
  const settings = { top: TOP, onProgress: () => {} };
  const { figures } = await overlapOfRuns(folder.directory(run), folder.directory(other), settings);
  if (figures === undefined) return { figures: null };
  const { keywords, documents, lists } = figures;
  return {
    figures: {
      keywords: [...keywords],
      documents,
      common: [...lists.common],
      onlyFirst: [...lists.onlyFirst],
      onlySecond: [...lists.onlySecond],
    },
  };
}

/** Most hosts, and most links between types, that are named. */
const MOST_HOSTS = 200;
const MOST_ARCS = 30;

/** Describes the sites of a run: what it found where, and what it left out by which rule. */
async function siteAnswer(watched: WatchedRun, named: string): Promise<Site> {
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
    rejected: rejectedOf(reasons),
    commands: {
      sitemap: `dowser sitemap ${named}`,
      rejected: `dowser export ${named} --explain`,
    },
  };
}

/** Returns the URLs without a page by outcome or rule, each with its meaning, the most frequent first. */
export function rejectedOf(reasons: Readonly<Record<string, number>>): Site["rejected"] {
  return Object.entries(reasons)
    .filter(([reason]) => reason !== "fetched:page")
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, urls]) => {
      return { reason, meaning: reasonMeaning(reason.slice(reason.indexOf(":") + 1)), urls };
    });
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
