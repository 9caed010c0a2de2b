import { parsePage } from "../lib/domain/page/parse-page.ts";
import { figures } from "../lib/domain/text/table.ts";
import { canonicalUrl } from "../lib/domain/web/url/canonical-url.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";
import { printArticles } from "./text/articles.ts";
import { printBanner } from "./text/banner.ts";
import { type BuiltPage, hubPages, notePages, shortPages } from "./text/built-pages.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "main text of articles beside other systems, of short pages, lists of links and notes",
  takes: "half a minute",
};

const LIMITS = { maxLength: Number.POSITIVE_INFINITY, overTime: () => false };

/**
 * `npm run bench -- text [--pages] [ARTICLES]`: main text against the gold text of 181 articles, or of the first so
 * many, beside other systems' ready outputs; on as many pages of a site with a banner; then on pages of our own making in ten languages. `--pages` lists those
 * that are wrong.
 */
export default async function text(args: string[]): Promise<void> {
  printArticles(args);
  await printBanner(Number(args.find((arg) => /^\d+$/.test(arg)) ?? Number.POSITIVE_INFINITY));
  const kinds: readonly (readonly [string, readonly BuiltPage[]])[] = [
    ["short pages", shortPages()],
    ["lists of links", hubPages()],
    ["notes longer than the content", notePages()],
  ];
  const rows = kinds.map(([kind, pages]) => {
    const outcomes = pages.map((page) => outcomeOf(page));
    if (args.includes("--pages"))
      for (const [at, outcome] of outcomes.entries())
        if (outcome !== "right") console.log(`${outcome}: ${pages[at]?.name}`);
    return [kind, pages.length, ...OUTCOMES.map((each) => count(outcomes, each))].map(String);
  });
  printTable(
    "main text of pages of our own making, in ten languages",
    [{ title: "pages", align: "left" }, ...["", ...OUTCOMES].map(figures)],
    rows,
  );
}

/** All of the content and nothing else; all of it with other text; not all of it. */
const OUTCOMES = ["right", "with more", "wrong"] as const;

function outcomeOf({ html, wanted, unwanted }: BuiltPage): (typeof OUTCOMES)[number] {
  const canonical = canonicalUrl("http://site.example/page");
  if (!canonical.ok) throw new Error("not a URL");
  const { mainText } = parsePage({ url: canonical.url, html }, LIMITS);
  if (!wanted.every((each) => mainText.includes(each))) return "wrong";
  return unwanted.some((each) => mainText.includes(each)) ? "with more" : "right";
}

function count(outcomes: readonly string[], outcome: string): number {
  return outcomes.filter((each) => each === outcome).length;
}
