/** A page as the server sends it. */
export interface ServedPage {
  /** Its `content-type`. */
  readonly type: string;
  readonly body: Buffer;
}

/** A site as it was recorded or generated. */
export interface Site {
  /** Scheme and host of its URLs, without a slash at the end. */
  readonly origin: string;
  /** URL of the page that a crawl begins with. */
  readonly seed: string;
  /** Pages by absolute URL. */
  readonly pages: ReadonlyMap<string, ServedPage>;
}

/** Host of the links that lead out of a closed web; the name is reserved, so nobody can fetch it (RFC 2606). */
const OUTSIDE = "http://outside.invalid";

/** An attribute that holds a URL: its name and the sign, then its value, quoted or not. */
const URL_ATTRIBUTE =
  /(?<before>\s(?:href|src|action)\s*=\s*)(?<quoted>"[^"]*"|'[^']*'|[^\s"'>]+)/giu;

/** The URL of an anchor, as a crawler follows it. */
const ANCHOR = /<a\s(?:[^>]*?\s)?href\s*=\s*(?<quoted>"[^"]*"|'[^']*'|[^\s"'>]+)/giu;

/** Text in which some parsers see anchors and others do not, so that no crawl may depend on them. */
const DOUBTFUL =
  /<!--[^]*?-->|<(?<name>script|style|noscript|noframes|template|textarea)\b[^]*?<\/\k<name>\s*>/giu;

/**
 * Returns the URLs of the first pages that anchors reach breadth-first within each site, all sites side by
 * side: at most `limit`.
 */
export function reachablePages(sites: readonly Site[], limit: number): ReadonlySet<string> {
  const queue = sites.map((site) => ({ site, url: site.seed }));
  const discovered = new Set(queue.map(({ url }) => url));
  const reached = new Set<string>();
  for (const { site, url } of queue) {
    const page = site.pages.get(url);
    if (page === undefined) continue;
    if (reached.size >= limit) break;
    reached.add(url);
    const text = page.body.toString("latin1").replaceAll(DOUBTFUL, "");
    for (const { groups } of text.matchAll(ANCHOR)) {
      const link = resolved(unquoted(groups?.["quoted"]), url);
      if (link === undefined || discovered.has(link) || !site.pages.has(link)) continue;
      discovered.add(link);
      queue.push({ site, url: link });
    }
  }
  return reached;
}

/**
 * Returns the page with links for the place where it is served: those to a page of the closed web go to the
 * origin that serves it, those to another page of its sites lead outside. So a page keeps all its links, and
 * no crawler asks for a page that is not there. `origins`: origin of a site → the one that serves it.
 */
export function closedPage(
  url: string,
  { type, body }: ServedPage,
  reached: ReadonlySet<string>,
  origins: ReadonlyMap<string, string>,
): ServedPage {
  // Bytes are kept as they are, whatever the charset of the page.
  const text = body.toString("latin1").replace(URL_ATTRIBUTE, (...match) => {
    const { before, quoted }: { before: string; quoted: string } = match.at(-1);
    const value = unquoted(quoted);
    const link = resolved(value, url);
    if (link === undefined || /^(?:#|$)/u.test(value)) return before + quoted;
    const { origin, pathname, search } = new URL(link);
    const served = origins.get(origin);
    if (served === undefined) return before + quoted;
    const hash = value.includes("#") ? value.slice(value.indexOf("#")) : "";
    const target = `${reached.has(link) ? served : OUTSIDE}${pathname}${search}${hash}`;
    const quote = quoted === value ? "" : quoted.charAt(0);
    return before + quote + target + quote;
  });
  return { type, body: Buffer.from(text, "latin1") };
}

function unquoted(value = ""): string {
  return /^["']/u.test(value) ? value.slice(1, -1) : value;
}

/** The absolute URL of a link without its fragment; `undefined` for one that no crawler fetches. */
function resolved(link: string, base: string): string | undefined {
  const url = URL.parse(link.trim(), base);
  if (url === null || !url.protocol.startsWith("http")) return undefined;
  url.hash = "";
  return url.href;
}
