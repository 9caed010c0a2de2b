/**
 * Returns the key by which an index of a web archive is sorted: the host backwards, then port, path and sorted query, all
 * in lower case and without `www.` (Sort-friendly URI Reordering Transform), as readers of WACZ look it up.
 */
export function surtOf(url: string): string {
  if (!/^https?:/.test(url)) return url;
  const parsed = URL.parse(url.replace(/^(https?:\/\/)www\d*\./, "$1").toLowerCase());
  if (parsed === null) return url;
  const { hostname, port, pathname, search } = parsed;
  const host = hostname.split(".").toReversed().join(",");
  const query = search === "" ? "" : `?${search.slice(1).split("&").toSorted().join("&")}`;
  return `${host}${port === "" ? "" : `:${port}`})${pathname}${query}`;
}
