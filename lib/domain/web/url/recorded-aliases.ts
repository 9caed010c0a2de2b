import type { Url } from "./url.ts";

/** Names of the pages that servers send for a directory's URL, most common first. */
const INDEX_NAMES = ["index", "home", "welcome", "default"].flatMap((stem) =>
  ["html", "htm", "php", "asp", "aspx", "jsp", "shtml", "cgi", "cfm"].map(
    (extension) => `${stem}.${extension}`,
  ),
);
const IS_INDEX_NAME: ReadonlySet<string> = new Set(INDEX_NAMES);
const ENCODED_TILDE = /%7e/gi;

/**
 * Yields the other URLs under which servers commonly serve the same page, in this order. First the
 * other scheme; then `~` for `%7E` and the reverse; `/x` for `/x/` and the reverse; a directory for
 * its index page and the reverse. Last the combinations of these, each applied once. A query stays.
 * They are generated lazily: mostly one of the first is found.
 */
export function* aliasesOf(url: Url): Generator<Url, void, undefined> {
  const { path, query } = splitAtQuery(url);
  for (const shape of shapesOf(path)) {
    for (const spelling of tildeSpellingsOf(shape)) {
      for (const alias of [spelling + query, otherScheme(spelling) + query]) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- canonical as `url` is: only slashes, tildes and plain names change
        if (alias !== url) yield alias as Url;
      }
    }
  }
}

/**
 * Returns a string that a URL shares with all its aliases. If a recording has no URL with the same
 * key, {@link aliasesOf} is not needed. Other URLs may share the key too.
 */
export function aliasKey(url: Url): string {
  const { path, query } = splitAtQuery(url);
  let end = path.length;
  for (;;) {
    const slash = path.lastIndexOf("/", end - 1);
    if (slash < end - 1 && !IS_INDEX_NAME.has(path.slice(slash + 1, end))) break;
    end = slash;
  }
  const key = path.slice(path.indexOf(":"), end) + query;
  return key.includes("%7") ? key.replace(ENCODED_TILDE, "~") : key;
}

function splitAtQuery(url: Url): { readonly path: string; readonly query: string } {
  const start = url.indexOf("?");
  if (start < 0) return { path: url, query: "" };
  return { path: url.slice(0, start), query: url.slice(start) };
}

/**
 * Yields `path` first, then the same with its last slash added or removed, then with index pages.
 */
function* shapesOf(path: string): Generator<string, void, undefined> {
  yield path;
  const slash = path.lastIndexOf("/");
  const directory = path.slice(0, slash + 1);
  const name = path.slice(slash + 1);
  if (IS_INDEX_NAME.has(name)) {
    yield directory;
    yield* withoutSlash(directory);
    return;
  }
  if (name === "") yield* withoutSlash(path);
  else yield `${path}/`;
  for (const index of INDEX_NAMES) yield name === "" ? path + index : `${path}/${index}`;
}

/** Returns nothing for a host's root: its URL always has the slash. */
function withoutSlash(directory: string): string[] {
  const root = directory.indexOf("/", directory.indexOf("//") + 2);
  return root === directory.length - 1 ? [] : [directory.slice(0, -1)];
}

function tildeSpellingsOf(path: string): Set<string> {
  return new Set([path, path.replace(ENCODED_TILDE, "~"), path.replaceAll("~", "%7E")]);
}

function otherScheme(url: string): string {
  return url.startsWith("https:") ? `http:${url.slice(6)}` : `https:${url.slice(5)}`;
}
