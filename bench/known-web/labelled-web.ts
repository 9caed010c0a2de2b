import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../../lib/adapters/system-clock.ts";
import type { RecordedWeb } from "../../lib/adapters/web/recorded/recorded-web.ts";
import { viewPage } from "../../lib/crawl/judge-page.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";
import { canonicalUrl } from "../../lib/domain/web/url/canonical-url.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { openRecording } from "../../lib/run/web/open-web.ts";
import type { Site } from "./site.ts";

const CORPORA = join(import.meta.dirname, "../../../shared/corpora");
const LIMITS = { bodyBytes: 5_000_000, timeoutMs: 30_000, parseMs: Number.POSITIVE_INFINITY };

/** A recorded web with what people said of its pages: the truth, which only the evaluator knows. */
export interface LabelledWeb {
  readonly web: RecordedWeb;
  /** Recorded pages to begin at, of a recording that names some. */
  readonly seeds: readonly Url[];
  /** Classes of the recorded pages, those above them included, whichever field names them. */
  readonly classesOf: ReadonlyMap<Url, ReadonlySet<string>>;
  /** The same for each field of labels: without the pages whose value is `null`, or absent. */
  readonly fields: ReadonlyMap<string, ReadonlyMap<Url, ReadonlySet<string>>>;
}

/** Where the recording of a site and its labels lie. */
function filesOf({ corpus, name }: Site) {
  const folder = join(CORPORA, corpus);
  const labels = corpus === "wikispeedia" ? "labels.jsonl" : `${name}.labels.jsonl`;
  return {
    recording: join(folder, `${name}.warc.gz`),
    labels: join(folder, labels),
    site: join(folder, `${name}.site.json`),
  };
}

/** Whether a site is recorded on this machine. */
export function isRecorded(site: Site): boolean {
  return existsSync(filesOf(site).recording);
}

/** Returns the file of a site's recording. */
export function recordingOf(site: Site): string {
  return filesOf(site).recording;
}

const open = new Map<string, Promise<LabelledWeb>>();

/** Returns a labelled web, which is opened once a process and stays open. */
export function labelledWebOf(site: Site): Promise<LabelledWeb> {
  const known = open.get(site.name) ?? openLabelledWeb(site);
  open.set(site.name, known);
  return known;
}

/** Opens a site's recording and reads its labels. */
export async function openLabelledWeb(site: Site): Promise<LabelledWeb> {
  const { recording, labels, site: about } = filesOf(site);
  const web = await openRecording([recording]);
  const recorded = new Set(web.urls());
  const classesOf = new Map<Url, Set<string>>();
  const fields = new Map<string, Map<Url, Set<string>>>();
  for (const line of readFileSync(labels, "utf8").split("\n")) {
    if (line === "") continue;
    const label: Label = JSON.parse(line);
    const parsed = canonicalUrl(label.url);
    const url = parsed.ok ? web.identify(parsed.url) : undefined;
    if (url === undefined || !recorded.has(url)) continue;
    for (const [field, classes] of Object.entries(classesIn(label))) {
      if (classes === undefined) continue;
      const pages = fields.get(field) ?? new Map<Url, Set<string>>();
      fields.set(field, pages.set(url, classes));
      classesOf.set(url, (classesOf.get(url) ?? new Set()).union(classes));
    }
  }
  return { web, seeds: seedsIn(about, web), classesOf, fields };
}

function seedsIn(file: string, web: RecordedWeb): Url[] {
  if (!existsSync(file)) return [];
  const { seeds = [] }: { seeds?: readonly string[] } = JSON.parse(readFileSync(file, "utf8"));
  return seeds.flatMap((seed) => {
    const url = canonicalUrl(seed);
    return url.ok ? [web.identify(url.url)] : [];
  });
}

/**
 * Returns whether each recorded page is of a class. Pages are left out whose value is `null` in the
 * field that names the class: they may be of it.
 */
export function truthOf({ fields }: Pick<LabelledWeb, "fields">, need: string): Map<Url, boolean> {
  for (const pages of fields.values()) {
    const truth = new Map(pages.entries().map(([url, classes]) => [url, classes.has(need)]));
    if (truth.values().some((isTarget) => isTarget)) return truth;
  }
  throw new Error(`no page is labelled ${need}`);
}

/** A line of a label file; `null` where nobody could tell. */
interface Label {
  readonly url: string;
  readonly label?: string | null;
  readonly also?: readonly string[];
  /** Paths from the general to the special, with dots between. */
  readonly categories?: readonly string[];
  /** The kind of a page and what it is about: names of one are not names of the other. */
  readonly kind?: string | null;
  readonly topic?: string | null;
  readonly type?: string;
}

/** The classes that each field of a line names; `undefined` where it says nothing. */
function classesIn({ label, also = [], categories, kind, topic, type }: Label) {
  const ofOne = (value: string | null | undefined) =>
    value === undefined || value === null ? undefined : new Set([value]);
  return {
    label: ofOne(label)?.union(new Set(also)),
    categories: categories && new Set(categories.flatMap(withThoseAbove)),
    kind: ofOne(kind),
    topic: ofOne(topic),
    type: ofOne(type),
  };
}

function withThoseAbove(category: string): string[] {
  const steps = category.split(".");
  return steps.map((_, end) => steps.slice(0, end + 1).join("."));
}

/** A recorded page as it is parsed; links under the URLs that the recording knows. */
export async function viewOf({ web }: Pick<LabelledWeb, "web">, url: Url): Promise<PageView> {
  const outcome = await web.fetch(url, LIMITS);
  if (outcome.kind !== "page") throw new Error(`no page is recorded at ${url}`);
  const { view } = viewPage(outcome, {}, LIMITS, systemClock);
  return { ...view, anchors: view.anchors.map((a) => ({ ...a, url: web.identify(a.url) })) };
}
