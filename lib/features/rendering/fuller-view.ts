/** Which of two views of a page says more. */

import type { ViewedPage } from "../../crawl/viewed-page.ts";
import type { OfferedLink } from "../../domain/frontier/link.ts";
import { signOfMissingScripts } from "../../domain/page/render/needs-scripts.ts";
import type { RenderStep } from "../../domain/page/render/render-step.ts";
import type { Rendering, RenderingFacts } from "../../domain/page/rendering.ts";
import type { FetchedPage } from "../../domain/web/http/fetch-outcome.ts";
import type { Url } from "../../domain/web/url/url.ts";

/** Returns whether a page is rendered before it is read. A wall is not: its scripts are not run to pass it. */
export function isToRender(
  { need }: Extract<RenderStep, { kind: "may" }>,
  { truncated }: Pick<FetchedPage, "truncated">,
  viewed: ViewedPage,
  isWall: (viewed: ViewedPage) => boolean,
): boolean {
  if (truncated) return false;
  if (need === "needed" && signOfMissingScripts(viewed) === undefined) return false;
  return !isWall(viewed);
}

/** A page of which rendering was tried, as it is read. */
export interface RenderedView {
  readonly viewed: ViewedPage;
  readonly result: Rendering["result"];
  /** Links that the page has only when it is rendered. */
  readonly links: ReadonlySet<Url>;
}

/**
 * Returns the view by which a page is read: the rendered one, if it has links or text that the fetched
 * one lacks. One that has not may be a page that a refused request has spoilt.
 */
export function fullerView(
  plain: ViewedPage,
  rendered: ViewedPage | undefined,
  { result }: Pick<Rendering, "result">,
): RenderedView {
  if (rendered === undefined) return { viewed: plain, result, links: new Set() };
  const before = new Set(plain.view.anchors.map(({ url }) => url));
  const links = new Set(rendered.view.anchors.map(({ url }) => url).filter((u) => !before.has(u)));
  const hasMore = links.size > 0 || rendered.view.text.length > plain.view.text.length;
  return hasMore
    ? { viewed: rendered, result, links }
    : { viewed: plain, result: "no-more", links: new Set() };
}

/** What was found on a page. */
interface Found {
  readonly verdict: object;
  readonly links: readonly OfferedLink[];
}

/** Adds to a harvested page what its rendering was, and marks the links that only that has shown. */
export function withRendering<Harvested extends Found>(
  harvested: Harvested,
  rendering: Omit<Rendering, "html">,
  { result, links: only }: Pick<RenderedView, "result" | "links">,
) {
  const isOnly = (link: OfferedLink) => link.refusedBy === undefined && only.has(link.url);
  const facts: RenderingFacts = {
    ...rendering,
    result,
    links: harvested.links.filter(isOnly).length,
  };
  return {
    ...harvested,
    verdict: { ...harvested.verdict, rendering: facts },
    links: harvested.links.map((link) => (isOnly(link) ? marked(link) : link)),
  };
}

function marked({ snippet, ...link }: OfferedLink): OfferedLink {
  const without = { anchor: "", before: "", after: "", title: "" };
  return { ...link, snippet: { ...(snippet ?? without), onlyRendered: true } };
}
