import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { readFileRunLog } from "../../adapters/files/file-run-log.ts";
import { segmentName, segmentReaders } from "../../adapters/files/page-segments.ts";
import { removeUnnamedSegments, rewriteSegments } from "../../adapters/files/rewrite-segments.ts";
import { openWarcPagesForReading } from "../../adapters/files/warc-page-store.ts";
import {
  forgetPages,
  listUrls,
  queriesOfLinks,
  type TextsOfLinks,
} from "../../adapters/sqlite/forget-pages.ts";
import {
  createSqliteRecordStore,
  readPlaces,
  readSegmentEnds,
  readSqlitePageIndex,
} from "../../adapters/sqlite/sqlite-record-store.ts";
import { originalOf, readRecord } from "../../adapters/warc/stored-page.ts";
import { packAnswer } from "../../adapters/warc/write-warc.ts";
import { FORGOTTEN } from "../../crawl/crawl-rules.ts";
import type { FrontierPolicy } from "../../domain/frontier/frontier-policy.ts";
import type { UrlTest } from "../../domain/frontier/scope.ts";
import type { Url } from "../../domain/web/url/url.ts";
import {
  askedQueries,
  type CrawlWithTexts,
  FORGOTTEN_QUERY,
  findPages,
  queriesWith,
  textsOfPages,
  withoutQuery,
} from "../../features/forget/forgotten-texts.ts";
import { seedQueries } from "../../project/found-seeds.ts";
import { earlierPages, readRun, storedViews } from "../../run/folder/read-run.ts";
import { RUN_FILES } from "../../run/folder/run-database.ts";
import { loadNeed } from "../../run/folder/run-inputs.ts";
import { earlierDirectory, loadRunProject } from "../../run/folder/run-project.ts";
import { changeLines, type ForgottenTexts, forgetInFiles } from "./forget-files.ts";

/** What a run has of the pages that it is to forget. */
export interface Forgettable extends ForgottenTexts {
  /** URLs with a record: pages, redirects, failures. */
  readonly records: number;
  readonly pages: number;
  /** Stored answers: pages, and heads of other answers. */
  readonly answers: number;
  readonly bytes: number;
  /** Queued links: they are not fetched. */
  readonly queued: number;
  /** Models that go because they have learned words of the pages. */
  readonly models: number;
  /** Pages under other URLs whose content was stored with a forgotten one; they are kept. */
  readonly copies: readonly Url[];
}

/** A run whose crawl is not at work. */
export interface IdleRun {
  readonly directory: string;
  readonly database: DatabaseSync;
  readonly policy: FrontierPolicy;
}

/** What is to be done in a run. */
interface Plan {
  readonly found: Forgettable;
  readonly urls: ReadonlySet<Url>;
  readonly texts: TextsOfLinks;
  readonly segments: ReadonlySet<number>;
}

/**
 * Counts what a run has of the pages that `isForgotten` names; changes nothing. Models go with a page
 * or a label of one, and those that `hasOldModels` names are left by an earlier call.
 */
export async function findForgettable(
  run: IdleRun,
  isForgotten: UrlTest,
  { hasOldModels }: { readonly hasOldModels: boolean },
): Promise<Plan> {
  const { directory, database } = run;
  const { urls, pages, digests, known, queued } = await findPages(
    createSqliteRecordStore(database),
    listUrls(database),
    isForgotten,
  );
  const copies = await copiesWithoutBody(run, urls, digests);
  const segments = new Set<number>();
  let [answers, bytes] = [0, 0];
  for (const { url, segment, length } of readPlaces(database)) {
    if (urls.has(url)) [answers, bytes] = [answers + 1, bytes + length];
    if (urls.has(url) || copies.has(url)) segments.add(segment);
  }
  const texts = forgetInFiles(directory, isForgotten, { isDry: true });
  const need = loadNeed(join(directory, RUN_FILES.need)) ?? {};
  const ofLinks = await textsOfPages(crawlsOf(directory), isForgotten, need);
  const { labels, examples } = texts;
  const hasTaught = urls.size + labels + examples + texts.texts + ofLinks.titles.size > 0;
  const models = hasTaught || hasOldModels ? countModels(database) : 0;
  const counts = { records: urls.size, pages, answers, bytes, queued, models };
  const found = { ...counts, copies: [...copies], ...texts };
  const { words, ...links } = ofLinks;
  const project = loadRunProject(directory) ?? {};
  const logged = askedQueries(await readFileRunLog(join(directory, RUN_FILES.log)));
  const composes = project.search?.compose !== undefined;
  const asked = composes ? [...logged, ...queriesOfLinks(database)] : [];
  const { seeds, need: wanted } = project;
  const own = seeds && wanted ? seedQueries({ seeds, need: wanted }) : [];
  const queries = queriesWith(asked, words, own);
  return { found, urls, texts: { ...links, known, queries }, segments };
}

