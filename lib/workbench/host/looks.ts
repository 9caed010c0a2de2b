import { setOverlap } from "../../domain/measures/keyword-overlap.ts";
import { captureRecapture } from "../../domain/stats/intervals/recall-bound.ts";
import { fail } from "../../errors.ts";
import { signalsInWords } from "../../evaluation/signal-tally.ts";
import { overlapOfRuns } from "../../run/figures/overlap.ts";
import type {
  Compared,
  CompareQuery,
  Overlap,
  OverlapQuery,
  SignalsAnswer,
  Site,
} from "../look-schemas.ts";
import type { WorkbenchPorts } from "../workbench-ports.ts";
import { type OpenedRuns, openedRun } from "./opened-run.ts";
import type { PageRow, PageRows } from "./page-rows.ts";
import { siteAnswer } from "./site-answer.ts";

/** Key phrases that are listed, as many as `dowser overlap` compares. */
const TOP = 300;

/** Most target pages of two runs whose texts are compared while somebody waits: some ms each. */
const MOST_READ = 4_000;

/** Looks at runs as a whole, and at several side by side. */
export function createLooks(parts: OpenedRuns): WorkbenchPorts["looks"] {
  return {
    site: (run) => siteOf(parts, run),
    signals: (run) => signalsOf(parts, run),
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

async function siteOf(parts: OpenedRuns, run: string): Promise<Site> {
  return siteAnswer(await openedRun(parts, run), parts.folder.named(run));
}

async function signalsOf(parts: OpenedRuns, run: string): Promise<SignalsAnswer> {
  const { rows, project } = await openedRun(parts, run);
  const { signals, purpose, ...reserved } = rows.signals.figures(project.purpose);
  return { ...reserved, purpose: purpose ?? null, signals: signalsInWords(signals) };
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
