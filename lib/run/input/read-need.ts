import { existsSync, globSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { systemClock } from "../../adapters/system-clock.ts";
import { type ExpandedTopic, expandTopic } from "../../crawl/expand-topic.ts";
import { viewPage } from "../../crawl/judge-page.ts";
import {
  type ConceptSet,
  type ConceptTerm,
  REACH,
} from "../../domain/methods/ontology/concept-set.ts";
import type { Need } from "../../domain/methods/strategy.ts";
import type { PageView } from "../../domain/page/page-view.ts";
import { settledView } from "../../domain/page/view-parts.ts";
import type { FetchedPage } from "../../domain/web/http/fetch-outcome.ts";
import { canonicalUrl } from "../../domain/web/url/canonical-url.ts";
import { type DowserError, fail } from "../../errors.ts";
import { needInWords, ownTerms } from "../../project/need-in-words.ts";
import type { Project } from "../../project/project-schema.ts";
import { readNamedFile } from "../../project/read-text-file.ts";
import { printNotice } from "../print/print-line.ts";
import { findOntology } from "./find-ontology.ts";
import { type PageSource, readPage } from "./read-page.ts";

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
