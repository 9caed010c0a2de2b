import type { RecordedWeb } from "../../lib/adapters/web/recorded/recorded-web.ts";
import type { Url } from "../../lib/domain/url/url.ts";
import { viewOf } from "../known-web/labelled-web.ts";

/** A crawl that left no page out: all that a replay of it needs. Pages are numbers in its order. */
export interface OrderedWeb {
  /** Pages at the beginning that are seeds. */
  readonly seeds: number;
  /** Pages that each page links to, itself left out. */
  readonly links: readonly (readonly number[])[];
  /** Whether each page is relevant; seeds are not. */
  readonly isRelevant: readonly boolean[];
}

/** Reads the links of a crawl's pages, in order; a link to a redirect is one to its end. */
export async function orderedWeb(
  web: RecordedWeb,
  order: readonly Url[],
  { seeds, targets }: { readonly seeds: ReadonlySet<Url>; readonly targets: ReadonlySet<Url> },
): Promise<OrderedWeb> {
  const numbers = new Map(order.map((url, at) => [url, at]));
  const ends = new Map<Url, Promise<number | undefined>>();
  const numberOf = (url: Url): Promise<number | undefined> => {
    const known = ends.get(url) ?? endOf(web, url, numbers);
    ends.set(url, known);
    return known;
  };
  const links: number[][] = [];
  for (const [at, url] of order.entries()) {
    const linked = new Set<number>();
    for (const { url: link } of await anchorsOf(web, url)) {
      const number = await numberOf(link);
      if (number !== undefined && number !== at) linked.add(number);
    }
    links.push([...linked]);
  }
  const first = order.findIndex((url) => !seeds.has(url));
  return {
    seeds: first < 0 ? order.length : first,
    links,
    isRelevant: order.map((url) => targets.has(url) && !seeds.has(url)),
  };
}

/** A file has no links. */
async function anchorsOf(web: RecordedWeb, url: Url): Promise<readonly { readonly url: Url }[]> {
  const outcome = await web.fetch(url, { bodyBytes: 1, timeoutMs: 0 });
  const isHtml = outcome.kind === "page" && /html|^$/u.test(outcome.mediaType);
  return isHtml ? (await viewOf({ web }, url)).anchors : [];
}

/** Redirects that are followed. */
const MOST_REDIRECTS = 10;

async function endOf(
  web: RecordedWeb,
  url: Url,
  numbers: ReadonlyMap<Url, number>,
): Promise<number | undefined> {
  let at = web.identify(url);
  for (let steps = 0; steps < MOST_REDIRECTS && !numbers.has(at); steps += 1) {
    if (web.placeOf(at) === undefined) return undefined;
    const outcome = await web.fetch(at, { bodyBytes: 1, timeoutMs: 0 });
    if (outcome.kind !== "redirect") return undefined;
    at = web.identify(outcome.location);
  }
  return numbers.get(at);
}
