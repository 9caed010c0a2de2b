/** The dataset card of an export, as Croissant has it, and the counts that it is made of. */
import { type CrawlReport, knownUrls } from "../../crawl/report-crawl.ts";
import type { Json } from "../../domain/json.ts";
import type { PageRecord } from "../../domain/page/page-record.ts";
import type { Redacted } from "../../domain/text/redact-text.ts";
import type { Purpose } from "../../domain/web/signals/signals.ts";
import { type SignalFigures, SignalTally } from "../feature-figures.ts";
import { counted } from "../report/figure-text.ts";
import type { CrawlRequest } from "../report/run-report.ts";
import type { JudgedSample } from "../sample-pages.ts";
import { BY_OWN, sampleInWords } from "../verdict-words.ts";
import croissantContext from "./croissant-context.json" with { type: "json" };

/** The file that a card describes. */
export interface DescribedFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
  /** Columns of a table with a row a page; absent where the file is no such table. */
  readonly columns?: readonly DescribedColumn[] | undefined;
}

/** A column, as far as a card needs it. */
interface DescribedColumn {
  readonly name: string;
  readonly type: "text" | "number" | "integer" | "boolean" | "time" | "list";
  /** Whether each cell is a list. */
  readonly many?: boolean;
  readonly meaning: string;
}

/** What is in an exported file, counted while it is written. */
interface ExportFigures {
  readonly pages: number;
  /** As predicted by the crawl. */
  readonly targets: number;
  readonly hosts: number;
  readonly bodyBytes: number;
  /** First and last start of a fetch, ms since the epoch; `undefined` without a page. */
  readonly span: readonly [first: number, last: number] | undefined;
  /** Hashes of the models that judged the pages. */
  readonly models: readonly string[];
  /** What the sites of these pages say of their use. */
  readonly signals: SignalFigures["signals"];
}

/** Counts the pages of an export. */
export class ExportTally {
  readonly #signals = new SignalTally(undefined);
  readonly #hosts = new Set<string>();
  readonly #models = new Set<string>();
  #pages = 0;
  #targets = 0;
  #bodyBytes = 0;
  #span: readonly [number, number] | undefined;

  /** Counts a record; one without a page is not counted. */
  add({ host, fetchedAt, page }: PageRecord): void {
    if (page === undefined) return;
    this.#signals.add(page);
    this.#hosts.add(host);
    this.#models.add(page.model);
    this.#pages += 1;
    this.#targets += page.isTarget ? 1 : 0;
    this.#bodyBytes += page.bodyBytes;
    const [first, last] = this.#span ?? [fetchedAt, fetchedAt];
    this.#span = [Math.min(first, fetchedAt), Math.max(last, fetchedAt)];
  }

