/** Start of a text in which the first element of a feed is looked for, in UTF-16 units. */
const PROLOG = 8_192;

/** Pieces before the first element; each is taken whole, so that no text makes this slow. */
const PIECES = [/\s+/y, /<\?[^>]*>/y, /<!--[\s\S]*?-->/y, /<!DOCTYPE[^>[]*>/iy];

const FEED = /<(?:[a-z]+:)?(?:rss|feed|RDF)[\s>]/iy;

/** Version of a JSON Feed, which its text must name. */
const JSON_FEED = "jsonfeed.org/version/";

/**
 * Returns whether a text begins like a feed, whatever it was sent as. A document type with entities of
 * its own is none: entities that name each other grow without end.
 */
export function isFeedText(text: string): boolean {
  const prolog = text.slice(0, PROLOG).replace(/^\uFEFF/, "");
  if (isJson(text)) return prolog.replaceAll("\\/", "/").includes(JSON_FEED);
  let at = 0;
  for (let end: number | undefined = 0; end !== undefined; ) {
    at = end;
    end = PIECES.map((piece) => endOf(piece, prolog, at)).find((found) => found !== undefined);
  }
  return endOf(FEED, prolog, at) !== undefined;
}

function endOf(piece: RegExp, text: string, at: number): number | undefined {
  piece.lastIndex = at;
  return piece.test(text) ? piece.lastIndex : undefined;
}

/** Longest text of a feed that is read, in UTF-16 units: about 0.5 s. */
const MOST_LENGTH = 1_000_000;

/** Most items of a feed that are read. Feeds have ten to some hundred, the newest ones first. */
export const MOST_ITEMS = 1_000;

const ITEM_END = /<\/(?:[a-z]+:)?(?:item|entry)\s*>/gi;

/**
 * Returns a feed without the items beyond the limits; one that was cut ends with its last whole item.
 * Returns `undefined` for a text that is no feed, and for JSON that was cut: no part of it is whole.
 */
export function boundedFeed(sent: string, isCut: boolean): string | undefined {
  const text = isFeedText(sent) ? sent : fromDeclaration(sent);
  if (text === undefined) return undefined;
  if (isJson(text)) return isCut || text.length > MOST_LENGTH ? undefined : text;
  let [end, items] = [0, 0];
  for (const { index, 0: tag } of text.matchAll(ITEM_END)) {
    if (index + tag.length > MOST_LENGTH) return text.slice(0, end);
    end = index + tag.length;
    items += 1;
    if (items === MOST_ITEMS) return text.slice(0, end);
  }
  return isCut || text.length > MOST_LENGTH ? text.slice(0, end) : text;
}

/** Returns a feed from its XML declaration on: scripts print notices before it. */
function fromDeclaration(text: string): string | undefined {
  const start = text.slice(0, PROLOG).search(/<\?xml\s/);
  const rest = start < 0 ? undefined : text.slice(start);
  return rest !== undefined && isFeedText(rest) ? rest : undefined;
}

function isJson(text: string): boolean {
  return /^\uFEFF?\s{0,100}\{/.test(text);
}
