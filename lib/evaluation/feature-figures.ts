/** What the records of a run say of its features, for reports and for the state of a crawl. */
import { isKeptOut } from "../crawl/judge-page.ts";
import type { PageVerdict } from "../domain/page/page-record.ts";
import type { RenderingFacts } from "../domain/page/render/rendering.ts";
import { PURPOSES, type Purpose, reservedBy } from "../domain/web/signals/signals.ts";
import type { RecordStore } from "../ports/record-store.ts";

// What sites say of the use of their pages.

/** What the sites of some pages say may be done with them. */
export interface SignalFigures {
  /** Number of pages with each signal, the most frequent first; all policies are `tdm-policy`. */
  readonly signals: Readonly<Record<string, number>>;
  /** The purpose that the project states. */
  readonly purpose: Purpose | undefined;
  /** Number of pages that exports leave out, as their sites reserve them against that purpose. */
  readonly reserved: number;
  /** Number of target pages among them. */
  readonly reservedTargets: number;
}

type CountedPage = Pick<PageVerdict, "signals" | "isTarget">;

/** Counts the signals of pages. */
export class SignalTally {
  readonly #purpose: Purpose | undefined;
  readonly #pages = new Map<string, number>();
  #reserved = 0;
  #reservedTargets = 0;

  /** `purpose` is that of the project, which need not state one. */
  constructor(purpose: Purpose | undefined) {
    this.#purpose = purpose;
  }

