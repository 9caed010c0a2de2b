import { copyFileSync, cpSync, existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { CrawlPorts } from "../../crawl/crawl-plan.ts";
import { updatesOf } from "../../crawl/need-state.ts";
import type { Url } from "../../domain/url/url.ts";
import type { PageStore } from "../../ports/page-store.ts";
import { RUN_FILES } from "../run/run-database.ts";
import { loadRunProject } from "../run/run-project.ts";
import { seedListName } from "../run/run-seeds.ts";
import type { EarlierRuns } from "./earlier-runs.ts";

/** Files that a recrawl begins with; the need is last: when it is there, the others are. */
const BEGINNING = [RUN_FILES.training, RUN_FILES.seeds, RUN_FILES.labels, RUN_FILES.need];

/**
 * Copies what a run was asked for and has learned from people into the directory of its recrawl,
 * unless that has begun. Its pages stay where they are.
 */
export function copyBeginning(from: string, to: string): void {
  if (existsSync(join(to, RUN_FILES.need))) return;
  mkdirSync(to, { recursive: true });
  const list = loadRunProject(from)?.seeds?.file;
  const kept = list === undefined ? [] : [seedListName(list)];
  for (const name of [...kept, ...BEGINNING]) {
    const [source, target] = [join(from, name), join(to, name)];
    if (!existsSync(source)) continue;
    if (name === RUN_FILES.training) cpSync(source, target, { recursive: true, force: true });
    else {
      copyFileSync(source, `${target}.new`);
      renameSync(`${target}.new`, target);
    }
  }
}

/** Returns the stores of a recrawl that read what its pages were before. */
export async function beginRecrawl(
  stores: Pick<CrawlPorts, "models" | "log" | "clock" | "pages">,
  earlier: EarlierRuns,
): Promise<Pick<CrawlPorts, "earlier" | "pages">> {
  await beginWithModel(stores, earlier);
  const { pages } = stores;
  // A page that was labelled is known by its last version, before it is visited again.
  const get: PageStore["get"] = async (url) =>
    (await pages.get(url)) ?? (await earlier.run.pages.get(url));
  return { earlier, pages: { ...pages, get } };
}

/**
 * Returns the seeds that no earlier crawl has fetched, and the pages of sitemaps that none has
 * discovered: the others are visited in their turn.
 */
export async function unvisitedSeeds(
  earlier: Pick<EarlierRuns, "last" | "knows">,
  seeds: readonly Url[],
  listed: readonly Url[],
): Promise<readonly Url[]> {
  const unvisited: Url[] = [];
  for (const seed of seeds) if ((await earlier.last(seed)) === undefined) unvisited.push(seed);
  for (const page of listed) if (!(await earlier.knows(page))) unvisited.push(page);
  return unvisited;
}

/**
 * Lets a recrawl that has not begun go on with the last model of its run, and with what its need
 * knew: it does not judge its first pages by less. Does nothing when the run has no model.
 */
async function beginWithModel(
  { models, log, clock }: Pick<CrawlPorts, "models" | "log" | "clock">,
  { run }: Pick<EarlierRuns, "run">,
): Promise<void> {
  if ((await log.list()).some(({ kind }) => kind === "trained")) return;
  const events = await run.log.list();
  const trained = events.findLast(({ kind }) => kind === "trained");
  const hash = trained?.detail["model"];
  const json = typeof hash === "string" ? await run.models.get(hash) : undefined;
  if (trained === undefined || json === undefined) return;
  const model = await models.put(json);
  const at = clock.now();
  const { labels, seen } = updatesOf(events).state;
  // The pages that it was trained on are not among those of the recrawl.
  const learned = { labels, seen, model, pages: 0 };
  const kind = labels > 0 ? "labelled" : "sampled";
  if (labels + seen > 0) await log.append({ at, kind, detail: learned });
  await log.append({
    at,
    kind: "trained",
    detail: { ...trained.detail, model, pages: 0, rescored: 0 },
  });
}
