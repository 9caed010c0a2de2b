import { FORGOTTEN, forgottenModels } from "../../crawl/crawl-rules.ts";
import type { UrlTest } from "../../domain/frontier/scope.ts";
import type { LinkRow, RunTables } from "../../domain/measures/audit/table-evidence.ts";
import type { Violation } from "../../domain/measures/audit/violation.ts";
import { hostOf } from "../../domain/web/url/canonical-url.ts";
import type { Url } from "../../domain/web/url/url.ts";
import type { RunEvent } from "../../ports/run-log.ts";
import type { AuditedRun } from "./audited-run.ts";

/** What a run has where something of forgotten pages can be left. */
interface ForgottenRun {
  readonly run: Pick<AuditedRun, "indexedAnswers" | "records">;
  readonly tables: Pick<RunTables, "links" | "models">;
  readonly events: readonly RunEvent[];
  /** Number of labels, example pages and texts of forgotten pages in the files beside the database. */
  readonly inFiles: number;
  /** Returns the page on which an earlier crawl found a URL; `undefined` when none says so. */
  readonly foundOn: (url: Url) => Promise<Url | undefined>;
}

/**
 * Checks that nothing is left of what the log says was forgotten, and that none of it was fetched
 * again: a kill may have come between the two. No words are kept to look for. It looks where words
 * of such a page can be: its answer, its record, texts beside links from it, models, files.
 */
export async function* auditForgotten(
  audited: ForgottenRun,
  isForgotten: UrlTest,
): AsyncGenerator<Violation, void, undefined> {
  const { run, tables, events, inFiles } = audited;
  const isGone = (url: Url) => isForgotten(url, hostOf(url));
  for (const { url } of run.indexedAnswers()) if (isGone(url)) yield left(url, "is still there");
  for await (const { url, reason } of run.records())
    if (reason !== FORGOTTEN && isGone(url)) yield left(url, "is still there");
  for (const url of await linksWithItsText(audited, isGone))
    yield left(url, "the text beside this link is from it");
  const old = forgottenModels(events);
  for (const { hash } of tables.models())
    if (old.has(hash)) yield left(hash, "this model may have words of it");
  if (inFiles > 0) yield left("log.jsonl", `${inFiles} texts of it are in the files of the run`);
}

function left(url: string, what: string): Violation {
  const words = `was to be forgotten, and ${what}: run the same dowser forget again`;
  return { check: "conservation", url, what: words };
}

/**
 * Returns links with a text that must be from a forgotten page. A crawl that went on may have found the link on
 * another page since: the text has the title of that page then.
 */
async function linksWithItsText(
  { run, tables, events, foundOn }: ForgottenRun,
  isGone: (url: Url) => boolean,
): Promise<ReadonlySet<Url>> {
  const from = await linksFrom(tables, isGone, foundOn);
  const titles = new Map<Url, string>();
  for (const { url, snippet } of tables.links())
    if (snippet !== null && from.has(url)) titles.set(url, titleIn(snippet));
  const kept = new Set<string>();
  for await (const { url, parent, snippet, page } of run.records()) {
    const isFrom = from.has(url) || (parent !== undefined && isGone(parent));
    if (snippet !== undefined && isFrom) titles.set(url, snippet.title);
    if (page !== undefined) kept.add(page.title);
  }
  const wentOn = events.findLast(({ kind }) => kind === "started" || kind === "forgotten");
  const isKept = (title: string) => wentOn?.kind === "started" && (title === "" || kept.has(title));
  return new Set([...titles].flatMap(([url, title]) => (isKept(title) ? [] : [url])));
}

function titleIn(snippet: string): string {
  const { title }: { readonly title?: unknown } = JSON.parse(snippet);
  return typeof title === "string" ? title : "";
}

/** Returns the links that were found on forgotten pages, by this crawl or one before, also by a redirect. */
async function linksFrom(
  tables: Pick<RunTables, "links">,
  isGone: (url: Url) => boolean,
  foundOn: ForgottenRun["foundOn"],
): Promise<ReadonlySet<Url>> {
  const found = new Set<Url>();
  for (const link of tables.links()) {
    const own = parentOf(link);
    const parent = own === undefined && link.snippet !== null ? await foundOn(link.url) : own;
    if (parent !== undefined && isGone(parent)) found.add(link.url);
  }
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const link of tables.links()) {
      const parent = (link.redirects ?? 0) > 0 ? parentOf(link) : undefined;
      if (parent !== undefined && found.has(parent)) found.add(link.url);
    }
  }
  return found;
}

function parentOf({ parent, parentUrl }: Pick<LinkRow, "parent" | "parentUrl">): Url | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the frontier wrote it as one
  return parent?.url ?? (parentUrl === null ? undefined : (parentUrl as Url));
}