/** Returns the kept pages that are stored without their body, which is that of a forgotten page. */
async function copiesWithoutBody(
  { directory, database }: IdleRun,
  urls: ReadonlySet<Url>,
  digests: ReadonlySet<string>,
): Promise<ReadonlySet<Url>> {
  const found = new Set<Url>();
  if (digests.size === 0) return found;
  const index = readSqlitePageIndex(database);
  using readers = segmentReaders(join(directory, RUN_FILES.pages));
  for await (const { url, page } of createSqliteRecordStore(database).list()) {
    const place = page?.ref && digests.has(page.ref.digest) ? index.find("page", url) : undefined;
    if (place === undefined || urls.has(url)) continue;
    const source = readers.open(place.segment);
    const { head } = await readRecord({ ...place, source }, Number.MAX_SAFE_INTEGER);
    const original = originalOf(head);
    if (original !== undefined && urls.has(original)) found.add(url);
  }
  return found;
}

/** Opens a run and those that it visits again, one after the other. */
async function* crawlsOf(directory: string): AsyncGenerator<CrawlWithTexts> {
  for (const each of [directory, ...earlierRuns(directory)]) {
    await using run = readRun(each);
    const viewOf = storedViews(run.pages, loadRunProject(each) ?? {});
    yield { records: run.records, viewOf };
  }
}

/** Returns the directories of the runs that a recrawl visits again, as far as they are there. */
export function earlierRuns(directory: string): readonly string[] {
  const found: string[] = [];
  let at = earlierDirectory(directory);
  while (at !== undefined && existsSync(join(at, RUN_FILES.database))) {
    found.push(at);
    at = earlierDirectory(at);
  }
  return found;
}

/**
 * Forgets the pages of a plan. The segments that hold them are copied without them; then the
 * database names the copies and forgets the records, in one transaction; then the old segments are
 * deleted. A kill before the transaction changes nothing, and the same call completes what one after it left.
 */
export async function forgetIn(run: IdleRun, isForgotten: UrlTest, plan: Plan): Promise<void> {
  const { directory, database, policy } = run;
  const { urls, found, texts } = plan;
  const folder = join(directory, RUN_FILES.pages);
  const index = {
    ends: () => readSegmentEnds(database),
    placesIn: (segment: number) => readPlaces(database, segment),
  };
  const { leftOut, moved } = await rewriteWithout(run, plan);
  // Before the pages are gone, by whose words the queries are known.
  forgetQueries(directory, texts.queries);
  const changes = { urls, dropped: leftOut, moved, reason: FORGOTTEN, segmentName };
  forgetPages(database, policy, {
    ...changes,
    ...texts,
    dropsModels: found.models > 0,
    forgottenQuery: FORGOTTEN_QUERY,
  });
  if (existsSync(folder)) removeUnnamedSegments(folder, index);
  forgetInFiles(directory, isForgotten, { isDry: false });
}

/** Copies the segments of a plan without the pages that are to be forgotten. */
async function rewriteWithout(
  { directory, database }: IdleRun,
  { urls, segments, found }: Plan,
): ReturnType<typeof rewriteSegments> {
  const folder = join(directory, RUN_FILES.pages);
  if (!existsSync(folder)) return { leftOut: [], moved: [] };
  const index = {
    ends: () => readSegmentEnds(database),
    placesIn: (segment: number) => readPlaces(database, segment),
  };
  const earlier = earlierPages(directory);
  const pages = openWarcPagesForReading(folder, readSqlitePageIndex(database), earlier.get);
  const copies = new Set(found.copies);
  return rewriteSegments(folder, index, segments, {
    leavesOut: ({ url }) => urls.has(url),
    replacing: async ({ kind, url }) => {
      const page = kind === "page" && copies.has(url) ? await pages.get(url) : undefined;
      const record = page && (await createSqliteRecordStore(database).get(url));
      return page && record && (await packAnswer(page, record.fetchedAt)).member;
    },
  }).finally(async () => {
    await pages.close();
    await earlier.close();
  });
}

function countModels(database: DatabaseSync): number {
  return Number(database.prepare("SELECT count(*) AS count FROM model").get()?.["count"]);
}

/** Replaces composed queries in the log of a run: their number and their results stay. */
function forgetQueries(directory: string, queries: ReadonlySet<string>): void {
  const file = join(directory, RUN_FILES.log);
  if (queries.size === 0 || !existsSync(file)) return;
  changeLines(file, (event) => withoutQuery(event, queries), { isDry: false });
}
