import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { systemClock } from "../../adapters/system-clock.ts";
import { type ExpandedTopic, expandTopic } from "../../crawl/expand-topic.ts";
import { viewPage } from "../../crawl/judge-page.ts";
import type { Json } from "../../domain/json.ts";
import {
  type ConceptSet,
  type ConceptTerm,
  REACH,
} from "../../domain/methods/ontology/concept-set.ts";
import type { MarkedPaths, Need, Strategy } from "../../domain/methods/strategy.ts";
import type { PageView } from "../../domain/page/page-view.ts";
import { settledView } from "../../domain/page/view-parts.ts";
import type { FetchedPage } from "../../domain/web/http/fetch-outcome.ts";
import { canonicalUrl } from "../../domain/web/url/canonical-url.ts";
import { type DowserError, fail } from "../../errors.ts";
import type { SearchProvider } from "../../ports/search-provider.ts";
import { fileNeed } from "../../project/files-schema.ts";
import { type FoundSeed, type FoundSeeds, seedQueries } from "../../project/found-seeds.ts";
import { needInWords, ownTerms } from "../../project/need-in-words.ts";
import { fetchLimits, type InitialState } from "../../project/plan-crawl.ts";
import type { Project } from "../../project/project-schema.ts";
import { readNamedFile } from "../../project/read-text-file.ts";
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
  const read = before ?? (await readNeed(project.need, pageSource(project, opened)));
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
    `search ${JSON.stringify(query)}: ${results.length} results from ${provider}${strange}`,
  );
  return results.map(({ url, title, extract }, index) => ({
    query,
    rank: index + 1,
    url,
    title,
    extract,
  }));
}

/**
 * Reads the user's need, with the example pages it names: files, or URLs of the web. Click paths
 * take a crawl of their own.
 */
export async function readNeed(
  need: Project["need"],
  source: PageSource,
): Promise<Omit<Need, "paths" | "pathModel">> {
  const { good, bad, examplePage } = need;
  const [example] = examplePage === undefined ? [] : await readExamples([examplePage], source);
  return {
    ...needInWords(need),
    concepts: await readConcepts(need),
    good: await readExamples(good, source),
    bad: await readExamples(bad, source),
    examplePage: example,
  };
}

async function readExamples(entries: readonly string[], source: PageSource): Promise<PageView[]> {
  const views: PageView[] = [];
  for (const entry of entries) {
    if (/^https?:/i.test(entry)) views.push(await readFromWeb(entry, source));
    else views.push(...readFiles(entry, source));
  }
  return views;
}

async function readFromWeb(entry: string, source: PageSource): Promise<PageView> {
  const parsed = canonicalUrl(entry);
  if (!parsed.ok) throw unreadable(entry, parsed.reason);
  const reading = await readPage(parsed.url, source);
  if (reading.kind === "unread") throw unreadable(entry, reading.reason);
  return reading.view;
}

function readFiles(pattern: string, { limits }: PageSource): PageView[] {
  // A name without wildcards may be in a folder whose name looks like a wildcard.
  const files = existsSync(pattern) ? [pattern] : globSync(pattern).toSorted();
  if (files.length === 0) throw unreadable(pattern, "no such file");
  return files.map((file) => {
    // A file has no address; its links are resolved against a host that cannot exist (RFC 6761
    // §6.4).
    const parsed = canonicalUrl(pathToFileURL(file).pathname, "http://file.invalid/");
    if (!parsed.ok) throw unreadable(file, parsed.reason);
    const page: FetchedPage = {
      kind: "page",
      url: parsed.url,
      status: 200,
      headers: [],
      body: readExample(file, limits.bodyBytes),
      mediaType: "text/html",
      charset: undefined,
      truncated: false,
    };
    return settledView(viewPage(page, {}, limits, systemClock).view);
  });
}

/** Reads the file of an example page, which is as large as a page of the crawl at most. */
function readExample(file: string, most: number): Buffer {
  return readNamedFile(file, {
    what: "an example page",
    most,
    error: "example-unreadable/file",
  });
}

function unreadable(page: string, reason: string): DowserError {
  const key = reason === "address" ? "example-unreadable/address" : "example-unreadable";
  return fail(key, { page, reason });
}

/**
 * Reads the terms of the topic: the user's own, which take precedence over those of the ontology.
 * Returns `undefined` when the need names neither.
 * @throws DowserError `unknown-topic`, `unknown-ontology`, and the errors of reading an ontology
 */
export async function readConcepts(need: Project["need"]): Promise<ConceptSet | undefined> {
  const { topic = "", ontology } = need;
  if (ontology === undefined) return needInWords(need).concepts;
  return { topic, terms: [...ownTerms(need), ...(await lookUp(ontology, topic))] };
}

async function lookUp(nameOrFile: string, topic: string): Promise<readonly ConceptTerm[]> {
  const ontology = await findOntology(nameOrFile, ".");
  try {
    const expanded = await expandTopic(ontology, topic, REACH);
    printNotice(summary(expanded));
    return expanded.terms;
  } finally {
    ontology.close();
  }
}

/** Says in one line how well the ontology knows the topic, and what of that is not used. */
function summary({ topic, terms, leftOut, cut }: ExpandedTopic): string {
  const names = terms.filter(({ distance }) => distance === 0).length;
  const near = terms.filter(({ distance }) => distance === 1 || distance === 2).length;
  const beyond = Object.values(cut).reduce((sum, count) => sum + count, 0);
  return [
    `the ontology has ${names} names of ${JSON.stringify(topic)}`,
    `${near} terms within two steps and ${terms.length - names - near} farther ones`,
    ...(leftOut.length > 0 ? [`${leftOut.length} terms that tell nothing are left out`] : []),
    ...(beyond > 0 ? [`${beyond} concepts are beyond the number taken`] : []),
  ].join(", ");
}