  /** Counts a page with its signals, or with those of them that are given. */
  add({ signals: own = [], isTarget }: CountedPage, signals = own): void {
    for (const signal of signals) {
      const name = signal.startsWith("tdm-policy:") ? "tdm-policy" : signal;
      this.#pages.set(name, (this.#pages.get(name) ?? 0) + 1);
    }
    if (reservedBy(this.#purpose, signals).length === 0) return;
    this.#reserved += 1;
    if (isTarget) this.#reservedTargets += 1;
  }

  /** Writes the numbers of pages in words. */
  inWords(): string {
    return signalsInWords(this.figures().signals);
  }

  figures(): SignalFigures {
    const sorted = [...this.#pages].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    return {
      signals: Object.fromEntries(sorted),
      purpose: this.#purpose,
      reserved: this.#reserved,
      reservedTargets: this.#reservedTargets,
    };
  }
}

/** Counts the signals of pages for any purpose that a project may state, now or later. */
export class SignalTallies {
  readonly #tallies = [undefined, ...PURPOSES].map((purpose) => new SignalTally(purpose));

  /** Counts a page. */
  add(page: CountedPage): void {
    if (page.signals !== undefined) for (const tally of this.#tallies) tally.add(page);
  }

  /** Returns the figures for a purpose. */
  figures(purpose: Purpose | undefined): SignalFigures {
    const tally = this.#tallies[PURPOSES.findIndex((each) => each === purpose) + 1];
    return (tally ?? new SignalTally(purpose)).figures();
  }
}

/** Most signals that are written in words: licences and policies may be many. */
const MOST_NAMED = 12;

/** Writes numbers of pages by signal in words: `robots: noindex (4), tdm-reservation: 1 (3)`. */
export function signalsInWords(signals: SignalFigures["signals"]): string {
  const all = Object.entries(signals);
  const named = all.slice(0, MOST_NAMED).map(([signal, pages]) => `${signal} (${pages})`);
  const others = all.length - named.length;
  return [...named, ...(others > 0 ? [`${others} more`] : [])].join(", ");
}

/** The key of a page's record that has what its site says of its use. */
export type SaidKeys = Pick<PageVerdict, "signals">;

/** Returns that key alone; absent where the site says nothing. */
export function saidOf({ signals }: SaidKeys): SaidKeys {
  return signals === undefined ? {} : { signals };
}

/** Says what the site of a page says of its use; `undefined` where it says nothing. */
export function saidInWords({ signals = [] }: SaidKeys): string | undefined {
  return signals.length === 0 ? undefined : `its site says of its use: ${signals.join(", ")}`;
}

/** Says what sites ask of the use of their pages, nothing where none asks, and what exports leave out for that. */
export function useInWords({ signals, purpose, reserved, reservedTargets }: SignalFigures): {
  readonly asked: string | undefined;
  readonly kept: string;
} {
  const words = signalsInWords(signals);
  const asked = words === "" ? undefined : `what sites say may be done with pages: ${words}`;
  if (purpose === undefined)
    return { asked, kept: "no purpose is stated: exports leave none of them out" };
  const pages = `${plural(reserved, "page", "pages")}, ${reservedTargets} of them relevant,`;
  return { asked, kept: `${pages} reserved against \`purpose: ${purpose}\`, left out of exports` };
}

/** Says for the card of a data set what sites allow to do with their pages: sentences by their title. */
export function useOnCard(said: SignalFigures): readonly (readonly [string, readonly string[]])[] {
  const { asked = "no page says what may be done with it", kept } = useInWords(said);
  return [
    ["Signals", [asked, kept]],
    [
      "Licences",
      [
        "unknown, but for those that pages state, which are among the signals",
        "the pages are the works of others; nothing here grants a right to them",
      ],
    ],
  ];
}

// What rendering has given.

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

// All of them.

/** What the records of a run say of its features. */
export interface FeatureCounts {
  /** Number of pages that are no targets because their site asks to keep them out of indexes. */
  readonly noindex: number;
  /** What the sites say may be done with the pages. */
  readonly said: SignalFigures;
  /** Number of pages that are no targets because they are copies of others. */
  readonly copies: number;
  /** The same by what shows it. */
  readonly copiesBy: ReadonlyMap<string, number>;
  /** `undefined` when no page was to be rendered. */
  readonly rendering: RenderingFigures | undefined;
}

/** Counts what the pages of a run say of its features. */
export class FeatureTally {
  readonly #said: SignalTally;
  readonly #renderings = new RenderingTally();
  readonly #copiesBy = new Map<string, number>();
  #noindex = 0;
  #copies = 0;

  /** `purpose` is that of the project, which need not state one. */
  constructor(purpose: Purpose | undefined) {
    this.#said = new SignalTally(purpose);
  }

  add(page: PageVerdict): void {
    if (isKeptOut(page)) this.#noindex += 1;
    if (page.copyOf !== undefined) {
      this.#copies += 1;
      count(this.#copiesBy, page.copyBy ?? "unknown", 1);
    }
    this.#said.add(page);
    this.#renderings.add(page);
  }

  figures(): FeatureCounts {
    return {
      noindex: this.#noindex,
      said: this.#said.figures(),
      copies: this.#copies,
      copiesBy: this.#copiesBy,
      rendering: this.#renderings.figures(),
    };
  }
}

/** What is said of features: keys of a report as JSON, and paragraphs for a terminal. */
export interface FeatureFigures {
  readonly keys: Readonly<Record<string, unknown>>;
  readonly paragraphs: readonly string[];
}

/** Says of pages that they ask to be kept out of indexes, and which key obeys that. */
export const KEPT_OUT = "kept out of indexes (noindex; politeness.robotsMeta)";

/** Returns what a report says of the features of a crawl. */
export async function featureFigures(
  records: Pick<RecordStore, "list">,
  purpose: Purpose | undefined,
): Promise<FeatureFigures> {
  const tally = new FeatureTally(purpose);
  for await (const page of pagesIn(records)) tally.add(page);
  const counts = tally.figures();
  const { noindex, said, copies, copiesBy, rendering } = counts;
  const { reservedTargets: _reservedTargets, ...use } = said;
  const { asked, kept } = useInWords(said);
  const paragraphs = [
    ...noTargets(counts),
    asked && `${asked}\n${kept}`,
    rendering && renderingInWords(rendering),
  ];
  return {
    keys: {
      noindex,
      ...use,
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

/** Says which pages are not relevant whatever their content. */
export function noTargets({ noindex, copies, copiesBy }: FeatureCounts): readonly string[] {
  const pages = (number: number) =>
    plural(number, "page is not relevant", "pages are not relevant");
  const why = {
    noindex: "the site asks to keep it out of indexes (noindex; politeness.robotsMeta)",
    copies: `copies of pages fetched before (scope.copies), by ${inWords(copiesBy)}`,
  };
  return [
    noindex === 0 ? "" : `${pages(noindex)}: ${why.noindex}`,
    copies === 0 ? "" : `${pages(copies)}: ${why.copies}`,
  ].filter((text) => text !== "");
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
