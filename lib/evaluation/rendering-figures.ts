import type { RenderingFacts } from "../domain/page/render/rendering.ts";
import type { RecordStore } from "../ports/record-store.ts";

/** Results of rendering the pages of a crawl, and their cost. */
export interface RenderingFigures {
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

/** Returns the figures of a run's renderings; `undefined` when no page was to be rendered. */
export async function renderingFigures(
  records: Pick<RecordStore, "list">,
): Promise<RenderingFigures | undefined> {
  const [pages, refused] = [new Map<string, number>(), new Map<string, number>()];
  let [links, requests, bytes, ms] = [0, 0, 0, 0];
  for await (const { page } of records.list()) {
    const rendering: RenderingFacts | undefined = page?.rendering;
    if (rendering === undefined) continue;
    count(pages, rendering.result, 1);
    for (const [rule, times] of Object.entries(rendering.refused)) count(refused, rule, times);
    links += rendering.links;
    requests += rendering.requests;
    bytes += rendering.bytes;
    ms += rendering.ms;
  }
  if (pages.size === 0) return undefined;
  const cost = { links, requests, bytes, seconds: ms / 1_000 };
  return { pages: Object.fromEntries(pages), refused: Object.fromEntries(refused), ...cost };
}

/** Says in words what rendering has resulted in. */
export function renderingInWords({ pages, ...figures }: RenderingFigures): string {
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
