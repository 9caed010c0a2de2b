/** What the records of a run say of its features, for reports and for the state of a crawl. */
import type { PageVerdict } from "../domain/page/page-record.ts";
import type { RenderingFacts } from "../domain/page/render/rendering.ts";
import type { Purpose } from "../domain/web/signals/signals.ts";
import type { RecordStore } from "../ports/record-store.ts";
import { type SignalFigures, SignalTally, signalsInWords } from "./signal-tally.ts";

/** Results of rendering the pages of a crawl, and their cost. */
interface RenderingFigures {
  /** Pages by the result: `rendered`, `no-more`, `timeout`, `crash`, `too-large`. */
  readonly pages: Readonly<Record<string, number>>;
  /** Links in scope that pages had only when they were rendered; a link counts once a page. */
  readonly links: number;
  /** Requests that were sent for the pages, beside those for the pages themselves. */
  readonly requests: number;
  readonly bytes: number;
  /** Requests that were not sent, by the rule that refused them. */
  readonly refused: Readonly<Record<string, number>>;
  readonly seconds: number;
}

/** Counts the results of rendering. */
class RenderingTally {
  readonly #pages = new Map<string, number>();
  readonly #refused = new Map<string, number>();
  #links = 0;
  #requests = 0;
  #bytes = 0;
  #ms = 0;

  add({ rendering }: { readonly rendering?: RenderingFacts }): void {
    if (rendering === undefined) return;
    count(this.#pages, rendering.result, 1);
    for (const [rule, times] of Object.entries(rendering.refused))
      count(this.#refused, rule, times);
    this.#links += rendering.links;
    this.#requests += rendering.requests;
    this.#bytes += rendering.bytes;
    this.#ms += rendering.ms;
  }

  /** Returns the figures; `undefined` when no page was to be rendered. */
  figures(): RenderingFigures | undefined {
    if (this.#pages.size === 0) return undefined;
    return {
      pages: Object.fromEntries(this.#pages),
      refused: Object.fromEntries(this.#refused),
      links: this.#links,
      requests: this.#requests,
      bytes: this.#bytes,
      seconds: this.#ms / 1_000,
    };
  }
}

/** What is said of features: keys of a report as JSON, and paragraphs for a terminal. */
export interface FeatureFigures {
  readonly keys: Readonly<Record<string, unknown>>;
  readonly paragraphs: readonly string[];
}

/** Returns what a report says of the features of a crawl. */
export async function featureFigures(
  records: Pick<RecordStore, "list">,
  purpose: Purpose | undefined,
): Promise<FeatureFigures> {
  const [signals, renderings] = [new SignalTally(purpose), new RenderingTally()];
  const copiesBy = new Map<string, number>();
  let [noindex, copies] = [0, 0];
  for await (const page of pagesIn(records)) {
    if (page.noindex === true) noindex += 1;
    if (page.copyOf !== undefined) {
      copies += 1;
      count(copiesBy, page.copyBy ?? "unknown", 1);
    }
    signals.add(page.signals);
    renderings.add(page);
  }
  const [said, rendering] = [signals.figures(), renderings.figures()];
  const paragraphs = [
    noindex === 0
      ? undefined
      : `${noTargets(noindex)}: the site asks to keep it out of indexes (noindex; politeness.robotsMeta)`,
    signalsText(said),
    copies === 0
      ? undefined
      : `${noTargets(copies)}: copies of pages fetched before (scope.copies), by ${inWords(copiesBy)}`,
    rendering && renderingInWords(rendering),
  ];
  return {
    keys: {
      noindex,
      ...said,
      copies,
      ...(copies > 0 && { copiesBy: Object.fromEntries(copiesBy) }),
      rendering,
    },
    paragraphs: paragraphs.filter((text) => text !== undefined),
  };
}

/** Names what shows that pages are copies, with their number. */
function inWords(copiesBy: ReadonlyMap<string, number>): string {
  return Array.from(copiesBy, ([by, pages]) => `${by} ${pages}`).join(", ");
}

/** Returns what the state of a crawl says of features: of rendering, where its project asks for it. */
export async function featureState(
  records: Pick<RecordStore, "list">,
  project: { readonly render?: unknown } | undefined,
): Promise<FeatureFigures> {
  if (project?.render === undefined) return { keys: {}, paragraphs: [] };
  const renderings = new RenderingTally();
  for await (const page of pagesIn(records)) renderings.add(page);
  const rendering = renderings.figures();
  return { keys: { rendering }, paragraphs: rendering ? [renderingInWords(rendering)] : [] };
}

async function* pagesIn(records: Pick<RecordStore, "list">): AsyncGenerator<PageVerdict> {
  for await (const { page } of records.list()) if (page !== undefined) yield page;
}

function noTargets(pages: number): string {
  return pages === 1 ? "1 page is no target" : `${pages} pages are no targets`;
}

/** Says what sites ask of the use of their pages, and what exports leave out for that. */
function signalsText({ signals, purpose, reserved }: SignalFigures): string | undefined {
  if (Object.keys(signals).length === 0) return undefined;
  const asked = `what sites say may be done with pages: ${signalsInWords(signals)}`;
  if (purpose === undefined)
    return `${asked}\nno purpose is stated: exports leave none of them out`;
  const pages = reserved === 1 ? "1 page" : `${reserved} pages`;
  return `${asked}\n${pages} reserved against \`purpose: ${purpose}\`, left out of exports`;
}

/** Says in words what rendering has resulted in. */
function renderingInWords({ pages, ...figures }: RenderingFigures): string {
  const { rendered = 0, "no-more": noMore = 0, ...failed } = pages;
  const { links, requests, bytes, seconds } = figures;
  const megabytes = (bytes / 1e6).toFixed(1);
  const failures = Object.entries(failed).map(([reason, times]) => `${reason} (${times})`);
  return [
    `${plural(rendered, "page was", "pages were")} read as scripts left ${rendered === 1 ? "it" : "them"}, with ${plural(links, "link", "links")} that the fetched ${rendered === 1 ? "page lacks" : "pages lack"}`,
    ...(noMore === 0 ? [] : [`${plural(noMore, "page", "pages")} had no more when rendered`]),
    ...(failures.length === 0
      ? []
      : [`could not be rendered, and were read as fetched: ${failures.join(", ")}`]),
    `rendering sent ${plural(requests, "request", "requests")} for ${megabytes} MB, in ${seconds.toFixed(1)} s`,
  ].join("\n");
}

function plural(number: number, one: string, more: string): string {
  return `${number} ${number === 1 ? one : more}`;
}

function count(counts: Map<string, number>, key: string, more: number): void {
  counts.set(key, (counts.get(key) ?? 0) + more);
}
