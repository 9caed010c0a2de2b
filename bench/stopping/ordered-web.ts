import type { RecordedWeb } from "../../lib/adapters/web/recorded/recorded-web.ts";
import type { FetchOutcome } from "../../lib/domain/web/http/fetch-outcome.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import type { OpenTask } from "../auto/task.ts";
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

/** Redirects that are followed. */
const MOST_REDIRECTS = 10;

/**
 * Reads the links of a crawl's pages, in order, and then of all other pages that they lead to, in order
 * of discovery. A link to a redirect is one to its end.
 */
export async function orderedWeb(
  { web, seeds, targets, excluded }: OpenTask,
  fetched: readonly Url[],
): Promise<OrderedWeb> {
  const order = [...fetched];
  const numbers = new Map(order.map((url, at) => [url, at]));
  const ends = new Map<Url, number | undefined>();
  const isPage = ({ url, outcome }: Answer) => isHtml(outcome) || targets.has(url);
  const numberOf = async (link: Url): Promise<number | undefined> => {
    if (ends.has(link)) return ends.get(link);
    const end = await endOf(web, link);
    const isNew = end !== undefined && !numbers.has(end.url);
    if (isNew && !excluded.has(end.url) && isPage(end)) {
      numbers.set(end.url, order.length);
      order.push(end.url);
    }
    const number = end && numbers.get(end.url);
    ends.set(link, number);
    return number;
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
  const first = order.findIndex((url) => !seeds.includes(url));
  return {
    seeds: first < 0 ? order.length : first,
    links,
    isRelevant: order.map((url) => targets.has(url) && !seeds.includes(url)),
  };
}

/** What was recorded at a URL. */
interface Answer {
  readonly url: Url;
  readonly outcome: FetchOutcome;
}

/** The head of an answer, with no more of its body than nothing. */
const HEAD = { bodyBytes: 1, timeoutMs: 0 };

function isHtml(outcome: FetchOutcome): boolean {
  return outcome.kind === "page" && /html|^$/u.test(outcome.mediaType);
}

/** A file has no links. */
async function anchorsOf(web: RecordedWeb, url: Url): Promise<readonly { readonly url: Url }[]> {
  return isHtml(await web.fetch(url, HEAD)) ? (await viewOf({ web }, url)).anchors : [];
}

async function endOf(web: RecordedWeb, link: Url): Promise<Answer | undefined> {
  let url = web.identify(link);
  for (let steps = 0; steps < MOST_REDIRECTS; steps += 1) {
    if (web.placeOf(url) === undefined) return undefined;
    const outcome = await web.fetch(url, HEAD);
    if (outcome.kind === "page") return { url, outcome };
    if (outcome.kind !== "redirect") return undefined;
    url = web.identify(outcome.location);
  }
  return undefined;
}