  figures(): ExportFigures {
    return {
      pages: this.#pages,
      targets: this.#targets,
      hosts: this.#hosts.size,
      bodyBytes: this.#bodyBytes,
      span: this.#span,
      models: [...this.#models].sort(),
      signals: this.#signals.figures().signals,
    };
  }
}

/** What the figures of a dataset card rest on. */
interface CardEvidence {
  readonly exported: ExportFigures;
  /** Pages left out, as their sites reserve them against the purpose. */
  readonly reserved: number;
  /** What was replaced in the texts of the file; `undefined` when nothing was to be. */
  readonly redacted: Redacted | undefined;
  readonly purpose: Purpose | undefined;
  readonly crawl: CrawlReport;
  /** The sample that people judged, if there is one. */
  readonly sample: JudgedSample | undefined;
  /** Pages that people labelled. */
  readonly labelled: { readonly good: number; readonly bad: number };
}

/** All that a card says. */
export interface CroissantCard extends CardEvidence {
  readonly file: DescribedFile;
  readonly request: CrawlRequest;
  /** Version of Dowser, and when the card is written, ms since the epoch. */
  readonly version: string;
  readonly writtenAt: number;
}

/**
 * Makes the dataset card of an exported file as Croissant 1.1 in JSON-LD (mlcommons.org/croissant),
 * with provenance by PROV-O and the vocabulary for responsible AI. Every figure says how it was
 * obtained.
 */
export function croissantCard(card: CroissantCard): Json {
  const { request, file, version, writtenAt } = card;
  return {
    // That of Croissant 1.1 (appendix 1), with the names of PROV-O.
    "@context": croissantContext,
    "@type": "sc:Dataset",
    conformsTo: ["http://mlcommons.org/croissant/1.1", "http://mlcommons.org/croissant/RAI/1.0"],
    name: request.name,
    description: descriptionOf(card),
    ...publisherOf(request),
    license: LICENCE,
    datePublished: dayOf(writtenAt),
    version: "1.0.0",
    distribution: [fileObject(file)],
    ...(file.columns === undefined ? {} : { recordSet: [recordSet(file, file.columns)] }),
    variableMeasured: croissantFigures(card),
    usageInfo: usageOf(card),
    "prov:wasGeneratedBy": activityOf(card),
    "prov:wasAttributedTo": { "@type": "prov:SoftwareAgent", "prov:label": `Dowser ${version}` },
    "rai:dataCollection": collectionOf(card),
    "rai:dataCollectionType": "Web Scraping",
    ...timeframeOf(card),
    "rai:dataLimitations":
      "A focused crawl is no random sample of the web: it follows the links that it predicts to lead to relevant pages.",
    "rai:personalSensitiveInformation": `Pages of the web may hold personal data of people who did not ask to be in a corpus. ${removed(card)}`,
  };
}

/** Croissant asks for a licence; a crawl cannot give one. */
const LICENCE = {
  "@type": "sc:CreativeWork",
  name: "No licence is granted",
  description:
    "The pages are the works of others, each under its own terms. Licences that pages state are counted under variableMeasured.",
};

function descriptionOf({ request, exported }: CroissantCard): string {
  const { topic, files, detect } = request.need;
  const about = topic ?? (files.length > 0 ? `files: ${files.join(", ")}` : detect);
  const looked = about === undefined ? "" : ` that was to find ${about}`;
  const pages = counted(exported.pages, "page");
  return `${pages} of ${counted(exported.hosts, "host")}, collected by a crawl${looked}.`;
}

/** The contact that servers were given; a crawl of a recording may have none. */
function publisherOf({ name, contact }: CrawlRequest): { readonly [key: string]: Json } {
  if (contact === undefined) return { creator: { "@type": "sc:Organization", name } };
  const isPage = /^https?:/i.test(contact);
  const reached = isPage ? { url: contact } : { email: contact };
  const creator = { "@type": "sc:Organization", name: contact, ...reached };
  return isPage ? { creator, url: contact } : { creator };
}

function removed({ redacted }: CroissantCard): string {
  return redacted === undefined
    ? "None was removed."
    : "E-mail addresses and phone numbers that were found in texts were replaced by marks; names and all else are there.";
}

function usageOf({ purpose, reserved }: CroissantCard): Json {
  const description =
    purpose === undefined
      ? "The crawl stated no purpose: no page was left out for what its site says of its use. The column signals has what sites say."
      : `Collected for the purpose ${purpose}. Pages that sites reserve against it are left out: ${reserved}. Another purpose needs another export.`;
  return { "@type": "sc:CreativeWork", name: purpose ?? "no purpose stated", description };
}

function fileObject({ name, mediaType, bytes, sha256 }: DescribedFile): Json {
  return {
    "@type": "cr:FileObject",
    "@id": name,
    name,
    contentUrl: name,
    contentSize: `${bytes} B`,
    encodingFormat: mediaType,
    sha256,
  };
}

/** Types of columns in the words of schema.org. A list is written as text. */
const DATA_TYPES = {
  text: "sc:Text",
  list: "sc:Text",
  number: "sc:Float",
  integer: "sc:Integer",
  boolean: "sc:Boolean",
  time: "sc:DateTime",
} as const;

function recordSet(
  { name: file, mediaType }: DescribedFile,
  columns: readonly DescribedColumn[],
): Json {
  return {
    "@type": "cr:RecordSet",
    "@id": "pages",
    name: "pages",
    description: "A row a page.",
    key: { "@id": "pages/url" },
    field: columns.map(({ name, type, many, meaning }) => ({
      "@type": "cr:Field",
      "@id": `pages/${name}`,
      name,
      description: meaning,
      ...dataTypeOf(type, many === true, mediaType),
      source: { fileObject: { "@id": file }, extract: { column: name } },
      "prov:wasAttributedTo": { "@type": "prov:Agent", "prov:label": originOf(name) },
    })),
  };
}

/** A list of any length; in CSV a text. */
function dataTypeOf(type: DescribedColumn["type"], many: boolean, mediaType: string): object {
  if (!many) return { dataType: DATA_TYPES[type] };
  if (mediaType === "text/csv") return { dataType: DATA_TYPES.text };
  return { dataType: DATA_TYPES[type], isArray: true, arrayShape: "-1" };
}

/** Columns that models of the crawl decided, and those that people filled. */
const OF_MODELS: ReadonlySet<string> = new Set(
  "isTarget utility type why model priority group linkWhy linkModel".split(" "),
);
const OF_PEOPLE: ReadonlySet<string> = new Set(["verdict", "judgedAt"]);
const OF_LABELS: ReadonlySet<string> = new Set(
  "label labelSource labelledAt labelledBy labelNote assessment assessedBy".split(" "),
);
const OF_SITES: ReadonlySet<string> = new Set(
  "title rawTitle text language status mediaType noindex signals links anchor".split(" "),
);

function originOf(column: string): string {
  if (OF_MODELS.has(column)) return "the models of the crawl";
  if (OF_PEOPLE.has(column)) return "people who judged pages";
  if (OF_LABELS.has(column))
    return "who labelled or read the page, a person or a machine, as labelSource and assessedBy say";
  if (column.startsWith("saved_")) return "the handler of the crawl, a program of its user";
  const isExtracted = column.startsWith("field_");
  return OF_SITES.has(column) || isExtracted ? "the site, as Dowser read it" : "the crawl";
}

function activityOf({ request, exported }: CroissantCard): Json {
  const { strategy, recordings } = request;
  const web = recordings === undefined ? "the live web" : `recordings: ${recordings.join(", ")}`;
  const [first, last] = exported.span ?? [];
  return {
    "@type": "prov:Activity",
    "prov:label": `crawl by the strategy ${strategy}, on ${web}`,
    ...(first === undefined ? {} : { "prov:startedAtTime": new Date(first).toISOString() }),
    ...(last === undefined ? {} : { "prov:endedAtTime": new Date(last).toISOString() }),
  };
}

function collectionOf({ request }: CroissantCard): string {
  const { seeds, recordings, minDelayMs, scope } = request;
  const asked =
    recordings === undefined
      ? `robots.txt was obeyed (RFC 9309), with at least ${minDelayMs} ms between two requests to a host.`
      : "It ran on recordings and sent no requests.";
  return `A crawl from ${counted(seeds.length, "seed")}, hosts in scope: ${scope.hosts}. ${asked}`;
}

function timeframeOf({ exported: { span } }: CroissantCard): { readonly [key: string]: Json } {
  if (span === undefined) return {};
  return { "rai:dataCollectionTimeframe": span.map((at) => new Date(at).toISOString()) };
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, "yyyy-mm-dd".length);
}

