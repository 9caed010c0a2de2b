import { join } from "node:path";
import { systemClock } from "../../adapters/system-clock.ts";
import type { Json } from "../../domain/json.ts";
import type { MarkedPaths, Need, Strategy } from "../../domain/methods/strategy.ts";
import type { PageView } from "../../domain/page/page-view.ts";
import { canonicalUrl } from "../../domain/web/url/canonical-url.ts";
import { counted } from "../../evaluation/report/figure-text.ts";
import type { SearchProvider } from "../../ports/search-provider.ts";
import { fileNeed } from "../../project/files-schema.ts";
import { type FoundSeed, type FoundSeeds, seedQueries } from "../../project/found-seeds.ts";
import { fetchLimits, type InitialState } from "../../project/plan-crawl.ts";
import type { Project } from "../../project/project-schema.ts";
import { type NeedSource, readNeed, unreadable } from "../../project/read-need.ts";
import { seedListInWords } from "../../project/seed-list.ts";
import { RUN_FILES } from "../folder/run-database.ts";
import { saveFoundSeeds, saveNeed } from "../folder/run-inputs.ts";
import { printNotice } from "../print/print-line.ts";
import type { OpenedWeb } from "../web/open-web.ts";
import { findOntology } from "./find-ontology.ts";
import { type PageSource, readPage } from "./read-page.ts";

/** Initial inputs from other places than the project file and its examples. */
export interface KnownInputs {
  /** Click paths with their pages, from a training crawl. */
  readonly paths?: MarkedPaths | undefined;
  /** The model that was learned from other click paths, from a model file. */
  readonly pathModel?: Json | undefined;
  /** The need of an earlier start, with the pages of its examples. */
  readonly need?: Need | undefined;
  /** Seeds found at an earlier start. */
  readonly foundSeeds?: FoundSeeds | undefined;
  /** The search engine for seeds; without it nothing is searched for. */
  readonly engine?: SearchProvider | undefined;
}

/**
 * Prepares a crawl that starts now, with one of these strategies or each of them. The need is read
 * and checked, from files and the web when no earlier start kept it. Seeds are searched for last,
 * since a search may cost money, and not at all when an earlier start `kept` them.
 * @throws the error of a strategy that cannot use the need
 */
export async function readInputs(
  project: Project,
  opened: OpenedWeb,
  strategies: readonly Strategy[],
  { need: before, foundSeeds: savedSeeds, engine, paths, pathModel }: KnownInputs = {},
): Promise<InitialState> {
  const { seeds, scope } = project;
  if (seeds.file !== undefined) (await seedListInWords(seeds.file, scope)).forEach(printNotice);
  const read = before ?? (await readNeed(project.need, needSource(pageSource(project, opened))));
  const need = { ...read, paths, pathModel };
  for (const strategy of strategies) printNeedNotes(strategy, need);
  const foundSeeds = savedSeeds ?? (await searchSeeds(project, engine));
  return { need, foundSeeds, year: new Date().getUTCFullYear() };
}

/**
 * Keeps the initial inputs in the directory of their run, when none are kept yet. The need is
 * written last: when it exists, the other files do, too.
 */
export function saveInputs(
  directory: string,
  { need, foundSeeds }: Pick<InitialState, "need" | "foundSeeds">,
): void {
  if (foundSeeds !== undefined) saveFoundSeeds(join(directory, RUN_FILES.seeds), foundSeeds);
  saveNeed(join(directory, RUN_FILES.need), need);
}

/** Returns the source of the pages that the project's user names. */
export function pageSource(project: Project, opened: OpenedWeb): PageSource {
  const delayMs = opened.isLive ? project.politeness.minDelayMs : 0;
  const files = fileNeed(project.need.files);
  return { ...opened, limits: fetchLimits(project, opened), files, delayMs };
}

/** Reports on standard error how a strategy handles the gaps of the need. */
function printNeedNotes(strategy: Strategy, need: Need): void {
  const clause = strategy.checkNeed?.(need);
  if (clause !== undefined) printNotice(`${strategy.name}: ${clause}`);
}

/**
 * Asks each query of a project once and reports the results on standard error; returns `undefined`
 * when the project has no search.
 */
async function searchSeeds(
  project: Project,
  engine: SearchProvider | undefined,
): Promise<FoundSeeds | undefined> {
  const { search } = project;
  if (search === undefined || engine === undefined) return undefined;
  const found: FoundSeed[] = [];
  for (const query of seedQueries(project)) {
    found.push(...(await searchOnce(engine, query, search)));
  }
  return { provider: search.provider, found };
}

async function searchOnce(
  engine: SearchProvider,
  query: string,
  { provider, results: limit }: NonNullable<Project["search"]>,
): Promise<FoundSeed[]> {
  const { results, leftOut } = await engine.search(query, limit);
  const strange = leftOut === 0 ? "" : `; ${leftOut} that are no http(s) URLs were left out`;
  printNotice(
    `search ${JSON.stringify(query)}: ${counted(results.length, "result")} from ${provider}${strange}`,
  );
  return results.map(({ url, title, extract }, index) => ({
    query,
    rank: index + 1,
    url,
    title,
    extract,
  }));
}

/** Returns the source of a need on this machine: its files, its ontologies, and the web. */
export function needSource(source: PageSource): NeedSource {
  return {
    limits: source.limits,
    clock: systemClock,
    readFromWeb: (entry) => readFromWeb(entry, source),
    openOntology: (nameOrFile) => findOntology(nameOrFile, "."),
    say: printNotice,
  };
}

async function readFromWeb(entry: string, source: PageSource): Promise<PageView> {
  const parsed = canonicalUrl(entry);
  if (!parsed.ok) throw unreadable(entry, parsed.reason);
  const reading = await readPage(parsed.url, source);
  if (reading.kind === "unread") throw unreadable(entry, reading.reason);
  return reading.view;
}
