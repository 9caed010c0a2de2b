import type { CrawlReport } from "../../crawl/report-crawl.ts";
import { knownUrls } from "../../crawl/report-crawl.ts";
import type { Json } from "../../domain/json.ts";
import type { Redacted } from "../../domain/text/redact-text.ts";
import type { Purpose } from "../../domain/web/signals/purpose.ts";
import type { JudgedSample } from "../sample-pages.ts";
import { BY_OWN, sampleInWords } from "../verdict-words.ts";
import type { ExportFigures } from "./export-tally.ts";

/** What the figures of a dataset card rest on. */
export interface CardEvidence {
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

const COUNTED = "counted by dowser export while the file was written";
const STATED =
  "read from the headers and meta elements of each page, and from robots.txt and the TDM file of its host, when it was fetched";

/** Returns the figures of a card, each with the way in which it was obtained. */
export function croissantFigures(evidence: CardEvidence): readonly Json[] {
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
    figure("target pages in the file", targets, byModels),
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