const COUNTED = "counted by dowser export while the file was written";
const STATED =
  "read from the headers and meta elements of each page, and from robots.txt and the TDM file of its host, when it was fetched";

/** Returns the figures of a card, each with the way in which it was obtained. */
function croissantFigures(evidence: CardEvidence): readonly Json[] {
  const { exported, reserved, purpose, crawl, sample, labelled } = evidence;
  const { pages, targets, hosts, bodyBytes, models, signals } = exported;
  const { fetched, reasons } = crawl;
  const byModels = `${BY_OWN}, by ${models.length === 1 ? "the model" : "the models"} ${models.join(", ")}; no person has checked`;
  const ofCrawl = "counted by the crawl, of all URLs that it discovered";
  const left =
    purpose === undefined
      ? []
      : [figure("pages left out as reserved", reserved, `${STATED}; against purpose: ${purpose}`)];
  return [
    figure("pages in the file", pages, COUNTED),
    figure("relevant pages in the file", targets, byModels),
    figure("hosts in the file", hosts, COUNTED),
    figure("bytes of page bodies", bodyBytes, COUNTED),
    ...left,
    ...Object.entries(signals).map(([signal, count]) =>
      figure(`pages with ${signal}`, count, signal.startsWith("license:") ? LICENSED : STATED),
    ),
    ...redactions(evidence),
    figure("pages fetched by the crawl", fetched, ofCrawl),
    figure("URLs discovered by the crawl", knownUrls(crawl), ofCrawl),
    figure("URLs refused by robots.txt", reasons["refused:robots"] ?? 0, ofCrawl),
    figure("pages labelled as relevant", labelled.good, "labels of people, in dowser label"),
    figure("pages labelled as irrelevant", labelled.bad, "labels of people, in dowser label"),
    ...(sample === undefined ? [] : [precisionOf(sample)]),
  ];
}

function redactions({ redacted }: CardEvidence): readonly Json[] {
  if (redacted === undefined) return [];
  const how = "found by dowser export --redact in the texts of the file, and replaced by marks";
  return [
    figure("e-mail addresses replaced", redacted.emails, how),
    figure("phone numbers replaced", redacted.phones, how),
  ];
}

const LICENSED =
  "stated by the page with rel=license; nobody has checked that its author may license it";

function figure(name: string, value: number, measurementTechnique: string): Json {
  return { "@type": "PropertyValue", name, "sc:value": value, measurementTechnique };
}

function precisionOf(sample: JudgedSample): Json {
  const { share, low, high } = sample.precision;
  return {
    "@type": "PropertyValue",
    name: "precision of the crawl",
    ...(share === undefined ? {} : { "sc:value": share, minValue: low, maxValue: high }),
    measurementTechnique: sampleInWords(sample),
  };
}
