import type { HeaderList } from "../lib/domain/web/http/fetch-outcome.ts";
import type { Topic } from "./words.ts";

/** Sites of the demo web; each is a host of its own. */
export const SITE_NAMES = [
  "forum",
  "garden-blog",
  "travel-blog",
  "kitchen-blog",
  "university",
  "news",
  "broken",
  "moved",
  "trap",
] as const;

/** Name of a site, and first label of its host. */
export type SiteName = (typeof SITE_NAMES)[number];

/** The purpose of a page; `file` is for machines (robots.txt, a sitemap). */
export type PageType =
  | "home"
  | "board"
  | "thread"
  | "profile"
  | "post"
  | "archive"
  | "section"
  | "article"
  | "department"
  | "course-list"
  | "course"
  | "person"
  | "form"
  | "about"
  | "broken"
  | "redirect"
  | "error"
  | "trap"
  | "file";

/** The known properties of a generated page. */
export interface PageTruth {
  readonly type: PageType;
  /** `undefined` when the page has no topic. */
  readonly topic: Topic | undefined;
  /** Readers' comments, not only a form for them, are on the page. */
  readonly comments: boolean;
  /** A page that the demo's need asks for. */
  readonly target: boolean;
  /** robots.txt keeps crawlers out: a polite one never asks for it. */
  readonly forbidden: boolean;
}

/** An answer of a site. Links in a text body to other sites are absolute, by {@link demoOrigin}. */
export interface DemoPage {
  readonly status: number;
  /** Lower-case names; Content-Length is the server's. */
  readonly headers: HeaderList;
  readonly body: string | Uint8Array;
  readonly truth: PageTruth;
}

/** One host: a page for each request target (path and query). */
export interface DemoSite {
  readonly name: SiteName;
  readonly pages: ReadonlyMap<string, DemoPage>;
  /** Answers given to the first request only, before the page itself. */
  readonly firstAnswers: ReadonlyMap<string, DemoPage>;
  /** Returns answers for the targets that cannot be listed because their number is unlimited. */
  readonly unlisted: (target: string) => DemoPage | undefined;
}

/** A generated web with its truth. URLs are those of {@link demoOrigin}. */
export interface DemoWeb {
  readonly seed: number;
  readonly sites: readonly DemoSite[];
  /** Front pages to start from. */
  readonly seeds: readonly string[];
  /** Pages that a researcher would give: relevant to the need, and clearly irrelevant. */
  readonly examples: { readonly good: readonly string[]; readonly bad: readonly string[] };
}

/** Returns the origin of a site in generated text; the `example` names are reserved (RFC 2606). */
export function demoOrigin(site: SiteName): string {
  return `http://${site}.demo.example`;
}

/** Returns the page that answers a request target on a site, `undefined` for its plain 404. */
export function findDemoPage(site: DemoSite, target: string): DemoPage | undefined {
  return site.pages.get(target) ?? site.unlisted(target);
}
