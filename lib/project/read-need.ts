/** Reads what a project names beside its text: example pages, an ontology, and the guide of an assessor. */
import { existsSync, globSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { type ExpandedTopic, expandTopic } from "../crawl/expand-topic.ts";
import { viewPage } from "../crawl/judge-page.ts";
import { termOfNoConcept } from "../domain/methods/ontology/collect-terms.ts";
import {
  type ConceptSet,
  type ConceptTerm,
  REACH,
} from "../domain/methods/ontology/concept-set.ts";
import type { Need } from "../domain/methods/strategy.ts";
import type { PageView } from "../domain/page/page-view.ts";
import { settledView } from "../domain/page/view-parts.ts";
import type { FetchedPage } from "../domain/web/http/fetch-outcome.ts";
import { canonicalUrl } from "../domain/web/url/canonical-url.ts";
import { type DowserError, fail } from "../errors.ts";
import type { Clock } from "../ports/clock.ts";
import type { Ontology } from "../ports/ontology.ts";
import { fileNeed } from "./files-schema.ts";
import { isOnWeb } from "./load-project.ts";
import type { Project } from "./project-schema.ts";
import { readNamedFile, readTextFile } from "./read-text-file.ts";

/** The places of what a need names. */
export interface NeedSource {
  /** Limits of an example page. */
  readonly limits: { readonly bodyBytes: number; readonly parseMs: number };
  readonly clock: Pick<Clock, "now">;
  /** Folder that the addresses of example files leave out, without a slash at its end; none if absent. */
  readonly folder?: string;
  /** Reads an example page at a URL. */
  readonly readFromWeb: (url: string) => Promise<PageView>;
  /** Opens an ontology by its name or its file. */
  readonly openOntology: (nameOrFile: string) => Promise<Ontology & Disposable>;
  /** Takes a line on what was found. */
  readonly say: (line: string) => void;
}

/**
 * Reads the user's need, with the example pages it names: files, or URLs of the web. Click paths
 * take a crawl of their own.
 * @throws DowserError `example-unreadable`, and the errors of {@link readConcepts}
 */
export async function readNeed(
  need: Project["need"],
  source: NeedSource,
): Promise<Omit<Need, "paths" | "pathModel">> {
  const { good, bad, examplePage } = need;
  const [example] = examplePage === undefined ? [] : await readExamples([examplePage], source);
  return {
    ...needInWords(need),
    concepts: await readConcepts(need, source),
    good: await readExamples(good, source),
    bad: await readExamples(bad, source),
    examplePage: example,
  };
}

async function readExamples(entries: readonly string[], source: NeedSource): Promise<PageView[]> {
  const views: PageView[] = [];
  for (const entry of entries) {
    if (isOnWeb(entry)) views.push(await source.readFromWeb(entry));
    else views.push(...readFiles(entry, source));
  }
  return views;
}

function readFiles(pattern: string, { limits, clock, folder }: NeedSource): PageView[] {
  // A name without wildcards may be in a folder whose name looks like a wildcard.
  const files = existsSync(pattern) ? [pattern] : globSync(pattern).toSorted();
  if (files.length === 0) throw unreadable(pattern, "no such file");
  return files.map((file) => {
    // A file has no address; its links are resolved against a host that cannot exist (RFC 6761
    // §6.4).
    const outside = folder === undefined ? 0 : pathToFileURL(folder).pathname.length;
    const address = pathToFileURL(file).pathname.slice(outside);
    const parsed = canonicalUrl(address, "http://file.invalid/");
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
    return settledView(viewPage(page, {}, limits, clock).view);
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

/** Makes the error of an example page that cannot be read. */
export function unreadable(page: string, reason: string): DowserError {
  const key = reason === "address" ? "example-unreadable/address" : "example-unreadable";
  return fail(key, { page, reason });
}

/**
 * Reads the terms of the topic: the user's own, which take precedence over those of the ontology.
 * Returns `undefined` when the need names neither.
 * @throws DowserError `unknown-topic`, `unknown-ontology`, and the errors of reading an ontology
 */
export async function readConcepts(
  need: Project["need"],
  source: Pick<NeedSource, "openOntology" | "say">,
): Promise<ConceptSet | undefined> {
  const { topic = "", ontology } = need;
  if (ontology === undefined) return needInWords(need).concepts;
  return { topic, terms: [...ownTerms(need), ...(await lookUp(ontology, topic, source))] };
}

async function lookUp(
  nameOrFile: string,
  topic: string,
  { openOntology, say }: Pick<NeedSource, "openOntology" | "say">,
): Promise<readonly ConceptTerm[]> {
  using ontology = await openOntology(nameOrFile);
  const expanded = await expandTopic(ontology, topic, REACH);
  say(summary(expanded));
  return expanded.terms;
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

/** Longest guide, in bytes: it goes along with every page. */
const MAX_GUIDE_BYTES = 20_000;

/**
 * Reads the guide that a file has; none is an empty text.
 * @throws DowserError `assessor-guide-unreadable`
 */
export function readGuide(file: string | undefined): string {
  if (file === undefined) return "";
  return readTextFile(file, {
    what: "a guide",
    most: MAX_GUIDE_BYTES,
    error: "assessor-guide-unreadable",
  }).trim();
}

/**
 * Returns the need as far as the project says it in its own words: without example pages, ontology
 * and click paths, which lie elsewhere.
 */
function needInWords(need: Project["need"]): Need {
  const { topic, words, terms, files, detect, threshold } = need;
  return {
    topic,
    words,
    concepts: terms && { topic: topic ?? "", terms: ownTerms(need) },
    good: [],
    bad: [],
    seen: [],
    examplePage: undefined,
    files: fileNeed(files),
    detect,
    threshold,
    paths: undefined,
    pathModel: undefined,
  };
}

/** Returns the user's own terms of the topic. */
function ownTerms({ terms = {} }: Project["need"]): ConceptTerm[] {
  return Object.entries(terms).map(([term, weight]) =>
    termOfNoConcept(term, { relation: "own", distance: 0, weight }),
  );
}
