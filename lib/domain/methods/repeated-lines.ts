import { isRepeated } from "../page/host-repeats.ts";
import type { PageView } from "../page/page-view.ts";
import { hostOf } from "../web/url/canonical-url.ts";

/** Returns the lines that hosts repeat on most of their pages, each `host line`. */
export function repeatedLines(
  pages: readonly PageView[],
  linesOf: (page: PageView) => readonly string[],
): ReadonlySet<string> {
  const pagesOf = new Map<string, number>();
  const lines = new Map<string, number>();
  for (const page of pages) {
    const host = hostOf(page.url);
    pagesOf.set(host, (pagesOf.get(host) ?? 0) + 1);
    for (const line of new Set(linesOf(page))) {
      const name = `${host} ${line}`;
      lines.set(name, (lines.get(name) ?? 0) + 1);
    }
  }
  const ofMost = ([name, count]: [string, number]) =>
    isRepeated(count, pagesOf.get(name.slice(0, name.indexOf(" "))) ?? 0);
  return new Set([...lines].filter(ofMost).map(([name]) => name));
}
