/**
 * Reads pages that lack their content as their scripts left them: `render`. The page is read, rendered by a browser
 * where that shows it to be needed, and read again.
 */
import type { CrawlPlan } from "../../crawl/crawl-plan.ts";
import type { FetchRule, ReadRule, SteppedReading, SteppedTask } from "../../crawl/rules.ts";
import type { Lease } from "../../domain/frontier/link.ts";
import { type HostNeed, HostNeeds } from "../../domain/page/render/host-need.ts";
import type { FetchedPage } from "../../domain/web/http/fetch-outcome.ts";
import { hostOf } from "../../domain/web/url/canonical-url.ts";
import type { Host } from "../../domain/web/url/url.ts";
import type { PageRenderer } from "../../ports/page-renderer.ts";
import type { PageStore } from "../../ports/page-store.ts";
import type { OpenedFeature } from "../feature.ts";
import { fullerView, isToRender, withRendering } from "./fuller-view.ts";
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
