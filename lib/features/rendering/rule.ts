/**
 * Reads pages that lack their content as their scripts left them: `render`. The page is read, rendered by a browser
 * where that shows it to be needed, and read again.
 */
import type { CrawlPlan } from "../../crawl/crawl-plan.ts";
import type {
  FetchRule,
  ReadRule,
  SteppedReading,
  SteppedTask,
  ViewedPage,
} from "../../crawl/rules.ts";
import type { Lease, OfferedLink } from "../../domain/frontier/link.ts";
import {
  type HostNeed,
  HostNeeds,
  type Rendering,
  type RenderingFacts,
  type RenderStep,
  signOfMissingScripts,
} from "../../domain/page/render/rendering.ts";
import type { FetchedPage } from "../../domain/web/http/fetch-outcome.ts";
import { hostOf } from "../../domain/web/url/canonical-url.ts";
import type { Host, Url } from "../../domain/web/url/url.ts";
import type { PageRenderer } from "../../ports/page-renderer.ts";
import type { PageStore } from "../../ports/page-store.ts";
import type { OpenedFeature } from "../feature.ts";
import type { RenderRule } from "./manifest.ts";

/** What renders the pages of a crawl, and which. */
export interface PageRendering {
  readonly renderer: PageRenderer;
  readonly rule: RenderRule;
}

/** Opens the rule for reading. A browser is there only where pages are fetched: see {@link rendering}. */
export function open(): OpenedFeature {
  return { read };
}

const read: ReadRule = {
  name: "rendering",
  choose({ page: fetched, step }, viewOf, isWall) {
    if (step === undefined) return undefined;
    const { rendered, ...plain } = fetched;
    const viewed = viewOf(plain);
    if (step.kind === "may")
      return isToRender(step, fetched, viewed, isWall)
        ? { kind: "back" }
        : { kind: "view", viewed };
    const full = fullerView(viewed, rendered && viewOf(fetched), step.rendering);
    const complete = <Harvested extends Parameters<typeof withRendering>[0]>(
      harvested: Harvested,
    ) => withRendering(harvested, step.rendering, full);
    return { kind: "view", viewed: full.viewed, complete };
  },
};

/** Returns a plan that renders pages, and stores a rendered page after the page. */
export function rendering(
  plan: CrawlPlan,
  { renderer, rule }: PageRendering,
  pages: Pick<PageStore, "putRendered">,
): CrawlPlan {
  const fetch = new RenderedPages(renderer, rule, pages);
  return { ...plan, rules: { ...plan.rules, fetch: [...plan.rules.fetch, fetch] } };
}

/** Renders the pages of a crawl that are to be rendered, and remembers which hosts need it. */
class RenderedPages implements FetchRule {
  readonly name = "rendering";
  readonly #renderer: PageRenderer;
  readonly #rule: RenderRule;
  readonly #pages: Pick<PageStore, "putRendered">;
  readonly #needs = new HostNeeds();
  /** Rendered pages that are read and not stored yet. */
  readonly #rendered = new WeakMap<Lease["link"], Uint8Array>();

  constructor(renderer: PageRenderer, rule: RenderRule, pages: Pick<PageStore, "putRendered">) {
    this.#renderer = renderer;
    this.#rule = rule;
    this.#pages = pages;
  }

  async read<Task extends SteppedTask, Reading extends SteppedReading>(
    task: Task,
    next: (task: Task) => Promise<Reading>,
  ): Promise<{ readonly page: FetchedPage; readonly reading: Reading }> {
    const host = hostOf(task.page.url);
    const need = this.#needOf(host);
    if (need === "never") return { page: task.page, reading: await next(task) };
    const reading = await next({ ...task, step: { kind: "may", need } });
    if (reading.kind !== "back") return { page: task.page, reading };
    const { html: rendered, ...facts } = await this.#renderer.render(task.page);
    const page = { ...task.page, rendered };
    const again = await next({ ...task, page, step: { kind: "tried", rendering: facts } });
    if (again.kind !== "read") return { page: task.page, reading: again };
    const isFuller = again.harvested?.verdict.rendering?.result === "rendered";
    this.#needs.note(host, isFuller);
    if (isFuller && rendered !== undefined) this.#rendered.set(task.lease.link, rendered);
    return { page: isFuller ? page : task.page, reading: again };
  }

  async finish(
    { lease, fetchedAt }: Parameters<NonNullable<FetchRule["finish"]>>[0],
    result: Parameters<NonNullable<FetchRule["finish"]>>[1],
  ): Promise<typeof result> {
    const rendered = this.#rendered.get(lease.link);
    const page = result.kind === "done" ? result.outcome.page : undefined;
    const facts = page?.rendering;
    if (result.kind === "again" || page === undefined || facts === undefined) return result;
    if (rendered === undefined) return result;
    const ref = await this.#pages.putRendered?.(lease.link.url, rendered, fetchedAt);
    const stored = { ...facts, htmlBytes: rendered.length, ref };
    return { ...result, outcome: { ...result.outcome, page: { ...page, rendering: stored } } };
  }

  #needOf(host: Host): HostNeed {
    if (!this.#rule.isHost(host)) return "never";
    return this.#rule.when === "always" ? "always" : this.#needs.of(host);
  }
}

// Which of two views of a page says more.

/** Returns whether a page is rendered before it is read. A wall is not: its scripts are not run to pass it. */
function isToRender(
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
interface RenderedView {
  readonly viewed: ViewedPage;
  readonly result: Rendering["result"];
  /** Links that the page has only when it is rendered. */
  readonly links: ReadonlySet<Url>;
}

/**
 * Returns the view by which a page is read: the rendered one, if it has links or text that the fetched
 * one lacks. One that has not may be a page that a refused request has spoilt.
 */
function fullerView(
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
function withRendering<Harvested extends Found>(
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
